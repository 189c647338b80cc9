import { type Complaint, complain, type LineInputs, ok, type RuleFacts } from "~/engine/entity";
import { decimal, roundMoney, roundPercent, sum } from "~/shared/decimal";
import { scoreOf } from "../delivery-assessment/delivery-assessment.rules";

/** A line of a result as its figures are made of it. */
export interface ResultLine {
  on_time: boolean;
  in_full: boolean;
  currency: string;
  amount: string;
  fine: string;
  exempt_reason: string | null;
}

interface Result {
  items: readonly ResultLine[];
}

/** Between the reasons a rule knows, as they stand on a result. */
export const REASON_BREAK = "；";

/** Lines that count: those nobody was excused of. */
export function counted<L extends Pick<ResultLine, "exempt_reason">>(items: readonly L[]): L[] {
  return items.filter(({ exempt_reason }) => exempt_reason === null);
}

export function dueLines({ items }: Result): number {
  return counted(items).length;
}

export function onTimeLines({ items }: Result): number {
  return counted(items).filter((line) => line.on_time).length;
}

function share(items: readonly ResultLine[], of: "on_time" | "in_full"): string | null {
  const all = counted(items);
  if (all.length === 0) return null;
  const good = all.filter((line) => line[of]).length;
  return roundPercent(decimal(good).times(100).div(all.length));
}

/** Lines on time of those that were due; none where none was due. */
export function onTimeRate({ items }: Result): string | null {
  return share(items, "on_time");
}

/** Lines that came in full. Lines are counted, not quantities: their units differ. */
export function fillRate({ items }: Result): string | null {
  return share(items, "in_full");
}

interface Scored extends Result {
  bands: readonly { from_rate: string; to_rate: string; score: string }[];
}

export function scored(result: Scored): string | null {
  return scoreOf(onTimeRate(result), result.bands);
}

/** What is proposed in one currency. */
export interface CurrencyFine {
  currency: string;
  lines: number;
  amount: string;
  fine: string;
  isBelow: boolean;
}

/** Fines by currency, which are never added up; what stays below the least amount is none. */
export function finesOf(items: readonly ResultLine[], least: string | null): CurrencyFine[] {
  const late = counted(items).filter((line) => decimal(line.fine).gt(0));
  const currencies = [...new Set(late.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = late.filter((line) => line.currency === currency);
    const fine = sum(own.map((line) => line.fine));
    const isBelow = least !== null && fine.lt(decimal(least));
    return {
      currency,
      lines: own.length,
      amount: roundMoney(sum(own.map(({ amount }) => amount))),
      fine: isBelow ? "0.00" : roundMoney(fine),
      isBelow,
    };
  });
}

/** The proposal in words, currency by currency: `CNY 120.00；USD 8.50`. */
export function proposedFine({ items, min_fine }: Result & { min_fine: string | null }): string | null {
  const fines = finesOf(items, min_fine).filter(({ isBelow }) => !isBelow);
  return fines.length === 0 ? null : fines.map(({ currency, fine }) => `${currency} ${fine}`).join(REASON_BREAK);
}

/** There is something to tell. */
export function somethingDue({ items }: { items: readonly unknown[] }): Complaint | null {
  return items.length > 0 ? ok : complain("items", "没有应交的订单行，不需要发布");
}

interface Objected {
  items: readonly { id: string; line_no: number; objection_status: string | null; on_time: boolean }[];
}

/** Whether an objection waits for an answer. */
export function hasOpenObjection({ items }: Pick<Objected, "items">): boolean {
  return items.some(({ objection_status }) => objection_status === "waiting");
}

const typedText = (lines: LineInputs, id: string, name: string) => {
  const value = lines.get(id)?.[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
};

/** Lines beside which something was typed. */
export function typedBeside(lines: LineInputs, id: string, name: string): string | null {
  return typedText(lines, id, name);
}

/** An objection says why, about at least one line. */
export function objectsToSomething({ items }: Objected, _input: unknown, lines: LineInputs): Complaint | null {
  return items.some(({ id }) => typedText(lines, id, "objection") !== null)
    ? ok
    : complain("items", "请在有异议的行填写异议说明");
}

interface Limited {
  dispute_deadline: string | null;
}

/** The day is over at its end. */
export function objectsInTime(
  { dispute_deadline }: Limited,
  _input: unknown,
  _lines: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return dispute_deadline !== null && today > dispute_deadline
    ? complain("", `已超过异议期限（${dispute_deadline}），不能提出异议`)
    : ok;
}

interface Excusing extends Objected {
  exempt_reasons: string | null;
}

function reasonComplaint(exempt_reasons: string | null, at: number, reason: string): Complaint | null {
  const reasons = (exempt_reasons ?? "").split(REASON_BREAK).filter((one) => one !== "");
  if (reasons.includes(reason)) return ok;
  const known = reasons.length === 0 ? "考核规则没有免责原因" : `免责原因只能是：${reasons.join("、")}`;
  return complain("items", `第${at + 1}行${known}`);
}

/** Each answer is whole: what is accepted has a reason of the rule, what is refused says why. */
export function answersAreWhole(
  { items, exempt_reasons }: Excusing,
  _input: unknown,
  lines: LineInputs,
): Complaint | null {
  let answered = 0;
  for (const [at, { id }] of items.entries()) {
    const decision = typedText(lines, id, "decision");
    if (decision === null) continue;
    answered += 1;
    const reason = typedText(lines, id, "exempt_reason");
    if (decision === "accepted" && reason === null) return complain("items", `第${at + 1}行接受异议须填写免责原因`);
    if (decision === "accepted" && reason !== null) {
      const complaint = reasonComplaint(exempt_reasons, at, reason);
      if (complaint) return complaint;
    }
    if (decision === "refused" && typedText(lines, id, "answer") === null)
      return complain("items", `第${at + 1}行不接受异议须填写答复`);
  }
  return answered > 0 ? ok : complain("items", "请至少答复一行异议");
}

/** Only what the rule excuses takes a line out of the count. */
export function excusedByRule(
  { items, exempt_reasons }: Excusing,
  _input: unknown,
  lines: LineInputs,
): Complaint | null {
  for (const [at, { id }] of items.entries()) {
    const reason = typedText(lines, id, "exempt_reason");
    const complaint = reason === null ? ok : reasonComplaint(exempt_reasons, at, reason);
    if (complaint) return complaint;
  }
  return ok;
}
