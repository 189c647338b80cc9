import type { DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";

const RFQ = "purchase-management/rfq";
const POOL = "purchase-management/collective";

/** How far a pool has come. */
export type PoolFate = "sourcing" | "distributed" | "closed";

/** An inquiry, and the pool it was made of. */
export interface PooledInquiry {
  id: string;
  pool: string | null;
}

interface Story {
  title: string;
  kind: string;
  days: number;
  open: number;
  pooled: PoolFate;
}

interface Ground {
  company_id: string;
  purchase_group_id: string;
  factories: readonly string[];
  lines: readonly { material_id: string; uom: string; price: string }[];
  suppliers: readonly DemoSupplier[];
}

/** Factories that buy together expect to pay less than each of them did. */
const TOGETHER = "0.9";

/** Those of the materials that are of the type of the first. */
async function ofOneType(writer: DemoWriter, { lines }: Ground) {
  const ids = lines.map(({ material_id }) => material_id);
  const now = writer.context(writer.now);
  const rows = await unscopedRows(now, "master-data/material", ["id", "material_type_id"], [where.oneOf("id", ids)]);
  const types = new Map(rows.map(({ id, material_type_id }) => [id, material_type_id]));
  const type = types.get(ids[0] ?? "");
  return { type, lines: lines.filter(({ material_id }) => types.get(material_id) === type) };
}

/** Demand of one category that the factories confirmed becomes the inquiry, which the manager completes. */
export async function inquiryOfPool(writer: DemoWriter, story: Story, ground: Ground): Promise<PooledInquiry> {
  const { title, days, open, pooled } = story;
  const now = writer.context(writer.now);
  const entity = writer.screen(POOL).entity;
  const manager = await writer.person("manager1");
  const ours = (earlier: number, hour: number) =>
    writer.context(writer.moment(writer.daysAgo(days + earlier), hour), manager);
  const { type, lines } = await ofOneType(writer, ground);
  const from = pooled === "closed" ? writer.daysAgo(days - open - 3) : writer.daysAgo(-30);
  const { id: pool } = await writer.create(ours(8, 9), POOL, {
    ...{ title, category_id: type, company_id: ground.company_id, period_from: from },
    period_to: pooled === "closed" ? writer.daysAgo(2) : writer.daysAgo(-210),
    collect_deadline: momentOf(writer.daysAgo(days + 2), "17:00"),
    demands: ground.factories.flatMap((factory_id, place) =>
      lines.map(({ material_id, uom }, at) => ({
        ...{ factory_id, material_id, uom, qty: String((at + 1) * 500 + place * 300) },
        required_date: from,
      })),
    ),
  });
  const { record } = await openRecord(now, { entity, id: pool });
  const planner = writer.context(writer.moment(writer.daysAgo(days + 3), 15), await writer.person("planner1"));
  await applyTransition(planner, {
    ...{ entity, id: pool, name: "confirm" },
    lineInput: Object.fromEntries(linesOf(record, "factories").map((row) => [row.id, { chosen: "1" }])),
  });
  await applyTransition(ours(1, 10), { entity, id: pool, name: "freeze" });
  await applyTransition(ours(0, 8), { entity, id: pool, name: "start" });
  const demands = linesOf(record, "demands").map((demand) => demand.id);
  const wanted = {
    entityKey: RFQ,
    lines: "items",
    columns: ["root_id"],
    where: [where.oneOf("pool_line", demands)],
  } as const;
  const id = String((await unscopedLines(now, wanted))[0]?.root_id);
  const inquiry = await openRecord(now, { entity: writer.screen(RFQ).entity, id });
  await writer.change(ours(0, 9), RFQ, id, {
    ...{ rfq_kind: story.kind, purchase_group_id: ground.purchase_group_id, payment_term: "d30" },
    ...{ trade_term: "送货到厂，含卸货", show_rank: "rank" },
    ...{ price_valid_from: from, price_valid_to: writer.daysAgo(-210) },
    start_at: momentOf(writer.daysAgo(days), "08:00"),
    deadline: momentOf(writer.daysAgo(days - open), "17:00"),
    items: linesOf(inquiry.record, "items").map(({ id: line, material_id }) => {
      const known = lines.find((one) => one.material_id === material_id)?.price;
      return { id: line, ...(known && { target_price: roundPrice(decimal(known).times(TOGETHER)) }) };
    }),
    suppliers: ground.suppliers.map((one) => ({ supplier_id: one.id })),
  });
  return { id, pool };
}

/** What was approved goes to the factories, and the pool ends with its time. */
export async function endPool(
  writer: DemoWriter,
  id: string,
  { pooled, days }: { pooled: PoolFate | undefined; days: number },
): Promise<void> {
  const entity = writer.screen(POOL).entity;
  const at = writer.context(writer.moment(writer.daysAgo(days), 10), await writer.person("manager1"));
  await applyTransition(at, { entity, id, name: "distribute" });
  if (pooled === "closed")
    await applyTransition(writer.context(writer.moment(writer.daysAgo(1), 1)), { entity, id, name: "close" });
}
