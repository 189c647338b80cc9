import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { MENU_ENTRIES } from "./data";
import { type Ask, httpRequest, load, type Stretch } from "./load";
import { memoryOf, type Server, settled, startBare, startServer } from "./processes";
import { type Pages, pagesOf, Visitor } from "./visitor";

/** Where an installation lies: the demo's company, and the same with many orders. */
export interface Installation {
  name: "embedded" | "server";
  demo: Readonly<Record<string, string>>;
  scaled: Readonly<Record<string, string>>;
  remove?(): Promise<void>;
}

export interface Cell {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  bytes: number;
  packed: number;
}

export interface DeepPage {
  name: string;
  statements: number;
  queryMs: number;
  slowestMs: number;
  wholeMs: number;
}

export interface Result {
  engine: Installation["name"];
  cells: Cell[];
  /** The order list with the database's answers repeated from memory, and the bare page beside it. */
  replayed: { list: number; bare: number };
  statements: { name: string; count: number }[];
  deep: DeepPage[];
  memory: { after: number; peak: number };
}

const CONNECTIONS = 8;
const ROUNDS = 3;
const WARM_MS = 1000;
/** The compiler needs some thousand visits to a page of this size until it is done, as it is in a server that runs for days. */
const WARM_LIST_MS = 6000;
const ROUND_MS = 800;
const REPEATS = 11;

/**
 * All figures of one installation. Targets take turns, so that what else the machine does meets all of them.
 * @param seconds how long it may take; rounds are left out to keep to it
 */
export async function measure(installation: Installation, folder: string, seconds: number): Promise<Result> {
  const began = performance.now();
  const until = (share: number) => began + seconds * 1000 * share;
  const server = await startServer(installation.demo);
  await settled(server);
  const visitor = await Visitor.signIn(server.port, "buyer1");
  const pages = await pagesOf(visitor);
  const list = await visitor.text(pages.list);
  const entries = list.split(" data-k=").length - 1;
  if (entries !== MENU_ENTRIES) throw new Error(`the menu has ${entries} entries instead of ${MENU_ENTRIES}`);
  const file = path.join(folder, "list.html");
  writeFileSync(file, list);
  const bare = await startBare(file);

  const asks = new Map<string, Ask>([
    ["hello", { port: bare.hello, status: 200, request: () => httpRequest("GET", "/hello", {}) }],
    ["bare", { port: bare.page, status: 200, request: () => httpRequest("GET", "/page", {}) }],
    ["sign-in", get(server, new Visitor(server.port, ""), "/web/user/login")],
    ["list", get(server, visitor, pages.list)],
    ["record", get(server, visitor, pages.record)],
    ["create", { port: server.port, status: 303, request: () => pages.create() }],
    ["rest", { port: server.port, status: 200, request: () => pages.rest }],
  ]);
  const found = await takeTurns(asks, until(0.55));
  const memory = memoryOf(server.pid);
  const bytes = await sizes(visitor, pages, bare.page);
  const statements = await countStatements(server, visitor, pages);
  await server.replay();
  const quick = await takeTurns(new Map([...asks].filter(([name]) => name === "bare" || name === "list")), until(0.75));
  await server.stop();
  await bare.stop();

  const deep = await deepPages(installation);
  await installation.remove?.();
  return {
    engine: installation.name,
    cells: [...found].map(([name, stretches]) => ({
      name,
      perSecond: median(stretches.map((one) => one.answers / one.seconds)),
      ...percentiles(stretches),
      ...(bytes.get(name) ?? { bytes: 0, packed: 0 }),
    })),
    replayed: {
      list: median((quick.get("list") ?? []).map((one) => one.answers / one.seconds)),
      bare: median((quick.get("bare") ?? []).map((one) => one.answers / one.seconds)),
    },
    statements,
    deep,
    memory: { after: memory.now, peak: memory.peak },
  };
}

function get({ port }: Server, visitor: Visitor, address: string): Ask {
  const request = httpRequest("GET", address, visitor.headers);
  return { port, status: 200, request: () => request };
}

async function takeTurns(asks: ReadonlyMap<string, Ask>, until: number): Promise<Map<string, Stretch[]>> {
  const found = new Map<string, Stretch[]>();
  for (const [name, ask] of asks) {
    await load(ask, { connections: CONNECTIONS, ms: name === "list" ? WARM_LIST_MS : WARM_MS });
  }
  for (let round = 0; round < ROUNDS && (round === 0 || performance.now() < until); round += 1) {
    for (const [name, ask] of asks) {
      const stretch = await load(ask, { connections: CONNECTIONS, ms: ROUND_MS });
      found.set(name, [...(found.get(name) ?? []), stretch]);
    }
  }
  return found;
}

/** Size of each answer as it is, and as the product packs it. */
async function sizes(visitor: Visitor, pages: Pages, barePort: number) {
  const texts = new Map([
    ["sign-in", await new Visitor(visitor.port, "").text("/web/user/login")],
    ["list", await visitor.text(pages.list)],
    ["record", await visitor.text(pages.record)],
    ["rest", await (await visitor.fetch(pages.restAddress)).text()],
    ["bare", await (await fetch(`http://127.0.0.1:${barePort}/page`)).text()],
  ]);
  return new Map(
    [...texts].map(([name, text]) => {
      const plain = Buffer.from(text);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
      return [name, { bytes: plain.length, packed: brotliCompressSync(plain, { params }).length }];
    }),
  );
}

/** Statements of a page once what is kept in memory is there: the least of a few visits. */
async function countStatements(server: Server, visitor: Visitor, pages: Pages) {
  const nobody = new Visitor(server.port, "");
  const addresses = [
    ["sign-in", "/web/user/login", nobody],
    ["home", "/web/qiaqia/home"],
    ["order list", pages.list],
    ["order record", pages.record],
    ["new order", pages.form],
    ["edit order", pages.edit],
    ["release order", pages.transition],
    ["supplier list", "/web/supplier-management/supplier-maintenance"],
    ["material list", "/web/master-data/material"],
    ["REST page", pages.restAddress],
  ] as const satisfies [string, string, Visitor?][];
  const counted = [];
  for (const [name, address, by = visitor] of addresses) {
    const counts = [];
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await by.fetch(address);
      if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
      const queries = server.queriesOf(answer.headers.get("X-Request-Id") ?? "");
      await answer.text();
      counts.push(await queries);
    }
    counted.push({ name, count: Math.min(...counts) });
  }
  return counted;
}

/** Lists over many rows, one visit after the other: how long the page waits for its statements. */
async function deepPages(installation: Installation): Promise<DeepPage[]> {
  const server = await startServer(installation.scaled);
  await settled(server);
  const visitor = await Visitor.signIn(server.port, "manager1");
  const list = "/web/purchase-orders/purchase-order";
  const three = "order_type=standard&urgent=0&order_date=2024-06-01&order_date=2026-06-30";
  const wanted = [
    ["no filter, page 1", list],
    ["no filter, page 500", `${list}?page=500`],
    ["3 filters, by amount, page 1", `${list}?${three}&sort=-amount`],
    ["3 filters, by amount, page 500", `${list}?${three}&sort=-amount&page=500`],
  ] as const;
  const found = [];
  for (const [name, address] of wanted) {
    const rows = rowsOf(await visitor.text(address));
    if (rows !== 20) throw new Error(`${address} has ${rows} rows`);
    const visits = [];
    for (let visit = 0; visit < REPEATS + 2; visit += 1) {
      await server.sent();
      const started = performance.now();
      await visitor.text(address);
      const wholeMs = performance.now() - started;
      if (visit >= 2) visits.push({ wholeMs, ...(await server.sent()) });
    }
    found.push({
      name,
      statements: Math.min(...visits.map((one) => one.statements)),
      queryMs: median(visits.map((one) => one.ms)),
      slowestMs: Math.max(...visits.map((one) => one.ms)),
      wholeMs: median(visits.map((one) => one.wholeMs)),
    });
  }
  await server.stop();
  return found;
}

/** Rows of the list's body; the row of totals stands in the foot. */
function rowsOf(page: string): number {
  const body = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(page)?.[1] ?? "";
  return body.split("<tr").length - 1;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percentiles(stretches: readonly Stretch[]): { p50: number; p99: number } {
  const all = stretches.flatMap((one) => one.latencies).sort((a, b) => a - b);
  return { p50: all[Math.floor(all.length * 0.5)] ?? 0, p99: all[Math.floor(all.length * 0.99)] ?? 0 };
}
