import { type AnyLine, type Asked, type Complaint, complain, lineField, ok } from "~/engine/entity";
import { isDay } from "~/shared/calendar";
import { decimal, formatDecimal, sum } from "~/shared/decimal";

/** What a figure of the breakdown is, as the template of the inquiry says. */
export const ELEMENT_KINDS = { amount: "金额（计入单价）", figure: "数量或比例（不计入）" } as const;
export const ANSWER_TYPES = { text: "文本", number: "数字", date: "日期", select: "单选" } as const;

const CONTROLS: Readonly<Record<string, Asked["control"]>> = { number: "decimal", date: "date", select: "select" };
const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/;

function optionsOf(options: unknown): string[] {
  return typeof options === "string" ? options.split("\n") : [];
}

/** The control of a term of the quote. */
export function termAsked(row: AnyLine): Asked {
  return {
    label: String(row.label),
    control: CONTROLS[String(row.answer_type)] ?? "text",
    required: row.required === true,
    ...(row.answer_type === "select" ? { options: optionsOf(row.options) } : {}),
  };
}

interface Term {
  label: string;
  value: string | null;
  answer_type: string;
  options: string | null;
  required: boolean;
  rfq_line: number | null;
}

/** What is answered is an answer of its kind. */
export function answersFit({ terms }: { terms: readonly Term[] }): Complaint | null {
  for (const [index, { label, value, answer_type, options }] of terms.entries()) {
    if (value === null) continue;
    const at = lineField("terms", index + 1, "value");
    if (answer_type === "number" && !NUMBER.test(value)) return complain(at, `【${label}】请填写数字，小数最多6位`);
    if (answer_type === "date" && !isDay(value)) return complain(at, `【${label}】请填写日期`);
    if (answer_type === "select" && !optionsOf(options).includes(value))
      return complain(at, `【${label}】请从选项中选择`);
  }
  return ok;
}

interface Lined {
  items: readonly { rfq_line: number; price: string | null }[];
}

/** What the template wants answered is answered, for lines that are quoted. */
export function termsWhole({ items, terms }: Lined & { terms: readonly Term[] }): Complaint | null {
  const quoted = new Set(items.filter(({ price }) => price !== null).map(({ rfq_line }) => rfq_line));
  for (const [index, { label, value, required, rfq_line }] of terms.entries())
    if (required && value === null && (rfq_line === null || quoted.has(rfq_line)))
      return complain(lineField("terms", index + 1, "value"), `【${label}】必填，请填写`);
  return ok;
}

interface BrokenDown extends Lined {
  breakdown_limit: string | null;
  breakdown: readonly {
    rfq_line: number;
    name: string;
    kind: string;
    required: boolean;
    /** Null for what the supplier fills in. */
    formula: string | null;
    amount: string | null;
  }[];
}

/** Every quoted line says what its price is made of, and the parts add up to it; a line that is not quoted says nothing. */
export function breakdownWhole({ items, breakdown, breakdown_limit }: BrokenDown): Complaint | null {
  for (const [position, { rfq_line, price }] of items.entries()) {
    const own = breakdown.flatMap((element, index) => (element.rfq_line === rfq_line ? [{ element, index }] : []));
    const at = (index: number) => lineField("breakdown", index + 1, "amount");
    if (price === null) {
      const filled = own.find(({ element }) => element.formula === null && element.amount !== null);
      if (filled) return complain(at(filled.index), `第${position + 1}行不报价，请清空成本分解`);
      continue;
    }
    const missing = own.find(({ element }) => element.required && element.amount === null);
    if (missing) return complain(at(missing.index), `第${position + 1}行【${missing.element.name}】必填，请填写`);
    const isSaid = own.some(({ element }) => element.formula === null && element.amount !== null);
    const open = own.find(({ element }) => element.formula !== null && element.amount === null);
    if (isSaid && open)
      return complain(
        at(open.index),
        `第${position + 1}行【${open.element.name}】还算不出，请填写并核对其计算公式用到的要素`,
      );
    const parts = own.filter(({ element }) => element.kind === "amount" && element.amount !== null);
    const first = parts.find(({ element }) => element.formula === null) ?? parts[0];
    if (!first) continue;
    const total = sum(parts.map(({ element }) => element.amount));
    if (
      total
        .minus(decimal(price))
        .abs()
        .gt(decimal(breakdown_limit ?? "0"))
    )
      return complain(
        at(first.index),
        `第${position + 1}行成本分解合计${formatDecimal(total.toFixed())}与单价${formatDecimal(price)}不一致`,
      );
  }
  return ok;
}
