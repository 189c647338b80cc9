import { z } from "zod";
import { type Context, systemContext } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { readComplianceSnapshot } from "~/engine/operations/compliance-snapshot.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { GATE_ACTIONS, type GateAction } from "~/shared/supplier-gate";
import type { GateReason } from "./gate-reason.rules";
import { type ComingLimit, comingLimits, type OwnLimit, ownLimits } from "./own-limits.rules";
import { splitBySupplier } from "./snapshot-of.rules";
import { inspectionDue, reasonsAgainst, turningDays } from "./supplier-gate.rules";
import { complianceSnapshotSchema, typesOf, weighed, weightsOf } from "./supplier-gate.server";

const SOURCE = "base-data/source-data";
const actions = Object.keys(GATE_ACTIONS) as GateAction[];

/** A supplier with whom something cannot be done today. */
export interface Blocked {
  supplierId: string;
  name: string;
  reason: GateReason;
  /** Businesses that are refused for this reason. */
  actions: GateAction[];
}

/**
 * Suppliers in use with whom something is refused today, with every reason once and the businesses it stops. Materials are those a
 * supplier has sources of; quantities and caps depend on an order and are left out. For staff: reasons name internal documents.
 */
export async function blockedSuppliers(context: Context): Promise<Blocked[]> {
  const day = dayOf(context.now);
  const suppliers = await ask(context, "supplier-management/supplier", "listed", { inUse: true });
  const sources = await unscopedRows(
    context,
    SOURCE,
    ["supplier_id", "material_id"],
    [where.oneOf("state", ["trial", "active", "suspended"])],
  );
  const materialsOf = new Map<string, Set<string>>();
  for (const { supplier_id, material_id } of sources) {
    const own = materialsOf.get(supplier_id) ?? new Set();
    materialsOf.set(supplier_id, own.add(material_id));
  }
  const materials = [...new Set(sources.map(({ material_id }) => material_id))];
  const ids = suppliers.map(({ id }) => id);
  const all = complianceSnapshotSchema.parse(
    await readComplianceSnapshot(context, { suppliers: ids, materials, day, until: day }),
  );
  const found: Blocked[] = [];
  const weights = new Map<string, Awaited<ReturnType<typeof weightsOf>>>();
  for (const [supplierId, own] of splitBySupplier(all)) {
    const materialIds = [...(materialsOf.get(supplierId) ?? [])];
    const byReason = new Map<string, Blocked>();
    for (const action of actions) {
      const asked = { action, supplierId, companyId: null, factoryId: null };
      const place = `${action} ${own.suppliers[0]?.class}`;
      const counting = weights.get(place) ?? (await weightsOf(context, { ...all, suppliers: own.suppliers }, asked));
      weights.set(place, counting);
      const facts = { ...asked, materialIds, purchaseOrgId: null, day, quantities: {}, amount: null };
      for (const reason of weighed(reasonsAgainst(own, facts, null, false), counting)) {
        if (reason.severity !== "refuse") continue;
        const key = `${reason.check} ${reason.materialId} ${reason.document?.id}`;
        const one = byReason.get(key) ?? { supplierId, name: own.suppliers[0]?.name ?? "", reason, actions: [] };
        if (!one.actions.includes(action)) one.actions.push(action);
        byReason.set(key, one);
      }
    }
    found.push(...byReason.values());
  }
  // Who is not admitted yet, or no longer, is no news; what stops suppliers in use stands on top.
  return found.sort((a, b) => Number(a.reason.check === "stage") - Number(b.reason.check === "stage"));
}

/** `blockedSuppliers` for other parts of the program. */
export const blocked: Published = (context) => blockedSuppliers(context);

const one = z.object({ supplierId: z.string() });
const weights = z.record(
  z.string(),
  z.array(
    z.object({
      check: z.string(),
      material: z.string().nullable(),
      severity: z.enum(["warn", "reason", "block"]),
      rule: z.string(),
    }),
  ),
);

/**
 * What the gate says about one supplier and the materials it has sources of, by business, today and on every day within so many on which
 * that may change; in two statements. Quantities and caps depend on an order and are left out, freezes that have not begun are not known.
 * For staff: reasons name internal documents.
 */
async function lightsWithin(context: Context, supplierId: string, days: number) {
  const today = dayOf(context.now);
  const read = { suppliers: [supplierId], materials: "sourced" as const, day: today, until: today };
  const snapshot = complianceSnapshotSchema.parse(await readComplianceSnapshot(context, read));
  const materialIds = snapshot.materials.map(({ id }) => id);
  const asked = {
    moments: actions,
    companyId: null,
    factoryId: null,
    supplierClassId: snapshot.suppliers[0]?.class ?? null,
    types: typesOf(snapshot),
  };
  const counting = await ask(context, {
    entityKey: "system-management/order-rule",
    name: "weightsOften",
    input: asked,
    answer: weights,
  });
  const turns = days === 0 ? [today] : turningDays({ snapshot, supplierId, materialIds, from: today, days });
  const found = turns.map((day) => ({
    day,
    found: actions.map((action) => {
      const places = { purchaseOrgId: null, companyId: null, factoryId: null, isGeneral: true };
      const facts = { action, supplierId, materialIds, day, ...places };
      const reasons = reasonsAgainst(snapshot, { ...facts, quantities: {}, amount: null }, null, false);
      return { action, reasons: weighed(reasons, counting[action] ?? []) };
    }),
  }));
  return { standing: snapshot, days: found };
}

/** The same of today alone. */
async function lightsOf(context: Context, supplierId: string) {
  const { days } = await lightsWithin(context, supplierId, 0);
  return days[0]?.found ?? [];
}

const sourcesAsked = z.array(
  z.object({ id: z.string(), supplierId: z.string(), materialId: z.string(), factoryId: z.string() }),
);

/**
 * What the gate says today about releasing orders by sources, and when their type inspections are due, by the id of the source; in two
 * statements whatever their number. Quantities and caps depend on an order and are left out. For staff: others' documents are read for it.
 */
export const sources: Published = async (context, input) => {
  const asked = sourcesAsked.parse(input);
  if (asked.length === 0) return {};
  const day = dayOf(context.now);
  const ids = (of: (one: (typeof asked)[number]) => string) => [...new Set(asked.map(of))];
  const suppliers = ids(({ supplierId }) => supplierId);
  const materials = ids(({ materialId }) => materialId);
  const all = complianceSnapshotSchema.parse(
    await readComplianceSnapshot(context, { suppliers, materials, day, until: day }),
  );
  const own = splitBySupplier(all);
  const rules = await ask(context, {
    entityKey: "system-management/order-rule",
    name: "rules",
    input: { moment: "release" },
    answer: z.unknown(),
  });
  const answers: Record<string, { due: string | null; inspected: boolean; verdict: "open" | "warned" | "refused" }> =
    {};
  for (const { id, supplierId, materialId, factoryId } of asked) {
    const snapshot = own.get(supplierId);
    if (!snapshot) continue;
    const about = { ...snapshot, materials: snapshot.materials.filter((one) => one.id === materialId) };
    const place = { action: "release" as const, supplierId, companyId: null, factoryId };
    const counting = await weightsOf(context, about, { ...place, rules });
    const facts = { ...place, materialIds: [materialId], purchaseOrgId: null, day, quantities: {}, amount: null };
    const isListed = counting.some(({ check }) => check === "source");
    const reasons = weighed(reasonsAgainst(about, facts, null, isListed), counting);
    const isInspected = about.materials.some(({ inspected }) => inspected);
    answers[id] = {
      due: isInspected ? (inspectionDue(about, supplierId, materialId)?.due ?? null) : null,
      inspected: isInspected,
      verdict: reasons.some(({ severity }) => severity === "refuse")
        ? "refused"
        : reasons.length > 0
          ? "warned"
          : "open",
    };
  }
  return answers;
};

/** `lightsOf` for other parts of the program. */
export const lights: Published = (context, input) => lightsOf(context, one.parse(input).supplierId);

/**
 * What stands in the way of the supplier that asks, in words for it. Read past its own rights, of its own rows alone.
 * @throws AppError("forbidden") for anybody who is no supplier
 */
export const own: Published = (context): Promise<OwnLimit[]> =>
  askedBySupplier(context, async (acting, supplierId) => ownLimits(await lightsOf(acting, supplierId)));

/** What will stand in the way of the supplier that asks within the days of the forecast. @throws as `own` does */
export const ownComing: Published = (context): Promise<ComingLimit[]> =>
  askedBySupplier(context, async (acting, supplierId) => {
    const ahead = await limitFor(acting, "gate.forecastDays");
    const { standing: snapshot, days } = await lightsWithin(acting, supplierId, ahead);
    const codes = new Map(snapshot.materials.map(({ id, code }) => [id, code]));
    return comingLimits(days, (id) => codes.get(id) ?? "");
  });

async function askedBySupplier<T>(
  context: Context,
  work: (acting: Context, supplierId: string) => Promise<T>,
): Promise<T> {
  const { supplierId } = context.actor;
  if (!supplierId) throw new AppError("forbidden", { message: "只供供应商账号查询自己" });
  const { services } = context;
  return services.database.transaction({ role: "owner" }, () =>
    work({ ...systemContext(services, "供应商查询自身限制"), now: context.now }, supplierId),
  );
}
