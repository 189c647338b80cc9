import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { recordPath } from "~/engine/screen/address";
import { formatDecimal } from "~/shared/decimal";
import { COMPARISON } from "./comparison.server";
import { rfqLines } from "./rfq.fields";
import { isUntaxed, lowestOf, type Offer } from "./rfq.rules";
import { offersOf, quotesOf, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const OPEN: readonly string[] = ["opened", "priced"];
const SETTLED: readonly string[] = ["done", "failed"];

/** Lines against suppliers, the lowest marked; nothing at all before the inquiry is opened. */
export async function comparison(context: Context, record: RfqRecord): Promise<OwnSection[]> {
  const isOpen = record.opened_at !== null && [...OPEN, ...SETTLED].includes(record.state);
  if (!isOpen || !may(context.actor.permissions, "supplier-quote.get")) return [];
  const rfq = rfqFacts.parse(record);
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, ["opened_at", "rank", "total"]);
  const opened = quotes
    .filter(({ opened_at, state }) => opened_at !== null && state !== "void")
    .sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.supplier_id.localeCompare(b.supplier_id));
  if (opened.length === 0) return [];
  const offers = await offersOf(context, rfq, "shown");
  const { registry } = context.services;
  const supplierIds = opened.map(({ supplier_id }) => supplier_id);
  const names = await labelsOf(context, registry.entity("supplier-management/supplier"), supplierIds);
  const materialIds = rfq.items.map(({ material_id }) => material_id);
  const materials = await labelsOf(context, registry.entity("master-data/material"), materialIds);
  const unit = rfqLines.items.fields.uom;
  const end = "end" as const;
  const start = "start" as const;
  return [
    {
      kind: "table",
      title: "报价与比价",
      first: true,
      table: {
        caption: `第${rfq.round_no}轮各家含税单价（${rfq.currency}），有运费的另列，最低的已标出${isUntaxed(offers) ? "；各家税率不同，最低按不含税比较" : ""}`,
        columns: [
          { key: "line", label: "物料", align: start },
          { key: "qty", label: "预计数量", align: end },
          { key: "last", label: "上次价", align: end },
          ...opened.map(({ id, supplier_id }) => ({ key: id, label: names.get(supplier_id) ?? "供应商", align: end })),
        ],
        rows: [
          ...rfq.items.map((item) => {
            const lowest = lowestOf(offers, item.line_no).map(({ quoteId }) => quoteId);
            return {
              id: item.id,
              cells: [
                { text: `${item.line_no} ${materials.get(item.material_id) ?? ""}` },
                { text: `${formatDecimal(item.qty)} ${choiceLabel(unit.options, item.uom)}` },
                { text: item.last_price === null ? "" : formatDecimal(item.last_price, 2) },
                ...opened.map(({ id }) => offerCell(offers, { quoteId: id, line: item.line_no, lowest })),
              ],
            };
          }),
          {
            id: "total",
            cells: [
              totalLabel(context, record),
              { text: "" },
              { text: "" },
              ...opened.map(({ total }) => ({ text: formatDecimal(total ?? "0", 2) })),
            ],
          },
        ],
      },
    },
  ];
}

/** The way to costs, ways to award and oddities, for whoever may open them. */
function totalLabel(context: Context, { id, state }: RfqRecord): { text: string; href?: string } {
  const view = context.services.registry.screen(COMPARISON);
  const isListed = state !== "failed" && view !== undefined && mayOnScreen(context, view, "get");
  return isListed ? { text: "报价总额，详见比价单", href: recordPath(view, id) } : { text: "报价总额" };
}

function offerCell(
  offers: readonly Offer[],
  { quoteId, line, lowest }: { quoteId: string; line: number; lowest: readonly string[] },
) {
  const offer = offers.find((one) => one.quoteId === quoteId && one.line === line);
  if (!offer) return { text: "不报价" };
  const freight = offer.freight === null ? "" : `＋运费${formatDecimal(offer.freight, 2)}`;
  const price = `${formatDecimal(offer.price, 2)}${freight}${offer.scaled ? "，有阶梯价" : ""}`;
  return lowest.includes(quoteId) ? { text: `${price}（最低）`, tone: "done" as const } : { text: price };
}
