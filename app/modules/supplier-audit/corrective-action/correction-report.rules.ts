import {
  type Complaint,
  choice,
  complain,
  date,
  files,
  json,
  type Limits,
  type LineInputs,
  lineField,
  lines,
  longText,
  ok,
  pictures,
  quantity,
  type RuleFacts,
  text,
  type Value,
} from "~/engine/entity";
import { ANSWERING } from "./corrective-action.rules";

/** The supplier's part of the paper. */
const theirs = { writeIn: ANSWERING } as const;

/** What a supplier writes into its report, by the steps of 8D; a simple one (CAPA) has causes, measures and prevention alone. */
export const reportFields = {
  team: longText({ label: "D1 整改小组", maxLength: 500, ...theirs }),
  problem_bounds: longText({
    label: "D2 问题界定",
    maxLength: 2000,
    help: "何时、何地、何物、多少、谁发现",
    ...theirs,
  }),
  containment: longText({ label: "D3 临时措施", maxLength: 2000, ...theirs }),
  root_cause: longText({ label: "D4 发生原因", maxLength: 2000, ...theirs }),
  escape_cause: longText({ label: "D4 流出原因", maxLength: 2000, ...theirs }),
  recurrence_cause: longText({ label: "上次措施失效原因", maxLength: 2000, ...theirs }),
  prevent: longText({ label: "D7 预防与标准化", maxLength: 2000, ...theirs }),
  horizontal: longText({ label: "D7 横向展开", maxLength: 2000, ...theirs }),
  summary: longText({ label: "D8 总结", maxLength: 2000, ...theirs }),
  before_photos: pictures({ label: "整改前照片", most: 30, ...theirs }),
  after_photos: pictures({ label: "整改后照片", most: 30, ...theirs }),
  report_files: files({ label: "报告附件", ...theirs }),
} as const;

/** Parts in which a report is reviewed: each passes or comes back with a note of its own. */
export const REPORT_PARTS = {
  bounds: "小组与问题界定",
  containment: "临时措施",
  cause: "原因",
  actions: "措施",
  prevent: "预防与总结",
  proof: "照片与附件",
} as const;
export type ReportPart = keyof typeof REPORT_PARTS;
const PARTS = Object.keys(REPORT_PARTS) as ReportPart[];
/** Texts by part of the report. */
export type PartTexts = Readonly<Record<ReportPart, string>>;

/** A report as it was handed in, and a review of it: the parts that came back with what was said of each. Kept for good. */
export interface Submission {
  at: string;
  parts: PartTexts;
}
export interface Review {
  at: string;
  returned: readonly { part: ReportPart; note: string }[];
}

function isPart(value: unknown): value is ReportPart {
  return typeof value === "string" && Object.hasOwn(REPORT_PARTS, value);
}

/** What is stored of each round that was handed in, the first first. */
export function submissionsIn(value: unknown): Submission[] {
  return (Array.isArray(value) ? value : []).map((one: unknown) => {
    const { at, parts } = Object(one);
    const texts = PARTS.map((part) => [part, String(Object(parts)[part] ?? "")] as const);
    return { at: String(at), parts: Object.fromEntries(texts) as PartTexts };
  });
}

/** What is stored of each review that sent a report back, the first first. */
export function reviewsIn(value: unknown): Review[] {
  return (Array.isArray(value) ? value : []).map((one: unknown) => {
    const { at, returned } = Object(one);
    const rows: unknown[] = Array.isArray(returned) ? returned : [];
    return {
      at: String(at),
      returned: rows.flatMap((row) => {
        const { part, note } = Object(row);
        return isPart(part) ? [{ part, note: String(note ?? "") }] : [];
      }),
    };
  });
}

/** Written by the program in each round, shown side by side on the page. */
export const roundFields = {
  submissions: json({ label: "历次提交", display: (value) => `${submissionsIn(value).length}次` }),
  reviews: json({
    label: "分段评审",
    display: (value) => {
      const last = reviewsIn(value).at(-1);
      const parts = last?.returned.map(({ part, note }) => `${REPORT_PARTS[part]}（${note}）`) ?? [];
      return parts.length > 0 ? `退回${parts.join("；")}` : "—";
    },
  }),
} as const;

/** Tables of the report. */
export const reportLines = {
  contained: lines({
    label: "D3 涉及数量",
    max: 20,
    writeIn: ANSWERING,
    fields: {
      place: choice({
        label: "位置",
        required: true,
        choices: { supplier: "供方库存", transit: "在途", warehouse: "我方仓库", line: "我方产线" },
      }),
      qty: quantity({ label: "数量", required: true, min: "0" }),
      treatment: text({ label: "处理", maxLength: 200 }),
    },
  }),
  whys: lines({
    label: "D4 原因追问",
    max: 30,
    counter: "层",
    writeIn: ANSWERING,
    fields: {
      kind: choice({ label: "类别", required: true, choices: { occur: "发生", escape: "流出" } }),
      question: text({ label: "为什么", required: true, maxLength: 200 }),
      answer: text({ label: "原因", required: true, maxLength: 200 }),
      evidence: text({ label: "证据", maxLength: 200 }),
      evidence_files: files({ label: "证据附件", most: 5 }),
    },
  }),
  actions: lines({
    label: "D5 D6 措施",
    max: 50,
    counter: "项",
    writeIn: ANSWERING,
    fields: {
      kind: choice({
        label: "措施类型",
        required: true,
        choices: { containment: "临时措施", corrective: "纠正措施", preventive: "预防措施" },
      }),
      description: text({ label: "措施", required: true, maxLength: 300 }),
      owner: text({ label: "责任人", required: true, maxLength: 30 }),
      due_date: date({ label: "计划完成", required: true }),
      done_date: date({ label: "实际完成" }),
      before_photos: pictures({ label: "整改前", most: 10 }),
      after_photos: pictures({ label: "整改后", most: 10 }),
      check: choice({
        label: "核查结果",
        system: true,
        choices: { pass: "通过", fail: "不通过" },
        tones: { pass: "done", fail: "refused" },
      }),
    },
  }),
} as const;

interface Action {
  kind: string;
  description: string;
  owner: string;
  due_date: string;
  done_date: string | null;
  before_photos?: readonly Pictured[] | null;
  after_photos?: readonly Pictured[] | null;
}
interface Pictured {
  name: string;
}
/** A report as it is handed in. */
export interface Report {
  method: string;
  team: string | null;
  problem_bounds: string | null;
  containment: string | null;
  root_cause: string | null;
  escape_cause: string | null;
  recurrence_of: string | null;
  recurrence_cause: string | null;
  prevent: string | null;
  horizontal: string | null;
  summary: string | null;
  contained: readonly { place: string; qty: string; treatment: string | null }[];
  whys: readonly { kind: string; question: string; answer: string; evidence_files?: readonly Pictured[] | null }[];
  actions: readonly Action[];
  before_photos: readonly Pictured[] | null;
  after_photos: readonly Pictured[] | null;
  report_files: readonly Pictured[] | null;
}

/** A serious fault is contained before anything else: what was done, and where the goods are. */
export function containmentStated({
  containment,
  contained,
}: {
  containment: string | null;
  contained: readonly unknown[];
}): Complaint | null {
  if (!containment) return complain("containment", "请填写临时措施");
  return contained.length > 0 ? ok : complain("contained", "请填写涉及数量，没有的填0");
}

/** What has to be there before a report can be handed in. */
interface Wanted {
  method: string;
  containment: string | null;
  root_cause: string | null;
  recurrence_of: string | null;
  recurrence_cause: string | null;
  whys: readonly { kind: string }[];
  actions: readonly Done[];
  after_photos: readonly unknown[] | null;
}

/** A measure, with the photographs that show it done. */
interface Done {
  kind: string;
  done_date: string | null;
  after_photos?: readonly unknown[] | null;
}

/** What a report lacks before it can be handed in, by the names people know; empty when it is whole. */
export function missingParts(report: Wanted, { limit }: Limits): string[] {
  const { method, whys, actions } = report;
  const depth = limit("correction.whyDepth");
  const isShallow = (kind: string) => whys.filter((why) => why.kind === kind).length < depth;
  const of = (kind: string) => actions.some((action) => action.kind === kind);
  // What is shown of the whole is shown of each measure.
  const isUnseen = actions.some(
    ({ kind, done_date, after_photos }) =>
      kind !== "containment" && done_date !== null && (after_photos ?? []).length === 0,
  );
  return [
    report.root_cause ? "" : "发生原因",
    method === "d8" && !report.containment ? "临时措施" : "",
    method === "d8" && (isShallow("occur") || isShallow("escape")) ? `5Why（发生和流出各至少${depth}层）` : "",
    of("corrective") ? "" : "纠正措施",
    of("preventive") ? "" : "预防措施",
    isUnseen && (report.after_photos ?? []).length === 0 ? "整改后照片" : "",
    report.recurrence_of && !report.recurrence_cause ? "上次措施失效原因" : "",
  ].filter((part) => part !== "");
}

export function reportComplete(report: Wanted, _input: unknown, _lines: unknown, limits: Limits): Complaint | null {
  const missing = missingParts(report, limits);
  return missing.length === 0 ? ok : complain("root_cause", `请完善：${missing.join("、")}`);
}

const BLAMING = /疏忽|责任心|不认真|粗心|马虎/;
const LONG_ENOUGH = 30;

/** A cause that names nothing but careless people explains nothing; said as a hint, not as a refusal. */
export function blamesPeopleAlone(cause: string | null): boolean {
  return cause !== null && BLAMING.test(cause) && [...cause].length < LONG_ENOUGH;
}

/** Measures that are done are done today at the latest. */
export function doneByToday(
  { actions }: { actions: readonly { done_date: string | null }[] },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  const at = actions.findIndex(({ done_date }) => done_date !== null && done_date > today);
  return at < 0 ? ok : complain(lineField("actions", at + 1, "done_date"), "实际完成日期不能晚于今天");
}

/** Whoever says that a measure is done shows it. */
export function doneWithPhotos(
  { actions }: { actions: readonly object[] },
  { after_photos }: Readonly<Record<string, Value>>,
  typed: LineInputs,
): Complaint | null {
  const seen = new Set(
    actions.flatMap((action) =>
      "id" in action && "after_photos" in action && Array.isArray(action.after_photos) && action.after_photos.length > 0
        ? [action.id]
        : [],
    ),
  );
  const isUnseen = [...typed].some(
    ([id, { done_date }]) => typeof done_date === "string" && done_date !== "" && !seen.has(id),
  );
  return isUnseen && !(Array.isArray(after_photos) && after_photos.length > 0)
    ? complain("after_photos", "请上传整改后照片")
    : ok;
}

const PLACES: Readonly<Record<string, string>> = reportLines.contained.fields.place.options.choices ?? {};
const KINDS: Readonly<Record<string, string>> = reportLines.actions.fields.kind.options.choices ?? {};
const WHYS: Readonly<Record<string, string>> = reportLines.whys.fields.kind.options.choices ?? {};

/** What stands in each part of a report, as text that can be laid beside that of the next round. */
export function partTexts(report: Report): PartTexts {
  const said = (label: string, value: string | null) => (value ? [`${label}：${value}`] : []);
  const names = (label: string, found: readonly Pictured[] | null) =>
    said(label, (found ?? []).map(({ name }) => name).join("、"));
  const { contained, whys, actions } = report;
  const behind = (label: string, found: readonly Pictured[] | null | undefined) =>
    names(label, found ?? null).map((text) => `；${text}`);
  const parts: Record<ReportPart, string[]> = {
    bounds: [...said("小组", report.team), ...said("界定", report.problem_bounds)],
    containment: [
      ...said("措施", report.containment),
      ...contained.map(
        ({ place, qty, treatment }) => `${PLACES[place] ?? place} ${qty}${treatment ? `，${treatment}` : ""}`,
      ),
    ],
    cause: [
      ...said("发生", report.root_cause),
      ...said("流出", report.escape_cause),
      ...said("上次措施失效", report.recurrence_cause),
      ...whys.map(({ kind, question, answer, evidence_files }) =>
        [`${WHYS[kind] ?? kind}：${question} → ${answer}`, ...behind("证据", evidence_files)].join(""),
      ),
    ],
    actions: actions.map(({ kind, description, owner, due_date, done_date, before_photos, after_photos }) =>
      [
        `${KINDS[kind] ?? kind}：${description}（${owner}，计划${due_date}${done_date ? `，完成${done_date}` : ""}）`,
        ...behind("整改前", before_photos),
        ...behind("整改后", after_photos),
      ].join(""),
    ),
    prevent: [...said("预防", report.prevent), ...said("横向展开", report.horizontal), ...said("总结", report.summary)],
    proof: [
      ...names("整改前", report.before_photos),
      ...names("整改后", report.after_photos),
      ...names("附件", report.report_files),
    ],
  };
  return Object.fromEntries(PARTS.map((part) => [part, parts[part].join("\n")])) as PartTexts;
}

/** What is typed of a part when a report comes back. */
export const returnFields = Object.fromEntries(
  PARTS.map((part) => [
    `note_${part}`,
    longText({ label: `${REPORT_PARTS[part]}的退回意见`, maxLength: 1000, help: "填写即退回这一部分，留空为通过" }),
  ]),
);

/** Parts that come back: those with a note; where none has one, the whole report with the reason. */
export function returnedParts(
  input: Readonly<Record<string, Value>>,
  reason: string | null,
): { part: ReportPart; note: string }[] {
  const noted = PARTS.flatMap((part) => {
    const note = input[`note_${part}`];
    return typeof note === "string" && note !== "" ? [{ part, note }] : [];
  });
  return noted.length > 0 ? noted : PARTS.map((part) => ({ part, note: reason ?? "" }));
}
