import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { columnsOf } from "~/engine/screen/table-columns";
import { decimal, formatDecimal } from "~/shared/decimal";
import { scalesText } from "~/shared/price-scales";
import type { Compared } from "./comparison.rules";
import type { ComparisonFacts } from "./comparison.server";

type Facts = Pick<ComparisonFacts, "rfq"> & {
  compared: ReadonlyMap<number, readonly Compared[]>;
  supplier(id: string): string;
  line(lineNo: number): string;
};

const UOM = { label: "单位", dictionary: "uom" } as const;
const LABELS = ["物料", "供应商", "预计数量", "起始单价", "阶梯价", "适用单价"];

/** Offers whose price depends on the quantity, and which of their prices is compared; nothing where no offer has any. */
export function scaleTable({ rfq, compared, supplier, line }: Facts): RecordTable[] {
  const rows = rfq.items.flatMap(({ line_no, qty, uom }) =>
    (compared.get(line_no) ?? []).flatMap(({ bid }) => {
      const { scaled } = bid;
      if (!scaled) return [];
      const isBase = decimal(bid.price).eq(decimal(scaled.price));
      const applied = formatDecimal(bid.price, 2);
      return [
        {
          id: `scales-${line_no}-${bid.supplierId}`,
          cells: [
            { text: line(line_no) },
            { text: supplier(bid.supplierId) },
            { text: `${formatDecimal(qty)} ${choiceLabel(UOM, uom)}` },
            { text: formatDecimal(scaled.price, 2) },
            { text: scalesText(scaled.scales) },
            isBase ? { text: applied } : { text: `${applied}（阶梯）`, tone: "running" as const },
          ],
        },
      ];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      first: true,
      title: "阶梯报价",
      table: {
        caption:
          "比较按预计数量适用的单价，定价按份额数量；批准后每张订单按本行的订购数量取价，分次少量订购的用前面的档",
        columns: columnsOf(LABELS, ["预计数量", "起始单价", "适用单价"]),
        rows,
      },
    },
  ];
}
