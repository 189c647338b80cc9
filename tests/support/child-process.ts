import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { onTestFinished } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A script of ours running in a Node process of its own. */
export interface Child {
  readonly pid: number;
  /** Next line of its output, or undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Sends a signal and waits for the end; resolves to every line that was not read yet. */
  kill(signal: NodeJS.Signals): Promise<string[]>;
}

/** Where the programs of this process of tests lie, once one was asked for. */
let bundles: string | undefined;

/**
 * Puts each of the scripts beside this file and what it needs of ours into few files, all at once and once per process of tests: loading hundreds
 * of files takes a process longer than its work, and what they share is read once. Answers the path of one; gone when the process of tests ends.
 */
function bundleOf(script: string): string {
  const folder = path.dirname(script);
  const scripts = readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith("-child.ts"));
  bundles ??= bundled(scripts.map((name) => path.join(ROOT, folder, name)));
  return path.join(bundles, `${path.basename(script, ".ts")}.mjs`);
}

function bundled(entryPoints: string[]): string {
  const outdir = path.join(ROOT, `node_modules/.test/children-${process.pid}`);
  buildSync({
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    alias: { "~": path.join(ROOT, "app") },
    tsconfig: path.join(ROOT, "tsconfig.json"),
    logLevel: "error",
  });
  process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));
  return outdir;
}

/** Starts a TypeScript file, path from the project root. Killed at the latest when the test ends. */
export function startChild(script: string, args: string[], settings: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(process.execPath, [bundleOf(script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => end(child, "SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const next = await lines.next();
    return next.done ? undefined : next.value;
  };
  return {
    pid: child.pid ?? 0,
    nextLine,
    async kill(signal) {
      await end(child, signal);
      const rest: string[] = [];
      for (let line = await nextLine(); line !== undefined; line = await nextLine()) rest.push(line);
      return rest;
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
