import type { RecordTable } from "~/engine/entity/server-hooks";
import { columnsOf } from "~/engine/screen/table-columns";
import { formatDecimal } from "~/shared/decimal";
import { judgedCost } from "../cost-model/cost-model.rules";
import { type Compared, signedPercent } from "./comparison.rules";
import type { ComparisonFacts } from "./comparison.server";
import { landed } from "./rfq.rules";

/** What of the page of a comparison this table is drawn of. */
type Facts = Pick<ComparisonFacts, "rfq" | "shouldCosts"> & {
  compared: ReadonlyMap<number, readonly Compared[]>;
  supplier(id: string): string;
  line(lineNo: number): string;
};

const LABELS = ["物料", "供应商", "含税单价加运费", "应有成本", "较应有成本", "成本模型", "提示"];

/** Each offer beside what its line should cost, what is too dear or suspiciously cheap marked; nothing where no model fits. */
export function shouldCostTable({ rfq, shouldCosts, compared, supplier, line }: Facts): RecordTable[] {
  const rows = rfq.items.flatMap(({ id, line_no }) => {
    const model = shouldCosts.get(id);
    if (!model) return [];
    return (compared.get(line_no) ?? []).map(({ bid }) => {
      const price = landed(bid);
      const { rate, mark, text } = judgedCost(price, model.shouldCost, model.warnPercent);
      const tone = mark === null ? {} : { tone: mark === "high" ? ("warning" as const) : ("refused" as const) };
      return {
        id: `should-cost-${line_no}-${bid.supplierId}`,
        cells: [
          { text: line(line_no) },
          { text: supplier(bid.supplierId) },
          { text: formatDecimal(price, 2) },
          { text: formatDecimal(model.shouldCost, 2) },
          { text: signedPercent(rate) },
          { text: model.number },
          { text, ...tone },
        ],
      };
    });
  });
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      first: true,
      title: "应有成本",
      table: {
        caption: "报价与开启当日有效的成本模型比较，含税；没有适用模型的行不列出",
        columns: columnsOf(LABELS, ["含税单价加运费", "应有成本", "较应有成本"]),
        rows,
      },
    },
  ];
}
