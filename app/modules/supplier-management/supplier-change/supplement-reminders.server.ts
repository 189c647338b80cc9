import { type Context, systemContext } from "~/engine/context.server";
import { notify, notifyOnce } from "~/engine/notify/notify.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { supplierChange } from "./supplier-change.entity";
import { SUPPLEMENT_REMINDERS } from "./supplier-change.rules";

const { key } = supplierChange;
const SUPPLIER = "supplier-management/supplier";
/** States in which it is the supplier's turn. */
const ASKED = ["invited", "returned"];

type Row = Readonly<Record<string, unknown>>;

/** What a supplier is told of a change it is asked for: what is missing, and until when. */
export function askedNotification(change: Row, section: string, note: string | null) {
  const what = [change.checklist, note].filter((part) => typeof part === "string" && part !== "").join("；");
  return {
    values: {
      number: String(change.number ?? ""),
      section,
      due: String(change.due_date ?? ""),
      what: (what || String(change.reason ?? "")).replaceAll("\n", "；"),
    },
    toSuppliers: [String(change.supplier_id)],
    record: { entity: key, id: String(change.id), number: String(change.number ?? "") },
  };
}

/**
 * Reminds suppliers of what they were asked to supplement: three days and one day before, and the day after; each once. To be run every
 * day, and harmless when run again.
 * @returns how many reminders were given
 */
export async function remindOfSupplements(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "资料补充提醒");
  const today = dayOf(context.now);
  const { section } = supplierChange.fields;
  const sections: Readonly<Record<string, string>> = section.options.choices ?? {};
  let notified = 0;
  const columns = ["id", "number", "supplier_id", "section", "reason", "checklist", "due_date"] as const;
  const asked = [where.oneOf("state", ASKED), where.set("due_date")];
  for (const row of await unscopedRows(context, key, columns, asked)) {
    const step = stepOn(String(row.due_date), today);
    if (step === null) continue;
    notified += await notifyOnce(context, `${row.id}:${String(row.due_date)}:${step}`, {
      scenario: "supplier-change.invited",
      ...askedNotification(row, sections[row.section] ?? "", null),
    });
  }
  // Of whole files the list of tasks reminds on the day before and after; three days ahead only this does.
  const files = await unscopedRows(
    context,
    SUPPLIER,
    ["id", "name", "gaps", "supplement_due", "supplement_note"],
    [where.eq("state", "active"), where.set("supplement_due")],
  );
  for (const row of files) {
    const due = String(row.supplement_due);
    if (stepOn(due, today) !== SUPPLEMENT_REMINDERS[0]) continue;
    const what = [row.gaps, row.supplement_note].filter(Boolean).join("；").replaceAll("\n", "；");
    notified += await notifyOnce(context, `${row.id}:${due}`, {
      scenario: "supplier.supplement",
      values: { company: row.name, due, what },
      toSuppliers: [row.id],
      record: { entity: SUPPLIER, id: row.id },
      path: `/supplier-management/supplier-info/${row.id}`,
    });
  }
  return notified;
}

function stepOn(due: string, today: string): number | null {
  return SUPPLEMENT_REMINDERS.find((step) => daysBetween(today, due) === step) ?? null;
}

/** Notifies the supplier of an invitation, or once more of it. */
export async function notifyAsked(context: Context, change: Row, section: string, note: string | null): Promise<void> {
  await notify(context, { scenario: "supplier-change.invited", ...askedNotification(change, section, note) });
}
