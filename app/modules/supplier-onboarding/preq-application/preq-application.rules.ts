import { type AnyLine, type Asked, type Complaint, complain, type LineInputs, lineField, ok } from "~/engine/entity";
import { decimal, sum } from "~/shared/decimal";

const YES_NO = ["是", "否"];

const CONTROLS: Readonly<Record<string, Asked["control"]>> = { bool: "select", number: "decimal" };

/** The condition asks for papers: they are the answer, words about them are not needed. */
const FILE = "file";

/** The control of a condition, and that of its files; what is wanted stands beneath. */
export function askedBy(row: AnyLine): Asked {
  const type = String(row.answer_type);
  const help = [
    typeof row.expected === "string" ? `合格要求：${row.expected}` : "",
    type === FILE ? "请在下方上传佐证文件，这里可以补充说明" : "",
    row.evidence_type ? "须在佐证证照中列出对应证照" : "",
  ].filter(Boolean);
  const isRequired = row.required === true;
  const position = row.line_no / 10;
  return {
    label: `${position}. ${String(row.title)}`,
    control: CONTROLS[type] ?? "textarea",
    required: isRequired && type !== FILE,
    files: { label: `第${position}项佐证文件`, required: isRequired && type === FILE },
    ...(type === "bool" ? { options: YES_NO } : {}),
    ...(help.length > 0 ? { help: help.join("；") } : {}),
  };
}

interface Answer {
  title: string;
  answer_type: string;
  required: boolean;
  value: string | null;
  files: readonly unknown[] | null;
}

/** What is answered is an answer of its kind. */
export function answersFit({ answers }: { answers: readonly Omit<Answer, "files">[] }): Complaint | null {
  for (const [index, { title, answer_type, value }] of answers.entries()) {
    if (value === null) continue;
    const at = lineField("answers", index + 1, "value");
    if (answer_type === "bool" && !YES_NO.includes(value)) return complain(at, `条件【${title}】请选择是或否`);
  }
  return ok;
}

/** Nothing is handed in with a compulsory condition left open; one that asks for papers is answered by papers. */
export function allAnswered({ answers }: { answers: readonly Answer[] }): Complaint | null {
  const open = answers.filter(
    ({ required, answer_type, value, files }) =>
      required && (answer_type === FILE ? (files ?? []).length === 0 : value === null),
  ).length;
  return open > 0 ? complain("answers", `还有${open}项必答条件未应答`) : ok;
}

interface Judged {
  title: string;
  group: string;
  kind: string;
  result: string | null;
  points: string | null;
  max_score: string | null;
}

/** What the judged conditions come to. One failed condition fails the application; failed exclusions are told apart (catalogue). */
export function outcomeOf(answers: readonly Judged[]): { eligible: boolean; qualified: boolean; score: string } {
  const failed = answers.filter(({ kind, result }) => kind === "pass_fail" && result === "fail");
  return {
    eligible: failed.every(({ group }) => group !== "exclusion"),
    qualified: failed.every(({ group }) => group === "exclusion"),
    score: sum(answers.flatMap(({ kind, points }) => (kind === "score" && points !== null ? [points] : []))).toFixed(1),
  };
}

/** Points that were given lie within those there are. */
export function pointsWithin(
  { answers }: { answers: readonly { id: string; title: string; max_score: string | null }[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  const wrong = answers.find(({ id, max_score }) => {
    const points = typed.get(id)?.points;
    return typeof points === "string" && decimal(points).gt(decimal(max_score ?? "0"));
  });
  return wrong ? complain("answers", `条件【${wrong.title}】得分不能大于满分${wrong.max_score ?? "0"}`) : ok;
}

/** A verdict rests on every condition, and nobody passes with one failed. */
export function mayConclude(
  { answers }: { answers: readonly Judged[] },
  input: Readonly<Record<string, unknown>>,
): Complaint | null {
  const open = answers.filter(({ kind, result, points }) => (kind === "score" ? points : result) === null);
  if (open.length > 0) return complain("verdict", `还有${open.length}项条件没有评审：${open[0]?.title ?? ""}`);
  const { eligible, qualified } = outcomeOf(answers);
  if (input.verdict !== "pass" || (eligible && qualified)) return ok;
  return complain("verdict", eligible ? "存在不通过的条件，结论只能是未通过" : "存在禁入情形，结论只能是未通过");
}
