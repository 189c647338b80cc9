import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordFacts, RecordTable } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { formatDecimal } from "~/shared/decimal";
import { selectLastPrices } from "./bought.query.server";
import { passedTable } from "./gate-panel.server";
import { saidDays } from "./order-credit.rules";
import { creditOf, notedLines } from "./order-credit.server";
import { priceChange, signedPercent } from "./order-price.rules";
import { compared } from "./order-price.server";
import { orderLines } from "./purchase-order.fields";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const HEADINGS = ["行", "物料", "数量", "单位", "含税单价", "价格数据价", "价格偏差", "偏差原因", "上次价格", "较上次"];
const NUMBERS = ["数量", "含税单价", "价格数据价", "价格偏差", "上次价格", "较上次"];

const head = z.object({ id: z.string(), company_id: z.string(), factory_id: z.string(), currency: z.string() });
const line = compared.extend({ price_deviation: z.string().nullable() });
type ComparedLine = z.infer<typeof line>;

/**
 * What whoever approves an order in another system weighs beside its paper: prices, other days of credit, warnings that were passed. Nothing of what
 * was taken or sent back: nobody decides about it, and its lines need not be whole.
 */
export async function orderDecision(
  context: Context,
  record: PurchaseOrderRecord,
): Promise<readonly (RecordTable | RecordFacts)[]> {
  if (record.state === "draft") return [];
  return [await comparedPrices(context, record), ...creditFacts(record), ...(await passedTable(context, record))];
}

async function comparedPrices(context: Context, record: PurchaseOrderRecord): Promise<RecordTable> {
  const lines = z.array(line).parse(linesOf(record, "items"));
  const materials = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(lines.map(({ material_id }) => material_id)),
  ]);
  const paid = await paidBefore(context, record, lines);
  return {
    kind: "table",
    title: "价格比较",
    table: {
      caption: "各行单价与价格数据和本公司上次下达价格的比较，比价格数据或上次高为正，低为负",
      columns: columnsOf(HEADINGS, NUMBERS),
      rows: lines.map((one, at) => {
        const last = paid.get(one) ?? null;
        return {
          id: one.id,
          cells: [
            String(at + 1),
            materials.get(one.material_id) ?? "",
            formatDecimal(one.qty),
            choiceLabel(orderLines.items.fields.uom.options, one.uom),
            formatDecimal(one.price),
            one.book_price === null ? "无有效价格" : formatDecimal(one.book_price),
            one.price_deviation === null ? "" : signedPercent(one.price_deviation),
            one.deviation_reason ?? "",
            last === null ? "无" : formatDecimal(last),
            last === null ? "" : priceChange(one.price, last),
          ].map((text) => ({ text })),
        };
      }),
    },
  };
}

/** What was paid last for each line, by other orders and in its unit: a price per another unit says nothing beside it. */
async function paidBefore(
  context: Context,
  record: PurchaseOrderRecord,
  lines: readonly ComparedLine[],
): Promise<ReadonlyMap<ComparedLine, string>> {
  const { id, company_id: companyId, factory_id: factoryId, currency } = head.parse(record);
  const found = new Map<ComparedLine, string>();
  for (const uom of new Set(lines.map((one) => one.uom))) {
    const ofUnit = lines.filter((one) => one.uom === uom);
    const materialIds = [...new Set(ofUnit.map(({ material_id }) => material_id))];
    const asked = { companyId, factoryId, currency, materialIds, uom, exceptOrderId: id };
    const prices = await selectLastPrices(context.services.database.connection(), asked);
    for (const one of ofUnit) {
      const price = prices[one.material_id];
      if (price !== undefined) found.set(one, price);
    }
  }
  return found;
}

function creditFacts(record: PurchaseOrderRecord): RecordFacts[] {
  const { credit_days: days, credit_deviates: deviates, credit_reason: reason } = creditOf(record);
  if (!deviates) return [];
  return [
    {
      kind: "facts",
      title: "付款期偏差",
      facts: [
        { label: "付款期", text: `${days ?? 0}天`, tone: "warning" },
        { label: "价格约定", text: saidDays(notedLines(record)) },
        { label: "偏差原因", text: reason ?? "未填写" },
      ],
    },
  ];
}
