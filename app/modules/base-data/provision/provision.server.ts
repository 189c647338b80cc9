import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, TransitionWork } from "~/engine/entity/server-hooks";
import { peopleOf } from "~/engine/notify/audience.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, query } from "~/engine/screen/address";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { lockAsking } from "../provision-receipt/provision-receipt.query.server";
import { askSuppliers, endAsking, openReceipts, remindOpen } from "./asked-suppliers.server";
import { acceptRate } from "./provision.rules";
import { acceptedOf, provisionSections } from "./provision-progress.server";

type ProvisionRecord = RecordFor<"base-data/provision">;

const KEY = "base-data/provision";
const RECEIPT = "base-data/provision-receipt";

function others(record: ProvisionRecord) {
  return [where.eq("title", String(record.title)), where.not(where.eq("id", record.id))];
}

/** The next version of its title; the one in force ends the day before this begins, or at once. */
async function takeOver(context: Context, { record, today, set }: Work<ProvisionRecord>): Promise<void> {
  await lockAsking(context.services.database.connection(), String(record.title));
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "state", "provision_version"],
    [...others(record), where.set("provision_version")],
  );
  set({ provision_version: Math.max(0, ...rows.map(({ provision_version }) => provision_version ?? 0)) + 1 });
  const entity = context.services.registry.entity(KEY);
  const from = String(record.effective_date);
  for (const { id } of rows.filter(({ state }) => state === "published"))
    await applyTransition(consequenceOf(context), {
      entity,
      id,
      ...(from <= today ? { name: "replace" } : { name: "outlast", input: { last_day: addDays(from, -1) } }),
    });
}

/** One revision at a time. */
async function noOtherDraft(context: Context, record: ProvisionRecord): Promise<Finding[]> {
  const [draft] = await unscopedRows(context, KEY, ["number"], [...others(record), where.eq("state", "draft")]);
  return draft
    ? [{ check: "draft", level: "block", text: `已有同名的草稿${draft.number ?? ""}，请修改它，或者先删除` }]
    : [];
}

/** What is published goes on until the copy that is made here is. */
async function startRevision(context: Context, { record, today }: Work<ProvisionRecord>): Promise<void> {
  const screen = context.services.registry.mainScreen(KEY);
  const { title, category, body, must_accept, remark } = record;
  const classes = linesOf(record, "classes").map(({ supplier_class_id }) => ({ supplier_class_id }));
  await createRecord(consequenceOf(context), {
    screen,
    values: { title, category, body, must_accept, remark, effective_date: today, classes },
  });
}

async function somebodyToRemind(context: Context, record: ProvisionRecord): Promise<Finding[]> {
  const today = dayOf(context.now);
  const open = await openReceipts(context, record.id);
  if (open.length === 0) return [{ check: "remind", level: "block", text: "所有供应商都已确认，不需要提醒" }];
  return open.every(({ reminded_on }) => reminded_on === today)
    ? [{ check: "remind", level: "block", text: "没有确认的供应商今天都已提醒过" }]
    : [];
}

/** People of all suppliers that were asked. */
async function asked(context: Context, record: ProvisionRecord): Promise<string[]> {
  const rows = await unscopedRows(context, RECEIPT, ["supplier_id"], [where.eq("provision_id", record.id)]);
  if (rows.length === 0) return [];
  const nobody = { supplierClasses: [], roles: [], factories: [], people: [] };
  const suppliers = [...new Set(rows.map(({ supplier_id }) => supplier_id))];
  return peopleOf(context, { kind: "listed", suppliers, ...nobody });
}

/** Who was asked follows from what became of the provision. */
async function settle({ context, transition, record }: TransitionWork<ProvisionRecord>): Promise<void> {
  if (transition === "publish") await askSuppliers(context, record.id, null);
  if (transition === "replace" || transition === "withdraw") await endAsking(context, record.id);
}

export const provisionServer: EntityServer<"base-data/provision"> = {
  sections: provisionSections,
  afterTransition: settle,
  audiences: { asked: ({ context, record }) => asked(context, record) },
  async extra(context, _screen, ids) {
    const counts = await acceptedOf(context, ids);
    return new Map(
      ids.map((id) => {
        const { asked: all, accepted } = counts(id);
        return [id, { asked: all, accepted, accept_rate: acceptRate(accepted, all) }];
      }),
    );
  },
  async rowLinks(context, ids) {
    const screen = screenFor(context, RECEIPT, "query");
    if (!screen) return new Map();
    const counts = await acceptedOf(context, ids);
    return new Map(
      ids
        .filter((id) => counts(id).asked > 0)
        .map((id) => [id, [{ label: "确认情况", href: listPath(screen) + query([["provision_id", id]]) }]]),
    );
  },
  transitions: {
    publish: { effect: takeOver },
    revise: { check: noOtherDraft, effect: startRevision },
    remind: { check: somebodyToRemind, effect: (context, { record }) => remindOpen(context, record.id) },
  },
};
