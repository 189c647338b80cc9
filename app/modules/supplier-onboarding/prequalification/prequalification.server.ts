import { may } from "~/engine/access/permissions";
import { flowFor } from "~/engine/approval/flow.server";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyLine, Value } from "~/engine/entity";
import type { ColumnOf, RecordFor, TransitionOf } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { refuseIf } from "~/engine/errors";
import { scanStates } from "~/engine/files/download.server";
import { refsOf } from "~/engine/files/file-fields";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { fileNames, shownFiles } from "~/engine/screen/record-files.server";
import { openTask } from "~/engine/tasks/tasks.server";
import { addWorkdays, chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { preqApplication } from "../preq-application/preq-application.entity";
import { inviteMailbox } from "../registration-invite/registration-invite.server";
import { procedureFor, publicQuestions } from "./notices.server";
import { prequalification } from "./prequalification.entity";
import { CRITERION_GROUPS, FINANCE_GROUPS, openLongEnough, QUALITY_GROUPS } from "./prequalification.rules";

type PrequalificationRecord = RecordFor<"supplier-onboarding/prequalification">;

const { key } = prequalification;
const APPLICATION = "supplier-onboarding/preq-application";
const TEMPLATE = "supplier-management/scoring-template";
const SUPPLIER = "supplier-management/supplier";
const ACCOUNT = "supplier-management/supplier-bank-account";
/** States of an application that was handed in. */
const HANDED_IN = ["submitted", "reviewing", "clarifying", "passed", "failed"];
/** Applicants side by side in the matrix; more are read in the list of applications. */
const MOST_COLUMNS = 20;

function about(record: PrequalificationRecord) {
  return {
    values: {
      number: String(record.number),
      title: String(record.title),
      deadline: chinaTime(String(record.deadline)),
    },
    record: { entity: key, id: record.id, number: String(record.number) },
  };
}

async function applicationsOf<const C extends ColumnOf<typeof APPLICATION>>(
  context: Context,
  record: PrequalificationRecord,
  columns: readonly C[],
) {
  return unscopedRows(
    context,
    APPLICATION,
    ["id", "state", "supplier_id", ...columns],
    [where.eq("prequalification_id", record.id)],
  );
}

/** Conditions of the template: what is judged by yes or no must be met, the rest is scored. */
async function criteriaOf(context: Context, templateId: unknown): Promise<AnyLine[]> {
  const names = ["item", "requirement", "method", "max_score", "line_no"] as const;
  const own = [where.eq("root_id", String(templateId))];
  const rows = await unscopedLines(context, { entityKey: TEMPLATE, lines: "items", columns: names, where: own });
  const sorted = rows.sort((a, b) => Number(a.line_no) - Number(b.line_no));
  return sorted.map((row, at) => {
    const isMet = row.method === "yes_no";
    const values: Record<string, Value> = {
      code: String(at + 1),
      group: "legal",
      title: row.item,
      kind: isMet ? "pass_fail" : "score",
      answer_type: isMet ? "bool" : "text",
      expected: typeof row.requirement === "string" ? row.requirement.slice(0, 200) : null,
      evidence_type: null,
      required: true,
      max_score: isMet ? null : row.max_score,
    };
    return { ...values, id: context.services.newId(), line_no: (at + 1) * LINE_STEP };
  });
}

/** Gives a supplier its application, to be filled in. */
async function enter(context: Context, prequalification_id: string, supplier_id: string): Promise<void> {
  const screen = context.services.registry.screen(APPLICATION);
  if (!screen) throw new Error("applications have no screen");
  await createRecord(consequenceOf(context), { screen, values: { prequalification_id, supplier_id } });
}

/** Each invited supplier gets its application, others a mail with a code that leads them to the registration. */
async function invite(context: Context, record: PrequalificationRecord): Promise<void> {
  const invitees = linesOf(record, "invitees");
  const known = invitees.flatMap(({ supplier_id: id }) => (typeof id === "string" ? [id] : []));
  for (const supplierId of known) await enter(context, record.id, supplierId);
  if (known.length > 0) await notify(context, { scenario: "preq.invited", ...about(record), toSuppliers: known });
  const mailboxes = invitees.flatMap(({ supplier_id: id, email }) =>
    id === null && typeof email === "string" ? [email] : [],
  );
  for (const email of mailboxes) await inviteMailbox(context, { email, prequalificationId: record.id });
}

/** A company that registered for a prequalification has become a supplier: it goes on with its application there. */
export async function enterProcedure(context: Context, id: string, supplierId: string): Promise<void> {
  const procedure = await procedureFor(context, { id });
  if (!procedure) return;
  await enter(context, id, supplierId);
  const { number, title, deadline } = procedure;
  await notify(context, {
    scenario: "preq.invited",
    values: { number, title, deadline },
    record: { entity: key, id, number },
    toSuppliers: [supplierId],
  });
}

async function notifyApplicants(
  context: Context,
  record: PrequalificationRecord,
  scenario: "preq.extended" | "preq.cancelled",
  states: readonly string[],
): Promise<void> {
  const rows = await applicationsOf(context, record, []);
  const notified = rows.filter(({ state }) => states.includes(state)).map(({ supplier_id: id }) => id);
  if (notified.length > 0) await notify(context, { scenario, ...about(record), toSuppliers: notified });
}

async function transitionApplications(
  context: Context,
  record: PrequalificationRecord,
  moveOf: (row: Readonly<Record<string, unknown>>) => TransitionOf<typeof APPLICATION> | null,
): Promise<void> {
  const own = consequenceOf(context);
  const entity = context.services.registry.entity(APPLICATION);
  for (const row of await applicationsOf(context, record, ["verdict"])) {
    const name = moveOf(row);
    if (name) await applyTransition(own, { entity, id: row.id, name });
  }
}

/** Applicants that look like one hand: the same person, telephone, bank account or address (catalogue). */
async function relatedParties(context: Context, record: PrequalificationRecord): Promise<string | null> {
  const rows = await applicationsOf(context, record, []);
  const ids = rows.filter(({ state }) => state === "submitted").map(({ supplier_id: id }) => id);
  if (ids.length < 2) return null;
  const suppliers = await ask(context, SUPPLIER, "registered", ids);
  const names = new Map(suppliers.map(({ id, name }) => [id, name]));
  const phones = await ask(context, SUPPLIER, "contacts", ids);
  const accounts = await unscopedRows(
    context,
    ACCOUNT,
    ["supplier_id", "account_no"],
    [where.oneOf("supplier_id", ids)],
  );
  const marks: [kind: string, value: unknown, supplier: unknown][] = [
    ...suppliers.map((one): [string, unknown, unknown] => ["法定代表人", one.legalPerson, one.id]),
    ...suppliers.map((one): [string, unknown, unknown] => ["注册地址", one.registeredAddress, one.id]),
    ...phones.map((one): [string, unknown, unknown] => ["联系电话", one.phone, one.supplierId]),
    ...accounts.map((one): [string, unknown, unknown] => ["银行账户", one.account_no, one.supplier_id]),
  ];
  const held = new Map<string, { kind: string; suppliers: Set<string> }>();
  for (const [kind, value, supplier] of marks) {
    if (!value) continue;
    const group = held.get(`${kind} ${String(value)}`) ?? { kind, suppliers: new Set<string>() };
    held.set(`${kind} ${String(value)}`, group);
    group.suppliers.add(String(supplier));
  }
  const texts = [...held.values()].flatMap(({ kind, suppliers: found }) =>
    found.size > 1 ? [`检测到关联申请方：${[...found].map((id) => names.get(id)).join("、")}（${kind}相同）`] : [],
  );
  return texts.length > 0 ? [...new Set(texts)].join("\n") : null;
}

/** Applications that were handed in are opened, the others lapse; whoever judges them is told. */
async function beginReview(context: Context, record: PrequalificationRecord): Promise<void> {
  const text = await relatedParties(context, record);
  await transitionApplications(context, record, ({ state }) =>
    state === "submitted" ? "open_review" : state === "filling" ? "lapse" : null,
  );
  if (text) {
    const entity = context.services.registry.entity(key);
    await applyTransition(consequenceOf(context), { entity, id: record.id, name: "note_related", input: { text } });
  }
  const groups = linesOf(record, "criteria").map(({ group }) => String(group));
  const has = (wanted: readonly string[]) => groups.some((one) => wanted.includes(one));
  await notify(context, {
    scenario: "preq.review",
    ...about(record),
    to: [String(record.contact)],
    toRoles: [...(has(QUALITY_GROUPS) ? ["qa"] : []), ...(has(FINANCE_GROUPS) ? ["finance"] : [])],
  });
}

async function resultFindings(context: Context, record: PrequalificationRecord): Promise<Finding[]> {
  const rows = await applicationsOf(context, record, ["number", "verdict"]);
  const judged = rows.filter(({ state }) => state === "reviewing" || state === "clarifying");
  const open = judged.filter(({ state, verdict }) => state === "clarifying" || verdict === null);
  const findings: Finding[] = open.map(({ number, state }) => ({
    check: "judged",
    level: "block",
    text: `申请${String(number)}${state === "clarifying" ? "还在等待澄清" : "还没有结论"}，不能提交结果`,
  }));
  const passed = judged.filter(({ verdict }) => verdict === "pass").length;
  const limit = record.pass_limit === null ? null : Number(record.pass_limit);
  if (limit !== null && passed > limit)
    findings.push({ check: "limit", level: "block", text: `通过${passed}家，超过入围数量上限${limit}家` });
  // With fewer companies the buyer thinks about another round.
  const fewest = await limitFor(context, "prequalification.fewestPassed");
  if (record.mode === "open" && passed < fewest)
    findings.push({ check: "few", level: "warn", text: `通过单位不足${fewest}家，请考虑重新发布` });
  if (record.state === "evaluating" && !(await flowFor(context, prequalification, record)))
    findings.push({ check: "flow", level: "warn", text: "没有适用的审批流程，提交后直接公示，请说明依据" });
  return findings;
}

/** Each applicant gets its own verdict, of which its application tells it. */
async function announceResults(context: Context, record: PrequalificationRecord): Promise<void> {
  await transitionApplications(context, record, ({ state, verdict }) =>
    state !== "reviewing" ? null : verdict === "pass" ? "announce_pass" : "announce_fail",
  );
}

async function finishFindings(context: Context, record: PrequalificationRecord): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (String(record.appeal_until) >= dayOf(context.now))
    findings.push({ check: "window", level: "block", text: `异议期至${String(record.appeal_until)}，之后才能完成` });
  const rows = await applicationsOf(context, record, ["number", "appeal", "appeal_answer"]);
  for (const { number } of rows.filter((one) => one.appeal !== null && one.appeal_answer === null))
    findings.push({ check: "appeal", level: "block", text: `申请${String(number)}的异议还没有答复` });
  return findings;
}

/** Passed companies that are no suppliers of ours yet: their admission is the next step. */
async function offerAdmissions(context: Context, record: PrequalificationRecord): Promise<void> {
  const rows = await applicationsOf(context, record, []);
  const ids = rows.filter(({ state }) => state === "passed").map(({ supplier_id: id }) => id);
  if (ids.length === 0) return;
  const potential = await ask(context, SUPPLIER, "listed", { ids, stages: ["potential"] });
  for (const { id, name } of potential)
    await openTask(context, {
      title: `${name}通过资格预审，请发起准入`,
      entity: SUPPLIER,
      recordId: id,
      assignee: String(record.contact),
      due: null,
    });
}

/** Invited, signed up, handed in, passed: how many are left at each step. */
async function funnel(context: Context, record: PrequalificationRecord): Promise<RecordChart> {
  const rows = await applicationsOf(context, record, []);
  const counted = (states: readonly string[]) => rows.filter(({ state }) => states.includes(state)).length;
  const values = [linesOf(record, "invitees").length, rows.length, counted(HANDED_IN), counted(["passed"])];
  return {
    kind: "chart",
    title: "通过漏斗",
    chart: {
      kind: "funnel",
      caption: "各步骤的企业数",
      axis: "步骤",
      unit: "家",
      labels: ["邀请", "报名", "提交", "通过"],
      series: [{ label: "企业", values: values.map(String) }],
    },
  };
}

/** Files beside answers, by application and line, with the ways on which those who may read the application get them. */
async function papersOf(
  context: Context,
  answers: readonly { root_id: string; line_no: unknown; files: Value }[],
): Promise<ReadonlyMap<string, RecordTable["table"]["rows"][number]["cells"][number]>> {
  const brought = answers.filter(({ files }) => refsOf(files).length > 0);
  const scans = await scanStates(
    context,
    brought.flatMap(({ files }) => refsOf(files).map(({ id }) => id)),
  );
  const screen = context.services.registry.mainScreen(APPLICATION);
  return new Map(
    brought.map(({ root_id: id, line_no: line, files }) => [
      `${id} ${Number(line)}`,
      {
        text: fileNames(files),
        files: shownFiles(preqApplication.lines.answers.fields.files, files, {
          path: `${recordPath(screen, id)}/files`,
          scans,
        }),
      },
    ]),
  );
}

/** Conditions against applicants: what each answered and how it was judged. Only once the answers are open. */
async function matrix(context: Context, record: PrequalificationRecord): Promise<RecordTable[]> {
  const open = ["reviewing", "clarifying", "passed", "failed"];
  const all = await applicationsOf(context, record, ["number"]);
  const rows = all
    .filter(({ state }) => open.includes(state))
    .sort((a, b) => String(a.number).localeCompare(String(b.number)))
    .slice(0, MOST_COLUMNS);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const applicants = rows.map(({ supplier_id: id }) => id);
  const suppliers = await ask(context, SUPPLIER, "names", applicants);
  const names = new Map(suppliers.map(({ id, name }) => [id, name]));
  const columns = ["root_id", "line_no", "value", "files", "result", "points"] as const;
  const answers = await unscopedLines(context, {
    entityKey: APPLICATION,
    lines: "answers",
    columns,
    where: [where.oneOf("root_id", ids)],
  });
  const at = new Map(answers.map((one) => [`${one.root_id} ${Number(one.line_no)}`, one]));
  const shown = (applicant: string, line: number) => {
    const one = at.get(`${applicant} ${line}`);
    const judged = one?.points ? `${one.points}分` : one?.result === "pass" ? "通过" : one?.result ? "不通过" : "";
    const text = [one?.value ? one.value : "—", judged].filter(Boolean).join(" · ");
    return { text, ...(one?.result === "fail" ? { tone: "refused" as const } : {}) };
  };
  const criteria = linesOf(record, "criteria").sort((a, b) => a.line_no - b.line_no);
  const papers = await papersOf(context, answers);
  return [
    {
      kind: "table",
      title: "条件与申请方",
      table: {
        caption: "各申请方对每项条件的应答和判定",
        columns: [
          { key: "criterion", label: "条件", align: "start" as const },
          ...rows.map(({ id, supplier_id: supplier }) => ({
            key: id,
            label: names.get(supplier) ?? "",
            align: "start" as const,
          })),
        ],
        rows: criteria.flatMap((one, index) => {
          const line = (index + 1) * LINE_STEP;
          const brought = ids.map((id) => papers.get(`${id} ${line}`));
          const answered = {
            id: one.id,
            cells: [
              { text: `${CRITERION_GROUPS[one.group as keyof typeof CRITERION_GROUPS]}：${String(one.title)}` },
              ...ids.map((id) => shown(id, line)),
            ],
          };
          if (brought.every((cell) => cell === undefined)) return [answered];
          const cells = [{ text: `${String(one.title)}：佐证文件` }, ...brought.map((cell) => cell ?? { text: "—" })];
          return [answered, { id: `${one.id} files`, cells }];
        }),
      },
    },
  ];
}

export const prequalificationServer: EntityServer<"supplier-onboarding/prequalification"> = {
  publishes: publicQuestions,
  async prepare({ context, record }) {
    if (linesOf(record, "criteria").length === 0 && record.template_id)
      putLines(record, "criteria", await criteriaOf(context, record.template_id));
  },
  async extra(context, _screen, ids) {
    const own = where.oneOf("prequalification_id", ids);
    const [handedIn, passed] = await unscopedCountsBy(context, APPLICATION, "prequalification_id", [
      [own, where.oneOf("state", HANDED_IN)],
      [own, where.eq("state", "passed")],
    ]);
    return new Map(
      ids.map((id) => [id, { application_count: handedIn?.get(id) ?? 0, passed_count: passed?.get(id) ?? 0 }]),
    );
  },
  async sections(context, record) {
    const { actor } = context;
    if (actor.supplierId || record.publish_at === null || !may(actor.permissions, "preq-application.get")) return [];
    return [...(await matrix(context, record)), await funnel(context, record)];
  },
  transitions: {
    publish: {
      async effect(context, { record, today }) {
        refuseIf(openLongEnough(record, today, await limitFor(context, "prequalification.openDays")));
      },
    },
    submit_result: {
      check: resultFindings,
      async effect(context, { set, today }) {
        set({ appeal_until: addWorkdays(today, await limitFor(context, "prequalification.appealDays")) });
      },
    },
    finish: { check: finishFindings },
  },
  async afterTransition({ context, transition, record, before }) {
    if (transition === "publish") await invite(context, record);
    if (transition === "extend") await notifyApplicants(context, record, "preq.extended", ["filling", "submitted"]);
    if (transition === "close_apply") await beginReview(context, record);
    if (transition === "cancel") {
      await notifyApplicants(context, record, "preq.cancelled", ["filling", "submitted", "reviewing", "clarifying"]);
      const open = ["filling", "submitted", "reviewing", "clarifying"];
      await transitionApplications(context, record, ({ state }) => (open.includes(String(state)) ? "call_off" : null));
    }
    if (record.state === before.state) return;
    if (record.state === "announced") await announceResults(context, record);
    if (record.state === "finished") await offerAdmissions(context, record);
  },
};
