// A PostgreSQL server for one test run: in a temporary folder, reachable by its unix socket only, gone afterwards.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { postgresPrograms } from "./machine.mjs";

const START_LIMIT_MS = 60_000;
// The data lives for minutes and may be lost: nothing is flushed.
const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  // A worker that looks after a database at the wrong moment keeps tests from dropping it.
  autovacuum: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "128MB",
  max_wal_size: "256MB",
};

/**
 * Starts a server with an ordinary login role `portal` (no superuser) that may make databases and roles, as on a managed
 * server. Answers its address, the ways to halt it and to let it go on with the same data, and the way to end it, which
 * may be called twice.
 */
export async function startPostgres() {
  const programs = postgresPrograms();
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "portal-pg-")));
  const data = path.join(folder, "data");
  const owner = process.getuid() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const program = (name, args) => {
    const { status, stdout, stderr } = spawnSync(path.join(programs, name), args, { ...options, encoding: "utf8" });
    return { ok: status === 0, said: `${stdout}${stderr}` };
  };
  // The collation of the embedded engine, so that both sort alike.
  const locale = ["--encoding=UTF8", "--lc-collate=C", "--lc-ctype=C.UTF-8"];
  const made = program("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", ...locale]);
  if (!made.ok) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb 失败：\n${made.said}`);
  }
  const log = path.join(folder, "server.log");
  const file = openSync(log, "a");
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  let server = launch();

  function launch() {
    return spawn(
      path.join(programs, "postgres"),
      ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...options, stdio: ["ignore", file, file] },
    );
  }

  /** Fast shutdown: open connections are cut, what they had not committed is undone. */
  async function halt() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
  }

  async function resume() {
    server = launch();
    await answering();
  }

  async function stop() {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await answering();
    const create = "create role portal login createdb createrole";
    const role = program("psql", ["-h", folder, "-U", "postgres", "-qc", create]);
    if (!role.ok) throw new Error(role.said);
    return { url: `postgres:///postgres?host=${encodeURIComponent(folder)}&user=portal`, halt, resume, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function answering() {
    const limit = Date.now() + START_LIMIT_MS;
    while (!program("pg_isready", ["-q", "-h", folder]).ok) {
      if (server.exitCode !== null || Date.now() > limit) {
        throw new Error(`PostgreSQL 没有启动：\n${readFileSync(log, "utf8")}`);
      }
      await pause(100);
    }
  }
}

function idOf(flag) {
  return Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
}
