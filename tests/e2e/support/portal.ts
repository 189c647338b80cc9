import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { freePort } from "../../support/free-port";
import { PATIENCE } from "../../support/patience";
import { testBrowser } from "./browser";
import { copyDemo, type DemoCopy, type EngineName, type Place } from "./demo-copy";
import type { Visitor } from "./page";
import { Reader } from "./reader/reader";
import { Rest } from "./rest";
import { borrowServer, type Server } from "./server";
import { newSessionOf } from "./sessions";
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
  /** REST calls of an account, in one session per file. */
  rest(account: string): Promise<Rest>;
  /** Ends the server, lets somebody change its closed data, and starts it again at the same address; sessions go on. */
  pause(change: (place: Place) => Promise<void>): Promise<void>;
  /** Ends the server before its time; answers where its data lie, closed. Its last words count for the test that asks for this. */
  halt(): Promise<Place>;
}

/**
 * Starts the portal for the tests of this file. Whatever goes wrong in a browser or in the server fails the test it happened in.
 * @param settings more environment variables
 * @param engine whose database, where it matters
 */
export function startPortal(settings: Readonly<Record<string, string>> = {}, engine?: EngineName): Portal {
  let server: Server | undefined;
  let demo: DemoCopy | undefined;
  let browser: Browser | undefined;
  let visitors: (BrowserContext | Reader)[] = [];
  /** What a server said that was paused. */
  const words: string[] = [];
  const clients = new Map<string, Promise<Rest>>();

  beforeAll(async () => {
    demo = await copyDemo(engine);
    server = await serve(String(await freePort()));
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
    await demo?.remove();
  });

  async function serve(port: string): Promise<Server> {
    const { dataDir, databaseUrl } = running(demo).place;
    return borrowServer(dataDir, { PORT: port, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...settings });
  }

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

  /** What signing in leaves. To prove a password takes longer than most steps, and of hundreds of tests few are about it. */
  async function tokenOf(account: string): Promise<string> {
    const { databaseUrl } = running(demo).place;
    if (databaseUrl) return newSessionOf(databaseUrl, account);
    return (await Rest.signIn(running(server).url, account, PASSWORD)).token;
  }

  async function clientOf(account: string): Promise<Rest> {
    return new Rest(running(server).url, await tokenOf(account));
  }

  return {
    get url() {
      return running(server).url;
    },
    browse,
    visit,
    async enter(visitor, account) {
      const { url } = running(server);
      const value = await tokenOf(account);
      await visitor.addCookies([{ name: "Access-Token", value, url, httpOnly: true, sameSite: "Lax" }]);
    },
    rest(account) {
      const known = clients.get(account) ?? clientOf(account);
      clients.set(account, known);
      return known;
    },
    async pause(change) {
      const { port } = new URL(running(server).url);
      words.push(...running(server).takeComplaints());
      await running(server).stop();
      await change(running(demo).place);
      server = await serve(port);
    },
    async halt() {
      await running(server).stop();
      return running(demo).place;
    },
  };
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("the portal is not running");
  return part;
}
