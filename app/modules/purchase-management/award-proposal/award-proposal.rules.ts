import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import type { Limit, LimitKind, LimitRule } from "../rfq/best-award.rules";
import { LIMIT_NAMES } from "../rfq/best-award-words.rules";

/** How much a limit counts: it has to be met, or it gives way, the largest number first. */
export const WEIGHTS = {
  must: "必须满足",
  p1: "优先1（最后放宽）",
  p2: "优先2",
  p3: "优先3",
  p4: "优先4",
  p5: "优先5（最先放宽）",
} as const;

/** Ways to award as they stand side by side; 手工 is what the inquiry had at that moment. */
export const WAYS = {
  cheapest: "成本最低",
  few: "限定家数",
  quota: "保持配额",
  own: "自定条件",
  manual: "手工定价",
} as const;
export type Way = keyof typeof WAYS;

/** Ways that can be adopted: what was filled in by hand stands already. */
export const ADOPTABLE = {
  cheapest: WAYS.cheapest,
  few: WAYS.few,
  quota: WAYS.quota,
  own: WAYS.own,
} as const;

export const OUTCOMES = { found: "已得出", conflict: "条件冲突", unknown: "时间不足" } as const;

/** A limit as it stands in the form. */
export interface TypedLimit {
  id: string;
  kind: LimitKind;
  amount: string | null;
  supplier_id: string | null;
  item_no: number | null;
  weight: keyof typeof WEIGHTS;
}

/** What the figure of a limit counts. */
interface Figure {
  unit: string;
  least: string;
  most: string;
  isWhole: boolean;
}

const whole = (unit: string, most: string): Figure => ({ unit, least: "1", most, isWhole: true });
const percent = (least: string): Figure => ({ unit: "%", least, most: "100", isWhole: false });

/** Null: the limit has no figure. */
const FIGURES: Readonly<Record<LimitKind, Figure | null>> = {
  suppliers: whole("家", "40"),
  line_suppliers: whole("家", "40"),
  share_most: percent("0.0001"),
  share_least: percent("0.0001"),
  incumbents: percent("0.0001"),
  quota: { unit: "个百分点", least: "0", most: "100", isWhole: false },
  budget: { unit: "元", least: "0.01", most: "1000000000000", isWhole: false },
  lead: whole("天", "365"),
  term_least: whole("天", "365"),
  term_most: { unit: "天", least: "0", most: "365", isWhole: true },
  lot: null,
  capacity: null,
  approved: null,
  excluded: null,
};
const OF_SUPPLIER: readonly LimitKind[] = ["share_most", "share_least", "excluded"];

function figureFault({ kind, amount }: TypedLimit): string | null {
  const figure = FIGURES[kind];
  const name = LIMIT_NAMES[kind];
  if (!figure) return amount === null ? null : `「${name}」不用填写数值`;
  if (amount === null) return `「${name}」请填写数值（${figure.unit}）`;
  const value = decimal(amount);
  if (figure.isWhole && !value.eq(value.round(0))) return `「${name}」的数值须为整数（${figure.unit}）`;
  return value.lt(decimal(figure.least)) || value.gt(decimal(figure.most))
    ? `「${name}」的数值须在${formatDecimal(figure.least)}到${formatDecimal(figure.most)}之间（${figure.unit}）`
    : null;
}

const sameLimit = (a: TypedLimit, b: TypedLimit) =>
  a.kind === b.kind && a.supplier_id === b.supplier_id && a.item_no === b.item_no;

/** What is wrong with typed limits, each beside its field. */
export function limitFaults(
  limits: readonly TypedLimit[],
  asked: { items: readonly number[]; suppliers: readonly string[] } | null,
): Complaint[] {
  return limits.flatMap((limit, index) => {
    const at = (field: string) => lineField("limits", index + 1, field);
    const { kind, supplier_id: supplier, item_no: item } = limit;
    const name = LIMIT_NAMES[kind];
    const faults: Complaint[] = [];
    const figure = figureFault(limit);
    if (figure) faults.push(complain(at("amount"), figure));
    if (supplier !== null && !OF_SUPPLIER.includes(kind))
      faults.push(complain(at("supplier_id"), `「${name}」不用选择供应商`));
    else if (kind === "excluded" && supplier === null)
      faults.push(complain(at("supplier_id"), `「${name}」请选择供应商`));
    else if (supplier !== null && asked && !asked.suppliers.includes(supplier))
      faults.push(complain(at("supplier_id"), "所选供应商不在这张询价单的邀请之列"));
    if (item !== null && kind !== "excluded") faults.push(complain(at("item_no"), `「${name}」不用填写询价行`));
    else if (item !== null && asked && !asked.items.includes(item))
      faults.push(complain(at("item_no"), `询价行${item}不存在，请填写10、20等行号`));
    const first = limits.findIndex((other) => sameLimit(other, limit));
    if (first < index) faults.push(complain(at("kind"), `与第${first + 1}行重复，请合并为一行`));
    return faults;
  });
}

/** Money is told to the cent, and nothing else has more places than a share. */
export function placesFit({
  limits,
}: {
  limits: readonly { kind: string; amount: string | null }[];
}): Complaint | null {
  const at = limits.findIndex(
    ({ kind, amount }) =>
      kind === "budget" && amount !== null && !decimal(amount).eq(decimal(roundMoney(decimal(amount)))),
  );
  return at < 0 ? ok : complain(lineField("limits", at + 1, "amount"), "预算最多两位小数");
}

function ruleOf({ kind, amount, supplier_id: supplierId, item_no: line }: TypedLimit): LimitRule | null {
  const figure = amount ?? "0";
  switch (kind) {
    case "suppliers":
    case "line_suppliers":
      return { kind, most: Number(figure) };
    case "share_most":
    case "share_least":
      return { kind, supplierId, percent: figure };
    case "incumbents":
      return { kind, percent: figure };
    case "quota":
      return { kind, points: figure };
    case "budget":
      return { kind, amount: figure };
    case "lead":
    case "term_least":
    case "term_most":
      return { kind, days: Number(figure) };
    case "excluded":
      return supplierId === null ? null : { kind, supplierId, line };
    default:
      return { kind };
  }
}

/** Typed limits as they are solved by. */
export function limitsOf(limits: readonly TypedLimit[]): Limit[] {
  return limits.flatMap((limit) => {
    const rule = ruleOf(limit);
    const priority = limit.weight === "must" ? null : Number(limit.weight.slice(1));
    return rule ? [{ ...rule, id: limit.id, priority }] : [];
  });
}

/** A part of a way to award as it is kept. */
export interface KeptPart {
  way: string;
  item_no: number;
  supplier_id: string;
  share: string;
  amount: string;
}

const ofLine = <P extends KeptPart>(parts: readonly P[], way: string, line: number): P[] =>
  parts
    .filter((part) => part.way === way && part.item_no === line)
    .sort((a, b) => decimal(b.share).cmp(decimal(a.share)) || (a.supplier_id < b.supplier_id ? -1 : 1));

const written = (parts: readonly KeptPart[]) =>
  parts.map(({ supplier_id, share }) => `${supplier_id} ${decimal(share).toFixed()}`).join();

/** A line under one way beside the cheapest. */
export interface LineOfWay<P extends KeptPart> {
  parts: P[];
  /** It goes to others, or in other shares. */
  isMoved: boolean;
  /** What is paid more for it than under the cheapest. */
  difference: string;
}

/** Where a line goes under a way, and what that changes. */
export function lineOfWay<P extends KeptPart>(parts: readonly P[], way: string, line: number): LineOfWay<P> {
  const own = ofLine(parts, way, line);
  const cheapest = ofLine(parts, "cheapest", line);
  const paid = (rows: readonly KeptPart[]) => sum(rows.map(({ amount }) => amount));
  const isCompared = cheapest.length > 0 && own.length > 0;
  return {
    parts: own,
    isMoved: isCompared && written(own) !== written(cheapest),
    difference: isCompared ? roundMoney(paid(own).minus(paid(cheapest))) : "0.00",
  };
}
