import type { Context } from "~/engine/context.server";
import type { RecordTable } from "~/engine/entity/server-hooks";
import type { ShouldCost } from "~/engine/operations/should-cost.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { shouldElements } from "../cost-model/model-facts.server";
import type { OpenQuote } from "./bids.server";
import { signedPercent } from "./comparison.rules";
import { bestOfElements, elementRows, type Part, type ShouldParts } from "./comparison-elements.rules";
import { QUOTE, type RfqFacts } from "./rfq-quotes.server";

/** An answer to a term that is compared. */
interface Answer {
  supplierId: string;
  line: number | null;
  code: string;
  label: string;
  value: string | null;
}

/** What opened quotes of a round say beside their prices. */
export interface ElementFacts {
  parts: Part[];
  answers: Answer[];
  /** By number of the line. */
  should: ReadonlyMap<number, ShouldParts>;
}

const NOBODY: ElementFacts = { parts: [], answers: [], should: new Map() };

/**
 * @param of.quotes opened ones of the present round
 * @param of.day on which they were opened
 */
export async function readElements(
  context: Context,
  of: { rfq: RfqFacts; quotes: readonly OpenQuote[]; shouldCosts: ReadonlyMap<string, ShouldCost>; day: string },
): Promise<ElementFacts> {
  const { rfq, quotes, shouldCosts, day } = of;
  if (rfq.template_id === null || quotes.length === 0) return NOBODY;
  const supplierOf = new Map(quotes.map(({ id, supplier_id }) => [id, supplier_id]));
  const ofQuotes = where.oneOf("root_id", [...supplierOf.keys()]);
  const breakdown = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "breakdown",
    columns: ["root_id", "line_no", "rfq_line", "code", "name", "kind", "unit", "formula", "amount"],
    where: [ofQuotes],
  });
  const terms = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "terms",
    columns: ["root_id", "line_no", "rfq_line", "code", "label", "value"],
    where: [ofQuotes, where.eq("in_compare", true)],
  });
  const inOrder = <T extends { line_no: number }>(rows: readonly T[]) =>
    [...rows].sort((a, b) => a.line_no - b.line_no);
  const owner = (id: string) => supplierOf.get(id) ?? "";
  const models = [...new Map([...shouldCosts.values()].map((one) => [one.id, one])).values()];
  const amounts =
    breakdown.length === 0
      ? new Map()
      : await shouldElements(
          context,
          models.map(({ id }) => id),
          day,
        );
  return {
    parts: inOrder(breakdown).map(({ root_id, rfq_line: line, code, name, kind, unit, formula, amount }) => ({
      ...{ supplierId: owner(root_id), line, code, name, kind, unit, formula, amount },
    })),
    answers: inOrder(terms).map(({ root_id, rfq_line: line, code, label, value }) => ({
      ...{ supplierId: owner(root_id), line, code, label, value },
    })),
    should: new Map(
      rfq.items.flatMap(({ id, line_no }): [number, ShouldParts][] => {
        const model = shouldCosts.get(id);
        const own = model && amounts.get(model.id);
        return model && own ? [[line_no, { amounts: own, warnPercent: model.warnPercent }]] : [];
      }),
    ),
  };
}

interface Drawn {
  rfq: RfqFacts;
  elements: ElementFacts;
  totals: readonly { supplierId: string }[];
  supplier(id: string): string;
  line(lineNo: number): string;
}

type Cell = RecordTable["table"]["rows"][number]["cells"][number];
const NOTHING = "—";
const figure = (text: string) => formatDecimal(text, 2);

/** Elements by suppliers: the lowest marked, and how far each is from what the cost model says. */
export function elementTable({ rfq, elements, totals, supplier, line }: Drawn): RecordTable[] {
  const lineNos = rfq.items.map(({ line_no }) => line_no);
  const rows = elementRows(lineNos, elements.parts, (lineNo) => elements.should.get(lineNo) ?? null);
  if (rows.length === 0) return [];
  const names = totals.map(({ supplierId }) => supplier(supplierId));
  const cell = (row: (typeof rows)[number], supplierId: string): Cell => {
    const part = row.parts.find((one) => one.supplierId === supplierId);
    if (!part) return { text: NOTHING };
    const place = part.isLowest ? "（最低）" : "";
    const should = part.vsShould === null ? "" : ` ${signedPercent(part.vsShould)}`;
    const word = part.mark === "high" ? "，高于应有成本" : part.mark === "low" ? "，异常偏低" : "";
    const text = `${figure(part.amount)}${place}${should}${word}`;
    if (part.mark !== null) return { text, tone: part.mark === "high" ? "warning" : "refused" };
    return part.isLowest ? { text, tone: "done" } : { text };
  };
  const best = (lineNo: number) => {
    const total = bestOfElements(rows, lineNo);
    return total === null
      ? []
      : [
          {
            id: `element-${lineNo}-best`,
            cells: [
              { text: line(lineNo) },
              { text: `各要素最低合计 ${figure(total)}` },
              { text: "" },
              { text: NOTHING },
              ...names.map(() => ({ text: "" })),
            ],
          },
        ];
  };
  return [
    {
      kind: "table",
      first: true,
      title: "要素对比",
      table: {
        caption:
          "各家成本分解（每单位，含税），最低的已标出；百分比为较成本模型该要素的偏差，没有适用模型或编码不同的不比较",
        columns: columnsOf(["物料", "成本要素", "单位", "应有成本", ...names], ["应有成本", ...names]),
        rows: lineNos.flatMap((lineNo) => [
          ...rows
            .filter((row) => row.line === lineNo)
            .map((row) => ({
              id: `element-${lineNo}-${row.code}`,
              cells: [
                { text: line(lineNo) },
                { text: row.isWorkedOut ? `${row.name}（按公式）` : row.name },
                { text: row.kind === "amount" ? rfq.currency : (row.unit ?? "") },
                { text: row.should === null ? NOTHING : figure(row.should) },
                ...totals.map(({ supplierId }) => cell(row, supplierId)),
              ],
            })),
          ...best(lineNo),
        ]),
      },
    },
  ];
}

/** Answers to the terms of the template beside each other. */
export function termTable({ elements, totals, supplier }: Drawn): RecordTable[] {
  const { answers } = elements;
  const asked = new Map(answers.map(({ line, code, label }) => [`${line ?? ""} ${code}`, label]));
  if (asked.size === 0) return [];
  const names = totals.map(({ supplierId }) => supplier(supplierId));
  const said = new Map(
    answers.map(({ supplierId, line, code, value }) => [`${supplierId} ${line ?? ""} ${code}`, value]),
  );
  return [
    {
      kind: "table",
      first: true,
      title: "报价条件对比",
      table: {
        caption: "各家对报价模板所列条件的答复",
        columns: columnsOf(["条件", ...names]),
        rows: [...asked].map(([key, label]) => ({
          id: `term-${key}`,
          cells: [
            { text: label },
            ...totals.map(({ supplierId }) => ({ text: said.get(`${supplierId} ${key}`) ?? NOTHING })),
          ],
        })),
      },
    },
  ];
}
