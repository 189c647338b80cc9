import type { Actor, Context } from "~/engine/context.server";
import type { DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { loadActor } from "~/engine/session/actor.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";

const ADMISSION = "supplier-management/admission";
const AUDIT = "supplier-management/supplier-audit";
const SAMPLE = "supplier-management/sample-verification";
const TEMPLATE = "supplier-management/scoring-template";

/** A case of the past: which of the suppliers of a kind of material, when it began, and how many days each stretch of it took. */
interface Story {
  type: string;
  nth: number;
  begun: number;
  /** Days of the desk check, of the verification, of the assessment, of the approval. */
  days: readonly [trial: number, proof: number, assessment: number, approval: number];
  note: string;
  amount: string;
  end: "qualified" | "conditional" | "unqualified" | "open";
  /** The sample comes back with a failed test. */
  sampleFails?: true;
}

const STORIES: readonly Story[] = [
  {
    ...{ type: "Y02", nth: 1, begun: 138, days: [6, 27, 4, 2], amount: "860000", end: "qualified" },
    note: "主供产能吃紧，增加一个规格作备份。",
  },
  {
    ...{ type: "Y03", nth: 1, begun: 121, days: [3, 19, 6, 1], amount: "2400000", end: "qualified" },
    note: "新品需要高油酸葵花籽油。",
  },
  {
    ...{ type: "B01", nth: 2, begun: 104, days: [2, 12, 2, 1], amount: "540000", end: "qualified" },
    note: "华中工厂就近配套纸箱。",
  },
  {
    ...{ type: "F01", nth: 1, begun: 92, days: [8, 24, 7, 4], amount: "380000", end: "conditional" },
    note: "引入第二家香辛料供应商，压缩采购成本。",
  },
  {
    ...{
      type: "Y04",
      nth: 1,
      begun: 77,
      days: [5, 33, 5, 3],
      amount: "1750000",
      end: "unqualified",
      sampleFails: true,
    },
    note: "坚果旺季备货，增加货源。",
  },
  {
    ...{ type: "B02", nth: 2, begun: 58, days: [2, 15, 3, 2], amount: "620000", end: "qualified" },
    note: "替换透氧率不合格的薄膜。",
  },
  {
    ...{ type: "Y07", nth: 1, begun: 39, days: [4, 28, 3, 0], amount: "930000", end: "open" },
    note: "脱水蔬菜目前只有一家供货。",
  },
];

export interface LoadAdmittedInput {
  organisation: Organisation;
  staff: Staff;
  suppliers: readonly DemoSupplier[];
  sheet: string;
}

/** Cases that went all the way: admitted, admitted on condition, turned down, and one that a committee is looking at. */
export async function loadAdmitted(
  writer: DemoWriter,
  { organisation, staff: { manager }, suppliers, sheet }: LoadAdmittedInput,
): Promise<void> {
  const bySystem = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 10));
  const [row] = await unscopedRows(
    bySystem(0),
    "system-management/user",
    ["id"],
    [where.eq("accountname", "qamanager1")],
  );
  const qaManager = await loadActor(writer.services, String(row?.id));
  const [qa] = await unscopedRows(bySystem(0), "system-management/user", ["id"], [where.eq("accountname", "qa1")]);
  const [org] = await unscopedRows(bySystem(0), "master-data/purchase-org", ["id"], []);
  const [factory] = await unscopedRows(bySystem(0), "master-data/factory", ["id"], []);
  const [auditSheet] = await unscopedRows(
    bySystem(0),
    TEMPLATE,
    ["id"],
    [where.eq("usage", "onsite_audit"), where.eq("state", "published")],
  );
  for (const story of STORIES) {
    const supplier = suppliers.filter(({ isAdmitted, type }) => isAdmitted && type === story.type)[story.nth];
    if (!supplier) continue;
    const type = organisation.materialTypes.get(story.type);
    const materials = await unscopedRows(
      bySystem(0),
      "master-data/material",
      ["id"],
      [where.eq("material_type_id", String(type)), where.eq("material_status", "active")],
    );
    const material = materials.at(-1);
    if (!material) continue;
    const values = {
      supplier_id: supplier.id,
      admission_type: "new_material",
      purchase_org_id: String(org?.id),
      material_type_id: type,
      demand_reason: story.end === "conditional" ? "cost" : "capacity",
      reason_note: story.note,
      annual_amount: story.amount,
      template_id: sheet,
      buyer_id: supplier.buyer.actor.id,
      materials: [{ material_id: material.id, factory_id: String(factory?.id), tier: "backup" }],
      assessors: [{ user_id: manager.id }, { user_id: qaManager.id }],
    };
    const people = { buyer: supplier.buyer.actor, manager, qaManager, qa: String(qa?.id) };
    const telling = { story, values, people, auditSheet: String(auditSheet?.id) };
    // What people say is written as by them, which is a transaction of their own each time.
    const id = await writer.together(bySystem(story.begun), () => prove(writer, telling));
    await decide(writer, id, telling);
  }
}

interface Telling {
  story: Story;
  values: Readonly<Record<string, unknown>>;
  people: { buyer: Actor; manager: Actor; qaManager: Actor; qa: string };
  auditSheet: string;
}

/** When the stretches of a case ended, in days before today. */
function endsOf({ begun, days: [trial, proof, assessment, approval] }: Story) {
  const passed = begun - trial;
  const proven = passed - proof;
  const concluded = proven - assessment;
  return { passed, proven, concluded, approved: concluded - approval };
}

/** A case from its draft to the assessment. */
async function prove(writer: DemoWriter, { story, values, people, auditSheet }: Telling): Promise<string> {
  const { qa } = people;
  const at = (days: number, hour = 10) => writer.context(writer.moment(writer.daysAgo(days), hour));
  const { entity } = writer.screen(ADMISSION);
  const { passed, proven } = endsOf(story);
  const { id } = await writer.create(at(story.begun, 9), ADMISSION, values);
  const transition = (context: Context, name: string, more: object = {}) =>
    applyTransition(context, { entity, id, name, ...more });
  await transition(at(story.begun), "submit");
  const begun = (await openRecord(at(0), { entity, id })).record;
  const lineInput = Object.fromEntries(linesOf(begun, "checklist").map((row) => [row.id, { result: "ok" }]));
  await transition(at(passed), "judge", { lineInput });
  await transition(at(passed, 14), "pass_first", { reason: "资料齐全，进入验证。" });
  if (begun.need_sample === true)
    await transition(at(passed, 15), "request_samples", {
      input: {
        qty: "2",
        require_date: writer.daysAgo(passed - 7),
        receiver: qa,
        send_address: "澜川工厂质量化验室",
      },
    });
  if (begun.need_audit === true) {
    await transition(at(passed, 16), "plan_audit", {
      input: { template: auditSheet, mode: "remote", plan_date: writer.daysAgo(passed - 9), leader: qa },
    });
    const { audit_id: auditId } = (await openRecord(at(0), { entity, id })).record;
    await carryOut(writer, String(auditId), passed - 9, story.nth);
  }
  if (begun.need_sample === true)
    await testSample(writer, id, { asked: passed, proven, fails: story.sampleFails === true });
  // A failed sample leaves it to people whether the case goes on.
  if (story.sampleFails) await transition(at(proven, 15), "verified");
  return id;
}

/** What the committee and the approver say. */
async function decide(writer: DemoWriter, id: string, { story, people }: Telling): Promise<void> {
  const { buyer, manager, qaManager } = people;
  const at = (days: number, actor: Actor, hour: number) =>
    writer.context(writer.moment(writer.daysAgo(days), hour), actor);
  const { entity } = writer.screen(ADMISSION);
  const { concluded, approved } = endsOf(story);
  const transition = (context: Context, name: string, more: object = {}) =>
    applyTransition(context, { entity, id, name, ...more });
  await transition(at(concluded + 1, manager, 11), "vote", {
    input: story.sampleFails
      ? { vote: "oppose", opinion: "样品水分超标，不建议引入。" }
      : { vote: "agree", opinion: "价格有竞争力，同意引入。" },
  });
  if (story.end === "open") return;
  const isConditional = story.end === "conditional";
  await transition(at(concluded, qaManager, 9), "vote", {
    input: story.sampleFails
      ? { vote: "oppose", opinion: "同意不引入。" }
      : { vote: "agree", opinion: isConditional ? "须补齐体系证书。" : "质量保证能力符合要求。" },
  });
  if (story.end === "unqualified") {
    await transition(at(concluded, buyer, 15), "refuse", { reason: "样品验证不合格，本次不予引入。" });
    return;
  }
  const condition = isConditional
    ? { condition_note: "六个月内取得HACCP体系证书，逾期暂停供货。", condition_due: writer.daysAgo(concluded - 180) }
    : {};
  await transition(at(concluded, buyer, 14), "conclude", { input: { conclusion: story.end, ...condition } });
  await transition(at(concluded, buyer, 15), "submit_approval");
  await transition(at(approved, manager, 16), "approve");
}

/** An audit from the notice to the approved report, with a mild observation here and there. */
async function carryOut(writer: DemoWriter, id: string, day: number, nth: number): Promise<void> {
  const at = (days: number, hour = 10) => writer.context(writer.moment(writer.daysAgo(days), hour));
  const screen = writer.screen(AUDIT);
  const { entity } = screen;
  await applyTransition(at(day + 8), { entity, id, name: "notify" });
  await applyTransition(at(day, 9), { entity, id, name: "start" });
  const { record } = await openRecord(at(day), { entity, id });
  const items = linesOf(record, "items").map((row, index) => ({
    id: row.id,
    result: index === (nth + 1) % 4 ? "observation" : "conform",
    ...(index === 3 ? { score: "17", evidence: "两班记录的复核时间晚于要求，其余完整。" } : {}),
    ...(row.evidence_required === true ? { evidence: "抽取一个批号，一小时四十分完成正反向追溯。" } : {}),
  }));
  await updateRecordBy(at(day, 16), {
    screen,
    id,
    version: record.version,
    values: {
      items,
      supplier_rep: "质量负责人",
      strengths: "现场整洁，关键工序有防错。",
      summary: "具备稳定供货的条件。",
    },
  });
  await applyTransition(at(day, 17), { entity, id, name: "submit" });
  await applyTransition(at(day - 1), { entity, id, name: "approve" });
}

/** The sample of a case from the confirmation to the verdict. */
async function testSample(
  writer: DemoWriter,
  caseId: string,
  { asked, proven, fails }: { asked: number; proven: number; fails: boolean },
): Promise<void> {
  const at = (days: number, hour = 10) => writer.context(writer.moment(writer.daysAgo(days), hour));
  const screen = writer.screen(SAMPLE);
  const { entity } = screen;
  const samples = await unscopedRows(at(0), SAMPLE, ["id"], [where.eq("admission_id", caseId)]);
  for (const { id: found } of samples) {
    const id = found;
    await applyTransition(at(asked - 1), { entity, id, name: "accept" });
    await applyTransition(at(proven + 6), { entity, id, name: "receive", input: { retain_place: "留样柜2-3" } });
    const { record } = await openRecord(at(0), { entity, id });
    const listed = linesOf(record, "tests");
    const standing = listed.map(({ id: line, lower, upper, kind }) => ({
      id: line,
      ...(kind === "quantitative" ? { value: upper ?? lower } : { verdict: "pass" }),
    }));
    const usual = [
      {
        ...{ item: "水分", standard: "GB 5009.3", kind: "quantitative", upper: "12", unit: "%", lab: "internal" },
        value: fails ? "13.6" : "9.8",
      },
      { item: "色泽气味", kind: "sensory", text_value: "正常，无异味", verdict: "pass", lab: "internal" },
    ];
    const own = fails ? [...standing, { ...usual[0], item: "水分（复测）" }] : listed.length > 0 ? standing : usual;
    await updateRecordBy(at(proven + 2), { screen, id, version: record.version, values: { tests: own } });
    await applyTransition(at(proven + 1), {
      entity,
      id,
      name: "finish_test",
      input: { result: fails ? "fail" : "pass" },
    });
    await applyTransition(at(proven), {
      entity,
      id,
      name: fails ? "fail" : "approve",
      ...(fails ? { reason: "水分两次检测均超出上限。" } : {}),
    });
  }
}
