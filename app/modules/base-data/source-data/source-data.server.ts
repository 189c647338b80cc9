import { type Context, systemContext } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain } from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { announce } from "~/engine/notify/announce.server";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { RESELLERS } from "~/shared/supplier-gate";
import { sourceData } from "./source-data.entity";
import { STANDING } from "./source-data.rules";

const SUPPLIER = "supplier-management/supplier";
/** Stages in which something may be bought from a supplier; a candidate's sources wait for the end of its admission. */
const ADMITTED = ["trial", "qualified", "preferred"];
const ENDED = ["eliminated", "blacklisted"];
const KEYS = ["supplier_id", "material_id", "factory_id"] as const;

export const sourceDataServer: EntityServer = {
  async beforeSave({ context, record, before }) {
    const isMoved = KEYS.some((name) => before?.[name] !== record[name]);
    return [
      ...(await twice(context, record)),
      ...(record.fixed === true ? await secondFixed(context, record) : []),
      ...(isMoved ? await refused(context, record, (stage) => ENDED.includes(stage)) : []),
    ];
  },
  async moved({ context, record, before }) {
    if (record.state === before.state) return;
    await refreshDueList(context, String(record.supplier_id));
    const material = String(record.material_id);
    const labels = await labelsOf(context, context.services.registry.entity("master-data/material"), [material]);
    await announce(context, {
      scenario: "source.changed",
      toSuppliers: [String(record.supplier_id)],
      record: { entity: sourceData.key, id: record.id, number: record.number },
      values: {
        number: record.number ?? "",
        material: labels.get(material) ?? "",
        state: sourceData.states?.[record.state as keyof typeof sourceData.states] ?? "",
      },
    });
  },
  transitions: {
    approve: { check: mayBeListed },
    open_trial: { check: mayBeListed },
    to_active: { check: mayBeListed },
    suspend: { check: soleSource },
  },
};

/** The same supplier, material and factory stand on one row at a time. */
async function twice(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const same = [...KEYS.map((name) => where.eq(name, String(record[name]))), ...during(record)];
  const [other] = await unscopedRows(context, sourceData.key, ["number"], same);
  return other ? [complain("material_id", `有效期与已有货源记录${String(other.number)}重叠`)] : [];
}

/** One fixed source per material and factory at a time. */
async function secondFixed(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const overlapping = [
    where.eq("material_id", String(record.material_id)),
    where.eq("factory_id", String(record.factory_id)),
    where.eq("fixed", true),
    ...during(record),
  ];
  const found = await unscopedCount(context, sourceData.key, overlapping);
  return found > 0 ? [complain("fixed", "同一物料工厂在同一期间只能有一个固定货源")] : [];
}

/** Other sources that have not ended and whose days meet those of this one. */
function during(record: AnyRecord): Condition[] {
  return [
    where.oneOf("state", STANDING),
    where.not(where.eq("id", record.id)),
    where.any(where.empty("effective_to"), where.atLeast("effective_to", String(record.effective_from))),
    ...(typeof record.effective_to === "string" ? [where.atMost("effective_from", record.effective_to)] : []),
  ];
}

async function refused(context: Context, record: AnyRecord, isBad: (stage: string) => boolean): Promise<Complaint[]> {
  const own = [where.eq("id", String(record.supplier_id))];
  const [row] = await unscopedRows(context, SUPPLIER, ["name", "stage"], own);
  const stage = String(row?.stage ?? "");
  if (!row || !isBad(stage)) return [];
  const field = context.services.registry.entity(SUPPLIER).fields.stage;
  const label = kindOf(field).show(stage, field.options);
  return [complain("supplier_id", `供应商${String(row.name)}状态为${label}，不是合格供应商，不能建立货源`)];
}

async function admittedOnly(context: Context, record: AnyRecord): Promise<Finding[]> {
  const complaints = await refused(context, record, (stage) => !ADMITTED.includes(stage));
  return complaints.map(({ message }) => ({ check: "supplier", level: "block", text: message }));
}

const AUTHORIZATION = "supplier-management/brand-authorization";

/**
 * A material that some authorization names is branded: whoever resells it has a valid one of its own (catalogue brand-authorization).
 * The chain counts by its earliest end.
 */
async function authorized(context: Context, record: AnyRecord): Promise<Finding[]> {
  const own = [where.eq("id", String(record.supplier_id))];
  const [supplier] = await unscopedRows(context, SUPPLIER, ["name", "supplier_type"], own);
  if (!RESELLERS.includes(String(supplier?.supplier_type))) return [];
  const same = [where.eq("material_id", String(record.material_id))];
  const lines = await unscopedLines(context, AUTHORIZATION, "materials", ["root_id"], same);
  if (lines.length === 0) return [];
  const roots = where.oneOf("id", [...new Set(lines.map(({ root_id: id }) => String(id)))]);
  const columns = ["supplier_id", "brand_name", "state", "effective_to"];
  const named = await unscopedRows(context, AUTHORIZATION, columns, [
    roots,
    where.oneOf("state", ["valid", "expired"]),
  ]);
  const today = dayOf(context.now);
  const holds = named.some(
    (one) => one.supplier_id === record.supplier_id && one.state === "valid" && String(one.effective_to ?? "") >= today,
  );
  if (named.length === 0 || holds) return [];
  const text = `供应商【${String(supplier?.name)}】无【${String(named[0]?.brand_name)}】有效授权，不能列入供货清单`;
  return [{ check: "brand", level: "block", text }];
}

async function mayBeListed(context: Context, record: AnyRecord): Promise<Finding[]> {
  return [...(await admittedOnly(context, record)), ...(await authorized(context, record))];
}

/** Nobody else delivers the material to the factory: whoever stops the source says what takes its place. */
async function soleSource(context: Context, record: AnyRecord): Promise<Finding[]> {
  const others = await unscopedCount(context, sourceData.key, [
    where.eq("material_id", String(record.material_id)),
    where.eq("factory_id", String(record.factory_id)),
    where.oneOf("state", ["trial", "active"]),
    where.not(where.eq("id", record.id)),
  ]);
  return others > 0 ? [] : [{ check: "sole", level: "warn", text: "该物料为独家供应，请说明替代方案" }];
}

/** Ends sources whose last day is over; harmless when run again. @returns how many ended */
export async function endLapsedSources(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "货源到期");
  const due = [where.oneOf("state", ["trial", "active", "suspended"]), where.past("effective_to")];
  const rows = await unscopedRows(context, sourceData.key, ["id"], due);
  for (const row of rows) await applyTransition(context, { entity: sourceData, id: String(row.id), name: "lapse" });
  return rows.length;
}
