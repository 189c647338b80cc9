import { type Context, consequenceOf } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { lockAsking } from "../provision-receipt/provision-receipt.query.server";
import { ASKED_STAGES, classesBelow, dueFor } from "./provision.rules";

const KEY = "base-data/provision";
const RECEIPT = "base-data/provision-receipt";

/** Ids of the suppliers a provision is for today. */
async function suppliersInScope(context: Context, provisionId: string): Promise<Set<string>> {
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "classes",
    columns: ["supplier_class_id"],
    where: [where.eq("root_id", provisionId)],
  });
  // One that was merged into another keeps its stage and deals no more.
  const asked = { inUse: true, stages: ASKED_STAGES };
  const suppliers = await ask(context, "supplier-management/supplier", "listed", asked);
  if (lines.length === 0) return new Set(suppliers.map(({ id }) => id));
  const all = await unscopedRows(context, "master-data/supplier-class", ["id", "parent_id"], []);
  const classes = classesBelow(
    lines.map(({ supplier_class_id }) => supplier_class_id),
    all,
  );
  return new Set(suppliers.filter(({ classId }) => classes.has(classId)).map(({ id }) => id));
}

/**
 * Asks the suppliers a published provision is for and that were not asked yet, asks those again that are back, and asks no more of those
 * it is no longer for. What was accepted stays.
 * @param lateDays days a supplier has that is asked after the publication; null for those asked by it
 * @returns how many were asked
 */
export async function askSuppliers(context: Context, provisionId: string, lateDays: number | null): Promise<number> {
  await lockAsking(context.services.database.connection(), provisionId);
  const [provision] = await unscopedRows(
    context,
    KEY,
    ["title", "category", "provision_version", "effective_date", "must_accept", "accept_deadline", "state", "last_day"],
    [where.eq("id", provisionId)],
  );
  // One that a newer version is about to replace asks nobody anew.
  if (provision?.state !== "published" || provision.last_day !== null) return 0;
  const today = dayOf(context.now);
  const due = dueFor(provision, { today, lateDays });
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(RECEIPT);
  const main = context.services.registry.mainScreen(RECEIPT);
  const inScope = await suppliersInScope(context, provisionId);
  const known = await unscopedRows(
    context,
    RECEIPT,
    ["id", "supplier_id", "state"],
    [where.eq("provision_id", provisionId)],
  );
  let asked = 0;
  for (const { id, supplier_id, state } of known) {
    const name = inScope.has(supplier_id) ? (state === "ended" ? "reopen" : null) : state === "pending" ? "end" : null;
    if (name === null) continue;
    await applyTransition(system, {
      entity,
      id,
      name,
      ...(name === "reopen" && due !== null ? { input: { due_on: due } } : {}),
    });
    if (name === "reopen") asked += 1;
  }
  const { title, category, provision_version, effective_date, must_accept } = provision;
  const facts = { category, provision_version, effective_date, must_accept, due_on: due };
  const screen = { ...main, initial: { ...main.initial, ...facts, asked_at: context.now.toISOString() } };
  const seen = new Set(known.map(({ supplier_id }) => supplier_id));
  for (const supplierId of [...inScope].filter((id) => !seen.has(id))) {
    const { id } = await createRecord(system, {
      screen,
      values: { provision_id: provisionId, supplier_id: supplierId },
    });
    // A publisher does not want to hear of five hundred answers, one by one.
    if (context.actor.id) await watchRecord(system, { entity, id, on: false });
    await notify(context, {
      scenario: "provision.to-accept",
      toSuppliers: [supplierId],
      values: { title, until: due === null ? "" : `，确认期限${due}` },
      record: { entity: RECEIPT, id },
      asks: "accept",
    });
    asked += 1;
  }
  return asked;
}

/** Receipts of a provision that wait for their supplier. */
export function openReceipts(context: Context, provisionId: string) {
  return unscopedRows(
    context,
    RECEIPT,
    ["id", "supplier_id", "reminded_on"],
    [where.eq("provision_id", provisionId), where.eq("state", "pending")],
  );
}

/** What no longer holds need not be accepted any more. */
export async function endAsking(context: Context, provisionId: string): Promise<void> {
  const entity = context.services.registry.entity(RECEIPT);
  for (const { id } of await openReceipts(context, provisionId))
    await applyTransition(consequenceOf(context), { entity, id, name: "end" });
}

/** Reminds every supplier of a provision that has not answered and was not reminded today. */
export async function remindOpen(context: Context, provisionId: string): Promise<void> {
  const today = dayOf(context.now);
  const entity = context.services.registry.entity(RECEIPT);
  for (const { id, reminded_on } of await openReceipts(context, provisionId)) {
    if (reminded_on === today) continue;
    try {
      await applyTransition(consequenceOf(context), { entity, id, name: "remind" });
    } catch (error) {
      // Accepted, or reminded by somebody else, at this moment.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
