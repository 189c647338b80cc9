import {
  type InboxRow,
  type InboxSearch,
  markInboxRead,
  removeInboxEntry,
  selectInbox,
  starInboxEntry,
} from "~/data/inbox.server";
import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import { askedOf } from "../entity/messages";
import type { Screen } from "../entity/registry";
import { supplierCondition } from "../entity/supplier-lock";
import { tableOf } from "../entity/table-names";
import { factsOf, mayOnScreen, requireAction, rowFilter } from "./scope.server";
import { inTransaction, reading } from "./transaction.server";

/** An entry of the inbox, with the screen on which its record can be opened; null when it cannot, any more or at all. */
export interface InboxItem extends InboxRow {
  screen: Screen | null;
}

/**
 * Entries of the person's inbox, newest first. Whether each record may still be seen is asked by the scope of its entity, one
 * query per kind of record; what may not is told by nothing but its time.
 */
export async function readInbox(
  context: Context,
  wanted: InboxSearch & {
    unreadOnly: boolean;
    starredOnly?: boolean;
    limit: number;
    offset: number;
    kinds?: readonly InboxRow["kind"][];
    told?: boolean;
  },
): Promise<{ items: InboxItem[]; total: number; unread: number; starred: number; told: string[] }> {
  const userId = context.actor.id;
  if (!userId) return { items: [], total: 0, unread: 0, starred: 0, told: [] };
  return reading(context, async () => {
    const found = await selectInbox(context.services.database.connection(), { userId, ...wanted });
    const { rows, ...counts } = found;
    const screens = new Map<string, Screen>();
    const about = rows.flatMap(({ entity, recordId, path }) =>
      entity !== null && recordId !== null && !leadsElsewhere({ entity, recordId, path }) ? [{ entity, recordId }] : [],
    );
    for (const entity of new Set(about.map((row) => row.entity))) {
      const ids = about.filter((row) => row.entity === entity).map((row) => row.recordId);
      for (const [id, screen] of await visible(context, entity, ids)) screens.set(id, screen);
    }
    const items = rows.map((row) => ({ ...row, screen: screens.get(row.recordId ?? "") ?? null }));
    // A word that finds an entry tells what stands in it.
    const shown = wanted.words?.length
      ? items.filter((item) => !item.recordId || leadsElsewhere(item) || item.screen)
      : items;
    return { items: shown, ...counts };
  });
}

/** What leads somewhere else than to its record or a move on it was addressed to the person, whatever it may see by now. */
function leadsElsewhere({ entity, recordId, path }: Pick<InboxRow, "entity" | "recordId" | "path">): boolean {
  return path !== null && (entity === null || askedOf(path, recordId) === null);
}

/** Those of the records that the person may open now, each with the screen for it: that of all rows, or the view that shows it. */
export async function visible(context: Context, key: string, ids: readonly string[]): Promise<Map<string, Screen>> {
  const { registry, database } = context.services;
  const registered = registry.registrations.find((one) => one.entity.key === key);
  const found = new Map<string, Screen>();
  if (!registered) return found;
  const { entity } = registered;
  if (context.actor.supplierId && !supplierCondition(entity, registry.entity)) return found;
  const screens = registry.screensOf(key).filter((one) => mayOnScreen(context, one, "get"));
  const whole = screens.find((one) => one.where === null);
  for (const screen of whole ? [whole] : screens) {
    const left = [...new Set(ids)].filter((id) => !found.has(id));
    if (left.length === 0) break;
    const rows = await selectRows(database.connection(), {
      table: tableOf(entity),
      columns: ["id"],
      where: [
        { op: "in", column: "id", values: left },
        ...rowFilter(context, entity),
        ...requireAction(context, entity, "get", screen),
      ],
      facts: factsOf(context),
    });
    for (const row of rows) found.set(String(row.id), screen);
  }
  return found;
}

/** The screen on which the person sees a record that another screen of its entity does not show; null for none. */
export async function screenBeside(context: Context, screen: Screen, id: string): Promise<Screen | null> {
  const { key } = screen.entity;
  if (!UUID.test(id) || context.services.registry.screensOf(key).length < 2) return null;
  const seen = (await reading(context, () => visible(context, key, [id]))).get(id);
  return seen === undefined || seen === screen ? null : seen;
}

/** Marks an entry of the person's own inbox as read, or all of them; anything else is left alone. */
export async function markRead(context: Context, id: string | "all"): Promise<void> {
  const userId = context.actor.id;
  if (!userId || (id !== "all" && !UUID.test(id))) return;
  await inTransaction(context, () =>
    markInboxRead(context.services.database.connection(), {
      userId,
      id: id === "all" ? null : id,
      at: context.now.toISOString(),
    }),
  );
}

/** Puts a star on an entry of the person's own inbox, or takes it away; anything else is left alone. */
export async function starMessage(context: Context, id: string, on: boolean): Promise<void> {
  const userId = context.actor.id;
  if (!userId || !UUID.test(id)) return;
  await inTransaction(context, () => starInboxEntry(context.services.database.connection(), { userId, id, on }));
}

/** Throws an entry of the person's own inbox away; anything else is left alone. */
export async function removeMessage(context: Context, id: string): Promise<void> {
  const userId = context.actor.id;
  if (!userId || !UUID.test(id)) return;
  await inTransaction(context, () => removeInboxEntry(context.services.database.connection(), { userId, id }));
}
