import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
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

const bundles = new Map<string, string>();

/**
 * Puts a TypeScript file and what it needs of ours into one file, once per process of tests: loading hundreds of files takes a process
 * longer than its work. Answers its path; gone when the process of tests ends.
 */
function bundleOf(script: string): string {
  const known = bundles.get(script);
  if (known !== undefined) return known;
  const outfile = path.join(ROOT, `node_modules/.test/${path.basename(script, ".ts")}-${process.pid}.mjs`);
  buildSync({
    entryPoints: [path.join(ROOT, script)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    alias: { "~": path.join(ROOT, "app") },
    tsconfig: path.join(ROOT, "tsconfig.json"),
    logLevel: "error",
  });
  process.once("exit", () => rmSync(outfile, { force: true }));
  bundles.set(script, outfile);
  return outfile;
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
