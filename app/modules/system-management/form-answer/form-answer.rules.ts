import { type AnyLine, type Asked, type Complaint, complain, lineField, type RuleFacts } from "~/engine/entity";
import { type DecimalText, decimal, sum } from "~/shared/decimal";

const YES_NO = ["是", "否"];

const CONTROLS: Readonly<Record<string, Asked["control"]>> = {
  longtext: "textarea",
  int: "integer",
  decimal: "decimal",
  date: "date",
  yesno: "select",
  select: "select",
  multi: "checks",
};

interface Question {
  label: string;
  type: string;
  required: boolean;
  options: string | null;
  value: string | null;
  score: string | null;
}

/** The words one may choose from; null where one writes. */
export function choicesOf({ type, options }: Pick<Question, "type" | "options">): string[] | null {
  if (type === "yesno") return YES_NO;
  return type === "select" || type === "multi" ? (options ?? "").split("\n") : null;
}

/** The control of a question. */
export function askedBy(row: AnyLine): Asked {
  const [type, options, help] = [String(row.type), row.options, row.help];
  const choices = choicesOf({ type, options: typeof options === "string" ? options : null });
  return {
    label: `${row.line_no / 10}. ${String(row.label)}`,
    control: CONTROLS[type] ?? "text",
    required: row.required === true,
    ...(choices ? { options: choices } : {}),
    ...(typeof help === "string" ? { help } : {}),
  };
}

interface Answers {
  items: readonly Question[];
}

/** What is chosen is one of the choices. */
export function chosenFromList({ items }: Answers): Complaint | null {
  for (const [index, item] of items.entries()) {
    const choices = choicesOf(item);
    if (!choices || item.value === null) continue;
    const given = item.type === "multi" ? item.value.split("\n") : [item.value];
    const strange = given.find((one) => !choices.includes(one));
    if (strange !== undefined)
      return complain(lineField("items", index + 1, "value"), `“${strange}”不在选项中，请重新选择`);
  }
  return null;
}

/** The first required question without an answer; the rest is found when it is sent again. */
export function allAnswered({ items }: Answers): Complaint | null {
  const at = items.findIndex(({ required, value }) => required && value === null);
  if (at < 0) return null;
  const item = items[at];
  const verb = item && choicesOf(item) ? "请选择" : "请填写";
  return complain(lineField("items", at + 1, "value"), `第${at + 1}题必填，${verb}`);
}

/** Points of an answer that was handed in: what stands there before is whose it is to fill in. */
export function scoreOfSubmitted(answer: Answers & { submitted_at: string | null }): DecimalText | null {
  return answer.submitted_at === null ? null : scoreOf(answer);
}

/** Points of the questions answered with 是; null where nothing is judged. */
export function scoreOf({ items }: Answers): DecimalText | null {
  const judged = items.filter(({ score }) => score !== null);
  if (judged.length === 0) return null;
  return sum(judged.map(({ value, score }) => (value === "是" ? decimal(score) : decimal(0)))).toFixed(2);
}

/** Only whom the form was sent to hands it in; the program itself, which is nobody, may as well. */
export function isAddressee(
  { supplier_id, user_id }: { supplier_id: string | null; user_id: string | null },
  { actorId, supplierId }: RuleFacts,
): boolean {
  if (actorId === null) return true;
  return supplier_id === null ? user_id !== null && user_id === actorId : supplier_id === supplierId;
}
