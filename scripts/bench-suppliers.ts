// Measures the list of suppliers under a search word, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-suppliers.ts [rows]
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { documentOf } from "~/engine/search/document.server";
import { registry } from "~/modules/registry.server";
import { inPlace, letStandAlone, quantile, timed } from "./bench-place";

const ROWS = Number(process.argv[2] ?? 20_000);
const BATCH = 1000;
const REPEATS = 40;
const WORDS = ["禾", "面粉", "禾源面粉", "hymf", "mf", "miantou", "GYS0123", "GYS012345", "临川 包装"];
const PLACES = "禾阳 云岫 临川 澜江 青岚 平湖 松源 南屿 北川 东篱".split(" ");
const BRANDS = "禾源 方正 麦香 金穗 绿野 山泉 海风 瑞丰 恒达 同创 新禾 广源 德润 嘉禾 和顺 永兴".split(" ");
const TRADES = "面粉 油脂 糖业 乳品 肉类 调味 包装 纸制品 印务 物流 果蔬 坚果 香料 淀粉 豆制品".split(" ");

await inPlace("bench-suppliers", async (engine) => {
  const { database } = engine;
  await fillIn(engine);
  console.log(`${database.engine} ${database.version}, ${ROWS} suppliers`);
  await measure(engine);
});

/** Invented names; what a supplier points at is not there, because the list does not need it. */
async function fillIn({ database }: EngineServices): Promise<void> {
  const connection = database.connection();
  const entity = registry.entity("supplier-management/supplier");
  await letStandAlone(database, "supplier");
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = [];
    for (let serial = from; serial < Math.min(ROWS, from + BATCH); serial += 1) {
      const pick = (list: readonly string[], step: number) => list[Math.floor(serial / step) % list.length] ?? "";
      const values = {
        code: `GYS${String(serial).padStart(6, "0")}`,
        name: `${pick(PLACES, 240)}${pick(BRANDS, 15)}${pick(TRADES, 1)}有限公司`,
        uscc: `U${serial}`,
      };
      rows.push({ id: uuid(), ...values, ...(await documentOf(entity, values)) });
    }
    await sql`insert into supplier (id, state, code, name, uscc, supplier_type, supplier_class_id, stage, region, registered_address, taxpayer_type,
        currency, buyer_id, is_temporary, enabled, search_text, search_grams)
      select d.id, 'active', d.code, d.name, d.uscc, 'manufacturer', gen_random_uuid(), 'qualified', '安徽', '地址', 'general', 'CNY',
        gen_random_uuid(), false, true, d.text, d.grams
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d(id uuid, code text, name text, uscc text, text text, grams text[])`.execute(connection);
  }
  await sql`vacuum (analyze) supplier`.execute(connection);
}

/** Median and the slowest but two of forty, in milliseconds. */
async function measure(engine: EngineServices): Promise<void> {
  const context = systemContext(engine, "测量");
  const screen = registry.mainScreen("supplier-management/supplier");
  console.log("typed\tfound\tlist page p50 (p95)");
  for (const text of WORDS) {
    const list = () => listRecords(context, screen, { q: text, filters: {}, toggles: [], sort: [], page: 1, size: 20 });
    const { count, more } = await list();
    const times = await timed(REPEATS, list);
    console.log([text, count + (more ? "+" : ""), `${quantile(times, 0.5)} (${quantile(times, 0.95)})`].join("\t"));
  }
}
