import { z } from "zod";
import type { Published } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type Sourcing, sourcingOf } from "./sourcing.rules";

function byMaterial<R extends { material_id: string }>(rows: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of rows) {
    const own = found.get(row.material_id);
    if (own) own.push(row);
    else found.set(row.material_id, [row]);
  }
  return found;
}

/** Materials that are looked at, with whether they need type inspections. */
const asked = z.array(z.object({ id: z.string(), inspected: z.boolean() }));

/**
 * What each material has of sources today, by its id, published as `base-data/source-data.ofMaterials`; two statements whatever their
 * number. For staff.
 */
export const ofMaterials: Published = async (context, input): Promise<Record<string, Sourcing>> => {
  const materials = asked.parse(input);
  if (materials.length === 0) return {};
  const ids = materials.map(({ id }) => id);
  const rows = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id", "material_id", "state", "effective_from", "effective_to"],
    [where.oneOf("material_id", ids), where.oneOf("state", ["trial", "active", "suspended"])],
  );
  const due = await unscopedRows(
    context,
    "master-data/type-inspection-due",
    ["supplier_id", "material_id", "due_date"],
    [where.oneOf("material_id", ids)],
  );
  const today = dayOf(context.now);
  const soon = addDays(today, await intParameter(context.services, "sourcing.expiringDays"));
  const sources = byMaterial(rows);
  const inspections = byMaterial(due);
  return Object.fromEntries(
    materials.map(({ id, inspected }) => [
      id,
      sourcingOf({
        sources: (sources.get(id) ?? []).map(({ supplier_id, state, effective_from, effective_to }) => ({
          ...{ supplierId: supplier_id, state, from: effective_from, to: effective_to },
        })),
        inspected,
        dueDays: new Map((inspections.get(id) ?? []).map(({ supplier_id, due_date }) => [supplier_id, due_date])),
        ...{ today, soon },
      }),
    ]),
  );
};
