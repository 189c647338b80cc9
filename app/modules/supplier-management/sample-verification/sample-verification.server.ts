import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { sampleVerification } from "./sample-verification.entity";

type SampleVerificationRecord = RecordFor<"supplier-management/sample-verification">;

const { key } = sampleVerification;
const ADMISSION = "supplier-management/admission";
const SUPPLIER = "supplier-management/supplier";
const SOURCE = "base-data/source-data";
const STANDARD = "master-data/type-inspection-rule";

/** Samples of the same supplier, material and case before this one. */
async function earlier(context: Context, record: SampleVerificationRecord) {
  const same =
    typeof record.admission_id === "string"
      ? where.eq("admission_id", record.admission_id)
      : where.empty("admission_id");
  return unscopedRows(
    context,
    key,
    ["id", "state"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("material_id", String(record.material_id)),
      same,
      where.not(where.eq("id", record.id)),
    ],
  );
}

/** What became of the sample stands on the case that waits for it. */
async function notifyAdmission(context: Context, record: SampleVerificationRecord): Promise<void> {
  if (typeof record.admission_id !== "string") return;
  const own = where.eq("id", record.admission_id);
  const [waiting] = await unscopedRows(context, ADMISSION, ["id"], [own, where.eq("state", "verifying")]);
  if (!waiting) return;
  const rows = await unscopedLines(context, {
    entityKey: ADMISSION,
    lines: "materials",
    columns: ["id"],
    where: [where.eq("root_id", record.admission_id), where.eq("material_id", String(record.material_id))],
  });
  const entity = context.services.registry.entity(ADMISSION);
  const lineInput = Object.fromEntries(
    rows.map(({ id }) => [id, { sample_result: record.result ?? "fail", trial_result: record.trial_result ?? "" }]),
  );
  await applyTransition(consequenceOf(context), { entity, id: record.admission_id, name: "note_sample", lineInput });
}

/** A source on trial, limited to the quantity of the trial; the supplier stands on trial with it. */
async function openTrial(context: Context, record: SampleVerificationRecord): Promise<void> {
  const own = consequenceOf(context);
  const supplier = context.services.registry.entity(SUPPLIER);
  const [row] = await ask(context, SUPPLIER, "standing", [String(record.supplier_id)]);
  if (row?.stage === "candidate")
    await applyTransition(own, { entity: supplier, id: String(record.supplier_id), name: "begin_trial" });
  const screen = context.services.registry.mainScreen(SOURCE);
  const keys = {
    supplier_id: String(record.supplier_id),
    material_id: String(record.material_id),
    factory_id: String(record.trial_factory_id),
  };
  const standing = await unscopedRows(
    context,
    SOURCE,
    ["id"],
    [
      ...namesOf(keys).map((name) => where.eq(name, keys[name])),
      where.oneOf("state", ["pending", "trial", "active", "suspended"]),
      where.any(where.empty("effective_to"), where.coming("effective_to")),
    ],
  );
  if (standing.length > 0) return;
  const values = { ...keys, trial_qty: record.trial_qty, source_no: record.number };
  const { id } = await createRecord(own, { screen, values });
  await applyTransition(own, { entity: screen.entity, id, name: "admit_trial" });
}

/** A trial that failed ends the source that was opened for it. */
async function endTrial(context: Context, record: SampleVerificationRecord): Promise<void> {
  const rows = await unscopedRows(
    context,
    SOURCE,
    ["id"],
    [where.eq("source_no", String(record.number)), where.eq("state", "trial")],
  );
  const entity = context.services.registry.entity(SOURCE);
  for (const { id } of rows)
    await applyTransition(consequenceOf(context), { entity, id, name: "end", reason: "小批试用不合格" });
}

const limit = z.object({
  root_id: z.string(),
  item: z.string(),
  method: z.string().nullable(),
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  unit: z.string().nullable(),
  line_no: z.number(),
});

/** Tests of the material as its inspection rule lists them: the rule of the material, else of its kind, else of what stands above. */
async function copyTests(context: Context, { record, append }: Work<SampleVerificationRecord>): Promise<void> {
  if (linesOf(record, "tests").length > 0) return;
  const [material] = await unscopedRows(
    context,
    "master-data/material",
    ["material_type_id"],
    [where.eq("id", String(record.material_id))],
  );
  const kind = String(material?.material_type_id);
  const [type] = await unscopedRows(context, "master-data/material-type", ["parent_id"], [where.eq("id", kind)]);
  const kinds = [kind, ...(typeof type?.parent_id === "string" ? [type.parent_id] : [])];
  const rules = await unscopedRows(
    context,
    STANDARD,
    ["id", "material_id", "material_type_id"],
    [
      where.eq("enabled", true),
      where.any(where.eq("material_id", String(record.material_id)), where.oneOf("material_type_id", kinds)),
    ],
  );
  const ids = rules.map(({ id }) => id);
  if (ids.length === 0) return;
  const columns = namesOf(limit.shape);
  const items = z.array(limit).parse(
    await unscopedLines(context, {
      entityKey: STANDARD,
      lines: "items",
      columns,
      where: [where.oneOf("root_id", ids)],
    }),
  );
  const distance = (rule: Readonly<Record<string, unknown>>) =>
    rule.material_id === record.material_id ? -1 : kinds.indexOf(String(rule.material_type_id));
  // A rule may say how often only: the tests are those of the nearest that lists some.
  const [nearest] = rules
    .filter(({ id }) => items.some(({ root_id: root }) => root === id))
    .sort((one, other) => distance(one) - distance(other));
  const listed = items.filter(({ root_id: root }) => root === nearest?.id);
  for (const { item, method, lower, upper, unit } of listed.sort((one, other) => one.line_no - other.line_no))
    append("tests", {
      item,
      standard: method,
      // Without a limit nothing can be compared: whoever tests says what was found.
      kind: lower === null && upper === null ? "qualitative" : "quantitative",
      lower,
      upper,
      unit,
      lab: "internal",
    });
}

export const sampleVerificationServer: EntityServer<"supplier-management/sample-verification"> = {
  async beforeSave({ context, record, before, set }): Promise<Complaint[]> {
    const isMoved = (["supplier_id", "material_id", "admission_id"] as const).some(
      (name) => before?.[name] !== record[name],
    );
    if (!isMoved) return [];
    const others = await earlier(context, record);
    set({ round: others.filter(({ state }) => state !== "cancelled").length + 1 });
    const failures = others.filter(({ state }) => state === "failed").length;
    const most = await limitFor(context, "sample.mostFailures");
    return record.admission_id && failures >= most
      ? [complain("material_id", `同一物料送样不合格已达${most}次，需重新发起准入`)]
      : [];
  },
  async stored({ context, record, before }) {
    if (before) return;
    const number = String(record.number);
    await notify(context, {
      scenario: "sample.requested",
      values: { number, day: String(record.require_date) },
      toSuppliers: [String(record.supplier_id)],
      record: { entity: key, id: record.id, number },
      asks: "accept",
    });
  },
  async afterTransition({ context, record, transition }) {
    if (transition === "to_trial") await openTrial(context, record);
    if (transition === "fail") await endTrial(context, record);
    if (transition === "approve" || transition === "fail") await notifyAdmission(context, record);
  },
  transitions: { receive: { effect: copyTests } },
};
