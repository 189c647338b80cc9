import type { Context } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, lineField, number, type Value } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { preqApplication } from "./preq-application.entity";

type PreqApplicationRecord = RecordFor<"supplier-onboarding/preq-application">;

const PREQ = "supplier-onboarding/prequalification";
const CERTIFICATE = "supplier-management/supplier-certificate";
const { key } = preqApplication;

const figure = number({ label: "应答", precision: 24, scale: 6 });
/** What an answer keeps of the condition it answers. */
const KEPT = [
  "code",
  "group",
  "title",
  "expected",
  "kind",
  "answer_type",
  "evidence_type",
  "required",
  "max_score",
] as const;

async function procedureOf(context: Context, record: PreqApplicationRecord) {
  const columns = ["id", "number", "title", "state", "mode", "deadline", "appeal_until", "contact"] as const;
  if (!record.prequalification_id) return undefined;
  const own = [where.eq("id", record.prequalification_id)];
  const [row] = await unscopedRows(context, PREQ, columns, own);
  return row;
}

function isOver(context: Context, deadline: unknown): boolean {
  return new Date(String(deadline)).getTime() <= context.now.getTime();
}

/** The conditions of the procedure as questions of this application, in their order. */
async function questions(context: Context, record: PreqApplicationRecord): Promise<AnyLine[]> {
  const own = [where.eq("root_id", String(record.prequalification_id))];
  const rows = await unscopedLines(context, {
    entityKey: PREQ,
    lines: "criteria",
    columns: [...KEPT, "line_no"],
    where: own,
  });
  const sorted = rows.sort((a, b) => Number(a.line_no) - Number(b.line_no));
  return sorted.map((row, at) => ({
    ...(Object.fromEntries(KEPT.map((name) => [name, row[name] ?? null])) as Record<string, Value>),
    value: null,
    files: null,
    result: null,
    points: null,
    note: null,
    id: context.services.newId(),
    line_no: (at + 1) * LINE_STEP,
  }));
}

/** Another application of the same company that still counts. */
async function otherOf(
  context: Context,
  record: PreqApplicationRecord,
  states: readonly string[],
): Promise<string | null> {
  const [other] = await unscopedRows(
    context,
    key,
    ["number"],
    [
      where.eq("prequalification_id", String(record.prequalification_id)),
      where.eq("supplier_id", String(record.supplier_id)),
      where.oneOf("state", states),
      where.not(where.eq("id", record.id)),
    ],
  );
  return other ? String(other.number) : null;
}

async function onlyOne(context: Context, record: PreqApplicationRecord): Promise<Finding[]> {
  const other = await otherOf(context, record, ["submitted"]);
  return other ? [{ check: "other", level: "block", text: `您已提交申请【${other}】` }] : [];
}

/** Whether it is still time, in the words of the catalogue. */
async function inTime(context: Context, record: PreqApplicationRecord): Promise<Finding[]> {
  const row = await procedureOf(context, record);
  const isLate = row?.state !== "published" || isOver(context, row.deadline);
  return isLate ? [{ check: "deadline", level: "block", text: "已过申请截止时间，不能提交" }] : [];
}

/** Certificates that are named still hold on the last day, and those that are asked for are there. */
async function evidenceHolds(context: Context, record: PreqApplicationRecord): Promise<Finding[]> {
  const row = await procedureOf(context, record);
  const lastDay = dayOf(new Date(String(row?.deadline)));
  const ids = linesOf(record, "evidence").map(({ certificate_id: id }) => String(id));
  const columns = ["id", "certificate_name", "certificate_type", "valid_to"] as const;
  const held = ids.length === 0 ? [] : await unscopedRows(context, CERTIFICATE, columns, [where.oneOf("id", ids)]);
  const findings: Finding[] = held
    .filter(({ valid_to: day }) => day !== null && day < lastDay)
    .map(({ certificate_name: name }) => ({
      check: "expired",
      level: "block",
      text: `佐证【${String(name)}】在申请截止日已过期`,
    }));
  const types = new Set<Value>(held.map(({ certificate_type: type }) => type));
  const lacking = linesOf(record, "answers").find(
    ({ required, evidence_type: type }) => required === true && type !== null && !types.has(type as Value),
  );
  if (lacking)
    findings.push({
      check: "evidence",
      level: "block",
      text: `条件【${String(lacking.title)}】须列出对应的佐证证照`,
    });
  return findings;
}

/** States of a procedure whose verdicts stand. */
const SETTLED = ["pending", "announced", "finished", "cancelled"];

async function beingJudged(context: Context, record: PreqApplicationRecord): Promise<Finding[]> {
  const row = await procedureOf(context, record);
  const isSettled = row === undefined || SETTLED.includes(row.state);
  return isSettled ? [{ check: "state", level: "block", text: "预审结果已提交，不能再评审" }] : [];
}

async function mayAppeal(context: Context, record: PreqApplicationRecord): Promise<Finding[]> {
  const row = await procedureOf(context, record);
  const isOpen = typeof row?.appeal_until === "string" && row.appeal_until >= dayOf(context.now);
  return isOpen ? [] : [{ check: "window", level: "block", text: "异议期已过，不能提出异议" }];
}

export const preqApplicationServer: EntityServer<"supplier-onboarding/preq-application"> = {
  async prepare({ context, record, before }) {
    // Whatever a caller brings: the questions are those of the procedure.
    if (!before) putLines(record, "answers", record.prequalification_id ? await questions(context, record) : []);
  },
  async beforeSave({ context, record, before }): Promise<Complaint[]> {
    const complaints: Complaint[] = [];
    const row = await procedureOf(context, record);
    const at = "prequalification_id";
    if (before && before.prequalification_id !== record.prequalification_id)
      complaints.push(complain(at, "已报名的申请不能换到另一次资格预审"));
    else if (row && (row.state !== "published" || isOver(context, row.deadline)) && record.state === "filling")
      complaints.push(complain(at, "已过申请截止时间，不能提交"));
    else if (!before && row?.mode === "invite" && context.actor.supplierId)
      complaints.push(complain(at, "这次资格预审只邀请名单内的供应商"));
    const other = !before && context.actor.supplierId ? await otherOf(context, record, ["filling", "submitted"]) : null;
    if (other) complaints.push(complain(at, `您已报名这次资格预审，请填写申请【${other}】`));
    for (const [index, line] of linesOf(record, "answers").entries()) {
      if (line.answer_type !== "number" || typeof line.value !== "string") continue;
      const reading = kindOf(figure).read(line.value, figure.options, dayOf(context.now));
      if ("complaint" in reading)
        complaints.push(complain(lineField("answers", index + 1, "value"), reading.complaint));
      else line.value = reading.value === null ? null : decimal(String(reading.value)).toFixed();
    }
    return complaints;
  },
  transitions: {
    submit: {
      async check(context, record) {
        return [
          ...(await inTime(context, record)),
          ...(await onlyOne(context, record)),
          ...(await evidenceHolds(context, record)),
        ];
      },
    },
    revise: { check: inTime },
    withdraw: { check: inTime },
    evaluate: { check: beingJudged },
    evaluate_quality: { check: beingJudged },
    evaluate_finance: { check: beingJudged },
    clarify: { check: beingJudged },
    judge: { check: beingJudged },
    appeal: { check: mayAppeal },
  },
};
