import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { quotesOf } from "./rfq-quotes.server";

/** Words for whoever has or has not looked; people find them on the page by these. */
const NOT_SEEN = "未查看";
const SEEN = "已查看";
/** While quotes can still be given: afterwards it helps nobody. */
const ASKING: readonly string[] = ["published", "closed"];

const minute = (at: string | null) => (at === null ? "" : chinaTime(at).slice(0, 16));

/**
 * Which of the invited have opened their quote of the present round. Read from the quotes, where a supplier's own look is noted: its
 * transaction does not reach the inquiry.
 */
export async function looks(context: Context, record: AnyRecord): Promise<OwnSection[]> {
  if (!ASKING.includes(record.state)) return [];
  const round = { id: record.id, round: Number(record.round_no) };
  const quotes = await quotesOf(context, round, ["first_seen_at", "last_seen_at"]);
  if (quotes.length === 0) return [];
  const supplier = context.services.registry.entity("supplier-management/supplier");
  const names = await labelsOf(
    context,
    supplier,
    quotes.map(({ supplier_id }) => supplier_id),
  );
  const unseen = quotes.filter(({ first_seen_at }) => first_seen_at === null).length;
  const sorted = quotes
    .map((quote) => ({ ...quote, name: names.get(quote.supplier_id) ?? "供应商" }))
    // Whoever has to be called stands first.
    .sort(
      (a, b) =>
        Number(a.first_seen_at !== null) - Number(b.first_seen_at !== null) || a.name.localeCompare(b.name, "zh-CN"),
    );
  return [
    {
      kind: "table",
      title: "邀请供应商查看情况",
      table: {
        caption: `第${round.round}轮邀请${quotes.length}家，${NOT_SEEN}${unseen}家；供应商打开报价单即为${SEEN}`,
        columns: columnsOf(["供应商", "查看", "首次查看", "最近查看"]),
        rows: sorted.map(({ id, name, first_seen_at, last_seen_at }) => ({
          id,
          cells: [
            { text: name },
            first_seen_at === null ? { text: NOT_SEEN, tone: "warning" } : { text: SEEN, tone: "done" },
            { text: minute(first_seen_at) },
            { text: minute(last_seen_at) },
          ],
        })),
      },
    },
  ];
}
