import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts } from "~/engine/entity";
import { type CoaValue, keepsLimits, type Limits, limitsText, readFigure } from "~/shared/coa";
import { decimal } from "~/shared/decimal";

/** What became of one item. */
export const JUDGEMENTS = { pass: "合格", fail: "不合格", missing: "未填写" } as const;
export type Judgement = keyof typeof JUDGEMENTS;
/** What the program, and in the end quality, says of the whole certificate. */
export const AUTO_RESULTS = { pass: "合格", fail: "不合格", missing: "不完整" } as const;
export const FINAL_RESULTS = { pass: "合格", concession: "让步", fail: "不合格" } as const;

const PASSED = ["合格", "符合", "通过", "pass", "ok"];
const FAILED = ["不合格", "不符合", "不通过", "fail", "ng"];

/** What an item is held against. */
export interface Asked {
  value_kind: CoaValue;
  lower: string | null;
  lower_open: boolean;
  upper: string | null;
  upper_open: boolean;
  text_value: string | null;
  required: boolean;
}

function limitsOf({ lower, lower_open, upper, upper_open }: Asked): Limits {
  return { low: lower, low_open: lower_open, high: upper, high_open: upper_open };
}

/** What is asked for, as people read it. */
export function askedText(asked: Asked): string {
  if (asked.value_kind === "pass") return "合格";
  return asked.value_kind === "text" ? (asked.text_value ?? "") : limitsText(limitsOf(asked)) || "不限";
}

/** Whether a value says something about an item of its kind. */
export function isReadable(kind: CoaValue, value: string): boolean {
  if (kind === "number") return readFigure(value) !== null;
  const word = value.trim().toLowerCase();
  return kind === "text" || PASSED.includes(word) || FAILED.includes(word);
}

/** One value against what is asked for; null where nothing was written and nothing had to be. */
export function judgeValue(asked: Asked, value: string | null): Judgement | null {
  if (value === null || value.trim() === "") return asked.required ? "missing" : null;
  if (!isReadable(asked.value_kind, value)) return "missing";
  const word = value.trim().toLowerCase();
  switch (asked.value_kind) {
    case "number": {
      const figure = readFigure(value);
      return figure !== null && keepsLimits(figure, limitsOf(asked)) ? "pass" : "fail";
    }
    case "pass":
      return PASSED.includes(word) ? "pass" : "fail";
    case "text": {
      const wanted = asked.text_value?.trim().toLowerCase() ?? "";
      return PASSED.includes(word) || word === wanted || (wanted !== "" && word.includes(wanted)) ? "pass" : "fail";
    }
  }
}

export interface Reading extends Asked {
  item: string;
  value: string | null;
  own_value: string | null;
}

/** The judgement of a reading, and of the value of our own laboratory where there is one. */
export function judgeOf(reading: Reading): Judgement | null {
  return judgeValue(reading, reading.value);
}
export function ownJudgeOf(reading: Reading): Judgement | null {
  return reading.own_value === null ? null : judgeValue(reading, reading.own_value);
}

/** Our own figure less the supplier's; null where either is none. */
export function ownDifference({ value_kind: kind, value, own_value }: Reading): string | null {
  const [theirs, ours] = [value, own_value].map((text) => (text === null ? null : readFigure(text)));
  return kind === "number" && theirs && ours ? decimal(ours.value).minus(decimal(theirs.value)).toFixed() : null;
}

interface Certificate {
  readings: readonly Reading[];
}

/** Incomplete before anything else, for what is not there keeps to nothing; else one item out of limits is enough. */
export function autoResult({ readings }: Certificate): keyof typeof AUTO_RESULTS {
  const judged = readings.map(judgeOf);
  if (judged.length === 0 || judged.includes("missing")) return "missing";
  return judged.includes("fail") ? "fail" : "pass";
}

/** Whether somebody held the typed values against the paper, and what came of it. */
export const PAPER_CHECKS = { same: "核对一致", differs: "核对不一致" } as const;
export type PaperCheck = keyof typeof PAPER_CHECKS;

/** Values that are not those of the paper pass for nothing. */
export function paperAgrees({ paper_check }: { paper_check: PaperCheck | null }): Complaint | null {
  return paper_check === "differs" ? complain("", "检测值与COA原件核对不一致，请退回修改或重新核对") : ok;
}

/** Without its paper there is nothing to hold the values against. */
export function paperThere({ file }: { file: readonly unknown[] | null }): Complaint | null {
  return file === null || file.length === 0 ? complain("", "没有上传COA原件，无法核对") : ok;
}

/** What differs is said in words, or nobody could correct it. */
export function differenceSaid(_record: unknown, input: Readonly<Record<string, unknown>>): Complaint | null {
  return input.paper_check === "differs" && !input.paper_note
    ? complain("paper_note", "请写明哪些项目与原件不一致")
    : ok;
}

export const LAB_DIFFERENCES = { same: "判定一致", opposite: "判定不一致" } as const;

/** Whether our laboratory comes to the same judgements; null while it has measured nothing. */
export function labDifference({ readings }: Certificate): keyof typeof LAB_DIFFERENCES | null {
  const compared = readings.filter(({ own_value }) => own_value !== null);
  if (compared.length === 0) return null;
  return compared.some((reading) => judgeOf(reading) !== ownJudgeOf(reading)) ? "opposite" : "same";
}

/** Goods are made before they are tested. */
export function datesFit({ produce_date, test_date }: { produce_date: string; test_date: string }): Complaint | null {
  return test_date < produce_date ? complain("test_date", "检验日期不能早于生产日期") : ok;
}

const UNREADABLE = {
  number: "请填写数值、未检出，或带小于号的数值如<0.01",
  pass: "请填写合格或不合格",
  text: "",
} as const;

/** A value says something about its item. */
export function valuesReadable({ readings }: Certificate): Complaint | null {
  const at = readings.findIndex(({ value, value_kind }) => value !== null && !isReadable(value_kind, value));
  const reading = readings[at];
  return reading
    ? complain(lineField("readings", at + 1, "value"), `检验项目【${reading.item}】${UNREADABLE[reading.value_kind]}`)
    : ok;
}

/** What is sent is complete; what is out of limits may be sent, and then waits for quality. */
export function everythingFilled({ readings }: Certificate): Complaint | null {
  if (readings.length === 0) return complain("readings", "还没有检验项目，请先保存再填写检测值");
  const at = readings.findIndex((reading) => judgeOf(reading) === "missing");
  return at < 0 ? ok : complain(lineField("readings", at + 1, "value"), `检验项目【${readings[at]?.item}】未填写`);
}

/** The paper itself has to be there before anybody judges it; what the program takes over from elsewhere, it takes as it is. */
export function originalAttached(
  { file }: { file: readonly unknown[] | null },
  _input: unknown,
  _lines: unknown,
  { actorId }: Pick<RuleFacts, "actorId">,
): Complaint | null {
  return actorId === null || (file !== null && file.length > 0) ? ok : complain("file", "请上传COA原件");
}

/** Each item that does not keep to its limits, in a sentence. */
export function outOfLimits({ readings }: Certificate): string[] {
  return readings
    .filter((reading) => judgeOf(reading) === "fail")
    .map((reading) => `【${reading.item}】检测值${reading.value}超出标准（${askedText(reading)}）`);
}

/** Only what keeps to its limits passes without a concession. */
export function passesByItself(certificate: Certificate): Complaint | null {
  const [first] = outOfLimits(certificate);
  return first ? complain("", `${first}，只能让步接收或判不合格`) : ok;
}

export function needsConcession(certificate: Certificate): Complaint | null {
  return autoResult(certificate) === "pass" ? complain("", "各项都合格，不需要让步，请直接通过") : ok;
}

/** What our laboratory found says something about its item. */
export function ownReadable({ readings }: CertificateRows, _input: unknown, typed: LineInputs): Complaint | null {
  const wrong = readings.find(({ id, value_kind }) => {
    const text = typed.get(id)?.own_value;
    return typeof text === "string" && !isReadable(value_kind, text);
  });
  return wrong ? complain("readings", `检验项目【${wrong.item}】${UNREADABLE[wrong.value_kind]}`) : ok;
}
interface CertificateRows {
  readings: readonly (Reading & { id: string })[];
}

/** What was read of one certificate, by item. */
export type Readings = ReadonlyMap<string, string | null>;

/** Equal in every item to each of the last certificates: nature does not repeat itself like that. */
export function looksCopied(own: Readings, earlier: readonly Readings[], least: number): boolean {
  if (own.size === 0 || earlier.length < least) return false;
  return earlier
    .slice(0, least)
    .every((one) => one.size === own.size && [...own].every(([item, value]) => one.get(item) === value));
}
