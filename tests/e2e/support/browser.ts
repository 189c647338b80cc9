import { type Browser, chromium } from "playwright-core";
import { browserProgram } from "../../../scripts/testing/machine.mjs";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process of tests; all its files share it, each test opens contexts of its own in it and closes them. It ends
 * with the process.
 */
export async function testBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return shared;
}

/** Starts a browser; whoever asks closes it. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = browserProgram();
  if (!executablePath) throw new Error("there is no browser: npm test says what to install");
  return chromium.launch({ executablePath, args: ARGS });
}
