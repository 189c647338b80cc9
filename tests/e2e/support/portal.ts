import { cpSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { freePort } from "../../support/free-port";
import { PATIENCE } from "../../support/patience";
import { tempDir } from "../../support/temp-dir";
import { testBrowser } from "./browser";
import type { Visitor } from "./page";
import { Reader } from "./reader/reader";
import { Rest } from "./rest";
import { borrowServer, type Server } from "./server";
import { faultsOf, noteLinks, watch, watchAnswers } from "./watch";

/** Of all known accounts of the demo. */
export const PASSWORD = "Demo@2026";

/** How a visitor's browser is set; without script what concerns looks means nothing. */
export type VisitOptions = Omit<BrowserContextOptions, "javaScriptEnabled">;

/** The running product of one spec file, on a copy of the demo's data, and contexts of a browser before it. */
export interface Portal {
  /** Origin of the server. */
  readonly url: string;
  /** A browser of its own: no cookie, no cache. It is closed and judged when the test ends. */
  browse(options: BrowserContextOptions & { script: boolean }): Promise<BrowserContext>;
  /** A person with such a browser where scripts run; without them it needs no browser to open pages and send forms. */
  visit(options: VisitOptions & { script: true }): Promise<BrowserContext>;
  visit(options: VisitOptions & { script: boolean }): Promise<Visitor>;
  /** Gives a visitor a new session of that account, as signing in would. */
  enter(visitor: Pick<Visitor, "addCookies">, account: string): Promise<void>;
  /** REST calls of an account; signed in once per file. */
  rest(account: string): Promise<Rest>;
  /** Ends the server, lets somebody change its closed data folder, and starts it again at the same address; sessions go on. */
  pause(change: (dataDir: string) => Promise<void>): Promise<void>;
  /** Ends the server before its time; answers its data folder, closed. Its last words count for the test that asks for this. */
  halt(): Promise<string>;
}

/**
 * Starts the portal for the tests of this file. Whatever goes wrong in a browser or in the server fails the test it happened in.
 * @param settings more environment variables
 */
export function startPortal(settings: Readonly<Record<string, string>> = {}): Portal {
  let server: Server | undefined;
  let dataDir = "";
  let browser: Browser | undefined;
  let visitors: (BrowserContext | Reader)[] = [];
  /** What a server said that was paused. */
  const words: string[] = [];
  const clients = new Map<string, Promise<Rest>>();

  beforeAll(async () => {
    dataDir = path.join(tempDir("e2e"), "data");
    cpSync(inject("demoBase"), dataDir, { recursive: true });
    server = await borrowServer(dataDir, { PORT: String(await freePort()), ...settings });
    browser = await testBrowser();
  });

  afterEach(async () => {
    const faults = visitors.flatMap(faultsOf);
    for (const visitor of visitors) await visitor.close();
    visitors = [];
    const all = [...faults, ...words.splice(0), ...(server?.takeComplaints() ?? [])];
    if (all.length > 0) throw new Error(all.join("\n"));
  });

  afterAll(async () => {
    await server?.stop();
  });

  async function browse({ script, ...options }: VisitOptions & { script: boolean }): Promise<BrowserContext> {
    const context = await running(browser).newContext({
      baseURL: running(server).url,
      locale: "zh-CN",
      timezoneId: "Asia/Shanghai",
      javaScriptEnabled: script,
      ...options,
    });
    context.setDefaultTimeout(PATIENCE.timeout);
    watch(context, script);
    if (script) await noteLinks(context);
    visitors.push(context);
    return context;
  }

  function visit(options: VisitOptions & { script: true }): Promise<BrowserContext>;
  function visit(options: VisitOptions & { script: boolean }): Promise<Visitor>;
  async function visit({ script, ...options }: VisitOptions & { script: boolean }): Promise<Visitor> {
    if (script) return browse({ script, ...options });
    const watched = watchAnswers();
    const { userAgent, extraHTTPHeaders } = options;
    const reader = new Reader(
      { baseURL: running(server).url, ...(userAgent && { userAgent }), ...(extraHTTPHeaders && { extraHTTPHeaders }) },
      watched.heard,
    );
    watched.of(reader);
    visitors.push(reader);
    return reader;
  }

  return {
    get url() {
      return running(server).url;
    },
    browse,
    visit,
    async enter(visitor, account) {
      const { url } = running(server);
      const { token } = await Rest.signIn(url, account, PASSWORD);
      await visitor.addCookies([{ name: "Access-Token", value: token, url, httpOnly: true, sameSite: "Lax" }]);
    },
    rest(account) {
      const known = clients.get(account) ?? Rest.signIn(running(server).url, account, PASSWORD);
      clients.set(account, known);
      return known;
    },
    async pause(change) {
      const { port } = new URL(running(server).url);
      words.push(...running(server).takeComplaints());
      await running(server).stop();
      await change(dataDir);
      server = await borrowServer(dataDir, { ...settings, PORT: port });
    },
    async halt() {
      await running(server).stop();
      return dataDir;
    },
  };
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("the portal is not running");
  return part;
}
