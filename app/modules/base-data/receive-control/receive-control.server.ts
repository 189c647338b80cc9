import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Published } from "~/engine/entity/server-hooks";
import { materialFacts } from "~/engine/operations/material-facts.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { receiveControl } from "./receive-control.entity";
import {
  type AppliedRules,
  appliedRules,
  CONTROLS,
  controls,
  type Delivery,
  LEVELS,
  type Level,
  type ReceiveRule,
  rulesFor,
  SCOPE_COLUMNS,
  sourceOf,
} from "./receive-control.rules";

type ReceiveControlRecord = RecordFor<"base-data/receive-control">;

const { key, fields } = receiveControl;
const text = z.string().nullable();
const whole = z.number().nullable();
const answer = z.enum(["yes", "no"]).nullable();
const stored = z.object({
  id: z.string(),
  name: z.string(),
  level: z.custom<Level>((level) => typeof level === "string" && Object.hasOwn(LEVELS, level)),
  factory_id: text,
  material_type_id: text,
  material_id: text,
  supplier_id: text,
  over_percent: text,
  under_percent: text,
  early_days: whole,
  late_days: whole,
  shelf_ratio: text,
  max_batches: whole,
  fifo_batch: answer,
  coa_required: answer,
  mode: z.enum(["warn", "block"]).nullable(),
});

/** Rules in use that may speak of these materials of these suppliers; a few rows, in one statement. */
async function rulesInUse(
  context: Context,
  materialIds: readonly string[],
  supplierIds: readonly string[],
): Promise<ReceiveRule[]> {
  const rows = await unscopedRows(context, key, namesOf(stored.shape), [
    where.eq("enabled", true),
    where.any(where.empty("material_id"), where.oneOf("material_id", materialIds)),
    where.any(where.empty("supplier_id"), where.oneOf("supplier_id", supplierIds)),
  ]);
  return rows.map((row) => stored.parse(row));
}

const question = z.object({
  supplierId: z.string().nullable(),
  factoryId: z.string().nullable(),
  materialIds: z.array(z.string()),
});

async function deliveriesOf(context: Context, input: z.infer<typeof question>) {
  const ids = [...new Set(input.materialIds)];
  const facts = await materialFacts(context, ids);
  const all =
    ids.length === 0 ? [] : await rulesInUse(context, ids, input.supplierId === null ? [] : [input.supplierId]);
  const { supplierId, factoryId } = input;
  return ids.map((materialId): { delivery: Delivery; all: readonly ReceiveRule[] } => ({
    delivery: { materialId, supplierId, factoryId, types: facts.get(materialId)?.types ?? [] },
    all,
  }));
}

/**
 * What counts for deliveries of a supplier to a factory, published as `base-data/receive-control.rules`: by material id, each field from the
 * narrowest rule in use that says something about it, null where none does. Answered in transactions of suppliers as well.
 */
const rules: Published = async (context, input): Promise<Record<string, AppliedRules>> =>
  Object.fromEntries(
    (await deliveriesOf(context, question.parse(input))).map(({ delivery, all }) => [
      delivery.materialId,
      appliedRules(all, delivery),
    ]),
  );

const pairs = z.array(z.object({ supplierId: z.string(), materialId: z.string() }));

/**
 * The same for materials of several suppliers, whichever factory they go to, published as `base-data/receive-control.ofPairs`: one answer
 * for each pair, in their order.
 */
const ofPairs: Published = async (context, input): Promise<AppliedRules[]> => {
  const asked = pairs.parse(input);
  if (asked.length === 0) return [];
  const ids = [...new Set(asked.map(({ materialId }) => materialId))];
  const facts = await materialFacts(context, ids);
  const all = await rulesInUse(context, ids, [...new Set(asked.map(({ supplierId }) => supplierId))]);
  return asked.map(({ supplierId, materialId }) =>
    appliedRules(all, { materialId, supplierId, factoryId: null, types: facts.get(materialId)?.types ?? [] }),
  );
};

/** One control as people read it, and the rule it comes from. */
interface Explained {
  label: string;
  value: string | null;
  rule: { id: string; name: string; level: string } | null;
}

/**
 * The same for one material as people read it, published as `base-data/receive-control.explain`: each control with its value and the rule
 * it comes from, and all rules that speak of the delivery, the narrowest first.
 */
const explain: Published = async (
  context,
  input,
): Promise<{ controls: Explained[]; rules: { id: string; name: string; level: string }[] }> => {
  const [one] = await deliveriesOf(context, question.parse(input));
  const found = one ? rulesFor(one.all, one.delivery) : [];
  const named = ({ id, name, level }: ReceiveRule) => ({ id, name, level: LEVELS[level] });
  return {
    controls: controls.map((control) => {
      const rule = sourceOf(found, control);
      const value = rule?.[control] ?? null;
      const field = fields[control];
      const unit = control === "max_batches" ? "批" : "";
      return {
        label: CONTROLS[control],
        value: value === null ? null : kindOf(field).show(value, field.options) + unit,
        rule: rule ? named(rule) : null,
      };
    }),
    rules: found.map(named),
  };
};

/** Two rules in use about the same would say two things. */
async function scopeFree(context: Context, record: ReceiveControlRecord): Promise<Complaint[]> {
  if (record.enabled !== true) return [];
  const columns = Object.keys(SCOPE_COLUMNS) as (keyof typeof SCOPE_COLUMNS)[];
  const same = columns.map((name) => {
    const value = record[name];
    return typeof value === "string" ? where.eq(name, value) : where.empty(name);
  });
  const [other] = await unscopedRows(
    context,
    key,
    ["name"],
    [...same, where.eq("enabled", true), where.not(where.eq("id", record.id))],
  );
  return other ? [complain("level", `相同范围已有启用的规则“${other.name}”，请停用或修改它`)] : [];
}

export const receiveControlServer: EntityServer<"base-data/receive-control"> = {
  beforeSave: ({ context, record }) => scopeFree(context, record),
  async beforeRemove(_context, record) {
    return record.shipped === true ? "系统预置规则不能删除，可以修改或停用" : null;
  },
  listPages: () => [{ label: "规则试算", path: "try", tone: "primary" }],
  publishes: { rules, ofPairs, explain },
};
