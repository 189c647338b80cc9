import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain, type Value, type Work } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { RESELLERS } from "~/shared/supplier-gate";
import { sourceData } from "./source-data.entity";
import { coversCategory, STANDING } from "./source-data.rules";
import { GATE, notifyOfOpenOrders, releaseReasons, sourceSections } from "./source-sections.server";
import { ofMaterials } from "./sourcing.server";

type SourceDataRecord = RecordFor<"base-data/source-data">;

const SUPPLIER = "supplier-management/supplier";
/** Stages in which something may be bought from a supplier; a candidate's sources wait for the end of its admission. */
const ADMITTED = ["trial", "qualified", "preferred"];
const ENDED = ["eliminated", "blacklisted"];
/** States in which orders may be placed by a source, or could be once it is resumed. */
const RUNNING = ["trial", "active", "suspended"] as const;
const LIST = "supplier-management/delivery-list";
const SAMPLE = "supplier-management/sample-verification";
const KEYS = ["supplier_id", "material_id", "factory_id"] as const;

const complianceSnapshotSchema = z.object({
  due: z.string().nullable(),
  inspected: z.boolean(),
  verdict: z.enum(["open", "warned", "refused"]),
});
/** What the toggles of the delivery list mean by what the gate says. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  orderable_only: ["open", "warned"],
  refused_only: ["refused"],
};

export const sourceDataServer: EntityServer<"base-data/source-data"> = {
  /** The newest sample that passed speaks for the source, unless somebody names another. */
  async prepare({ context, record, set }) {
    if (record.sample_id || !record.supplier_id || !record.material_id) return;
    const passed = await unscopedRows(
      context,
      SAMPLE,
      ["id", "decided_on"],
      [
        where.eq("supplier_id", record.supplier_id),
        where.eq("material_id", record.material_id),
        where.eq("state", "passed"),
      ],
    );
    const [newest] = passed.sort((a, b) => (String(a.decided_on) < String(b.decided_on) ? 1 : -1));
    if (newest) set({ sample_id: newest.id });
  },
  async beforeSave({ context, record, before }) {
    const isMoved = KEYS.some((name) => before?.[name] !== record[name]);
    return [
      ...(await twice(context, record)),
      ...(record.fixed === true ? await secondFixed(context, record) : []),
      ...(isMoved ? await refused(context, record, (stage) => ENDED.includes(stage)) : []),
    ];
  },
  async afterTransition({ context, transition, record, before }) {
    if (record.state === before.state) return;
    if (transition === "suspend") await notifyOfOpenOrders(context, record);
    await refreshDueList(context, String(record.supplier_id));
  },
  async extra(context, screen, ids) {
    return screen === LIST ? snapshotOf(context, ids) : new Map();
  },
  async chosen(context, toggle, rows) {
    const found = await verdictsOf(context, [rows as ConditionOn<typeof sourceData.key>]);
    const wanted = VERDICTS[toggle] ?? [];
    return Object.entries(found).flatMap(([id, { verdict }]) => (wanted.includes(verdict) ? [id] : []));
  },
  sections: sourceSections,
  transitions: {
    extend: { effect: extendedFree },
    accept_terms: { effect: changedFree },
    approve: { check: mayBeFormal },
    open_trial: { check: mayBeListed },
    to_active: { check: mayBeFormal },
    suspend: { check: soleSource },
    resume: { check: openCorrections },
  },
  lasting: {
    in: ["trial", "active"],
    except: {
      approve: "its own check asks the same",
      open_trial: "its own check asks the same",
      to_active: "its own check asks the same",
      admit: "the admission has asked",
      admit_trial: "the admission has asked",
    },
    grown: lastsLonger,
    check: mayBeListed,
  },
  publishes: { ofMaterials },
};

function lastsLonger(before: SourceDataRecord, after: SourceDataRecord): boolean {
  return (
    typeof before.effective_to === "string" && (after.effective_to === null || after.effective_to > before.effective_to)
  );
}

/** The same supplier, material and factory stand on one row at a time. */
async function twice(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const site =
    typeof record.site_id === "string" ? [where.any(where.empty("site_id"), where.eq("site_id", record.site_id))] : [];
  const same = [...KEYS.map((name) => where.eq(name, String(record[name]))), ...site, ...during(record)];
  const [other] = await unscopedRows(context, sourceData.key, ["number"], same);
  return other ? [complain("material_id", `该供货关系已存在，有效期与已有货源记录${String(other.number)}重叠`)] : [];
}

/** A source that lasts longer may meet one that was to follow it. */
async function extendedFree(context: Context, { record, input }: Work<SourceDataRecord>): Promise<void> {
  const longer = { ...record, effective_to: String(input.effective_to) };
  const complaints = [
    ...(await twice(context, longer)),
    ...(record.fixed === true ? await secondFixed(context, longer) : []),
  ].map(({ message }) => complain("effective_to", message));
  if (complaints[0]) throw new AppError("invalid", { message: complaints[0].message, complaints });
}

/** What was free when it was proposed may be taken now. */
async function changedFree(context: Context, { record }: Work<SourceDataRecord>): Promise<void> {
  const changed = {
    ...record,
    fixed: record.proposed_fixed === null ? record.fixed : record.proposed_fixed === "yes",
    effective_to: record.proposed_to ?? record.effective_to,
  };
  const complaints = [
    ...(await twice(context, changed)),
    ...(changed.fixed ? await secondFixed(context, changed) : []),
  ].map(({ message }) => complain("", message));
  if (complaints[0]) throw new AppError("invalid", { message: complaints[0].message, complaints });
}

/** What the gate says now about releasing orders by these sources, as far as they run; by id. */
async function verdictsOf(context: Context, rows: readonly ConditionOn<typeof sourceData.key>[]) {
  const columns = ["id", "supplier_id", "material_id", "factory_id"] as const;
  const running = await unscopedRows(context, sourceData.key, columns, [...rows, where.oneOf("state", RUNNING)]);
  const asked = running.map(({ id, supplier_id, material_id, factory_id }) => ({
    ...{ id, supplierId: supplier_id, materialId: material_id, factoryId: factory_id },
  }));
  return ask(context, {
    entityKey: GATE,
    name: "sources",
    input: asked,
    answer: z.record(z.string(), complianceSnapshotSchema),
  });
}

/** What the columns of the delivery list say that follows from elsewhere; whether a source is the only one stays with us. */
async function snapshotOf(context: Context, ids: readonly string[]): Promise<Map<string, Record<string, Value>>> {
  const columns = ["id", "supplier_id", "material_id", "factory_id", "state"] as const;
  const rows = await unscopedRows(context, sourceData.key, columns, [where.oneOf("id", ids)]);
  const today = dayOf(context.now);
  const inspection = (due: string | null, inspected: boolean) => ({
    ti_required: inspected,
    ti_due: due,
    ti_overdue: due !== null && due < today ? daysBetween(due, today) : null,
  });
  if (context.actor.supplierId) {
    const own = [where.eq("supplier_id", context.actor.supplierId)];
    const due = await unscopedRows(context, "master-data/type-inspection-due", ["material_id", "due_date"], own);
    const days = new Map(due.map(({ material_id, due_date }) => [material_id, due_date]));
    return new Map(
      rows.map(({ id, material_id }) => {
        const day = days.get(material_id) ?? null;
        return [id, inspection(day, day !== null)];
      }),
    );
  }
  const found = await verdictsOf(context, [where.oneOf("id", ids)]);
  const others = await unscopedRows(
    context,
    sourceData.key,
    ["id", "material_id", "factory_id"],
    [
      where.oneOf("material_id", [...new Set(rows.map(({ material_id }) => material_id))]),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  const place = (row: Readonly<Record<string, unknown>>) => `${row.material_id} ${row.factory_id}`;
  return new Map(
    rows.map((row) => {
      const known = found[row.id];
      const isSole = !others.some((other) => other.id !== row.id && place(other) === place(row));
      return [
        row.id,
        known
          ? { ...inspection(known.due, known.inspected), gate: known.verdict, is_sole: isSole }
          : { gate: null, is_sole: null },
      ];
    }),
  );
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
function during(record: AnyRecord) {
  return [
    where.oneOf("state", STANDING),
    where.not(where.eq("id", record.id)),
    where.any(where.empty("effective_to"), where.atLeast("effective_to", String(record.effective_from))),
    ...(typeof record.effective_to === "string" ? [where.atMost("effective_from", record.effective_to)] : []),
  ];
}

async function refused(
  context: Context,
  record: SourceDataRecord,
  isBad: (stage: string) => boolean,
): Promise<Complaint[]> {
  const [supplier] = await ask(context, SUPPLIER, "standing", [String(record.supplier_id)]);
  if (!supplier || !isBad(supplier.stage ?? "")) return [];
  const { name, stageText } = supplier;
  return [complain("supplier_id", `供应商${name}不是合格供应商，不能建立货源（生命周期阶段为${stageText}）`)];
}

/** Whoever is not admitted, or is frozen for orders of the material, gets no source. */
async function admittedOnly(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const complaints = await refused(context, record, (stage) => !ADMITTED.includes(stage));
  if (complaints.length > 0)
    return complaints.map(({ message }) => ({ check: "supplier", level: "block", text: message }));
  const reasons = await releaseReasons(context, record);
  const frozen = reasons.find(({ check, severity }) => check === "freeze" && severity === "refuse");
  if (!frozen) return [];
  const [row] = await ask(context, SUPPLIER, "names", [String(record.supplier_id)]);
  const paper = frozen.document ? `已被冻结，冻结单【${frozen.document.label}】` : "已被冻结";
  const text = `供应商${String(row?.name)}不是合格供应商，不能建立货源（${paper}）`;
  return [{ check: "supplier", level: "block", text }];
}

const AUTHORIZATION = "supplier-management/brand-authorization";

/**
 * A material that some authorization names is branded: whoever resells it has a valid one of its own (catalogue brand-authorization).
 * The chain counts by its earliest end.
 */
async function authorized(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const [supplier] = await ask(context, SUPPLIER, "standing", [String(record.supplier_id)]);
  if (!RESELLERS.includes(String(supplier?.type))) return [];
  const same = [where.eq("material_id", String(record.material_id))];
  const lines = await unscopedLines(context, {
    entityKey: AUTHORIZATION,
    lines: "materials",
    columns: ["root_id"],
    where: same,
  });
  if (lines.length === 0) return [];
  const roots = where.oneOf("id", [...new Set(lines.map(({ root_id: id }) => id))]);
  const columns = ["supplier_id", "brand_name", "state", "effective_to"] as const;
  const named = await unscopedRows(context, AUTHORIZATION, columns, [
    roots,
    where.oneOf("state", ["valid", "expired"]),
  ]);
  const today = dayOf(context.now);
  const matches = named.some(
    (one) => one.supplier_id === record.supplier_id && one.state === "valid" && (one.effective_to ?? "") >= today,
  );
  if (named.length === 0 || matches) return [];
  const text = `供应商【${String(supplier?.name)}】无【${String(named[0]?.brand_name)}】有效授权，不能列入供货清单`;
  return [{ check: "brand", level: "block", text }];
}

const CERTIFICATE = "supplier-management/supplier-certificate";
const TYPE = "master-data/material-type";

/**
 * Food of a class that needs a licence comes from whoever is licensed to produce it (catalogue supplier-certificate): a valid licence of
 * the site, or of all sites, names the class. Resellers produce nothing; classes without a number of the licence are free.
 */
async function licensed(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const one = (id: unknown) => [where.eq("id", String(id))];
  const [supplier] = await ask(context, SUPPLIER, "standing", [String(record.supplier_id)]);
  if (RESELLERS.includes(String(supplier?.type))) return [];
  const [material] = await unscopedRows(context, "master-data/material", ["material_type_id"], one(record.material_id));
  const columns = ["name", "parent_id", "food_category"] as const;
  const [own] = await unscopedRows(context, TYPE, columns, one(material?.material_type_id));
  const [above] =
    typeof own?.parent_id === "string" && !own.food_category
      ? await unscopedRows(context, TYPE, columns, one(own.parent_id))
      : [];
  const category = own?.food_category ?? above?.food_category;
  if (typeof category !== "string" || category === "") return [];
  const licences = await unscopedRows(
    context,
    CERTIFICATE,
    ["food_categories", "site_id", "valid_to"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("certificate_type", "food_production"),
      where.oneOf("state", ["valid", "renewing"]),
      where.any(where.empty("valid_to"), where.coming("valid_to")),
    ],
  );
  const isCovered = licences.some(
    ({ food_categories: listed, site_id: site }) =>
      (!record.site_id || site === null || site === record.site_id) && coversCategory(listed ?? "", category),
  );
  if (isCovered) return [];
  const text = `生产许可证许可范围未覆盖物料类别【${own?.name ?? ""}】（食品类别编号${category}）`;
  return [{ check: "licence", level: "block", text }];
}

async function mayBeListed(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  return [
    ...(await admittedOnly(context, record)),
    ...(await licensed(context, record)),
    ...(await authorized(context, record)),
  ];
}

/** What people make a formal source rests on a sample that passed; an admission has judged its samples itself. */
async function mayBeFormal(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const found = await mayBeListed(context, record);
  if (context.actor.kind === "system" || (await hasPassed(context, record))) return found;
  return [...found, { check: "sample", level: "block", text: "正式货源必须关联已通过的样品验证单" }];
}

async function hasPassed(context: Context, record: SourceDataRecord): Promise<boolean> {
  if (typeof record.sample_id !== "string") return false;
  const named = await unscopedCount(context, SAMPLE, [
    where.eq("id", record.sample_id),
    where.eq("supplier_id", String(record.supplier_id)),
    where.eq("material_id", String(record.material_id)),
    where.eq("state", "passed"),
  ]);
  return named > 0;
}

/** Whoever lets a material come again knows which of its faults are not mended; what quality stopped waits until they are. */
async function openCorrections(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const open = await unscopedRows(
    context,
    "supplier-audit/corrective-action",
    ["number"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("material_id", String(record.material_id)),
      where.not(where.oneOf("state", ["draft", "closed", "cancelled"])),
    ],
  );
  if (open.length === 0) return [];
  const numbers = open.map(({ number }) => `【${String(number)}】`).join("");
  return record.block_cause === "quality"
    ? [{ check: "correction", level: "block", text: `该物料的整改${numbers}尚未关闭，因质量原因暂停的货源不能恢复` }]
    : [{ check: "correction", level: "note", text: `该物料的整改${numbers}尚未关闭` }];
}

/** Nobody else delivers the material to the factory: whoever stops the source says what takes its place. */
async function soleSource(context: Context, record: SourceDataRecord): Promise<Finding[]> {
  const others = await unscopedCount(context, sourceData.key, [
    where.eq("material_id", String(record.material_id)),
    where.eq("factory_id", String(record.factory_id)),
    where.oneOf("state", ["trial", "active"]),
    where.not(where.eq("id", record.id)),
  ]);
  return others > 0 ? [] : [{ check: "sole", level: "warn", text: "该物料为独家供应，请说明替代方案" }];
}
