// The embedded database's own thread. Plain JavaScript on purpose: the app is bundled into one file, a worker is not,
// so this file is started from the source tree (see pglite-host.server.ts) and may import packages only.
//
// From the main thread:  { kind: "reset", session }            a new client begins; whatever the last one left is rolled back
//                        { kind: "frames", session, bytes }    PostgreSQL wire protocol, any part of it
//                        { kind: "copy", to }                  copy the files; asked only while no client is in a transaction
//                        { kind: "close" }                     checkpoint, close, exit 0
// To the main thread:    { kind: "ready" }                     the directory is open and proven durable
//                        { kind: "frames", session, bytes }    answer to exactly one "frames"; may be empty
//                        { kind: "copied", reason? }           answer to one "copy"; with a reason it failed and nothing is left
//                        { kind: "fatal", reason }             the engine can no longer be trusted; the thread exits
import fs from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Answer to a start-up message: AuthenticationOk, ReadyForQuery(idle). */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;
/** The one exception of the WASM main loop that is an ordinary SQL error (PGlite's POSTGRES_MAIN_LONGJMP). */
const SQL_ERROR_STATUS = 100;

let flushCount = 0;

/** PGlite's file system with the fsync that it lacks (electric-sql/pglite#1107): files and directories reach the disk. */
class DurableNodeFS extends NodeFS {
  async init(pg, options) {
    const result = await super.init(pg, options);
    result.emscriptenOpts.preRun.push((module) => {
      const { NODEFS } = module;
      NODEFS.stream_ops.fsync = (stream) => {
        flushCount += 1;
        if (stream.nfd == null) flushPath(NODEFS.realPath(stream.node));
        else fs.fsyncSync(stream.nfd);
        return 0;
      };
    });
    return result;
  }
}

/** Opens a directory with durable commits. Always with `fs`: `new PGlite(undefined, { fs })` would be an in-memory database. */
function openEngine(directory) {
  return PGlite.create({
    fs: new DurableNodeFS(directory),
    pgliteWasmModule: workerData.program,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      ...["-c", "fsync=on"],
      ...["-c", "wal_sync_method=fsync"], // not fdatasync: that one is a stub that reports success
      ...["-c", "shared_buffers=64MB"],
      ...["-c", "max_wal_size=96MB"],
      ...["-c", "min_wal_size=32MB"],
    ],
  });
}

function flushPath(target) {
  const descriptor = fs.openSync(target, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function flushTree(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const target = path.join(directory, entry.name);
    if (entry.isDirectory()) flushTree(target);
    else if (entry.isFile()) flushPath(target);
  }
  flushPath(directory);
}

const hasDatabase = (directory) => fs.existsSync(path.join(directory, "PG_VERSION"));

/** Makes a new database beside its final place and renames it when it is whole, so that a kill leaves no half of one. */
async function create(directory) {
  if (fs.existsSync(directory) && fs.readdirSync(directory).length > 0) {
    throw new Error(`${directory} 不是空目录，也不是数据库目录`);
  }
  const draft = `${directory}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  const engine = await openEngine(draft);
  await engine.close();
  if (!hasDatabase(draft)) throw new Error("the new database was not written to disk");
  flushTree(draft);
  fs.renameSync(draft, directory);
  flushPath(path.dirname(directory));
}

/** Nothing else runs in this thread meanwhile, so the copy is the database as of this moment. */
function copyFiles(directory, to) {
  try {
    fs.cpSync(directory, to, {
      recursive: true,
      mode: fs.constants.COPYFILE_FICLONE, // costs nothing where the file system can share blocks
      filter: (file) => path.basename(file) !== "postmaster.pid",
    });
    parentPort.postMessage({ kind: "copied" });
  } catch (error) {
    fs.rmSync(to, { recursive: true, force: true });
    parentPort.postMessage({ kind: "copied", reason: String(error?.message ?? error) });
  }
}

/** One commit must cause at least one flush; guards against a PGlite release that changes its internals. */
async function proveDurable(engine) {
  const before = flushCount;
  await engine.exec("begin; select pg_logical_emit_message(true, 'durability probe', ''); commit");
  if (flushCount === before) throw new Error("durability self-test failed: a commit was not flushed to disk");
}

/**
 * PGlite swallows every exception of the WASM main loop, so a panic or a failed flush would read as success.
 * Whatever is not an ordinary SQL error ends this thread; the next one recovers from the write-ahead log.
 */
function watchMainLoop(engine) {
  const loop = engine.Module._PostgresMainLoopOnce;
  if (typeof loop !== "function") throw new Error("PGlite internals changed: no _PostgresMainLoopOnce");
  const watch = { failure: undefined };
  engine.Module._PostgresMainLoopOnce = () => {
    try {
      loop();
    } catch (error) {
      if (error?.status !== SQL_ERROR_STATUS) watch.failure ??= error;
      throw error;
    }
  };
  return watch;
}

/** Sends one fatal report and ends the thread; nothing that comes later is looked at. */
function giveUp(error) {
  parentPort.postMessage({ kind: "fatal", reason: String(error?.message ?? error) });
  process.exit(1);
}

/** Speaks the wire protocol for one client at a time. */
class Session {
  id = 0;
  #engine;
  #watch;
  #pending = Buffer.alloc(0);
  #started = false;

  constructor(engine, watch) {
    this.#engine = engine;
    this.#watch = watch;
  }

  reset(id) {
    this.id = id;
    this.#pending = Buffer.alloc(0);
    this.#started = false;
  }

  /** Runs every complete message in `bytes` and everything kept from before. Resolves to the bytes of the answer. */
  async feed(bytes) {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes]);
    const answers = [];
    for (let message = this.#next(); message; message = this.#next()) {
      if (!this.#started) {
        this.#started = true;
        await this.#clean();
        answers.push(WELCOME);
      } else if (message[0] === TERMINATE) {
        this.#started = false;
        await this.#clean();
      } else {
        await this.#engine.execProtocolRawStream(message, {
          syncToFs: false,
          onRawData: (chunk) => answers.push(chunk.slice()), // a view into WASM memory: copy at once
        });
      }
      if (this.#watch.failure) throw this.#watch.failure;
    }
    return answers;
  }

  /** The next complete message, or undefined. A start-up message has no type byte. */
  #next() {
    const header = this.#started ? 1 : 0;
    if (this.#pending.length < header + 4) return undefined;
    const length = header + this.#pending.readInt32BE(header);
    if (this.#pending.length < length) return undefined;
    const message = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return message;
  }

  async #clean() {
    if (this.#engine.isInTransaction()) await this.#engine.exec("rollback");
    await this.#engine.exec("discard all");
  }
}

async function main() {
  const { directory } = workerData;
  if (!hasDatabase(directory)) await create(directory);
  const engine = await openEngine(directory);
  if (!hasDatabase(directory)) throw new Error("the database was opened in memory, not on disk");
  await proveDurable(engine);
  const watch = watchMainLoop(engine);
  const session = new Session(engine, watch);

  async function handle(message) {
    if (message.kind === "reset") return session.reset(message.session);
    if (message.kind === "copy") return copyFiles(directory, message.to);
    if (message.kind === "close") {
      await engine.exec("rollback; checkpoint");
      await engine.close();
      process.exit(0);
    }
    const bytes = new Uint8Array(Buffer.concat(await session.feed(message.bytes)));
    parentPort.postMessage({ kind: "frames", session: session.id, bytes }, [bytes.buffer]);
  }

  let lane = Promise.resolve();
  parentPort.on("message", (message) => {
    lane = lane.then(() => handle(message)).catch(giveUp);
  });
  parentPort.postMessage({ kind: "ready" });
}

main().catch(giveUp);
