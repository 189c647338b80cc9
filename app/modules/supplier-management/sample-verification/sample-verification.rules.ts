import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

export const TEST_RESULTS = { pass: "合格", fail: "不合格" } as const;

interface Test {
  item: string;
  kind: string | null;
  lower: string | null;
  upper: string | null;
  value: string | null;
  verdict: string | null;
}

/** What a test says: a measured value lies between the limits, an empty limit is open; anything else is said by whoever tested. */
export function judgeOf({ kind, lower, upper, value, verdict }: Test): string | null {
  if (kind !== "quantitative") return verdict === null ? null : (TEST_RESULTS[verdict as "pass" | "fail"] ?? null);
  if (value === null) return null;
  const isLow = lower !== null && decimal(value).lt(decimal(lower));
  const isHigh = upper !== null && decimal(value).gt(decimal(upper));
  return isLow || isHigh ? TEST_RESULTS.fail : TEST_RESULTS.pass;
}

/** Limits stand the right way round. */
export function limitsFit({ tests }: { tests: readonly Test[] }): Complaint | null {
  const at = tests.findIndex(
    ({ lower, upper }) => lower !== null && upper !== null && decimal(lower).gt(decimal(upper)),
  );
  return at < 0 ? ok : complain(lineField("tests", at + 1, "upper"), "上限不能小于下限");
}

/** Every test has an outcome, and one that failed keeps the whole from passing. */
export function testsDone(
  { tests }: { tests: readonly Test[] },
  { result }: Readonly<Record<string, unknown>>,
): Complaint | null {
  if (tests.length === 0) return complain("tests", "请先填写检测项目和结果");
  const open = tests.find((test) => judgeOf(test) === null);
  if (open) return complain("tests", `检测项目【${open.item}】还没有结果`);
  if (result !== "pass" && result !== "fail") return complain("result", "请选择检测结论");
  const failed = tests.some((test) => judgeOf(test) === TEST_RESULTS.fail);
  return failed && result === "pass" ? complain("result", "存在不合格项目，结论不能为合格") : ok;
}

/** A sample that passed and has to be tried goes on trial before it is decided. */
export function trialNotSkipped(
  { need_trial }: { need_trial: boolean },
  { result }: Readonly<Record<string, unknown>>,
): Complaint | null {
  return need_trial && result === "pass" ? complain("result", "检测合格且需要小批试用，请用“转小批试用”") : ok;
}

/** A trial takes place somewhere, with so much, after a test that was passed. */
export function trialPlanned(_record: unknown, input: Readonly<Record<string, unknown>>): Complaint | null {
  if (input.result !== "pass") return complain("result", "检测合格才能转小批试用");
  if (!input.trial_factory_id) return complain("trial_factory_id", "请选择试用工厂");
  return input.trial_qty ? ok : complain("trial_qty", "请填写试用数量");
}

export function trialReported(_record: unknown, input: Readonly<Record<string, unknown>>): Complaint | null {
  if (!input.trial_result) return complain("trial_result", "请选择试用结论");
  return hasFiles(input.trial_files) ? ok : complain("trial_files", "请上传试用报告");
}

/** What the supplier says when it sends a sample. */
export function sentWithDocuments(_record: unknown, input: Readonly<Record<string, unknown>>): Complaint | null {
  if (!input.express_no) return complain("express_no", "请填写快递单号");
  if (!input.batch_no) return complain("batch_no", "请填写样品批号");
  return hasFiles(input.supplier_coa) ? ok : complain("supplier_coa", "请上传检验报告");
}

const hasFiles = (value: unknown) => Array.isArray(value) && value.length > 0;

export function everythingPassed({
  result,
  trial_result,
}: {
  result: string | null;
  trial_result: string | null;
}): Complaint | null {
  return result === "pass" && trial_result !== "fail" ? ok : complain("", "检测或试用不合格，请用“判不合格”");
}

/** The day is still to come while the sample is asked for. */
export function dayToCome(
  { state, require_date }: { state: string | null; require_date: string },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return state === "requested" && require_date < today ? complain("require_date", "要求送达日期不能早于今天") : ok;
}
