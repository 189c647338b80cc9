import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const ERROR_LEVEL = 50;
/** Loading the demo into an empty folder takes half a minute where two cores are free, and many where they are not. */
const START_LIMIT_MS = 900_000;
/**
 * A server of one file answers some hundred requests: making the database engine's code fast costs more than it saves (a fifth of the
 * processor time of a server's life). Where the demo is loaded first it pays.
 */
const SHORT_LIVED = ["--liftoff-only"];
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
 * Starts the build that lies in the project folder, on a free port. An empty folder gets the demo's data first.
 * @param settings more environment variables
 * @throws Error with what the process said when it ends instead of listening
 */
export async function startServer(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const flags = existsSync(dataDir) ? SHORT_LIVED : [];
  const child = spawn(process.execPath, [...flags, path.join(ROOT, "scripts/demo.mjs")], {
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      TZ: "UTC",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      // Programs ask faster than people: what limits a session is provoked where it is tested.
      CALLS_PER_MINUTE: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const orphanGuard = () => void child.kill("SIGKILL");
  process.once("exit", orphanGuard);
  const complaints: string[] = [];
  let last = "";
  createInterface({ input: child.stderr }).on("line", (line) => complaints.push(`stderr: ${line}`));
  const url = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("the server did not start in time")), START_LIMIT_MS);
    child.once("exit", (code) => reject(new Error(`the server ended (${code}): ${complaints.join("\n")}\n${last}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      last = line;
      const entry = readLine(line);
      if (entry.msg === "listening" && entry.url) {
        clearTimeout(limit);
        resolve(entry.url);
      }
      if (entry.level >= ERROR_LEVEL) complaints.push(`log: ${line}`);
    });
  }).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    takeComplaints: () => complaints.splice(0),
    async stop() {
      await end(child);
      process.off("exit", orphanGuard);
    },
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
