// Measures the administration of many accounts, on the embedded database or on the server of DATABASE_URL (an empty database):
//   node --expose-gc --import tsx scripts/bench-users.ts [rows]
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { EXPORT_FORMATS, exportRecords } from "~/engine/output/export.server";
import { documentOf } from "~/engine/search/document.server";
import { registry } from "~/modules/registry.server";
import { inPlace, quantile, timed } from "./bench-place";

const ROWS = Number(process.argv[2] ?? 50_000);
const EXPORTED = Math.min(ROWS, 20_000);
const BATCH = 1000;
const REPEATS = 40;
const SURNAMES = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"];
const GIVEN = [..."伟芳娜敏静强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰红建国文辉力"];
const ROLES = ["采购员", "计划员", "质量工程师", "仓管员", "应付会计"];
const REQUESTS: readonly (readonly [string, Readonly<Record<string, readonly string[]>>])[] = [
  ["name, role, state", { username: ["王伟"], role_names: ["采购员"], state: ["active"] }],
  ["beginning of the account, type, state", { accountname: ["u0123"], user_type: ["internal"], state: ["active"] }],
  ["role, type, state (many rows)", { role_names: ["计划员"], user_type: ["internal"], state: ["blocked"] }],
];

const screen = registry.mainScreen("system-management/user");
await inPlace("bench-users", async (engine) => {
  const { database } = engine;
  console.log(`${database.engine} ${database.version}, ${ROWS} accounts`);
  await fillIn(engine);
  await sql`vacuum (analyze) app_user`.execute(database.connection());
  const context = systemContext(engine, "测量");
  for (const [label, filters] of REQUESTS) {
    let count = 0;
    const times = await timed(REPEATS, async () => {
      count = (await listRecords(context, screen, { filters, toggles: [], sort: [], page: 1, size: 20 })).count;
    });
    console.log(`list, ${label}: ${count} rows, p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`);
  }
  for (const format of EXPORT_FORMATS) await measureExport(engine, format);
});

/** How long a file of many rows takes, and how much the process grows while it is made. */
async function measureExport(engine: EngineServices, format: (typeof EXPORT_FORMATS)[number]): Promise<void> {
  const filters = { accountname: [""], state: [] };
  const list = { filters, toggles: [], sort: ["accountname"], page: 1, size: 20 };
  await sql`update app_user set state = case when accountname < ${`u${String(EXPORTED).padStart(6, "0")}`} then 'active' else 'deleted' end`.execute(
    engine.database.connection(),
  );
  const request = {
    format,
    list: { ...list, filters: { state: ["active"] } },
    columns: [],
    lines: null,
    strict: false,
  };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const { body } = await exportRecords(systemContext(engine, "测量"), screen, request);
  let [bytes, peak] = [0, before];
  if (!(body instanceof Uint8Array)) {
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mb = (count: number) => (count / 1024 / 1024).toFixed(1);
  console.log(
    `export ${format} of ${EXPORTED} accounts: ${seconds} s, ${mb(bytes)} MB, process grew by ${mb(peak - before)} MB`,
  );
}

async function fillIn({ database }: EngineServices): Promise<void> {
  const entity = registry.entity("system-management/user");
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = [];
    for (let serial = from; serial < Math.min(ROWS, from + BATCH); serial += 1) {
      const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(serial / step) % list.length] as T;
      const values = {
        accountname: `u${String(serial).padStart(6, "0")}`,
        username: pick(SURNAMES, 1) + pick(GIVEN, 20) + pick(GIVEN, 7),
      };
      const role = pick(ROLES, 3);
      const state = serial % 10 === 0 ? "blocked" : "active";
      rows.push({
        id: uuid(),
        ...values,
        role,
        state,
        phone: `138${String(serial).padStart(8, "0")}`,
        ...(await documentOf(entity, values)),
      });
    }
    await sql`insert into app_user (id, accountname, username, user_type, phone, role_names, state, factory_scope, purchase_group_scope, material_scope, source, search_text, search_grams)
      select d.id, d.accountname, d.username, 'internal', d.phone, d.role, d.state, 'all', 'all', 'all', 'local', d.text, d.grams
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id uuid, accountname text, username text, role text, state text, phone text, text text, grams text[])`.execute(
      database.connection(),
    );
  }
}
