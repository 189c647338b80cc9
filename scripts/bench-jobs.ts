// Measures scheduled work after a stop, on the built demo with its embedded database (npm run build before it):
//   node --import tsx scripts/bench-jobs.ts [exports]
// The demo is made and comes to rest; then it is stopped, aged by 35 minutes and started again. While it makes up for what it missed,
// somebody exports a list again and again and somebody else reads lists; both are measured at rest, too.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { openDatabase } from "~/data/database.server";
import { type ReaderPage, Reader as Visitor } from "../tests/e2e/support/reader/reader";
import { Rest } from "../tests/e2e/support/rest";
import { startServer } from "../tests/e2e/support/server";
import { quantile } from "./bench-place";

const EXPORTS = Number(process.argv[2] ?? 5);
const AWAY = "35 minutes";
const PASSWORD = "Demo@2026";
const LIST = "/web/purchase-orders/purchase-order";
const EXPORTED = "/web/master-data/material?sort=code";
const RUN = "system-management/job-run";
const LOOK_MS = 100;
const EXPORT_LOOK_MS = 20;
const READING_MS = 5_000;

const folder = await mkdtemp(path.join(tmpdir(), "bench-jobs-"));
const dataDir = path.join(folder, "data");

async function reader(url: string, rest: Rest): Promise<ReaderPage> {
  const visitor = new Visitor({ baseURL: url }, () => undefined);
  await visitor.addCookies([{ name: "Access-Token", value: rest.token, url, httpOnly: true, sameSite: "Lax" }]);
  return visitor.newPage();
}

/** Nothing waits and nothing runs. */
async function atRest(rest: Rest): Promise<void> {
  while ((await rest.count(RUN, { state: ["queued", "running"] })) > 0) await pause(LOOK_MS);
}

/** Milliseconds of every visit of the list until told to stop. */
function reading(page: ReaderPage): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const going = (async () => {
    while (!isOver) {
      const started = performance.now();
      await page.goto(LIST);
      times.push(performance.now() - started);
      await pause(10);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await going;
      return times;
    },
  };
}

const instantOf = (text: unknown) => Date.parse(`${String(text).replace(" ", "T")}+08:00`);

const taskSchema = z.object({ state: z.string() });

/** Milliseconds from the click until a file is begun, and until it is there. */
async function exported(page: ReaderPage, rest: Rest): Promise<{ begun: number; done: number }> {
  await page.goto(EXPORTED);
  await page.locator("details.ex summary").click();
  await page.locator("details.ex").getByRole("link", { name: "后台导出…" }).click();
  const clicked = performance.now();
  await page.getByRole("button", { name: "开始导出", exact: true }).click();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  let begun = 0;
  for (;;) {
    const { state } = taskSchema.parse((await rest.call("GET", `/v2/export/${id}`)).result);
    const now = performance.now() - clicked;
    if (begun === 0 && state !== "queued") begun = now;
    if (state !== "queued" && state !== "running") return { begun: Math.round(begun), done: Math.round(now) };
    await pause(EXPORT_LOOK_MS);
  }
}

async function round(label: string, rest: Rest, url: string, busy: boolean): Promise<void> {
  const list = await reader(url, rest);
  await list.goto(LIST);
  const visits = reading(await reader(url, rest));
  const asking = await reader(url, rest);
  const exports: { begun: number; done: number }[] = [];
  const started = Date.now();
  for (let turn = 0; turn < EXPORTS; turn += 1) exports.push(await exported(asking, rest));
  if (busy) await atRest(rest);
  else await pause(Math.max(0, READING_MS - (Date.now() - started)));
  const times = await visits.stop();
  console.log(
    `${label}: list p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms of ${times.length} visits; first row of an export after ` +
      `${exports.map(({ begun }) => begun).join(", ")} ms, file after ${exports.map(({ done }) => done).join(", ")} ms`,
  );
}

try {
  const first = await startServer(dataDir);
  await atRest(await Rest.signIn(first.url, "admin", PASSWORD));
  await first.stop();

  const database = await openDatabase({ dataDir, log: { info() {}, warn() {}, error: console.error } });
  await sql`update job set next_run_at = now() - ${AWAY}::interval where state = 'running' and next_run_at is not null`.execute(
    database.connection(),
  );
  await database.close();

  const again = await startServer(dataDir);
  const started = Date.now();
  const rest = await Rest.signIn(again.url, "admin", PASSWORD);
  // Read first: what is compiled in a process on the way to its first page is no matter of jobs.
  await round("after the start", rest, again.url, true);
  const runs = (await rest.list(RUN, { trigger_type: ["misfire"] })).filter(
    ({ ended_at }) => instantOf(ended_at) >= started - READING_MS,
  );
  // REST speaks in Beijing time without a zone.
  const last = Math.max(...runs.map(({ ended_at }) => instantOf(ended_at)));
  const work = runs.reduce((sum, { duration_ms }) => sum + Number(duration_ms), 0);
  console.log(`${runs.length} missed runs with ${work} ms of work had ended ${last - started} ms after the start`);
  await round("at rest", rest, again.url, false);
  await round("at rest", rest, again.url, false);
  await again.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
