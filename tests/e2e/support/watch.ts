import type { BrowserContext, Page as BrowserPage, Request } from "playwright-core";
import { UPDATE_STREAM } from "~/shared/update-stream";
import type { Answer, Page, Visitor } from "./page";

interface Watch {
  script: boolean;
  faults: string[];
  /** Answers a test has announced, and whether they came. */
  announced: Map<number, boolean>;
  /** A test cuts the line, or a file, on purpose. */
  lossy: boolean;
}

const watches = new WeakMap<object, Watch>();

/** Collects everything that must not happen while somebody uses the portal; `faultsOf` says what did. */
export function watch(context: BrowserContext, script: boolean): void {
  const seen: Watch = { script, faults: [], announced: new Map(), lossy: false };
  const { faults } = seen;
  watches.set(context, seen);
  context.on("console", (message) => {
    // Answers are judged below, with their status.
    if (isStream(message.location().url)) return;
    if (seen.lossy && /net::ERR_|Error loading route module|Failed to fetch/.test(message.text())) return;
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource: the server responded"))
      faults.push(`console error: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`page error: ${error.error().message}`));
  context.on("requestfailed", (request) => {
    if (!seen.lossy && !isHarmless(request, script))
      faults.push(`failed request: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on("response", (response) => judge(seen, response));
}

/** The same for a visitor without a browser: answers how it tells of an answer it got. */
export function watchAnswers(): { heard(answer: Answer): void; of(visitor: Visitor): void } {
  const seen: Watch = { script: false, faults: [], announced: new Map(), lossy: false };
  return { heard: (answer) => judge(seen, answer), of: (visitor) => void watches.set(visitor, seen) };
}

function judge({ announced, faults }: Watch, answer: Pick<Answer, "status" | "url" | "request">): void {
  const status = answer.status();
  if (status < 400 || isStream(answer.url())) return;
  if (announced.has(status)) announced.set(status, true);
  else faults.push(`status ${status}: ${answer.request().method()} ${answer.url()}`);
}

/** A stream is torn with its page, its session or its server, and opened anew; what comes of it the tests of it judge. */
function isStream(url: string): boolean {
  return url.includes(`/web${UPDATE_STREAM}`);
}

function isHarmless(request: Request, script: boolean): boolean {
  if (isStream(request.url())) return true;
  const reason = request.failure()?.errorText;
  // A page left before its prefetches are there, and a navigation that was overtaken by the next one.
  if (reason === "net::ERR_ABORTED") return true;
  // A browser told not to run scripts does not preload them and gives this as the reason.
  return !script && reason === "csp" && new URL(request.url()).pathname.endsWith(".js");
}

function watchOf(context: Visitor): Watch {
  const found = watches.get(context);
  if (!found) throw new Error("this browser context is not watched");
  return found;
}

/** Whether the pages of this context run scripts. */
export function runsScript(page: Page): boolean {
  return watchOf(page.context()).script;
}

/** Announces answers of that status from here on; one that never comes is a fault as well. */
export function notify(page: Page, ...statuses: number[]): void {
  const { announced } = watchOf(page.context());
  for (const status of statuses) if (!announced.has(status)) announced.set(status, false);
}

/** From here on requests of this browser may be lost. */
export function allowLosses(page: BrowserPage): void {
  watchOf(page.context()).lossy = true;
}

export function faultsOf(context: Visitor): string[] {
  const { faults, announced } = watchOf(context);
  return [...faults, ...[...announced].filter(([, met]) => !met).map(([status]) => `no answer with status ${status}`)];
}

const followed = new WeakMap<BrowserPage, string>();

/** Notes the address of each link that is hit by a click. */
export async function noteLinks(context: BrowserContext): Promise<void> {
  await context.exposeBinding("noteLink", ({ page }, href: string) => {
    followed.set(page, href);
  });
  await context.addInitScript(() => {
    addEventListener(
      "click",
      ({ target }) => {
        const link = target instanceof Element ? target.closest("a") : null;
        if (link) Reflect.get(window, "noteLink")(link.href);
      },
      true,
    );
  });
}

export function purgeLink(page: BrowserPage): void {
  followed.delete(page);
}

/** Where the link led that was hit last, since `purgeLink`. */
export function followedLink(page: BrowserPage): string | undefined {
  return followed.get(page);
}
