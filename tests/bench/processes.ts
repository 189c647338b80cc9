import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const here = (file: string) => path.join(root, "tests/bench", file);
/** Settings and flags of `npm start`. */
const START = { MALLOC_ARENA_MAX: "2" };
const FLAGS = ["--max-old-space-size=512", "--max-semi-space-size=32"];
/** The first start of an installation loads the demo data. */
const START_LIMIT_MS = 120_000;
/** At rest a process asks for jobs, mails and calls to send now and then. */
const QUIET_MS = 500;
const QUIET_STATEMENTS = 12;

const running = new Set<ChildProcess>();

/** What a process has sent to its database since it was asked last. */
export interface Sent {
  statements: number;
  /** Waiting for the database, all statements together. */
  ms: number;
}

/** The product as `npm start` runs it, with a probe on its database driver. */
export interface Server {
  port: number;
  pid: number;
  sent(): Promise<Sent>;
  /** Statements of one answered request, as its line in the log says. */
  queriesOf(requestId: string): Promise<number>;
  /** From now on repeated statements are answered from memory. */
  replay(): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings environment variables of the product: where its data lie */
export async function startServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const child = start(
    [...FLAGS, "--import", pathToFileURL(here("probe.mjs")).href, path.join(root, "build/server.js")],
    {
      ...START,
      ...settings,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      COMPRESS: "0",
      DEMO_DATA: "1",
    },
  );
  const queries = queriesIn(child);
  const port = await portOf(child);
  const asked = (ask: string) =>
    new Promise<Sent>((resolve) => {
      child.once("message", (sent: Sent) => resolve(sent));
      child.send({ ask });
    });
  return {
    port,
    pid: child.pid ?? 0,
    sent: () => asked("sent"),
    queriesOf: queries,
    replay: async () => {
      await asked("replay");
    },
    stop: () => stop(child),
  };
}

/** The page to beat and the smallest answer there is. */
export async function startBare(
  page: string,
): Promise<{ pid: number; page: number; hello: number; stop(): Promise<void> }> {
  const child = start(["--import", "tsx", here("bare.ts"), page], {});
  const ports = await new Promise<{ page: number; hello: number }>((resolve, reject) => {
    child.once("message", (message: { page: number; hello: number }) => resolve(message));
    child.once("exit", (code) => reject(new Error(`the bare page ended with ${code}`)));
  });
  return { ...ports, pid: child.pid ?? 0, stop: () => stop(child) };
}

/**
 * Waits until the work a start sets off beside the requests is done: what is left then are the workers' looks at their
 * queues. Figures taken before are those of a house being built.
 */
export async function settled(server: Server): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  await server.sent();
  for (;;) {
    await pause(QUIET_MS);
    const { statements } = await server.sent();
    if (statements <= QUIET_STATEMENTS) return;
    if (performance.now() > until) throw new Error("the server does not come to rest");
  }
}

/** Ends everything that still runs, for a bench that is given up half-way. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** Resident memory in megabytes, the database thread included; `peak` since the start. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

function start(args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
  // Only what a process needs: settings of the shell must not reach what is measured.
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), NODE_ENV: "production", CALLS_PER_MINUTE: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Lines of the log that are looked through for a request that was answered already. */
const RECENT_LINES = 50;

/** Follows the log; a request's line comes when its answer has been taken, before or after somebody asks for it. */
function queriesIn(child: ChildProcess): (requestId: string) => Promise<number> {
  let recent: string[] = [];
  let rest = "";
  let notified: (() => void) | undefined;
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    recent = [...recent, ...lines].slice(-RECENT_LINES);
    notified?.();
  });
  return async (requestId) => {
    for (;;) {
      const line = recent.find((one) => one.includes(`"requestId":"${requestId}"`) && one.includes('"msg":"request"'));
      if (line) return Number(/"queries":(\d+)/.exec(line)?.[1] ?? 0);
      await new Promise<void>((resolve) => {
        notified = resolve;
      });
    }
  };
}

/** Reads the log until the server says where it listens. The log goes on being read, as it would be by a journal. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("the server did not start in time")), START_LIMIT_MS);
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      if (text === "listening") return;
      text += chunk;
      const port = /"url":"http:\/\/[^"]+:(\d+)"[^\n]*"msg":"listening"/.exec(text)?.[1];
      if (port === undefined) return;
      text = "listening";
      clearTimeout(limit);
      resolve(Number(port));
    });
    child.once("exit", (code) => {
      clearTimeout(limit);
      reject(new Error(`the server ended with ${code}:\n${text}`));
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
