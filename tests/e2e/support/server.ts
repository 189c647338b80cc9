import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const ERROR_LEVEL = 50;
/** Loading the demo into an empty folder takes half a minute where two cores are free, and many where they are not. */
const START_LIMIT_MS = 900_000;
const PROGRAM_LIMIT_MS = 90_000;

const logLine = z.object({ level: z.number(), msg: z.string(), url: z.string().optional() }).passthrough();

/** The built product with the demo's data, as a process of its own. */
export interface Server {
  /** Origin, e.g. `http://127.0.0.1:41234`. */
  url: string;
  readonly pid: number;
  /** What it complained about since the last call: errors in the log and everything on standard error. */
  takeComplaints(): string[];
  /** Asks it to end and waits for it; the data folder is closed afterwards. */
  stop(): Promise<void>;
}

/**
 * Starts the build that lies in the project folder as a process of its own, on a free port. An empty folder gets the demo's data first.
 * @param settings more environment variables
 * @throws Error with what the process said when it ends instead of listening
 */
export async function startServer(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const child = spawn(process.execPath, [path.join(ROOT, "scripts/demo.mjs")], {
    cwd: ROOT,
    env: { ...own(), ...settingsOf(dataDir, settings) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const orphanGuard = () => void child.kill("SIGKILL");
  process.once("exit", orphanGuard);
  const heard = hear(child);
  const url = await heard.listening().catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    takeComplaints: heard.takeComplaints,
    async stop() {
      await end(child);
      process.off("exit", orphanGuard);
    },
  };
}

interface Host {
  child: ChildProcess;
  heard: ReturnType<typeof hear>;
}

/** The process of servers that belongs to this process of tests; it ends with it. */
let host: Host | undefined;

/**
 * The same in the one process that serves all files of this process of tests, one after the other: loading the program and making its
 * code fast costs more than most files do.
 * @throws Error where one is running there, or with what it said instead of listening
 */
export async function borrowServer(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const { child, heard } = hosting();
  heard.takeComplaints();
  const listening = heard.listening();
  child.send(settingsOf(dataDir, settings));
  let ended: Promise<void> | undefined;
  return {
    url: await listening,
    pid: child.pid ?? 0,
    takeComplaints: heard.takeComplaints,
    stop() {
      ended ??= new Promise<void>((resolve) => {
        heard.stopped().then(resolve);
        child.send("stop");
      });
      return ended;
    },
  };
}

function hosting(): Host {
  if (host && host.child.exitCode === null && host.child.signalCode === null) return host;
  const child = spawn(process.execPath, [path.join(ROOT, "tests/e2e/support/portal-host.mjs")], {
    cwd: ROOT,
    env: { ...own(), DEMO_DATA: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.unref();
  host = { child, heard: hear(child) };
  return host;
}

const own = () => ({ NODE_ENV: "production", PATH: process.env.PATH, TZ: "UTC" }) as const;

function settingsOf(dataDir: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    LOG_LEVEL: "info",
    // Programs ask faster than people: what limits a session is provoked where it is tested.
    CALLS_PER_MINUTE: "0",
    ...settings,
  };
}

/** Listens to what a server says. */
function hear(child: ChildProcess) {
  const complaints: string[] = [];
  let last = "";
  let waiting: { word: "listening" | "stopped"; done(url: string): void; failed(error: Error): void } | undefined;
  const fail = (how: string) => waiting?.failed(new Error(`the server ${how}: ${complaints.join("\n")}\n${last}`));
  child.once("exit", (code) => fail(`ended (${code})`));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("a server says what it does on its standard streams");
  createInterface({ input: stderr }).on("line", (line) => {
    if (!line.startsWith("portal-host ")) complaints.push(`stderr: ${line}`);
  });
  createInterface({ input: stdout }).on("line", (line) => {
    if (line === "portal-host failed") return fail("did not start");
    const entry = line === "portal-host stopped" ? { level: 0, msg: "stopped", url: "" } : readLine(line);
    last = line;
    if (entry.level >= ERROR_LEVEL) complaints.push(`log: ${line}`);
    if (entry.msg === waiting?.word && entry.url !== undefined) waiting?.done(entry.url);
  });
  const wait = (word: "listening" | "stopped") =>
    new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => fail(`was not ${word} in time`), START_LIMIT_MS);
      const over = () => {
        clearTimeout(limit);
        waiting = undefined;
      };
      waiting = {
        word,
        done(url) {
          over();
          resolve(url);
        },
        failed(error) {
          over();
          reject(error);
        },
      };
    });
  return {
    takeComplaints: () => complaints.splice(0),
    listening: () => wait("listening"),
    stopped: async () => void (await wait("stopped")),
  };
}

/** What a command of the project said, and how it ended. */
export interface Ended {
  code: number | null;
  said: string;
  complained: string;
}

/** Runs a Node program of the project to its end, as an operator would. */
export async function runProgram(
  file: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { NODE_ENV: "production", PATH: process.env.PATH, TZ: "UTC", PORT: "0", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PROGRAM_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let said = "";
  let complained = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complained += text;
  });
  const [code] = await once(child, "close");
  return { code, said, complained };
}

function readLine(line: string): z.infer<typeof logLine> {
  try {
    return logLine.parse(JSON.parse(line));
  } catch {
    return { level: 0, msg: line };
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
