import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { rateOf } from "./allocation-detail.rules";
import { splitDay } from "./allocation-source.server";
import { divided, stoppedOf } from "./allocation-split.server";

type AllocationDetailRecord = RecordFor<"purchase-management/allocation-detail">;

const KEY = "purchase-management/allocation-detail";
const ORDER = "purchase-orders/purchase-order";
const SUPPLIER = "supplier-management/supplier";

const rateText = (value: string | null) => (value === null ? "" : `${formatDecimal(value)}%`);

/** What came of orders that were made of these shares, less what left for good, by the id of the share. */
async function receivedOf(context: Context, shareIds: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (shareIds.length === 0) return found;
  const rows = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["share_line", "accepted_qty", "refunded_qty"],
    where: [where.oneOf("share_line", [...shareIds])],
  });
  for (const { share_line, accepted_qty, refunded_qty } of rows) {
    if (share_line === null) continue;
    const whole = sum([found.get(share_line) ?? "0", accepted_qty]).minus(sum([refunded_qty]));
    found.set(share_line, roundQuantity(whole));
  }
  return found;
}

/** Names that stand in a row of the list; of more it is said how many. */
const MOST_NAMED = 2;

function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join("、");
  return names.length > MOST_NAMED ? `${shown}等${names.length}家` : shown;
}

/** What people call these suppliers. */
async function shortNames(context: Context, shares: readonly { supplier_id: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(shares.map(({ supplier_id }) => supplier_id))];
  const rows = await ask(context, SUPPLIER, "names", ids);
  return new Map(rows.map(({ id, name, shortName }) => [id, shortName ?? name]));
}

/** Columns of the list: who gets how much, and what came of it. A supplier reads of its own share alone. */
export async function allocationColumns(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, Record<string, Value>>> {
  const { supplierId } = context.actor;
  const shares = await unscopedLines(context, {
    entityKey: KEY,
    lines: "shares",
    columns: ["id", "root_id", "line_no", "supplier_id", "alloc_qty", "ordered_qty"],
    where: [where.oneOf("root_id", [...ids]), ...(supplierId ? [where.eq("supplier_id", supplierId)] : [])],
  });
  shares.sort((a, b) => a.line_no - b.line_no);
  const received = await receivedOf(
    context,
    shares.map(({ id }) => id),
  );
  const shortOf = supplierId ? new Map<string, string>() : await shortNames(context, shares);
  return new Map(
    ids.map((id) => {
      const own = shares.filter(({ root_id }) => root_id === id);
      // Of its own share a supplier reads how much it is; ours read who got something.
      const split = supplierId
        ? own.map(({ alloc_qty }) => formatDecimal(alloc_qty)).join("；")
        : named(own.flatMap((share) => (decimal(share.alloc_qty).gt(0) ? (shortOf.get(share.supplier_id) ?? []) : [])));
      return [
        id,
        {
          split: split || null,
          ordered_qty: roundQuantity(sum(own.map(({ ordered_qty }) => ordered_qty))),
          received_qty: roundQuantity(sum(own.map((share) => received.get(share.id) ?? "0"))),
        },
      ];
    }),
  );
}

/** What became of the shares, and what was agreed on beside what was given and what came. */
export async function allocationSections(context: Context, record: AllocationDetailRecord): Promise<OwnSection[]> {
  // A supplier reads its row of the document; the comparison is about the others.
  if (context.actor.supplierId) return [];
  const own = divided.parse(record);
  if (own.shares.length === 0) return [];
  const received = await receivedOf(
    context,
    own.shares.map(({ id }) => id),
  );
  const names = await labelsOf(
    context,
    context.services.registry.entity(SUPPLIER),
    own.shares.map(({ supplier_id }) => supplier_id),
  );
  const stopped = await stoppedOf(
    context,
    own.shares.map(({ supplier_id }) => ({
      ...{ supplierId: supplier_id, materialId: own.material_id, factoryId: own.factory_id },
      day: splitDay(context, own.wanted_on),
    })),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  const headings = ["供应商", "约定配额", "分配数量", "本次比例", "已下单", "已收货", "年度实际占比", "货源"];
  const rows = own.shares.map((share, at) => ({
    id: share.id,
    cells: [
      { text: nameOf(share.supplier_id) },
      { text: share.quota_rate === null ? "未列入" : rateText(share.quota_rate) },
      { text: formatDecimal(share.alloc_qty) },
      { text: rateText(rateOf(share.alloc_qty, own.demand_qty)) },
      { text: formatDecimal(share.ordered_qty ?? "0") },
      { text: formatDecimal(received.get(share.id) ?? "0") },
      { text: rateText(share.actual_rate) },
      stopped[at] ? { text: "现在不能下单", tone: "warning" as const } : { text: "可以下单" },
    ],
  }));
  const values = (of: (share: (typeof own.shares)[number]) => string | null) =>
    own.shares.map((share) => of(share) ?? "0");
  return [
    {
      kind: "table",
      title: "执行情况",
      table: {
        caption: "由它生成的订单和收货，按物料的基本单位；收货已减退货扣款",
        columns: columnsOf(headings, headings.slice(1, -1)),
        rows,
      },
    },
    {
      kind: "chart",
      title: "约定配额与实际占比对比",
      chart: {
        kind: "bar",
        caption: "约定配额、本次分配的比例与本财年收货的占比",
        axis: "供应商",
        unit: "%",
        labels: own.shares.map(({ supplier_id }) => nameOf(supplier_id)),
        series: [
          { label: "约定配额", values: values(({ quota_rate }) => quota_rate) },
          { label: "本次分配", values: values(({ alloc_qty }) => rateOf(alloc_qty, own.demand_qty)) },
          { label: "年度实际", values: values(({ actual_rate }) => actual_rate) },
        ],
      },
    },
  ];
}
