import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyLine, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { lockCompliance } from "~/engine/operations/compliance-snapshot.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { closeTasks, openTask } from "~/engine/tasks/tasks.server";
import { where } from "~/shared/condition";
import { buyersConcerned, carryOut, impact, impactText, soleMaterials, wholeImpact } from "./freeze-impact.server";
import { resumeOrders } from "./held-orders.server";
import { supplierFreeze } from "./supplier-freeze.entity";

type SupplierFreezeRecord = RecordFor<"supplier-performance/supplier-freeze">;

const { key } = supplierFreeze;
const SUPPLIER = "supplier-management/supplier";
const SOURCE = "base-data/source-data";
const CORRECTION = "supplier-audit/corrective-action";
/** Documents that end the business for good, called like the transition of the supplier they make. */
const FINAL = ["eliminate", "blacklist"] as const;
const CONFIRM_TASK = "追认紧急冻结";
const IMPACT_LENGTH = 300;

const HOUR_MS = 3_600_000;

export const supplierFreezeServer: EntityServer<"supplier-performance/supplier-freeze"> = {
  publishes: { impact: wholeImpact },
  audiences: {
    /** Buyers of open orders in its range; what was partly lifted concerns those of the whole range. */
    buyers: ({ context, transition, before, record }) =>
      buyersConcerned(context, transition === "narrow" ? before : record),
  },
  async afterTransition({ context, transition, before, record }) {
    if (transition === "confirm_emergency")
      await closeTasks(context, { entity: key, recordId: record.id, title: CONFIRM_TASK });
    if (transition === "narrow") await resumeOrders(context, record);
    if (record.state === before.state) return;
    if (transition === "emergency") await askForConfirmation(context, record);
    if (record.state === "effective") await takeEffect(context, record);
    if (record.state === "released") await afterRelease(context, record);
  },
  // Who else could deliver is not for the supplier to know.
  async sections(context, record) {
    return record.freeze_type === "unfreeze" || context.actor.supplierId ? [] : impact(context, record);
  },
  judgedOnce: {
    emergency: "Freezes alone, by its guard; what the approval asks is about unfreezing and about ending the business",
    narrow: "Takes away from what was frozen; the unfreezing that does it has been judged itself",
  },
  transitions: {
    submit: {
      // What the applicant saw is kept: whoever approves later compares it with what stands there then.
      effect: async (context, work) => {
        if (work.record.freeze_type === "unfreeze") return;
        const text = await impactText(context, work.record);
        work.set({ impact_text: text.slice(0, IMPACT_LENGTH), impact_at: work.now });
      },
      check: async (context, record) => [
        ...(await weighed(context, record)),
        ...(await twice(context, record)),
        ...(await touchesSole(context, record)),
        ...(await stageAllows(context, record)),
        ...(await mayBeLifted(context, record)),
      ],
    },
    emergency: {
      async effect(context, { set, now }) {
        const hours = await limitFor(context, "freeze.emergencyHours");
        set({ emergency_until: new Date(Date.parse(now) + hours * HOUR_MS).toISOString() });
      },
    },
    approve: {
      check: async (context, record) => [
        ...(await stageAllows(context, record)),
        ...(await mayBeLifted(context, record)),
      ],
    },
    lift: { check: conditionsMet },
    propose_unfreeze: { check: notBeingLifted, effect: proposeUnfreezing },
  },
};

/** What is being stopped stands before the eyes of whoever submits. */
async function weighed(context: Context, record: SupplierFreezeRecord): Promise<Finding[]> {
  if (record.freeze_type === "unfreeze") return [];
  return [{ check: "impact", level: "note", text: `影响分析：${await impactText(context, record)}` }];
}

const scopeKey = (row: AnyLine): string =>
  [row.purchase_org_id, row.factory_id, row.material_type_id, row.material_id].join();

/** The same range is frozen already: whoever freezes it again says why. */
async function twice(context: Context, record: SupplierFreezeRecord): Promise<Finding[]> {
  if (record.freeze_type !== "freeze") return [];
  const others = await unscopedRows(
    context,
    key,
    ["id", "number"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("state", "effective"),
      where.eq("freeze_type", "freeze"),
      where.not(where.eq("id", record.id)),
    ],
  );
  const rangeOf = (one: SupplierFreezeRecord) =>
    JSON.stringify([one.actions_text, linesOf(one, "scopes").map(scopeKey).sort()]);
  for (const { id, number } of others) {
    const { record: other } = await openRecord(consequenceOf(context), { entity: supplierFreeze, id });
    if (rangeOf(other) === rangeOf(record))
      return [{ check: "twice", level: "warn", text: `该范围已存在生效中的冻结单【${String(number)}】` }];
  }
  return [];
}

/** Where nobody else may deliver, whoever freezes says who shall. */
async function touchesSole(context: Context, record: SupplierFreezeRecord): Promise<Finding[]> {
  if (record.freeze_type === "unfreeze" || typeof record.alternative === "string") return [];
  const sole = await soleMaterials(context, record);
  return sole.length === 0
    ? []
    : [{ check: "sole", level: "block", text: `物料${sole.slice(0, 5).join("、")}为独家供应，请填写替代供应方案` }];
}

const block = (check: string, text: string): Finding => ({ check, level: "block", text });

/** The stage of the supplier allows what the document is to do, or nobody could carry it out on its day. */
async function stageAllows(context: Context, record: SupplierFreezeRecord): Promise<Finding[]> {
  const name = FINAL.find((one) => one === record.freeze_type);
  if (!name) return [];
  const refusal = await ask(context, SUPPLIER, "refusal", String(record.supplier_id), name);
  return refusal === null ? [] : [block("stage", refusal)];
}

/** The freeze that a document lifts, whole. */
async function liftedBy(context: Context, record: SupplierFreezeRecord): Promise<SupplierFreezeRecord | null> {
  if (record.freeze_type !== "unfreeze" || typeof record.release_freeze_id !== "string") return null;
  return (await openRecord(systemReading(context), { entity: supplierFreeze, id: record.release_freeze_id })).record;
}

const systemReading = (context: Context) => (context.actor.kind === "system" ? context : consequenceOf(context));

/** Nothing is lifted twice, and only what is frozen. */
async function mayBeLifted(context: Context, record: SupplierFreezeRecord): Promise<Finding[]> {
  const frozen = await liftedBy(context, record);
  if (!frozen) return [];
  const number = frozen.number ?? "";
  if (frozen.state !== "effective") return [block("released", `冻结单【${number}】不在生效中，不需要解冻`)];
  const known = new Set(linesOf(frozen, "scopes").map(scopeKey));
  const strange = linesOf(record, "scopes").findIndex((row) => !known.has(scopeKey(row)));
  return [
    ...(strange < 0 ? [] : [block("scope", `第${strange + 1}行范围不在冻结单【${number}】的范围中，请核对`)]),
    ...(await conditionsMet(context, frozen)),
  ];
}

/** What the freeze waits for is done. */
async function conditionsMet(context: Context, frozen: SupplierFreezeRecord): Promise<Finding[]> {
  if (typeof frozen.corrective_action_id !== "string") return [];
  const open = [where.eq("id", frozen.corrective_action_id), where.not(where.oneOf("state", ["closed", "cancelled"]))];
  const [action] = await unscopedRows(context, CORRECTION, ["number"], open);
  return action ? [block("correction", `关联整改单【${String(action.number)}】未关闭，不能解冻`)] : [];
}

/** One application at a time: a second one would lift what the first has lifted. */
async function notBeingLifted(context: Context, frozen: SupplierFreezeRecord): Promise<Finding[]> {
  const running = [
    where.eq("release_freeze_id", frozen.id),
    where.oneOf("state", ["draft", "pending", "scheduled", "rejected"]),
  ];
  const [other] = await unscopedRows(context, key, ["number"], running);
  return other ? [block("proposed", `已有解冻单【${String(other.number)}】在办理中`)] : [];
}

/** A draft that lifts the freeze with all its scopes; whoever made it leaves out what shall stay frozen, and submits it. */
async function proposeUnfreezing(
  context: Context,
  { record, reason, today }: Work<SupplierFreezeRecord>,
): Promise<void> {
  const scopes = linesOf(record, "scopes").map(({ purchase_org_id, factory_id, material_type_id, material_id }) => ({
    ...{ purchase_org_id, factory_id, material_type_id, material_id },
  }));
  const { id } = await createRecord(consequenceOf(context), {
    screen: context.services.registry.mainScreen(key),
    values: {
      supplier_id: record.supplier_id,
      freeze_type: "unfreeze",
      source_type: record.source_type,
      source_no: record.source_no,
      release_freeze_id: record.id,
      reason,
      effective_from: today,
      open_po_policy: "keep",
      scopes,
    },
  });
  await openTask(context, {
    title: "核对并提交解冻单",
    entity: key,
    recordId: id,
    assignee: context.actor.id,
    while: ["draft"],
  });
}

/** What a document that takes effect does to the supplier, in the same transaction: whoever releases an order comes before it or after it. */
async function takeEffect(context: Context, record: SupplierFreezeRecord): Promise<void> {
  const supplierId = String(record.supplier_id);
  await lockCompliance(context, supplierId, "update");
  const system = consequenceOf(context);
  if (record.freeze_type === "unfreeze") return liftWhatItNames(context, record);
  if (record.freeze_type === "freeze") await noteStatus(context, supplierId);
  else {
    const name = FINAL.find((one) => one === record.freeze_type);
    if (!name) throw new Error(`no such end of a supplier: ${String(record.freeze_type)}`);
    const entity = context.services.registry.entity(SUPPLIER);
    await applyTransition(system, { entity, id: supplierId, name });
    await endSources(context, supplierId);
  }
  await carryOut(context, record);
}

/** The whole freeze, or those of its scopes that are named; what has ended meanwhile stays ended. */
async function liftWhatItNames(context: Context, record: SupplierFreezeRecord): Promise<void> {
  const frozen = await liftedBy(context, record);
  if (frozen?.state !== "effective") return;
  const named = new Set(linesOf(record, "scopes").map(scopeKey));
  const left = linesOf(frozen, "scopes").filter((row) => !named.has(scopeKey(row)));
  const wanted = { entity: supplierFreeze, id: frozen.id };
  if (named.size === 0 || left.length === 0)
    await applyTransition(consequenceOf(context), { ...wanted, name: "release" });
  else {
    const reason = `解冻单${record.number ?? ""}`;
    const input = {
      lifted: linesOf(frozen, "scopes")
        .flatMap((row) => (left.includes(row) ? [] : [row.id]))
        .join(),
    };
    await applyTransition(consequenceOf(context), { ...wanted, name: "narrow", reason, input });
  }
}

async function afterRelease(context: Context, record: SupplierFreezeRecord): Promise<void> {
  const supplierId = String(record.supplier_id);
  await lockCompliance(context, supplierId, "update");
  await noteStatus(context, supplierId);
  await resumeOrders(context, record);
}

/** Food safety did not wait for approval, so approval must not wait: whoever decides has a task with an end. */
async function askForConfirmation(context: Context, record: SupplierFreezeRecord): Promise<void> {
  await openTask(context, {
    title: CONFIRM_TASK,
    entity: key,
    recordId: record.id,
    role: record.whole === true ? "leader" : "purchase_manager",
    due: String(record.emergency_until),
    priority: "high",
    while: ["effective"],
  });
}

/** The supplier says whether it is frozen, and how far. */
async function noteStatus(context: Context, supplierId: string): Promise<void> {
  const entity = context.services.registry.entity(SUPPLIER);
  if (!entity.transitions?.note_facts) return;
  const running = await unscopedRows(
    context,
    key,
    ["whole"],
    [where.eq("supplier_id", supplierId), where.eq("state", "effective"), where.eq("freeze_type", "freeze")],
  );
  const freeze_status =
    running.length === 0 ? "none" : running.some(({ whole }) => whole === true) ? "full" : "partial";
  const input = { freeze_status };
  await applyTransition(consequenceOf(context), { entity, id: supplierId, name: "note_facts", input });
}

async function endSources(context: Context, supplierId: string): Promise<void> {
  const rows = await unscopedRows(
    context,
    SOURCE,
    ["id"],
    [where.eq("supplier_id", supplierId), where.oneOf("state", ["trial", "active", "suspended"])],
  );
  const entity = context.services.registry.entity(SOURCE);
  for (const { id } of rows) await applyTransition(consequenceOf(context), { entity, id, name: "lapse" });
}
