import type { Context } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { materialFacts } from "~/engine/operations/material-facts.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { countsOfList } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { availableBatches, inventoryFigures, inventorySetting, reportsOf } from "./inventory-figures.server";
import { selectShelfLives, settleReports } from "./supplier-inventory.query.server";
import {
  ageCounts,
  changeDays,
  expiryOf,
  HINTS,
  isNewer,
  STOCK_KINDS,
  staleFor,
  stockOn,
} from "./supplier-inventory.rules";

type SupplierInventoryRecord = RecordFor<"purchase-orders/supplier-inventory">;

const KEY = "purchase-orders/supplier-inventory";
/** Sources by which a supplier delivers, or could once they are resumed. */
const APPROVED = ["trial", "active", "suspended"] as const;
const SHOWN_REPORTS = 30;
const CHART_DAYS = 12;
const HISTORY = ["上报日期", "库存类别", "数量", "生产日期", "到期日"];

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What follows from the material, which suppliers may not look up themselves. */
async function prepare({ context, record, set }: SaveWork<SupplierInventoryRecord>): Promise<void> {
  const materialId = textOf(record.material_id);
  if (materialId === null) return;
  const facts = await materialFacts(context, [materialId]);
  set({ uom: facts.get(materialId)?.uom ?? null });
  if (record.expire_date) return;
  const lives = await selectShelfLives(context.services.database.connection(), [materialId]);
  set({ expire_date: expiryOf(textOf(record.produce_date), lives.get(materialId) ?? null) });
}

/** A supplier reports what it delivers: there is a source that was approved, or an order that went out. */
async function withinItsRange({ context, record }: SaveWork<SupplierInventoryRecord>): Promise<Complaint[]> {
  // Nobody else reports.
  if (!context.actor.supplierId) return [];
  const supplierId = String(record.supplier_id);
  const materialId = String(record.material_id);
  const sources = await unscopedCount(context, "base-data/source-data", [
    where.eq("supplier_id", supplierId),
    where.eq("material_id", materialId),
    where.oneOf("state", APPROVED),
  ]);
  if (sources > 0) return [];
  const orders = await unscopedCount(context, "purchase-orders/purchase-order", [
    where.eq("supplier_id", supplierId),
    where.set("released_at"),
    where.not(where.eq("state", "cancelled")),
    where.someLine("purchase_order_items", where.eq("material_id", materialId)),
  ]);
  if (orders > 0) return [];
  const [material] = await unscopedRows(context, "master-data/material", ["code"], [where.eq("id", materialId)]);
  return [complain("material_id", `物料【${material?.code ?? ""}】不在您的供货范围内`)];
}

/** A new report takes over what is known of the batch. */
async function reportAgain(context: Context, { record, input, today }: Work<SupplierInventoryRecord>): Promise<void> {
  const { supplier_id, material_id, stock_kind, batch_no, produce_date, expire_date, location } = record;
  // A supplier reports for itself, and is not asked for whom.
  const whose = context.actor.supplierId ? {} : { supplier_id };
  const values = { ...whose, material_id, stock_kind, batch_no, produce_date, expire_date, location };
  await createRecord(context, {
    screen: context.services.registry.mainScreen(KEY),
    values: { ...values, qty: input.qty, report_date: input.report_date ?? today },
  });
}

/** Of many rows that are asked about on a day a supplier hears once. */
async function tellOnce({ context, record }: TransitionWork<SupplierInventoryRecord>): Promise<void> {
  const supplierId = String(record.supplier_id);
  const asked = await unscopedCount(context, KEY, [
    where.eq("supplier_id", supplierId),
    where.eq("asked_on", dayOf(context.now)),
    where.not(where.eq("id", record.id)),
  ]);
  if (asked > 0) return;
  const [material] = await unscopedRows(
    context,
    "master-data/material",
    ["code", "name"],
    [where.eq("id", String(record.material_id))],
  );
  await notify(context, {
    scenario: "inventory.asked",
    values: { material: `${material?.code ?? ""} ${material?.name ?? ""}` },
    toSuppliers: [supplierId],
    path: "/purchase-orders/supplier-inventory",
  });
}

async function stateOf(context: Context, record: SupplierInventoryRecord): Promise<OwnSection[]> {
  const figures = (await inventoryFigures(context, [record.id])).get(record.id);
  if (!figures || record.current !== true) return [];
  const { locked, available, cover, remain, least, stale, expired, hint } = figures;
  const warning =
    hint === "stale"
      ? `数据已过期${stale ?? ""}天`
      : hint === "short"
        ? `剩余保质期不足${formatDecimal(least ?? "0")}%，到货可能被拒收`
        : expired
          ? HINTS.expired
          : null;
  return [
    {
      kind: "facts",
      first: true,
      title: "当前库存",
      facts: [
        { label: "已占用", text: formatDecimal(locked ?? "0") },
        { label: "可用", text: available === null ? "不可要货" : formatDecimal(available) },
        { label: "可供天数", text: cover === null ? "近期没有订单" : `${cover}天` },
        ...(remain === null ? [] : [{ label: "剩余保质期", text: `${formatDecimal(remain)}%` }]),
        ...(warning === null ? [] : [{ label: "提示", text: warning, tone: "warning" as const }]),
      ],
    },
  ];
}

/** All reports of the batch at its place, and how the stock of the material went. */
async function historyOf(context: Context, record: SupplierInventoryRecord): Promise<OwnSection[]> {
  const materialId = String(record.material_id);
  const all = (await reportsOf(context, String(record.supplier_id), [materialId])).get(materialId) ?? [];
  const own = all
    .filter((one) => one.batch_no === record.batch_no && one.location === record.location)
    .sort((a, b) => (isNewer(a, b) ? -1 : 1))
    .slice(0, SHOWN_REPORTS);
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "produce_date"],
    [
      where.oneOf(
        "id",
        own.map(({ id }) => id),
      ),
    ],
  );
  const produced = new Map(rows.map(({ id, produce_date }) => [id, produce_date]));
  const kinds: Readonly<Record<string, string>> = STOCK_KINDS;
  const table: OwnSection = {
    kind: "table",
    title: "上报历史",
    table: {
      caption: "同一物料、批号、存放地的上报，最新的在前",
      columns: columnsOf(HISTORY, ["数量"]),
      rows: own.map((one) => ({
        id: one.id,
        cells: [
          { text: one.report_date, href: `/purchase-orders/supplier-inventory/${one.id}` },
          { text: kinds[one.stock_kind] ?? "" },
          { text: formatDecimal(one.qty) },
          { text: produced.get(one.id) ?? "" },
          { text: one.expire_date ?? "" },
        ],
      })),
    },
  };
  const today = dayOf(context.now);
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  const first = all.at(-1)?.report_date ?? today;
  const days = changeDays(all, { from: first, to: today, reportDays }).slice(-CHART_DAYS);
  if (days.length < 2) return [table];
  return [
    table,
    {
      kind: "chart",
      title: "库存走势",
      chart: {
        kind: "line",
        caption: "该物料的成品库存，过期的上报不计",
        axis: "日期",
        labels: days,
        series: [{ label: "库存", values: days.map((day) => stockOn(all, day, reportDays)) }],
      },
    },
  ];
}

export const supplierInventoryServer: EntityServer<"purchase-orders/supplier-inventory"> = {
  prepare,
  beforeSave: withinItsRange,
  async stored({ context, record }) {
    await settleReports(context.services.database.connection(), {
      supplier_id: String(record.supplier_id),
      material_id: String(record.material_id),
      batch_no: textOf(record.batch_no),
      location: textOf(record.location),
    });
  },
  async afterTransition(work) {
    if (work.transition === "ask_update") await tellOnce(work);
  },
  async sections(context, record) {
    return [...(await stateOf(context, record)), ...(await historyOf(context, record))];
  },
  async figures(context, screen) {
    const days = await countsOfList(
      context,
      screen,
      [{ field: "produce_date" }],
      [where.eq("current", true), where.atLeast("qty", "0.001")],
    );
    const ages = ageCounts(
      days.map(({ values: [produced = ""], count }) => ({ produced: produced === "" ? null : produced, count })),
      dayOf(context.now),
      [
        await limitFor(context, "stock.freshDays"),
        await limitFor(context, "stock.agingDays"),
        await limitFor(context, "stock.agedDays"),
      ],
    );
    return {
      about: "当前有货的批次",
      charts: [
        {
          kind: "bar",
          caption: "库龄分布",
          axis: "自生产日期起",
          unit: "批",
          labels: ages.map(({ label }) => label),
          series: [{ label: "批次", values: ages.map(({ count }) => String(count)) }],
        },
      ],
    };
  },
  async extra(context, _screen, ids) {
    const found = await inventoryFigures(context, ids);
    return new Map(
      [...found].map(([id, { locked, available, cover, remain, hint }]) => [
        id,
        { locked_qty: locked, available_qty: available, cover_days: cover, remain_rate: remain, hint },
      ]),
    );
  },
  async chosen(context, toggle, rows) {
    const today = dayOf(context.now);
    const found = await unscopedRows(
      context,
      KEY,
      ["id", "report_date", "expire_date"],
      [rows as ConditionOn<typeof KEY>],
    );
    const limit = await inventorySetting(
      context,
      toggle === "stale_only" ? "inventory.reportDays" : "inventory.expiringDays",
    );
    return found.flatMap(({ id, report_date, expire_date }) => {
      const isMeant =
        toggle === "stale_only"
          ? staleFor(report_date, today, limit) !== null
          : expire_date !== null && expire_date <= addDays(today, limit);
      return isMeant ? [id] : [];
    });
  },
  transitions: { report_again: { effect: reportAgain } },
  publishes: { available: availableBatches },
};
