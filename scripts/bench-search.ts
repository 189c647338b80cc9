// Measures the search over many materials, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-search.ts [rows]
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { selectRows } from "~/data/store.server";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { searchChoices } from "~/engine/operations/choose.server";
import { listRecords } from "~/engine/operations/list.server";
import { factsOf } from "~/engine/operations/scope.server";
import { documentOf } from "~/engine/search/document.server";
import { registry } from "~/modules/registry.server";
import { inPlace, quantile, timed } from "./bench-place";

const ROWS = Number(process.argv[2] ?? 100_000);
const BATCH = 1000;
const REPEATS = 40;
const WORDS = ["生", "花生", "花生仁", "葵花籽", "hs", "hsr", "ng", "huasheng", "h", "M0012", "M0012345", "50kg 花生"];
const KINDS =
  "花生 葵花籽 南瓜子 西瓜子 核桃 杏仁 腰果 开心果 玉米 大豆 小麦 芝麻 红枣 枸杞 山楂 绿豆 白砂 食用 菜籽 棕榈".split(
    " ",
  );
const PARTS = "仁 油 粉 酱 糖 盐 果 米 片 粒 碎 皮 壳 纸箱 外袋 内膜 标签 托盘 胶带 礼盒".split(" ");
const PLACES =
  "安徽 山东 新疆 内蒙古 东北 云南 广西 河南 河北 四川 进口 有机 一级 二级 特级 脱壳 烘焙 原味 五香 奶油".split(" ");

await inPlace("bench-search", async (engine) => {
  const { database } = engine;
  console.log(`${database.engine} ${database.version}, ${ROWS} materials`);
  const started = performance.now();
  await fillIn(engine);
  console.log(`written in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await sql`vacuum (analyze) material`.execute(database.connection());
  await measure(engine);
});

async function fillIn({ database }: EngineServices): Promise<void> {
  const type = uuid();
  const connection = database.connection();
  await sql`insert into material_type (id, code, name, category) values (${type}, 'Y1', '原料', 'raw')`.execute(
    connection,
  );
  const entity = registry.entity("master-data/material");
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = [];
    for (let serial = from; serial < Math.min(ROWS, from + BATCH); serial += 1) {
      const pick = (list: readonly string[], step: number) => list[Math.floor(serial / step) % list.length] ?? "";
      const values = {
        code: `M${String(serial).padStart(7, "0")}`,
        name: pick(PLACES, 400) + pick(KINDS, 20) + pick(PARTS, 1) + pick(PARTS, 7),
        spec: `${(serial % 50) + 1}kg/袋`,
      };
      rows.push({ id: uuid(), ...values, ...(await documentOf(entity, values)) });
    }
    await sql`insert into material (id, code, name, spec, material_type_id, material_status, uom, search_text, search_grams)
      select d.id, d.code, d.name, d.spec, ${type}, 'active', 'kg', d.text, d.grams
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(id uuid, code text, name text, spec text, text text, grams text[])`.execute(
      connection,
    );
  }
}

/** Medians and the slowest but one of twenty, in milliseconds. */
async function measure(engine: EngineServices): Promise<void> {
  const context = systemContext(engine, "测量");
  const screen = registry.mainScreen("master-data/material");
  const order = registry.entity("purchase-orders/purchase-order");
  const field = order.lines.items.fields.material_id;
  const table = { table: "material", columns: ["id", "code", "name"], facts: factsOf(context), limit: 20 };
  console.log("typed\tfound\trows p50 (p95)\tlist page p50 (p95)\tchoose p50 (p95)");
  for (const text of WORDS) {
    const where = [{ op: "search" as const, text }];
    const list = () => listRecords(context, screen, { q: text, filters: {}, toggles: [], sort: [], page: 1, size: 20 });
    const { count, more } = await list();
    const figures = [
      await notified(() => selectRows(engine.database.connection(), { ...table, where })),
      await notified(list),
      await notified(() =>
        searchChoices(context, { entity: order, field, path: "items.material_id", text, page: 1, size: 20 }),
      ),
    ];
    console.log([text, count + (more ? "+" : ""), ...figures].join("\t"));
  }
}

async function notified(work: () => Promise<unknown>): Promise<string> {
  const times = await timed(REPEATS, work);
  return `${quantile(times, 0.5)} (${quantile(times, 0.95)})`;
}
