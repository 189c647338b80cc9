import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, Published } from "~/engine/entity/server-hooks";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { addDays, addMonths, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { coaTrust } from "./coa-trust.entity";
import { trustOn } from "./coa-trust.rules";

type CoaTrustRecord = RecordFor<"base-data/coa-trust">;

const { key } = coaTrust;
const COA = "receiving/inbound-coa";

/** Trust is given for a time, so that somebody looks again. */
async function notTooLong(context: Context, record: CoaTrustRecord): Promise<Complaint[]> {
  const { valid_from, valid_to } = record;
  if (typeof valid_from !== "string" || typeof valid_to !== "string") return [];
  const months = await intParameter(context.services, "coa.trustMonths");
  const last = addDays(addMonths(valid_from, months), -1);
  return valid_to > last ? [complain("valid_to", `免审最长${months}个月，截止日期不能晚于${last}`)] : [];
}

/** What speaks against trusting: a time that is covered already or over, too few certificates that passed, any that failed. */
async function approveFindings(context: Context, record: CoaTrustRecord): Promise<Finding[]> {
  const [from, to] = [String(record.valid_from), String(record.valid_to)];
  const supplier = where.eq("supplier_id", String(record.supplier_id));
  const material = typeof record.material_id === "string" ? record.material_id : null;
  const today = dayOf(context.now);
  const others = await unscopedRows(
    context,
    key,
    ["number", "valid_from", "valid_to"],
    [
      supplier,
      material === null ? where.empty("material_id") : where.eq("material_id", material),
      where.eq("state", "active"),
      where.not(where.eq("id", record.id)),
    ],
  );
  const other = others.find(({ valid_from, valid_to }) => valid_from <= to && from <= valid_to);
  const least = await intParameter(context.services, "coa.trustBatches");
  const days = await intParameter(context.services, "coa.trustLookBackDays");
  const judged = await unscopedRows(
    context,
    COA,
    ["final_result", "lab_diff"],
    [
      supplier,
      ...(material === null ? [] : [where.eq("material_id", material)]),
      where.oneOf("state", ["approved", "refused"]),
      where.atLeast("test_date", addDays(today, -days)),
    ],
  );
  const passed = judged.filter(({ final_result }) => final_result === "pass").length;
  const bad = judged.filter(({ final_result, lab_diff }) => final_result !== "pass" || lab_diff === "opposite").length;
  return [
    ...(to < today ? [{ check: "past", level: "block", text: "截止日期已过，请修改期限" } as const] : []),
    ...(other
      ? [{ check: "twice", level: "block", text: `相同范围已有生效的免审${other.number ?? ""}，期限重叠` } as const]
      : []),
    ...(passed < least
      ? [{ check: "few", level: "warn", text: `近${days}天合格的COA只有${passed}份，少于${least}份` } as const]
      : []),
    ...(bad > 0
      ? [{ check: "bad", level: "warn", text: `近${days}天有${bad}份COA不合格、让步或与本厂复检不一致` } as const]
      : []),
  ];
}

const goods = z.object({ supplierId: z.string(), materialId: z.string() });

async function trustFor(context: Context, { supplierId, materialId }: z.infer<typeof goods>) {
  const rows = await unscopedRows(
    context,
    key,
    ["id", "material_id", "valid_from", "valid_to"],
    [where.eq("supplier_id", supplierId), where.eq("state", "active")],
  );
  return trustOn(rows, materialId, dayOf(context.now))?.id ?? null;
}

/**
 * What lets certificates of a supplier and material pass today without a look, published as `base-data/coa-trust.in_force`: its id, or null.
 * Answered in transactions of suppliers as well.
 */
const inForce: Published = (context, input) => trustFor(context, goods.parse(input));

const loss = goods.extend({ reason: z.string() });

/** Ends what was given for goods of a supplier, published as `base-data/coa-trust.lose`: a batch did not keep it. */
const lose: Published = async (context, input) => {
  const { reason, ...about } = loss.parse(input);
  const id = await trustFor(context, about);
  if (id === null) return null;
  const entity = context.services.registry.entity(key);
  await applyTransition(consequenceOf(context), { entity, id, name: "end_failed", reason });
  return id;
};

export const coaTrustServer: EntityServer<"base-data/coa-trust"> = {
  beforeSave: ({ context, record }) => notTooLong(context, record),
  transitions: { approve: { check: approveFindings } },
  judgedOnce: {},
  publishes: { in_force: inForce, lose },
};
