import { dropHands, markHands, noteHand } from "~/data/hands.server";
import { type Row, type RowQuery, selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, AnyTransition } from "../entity";
import { decisionOf, isOpenTo, keepsHands, OWN_HAND, typesContent, writes } from "../entity/duties";
import { factsOf } from "./scope.server";

/** Notes on rows whether the acting person wrote them: its buttons and refusals go by that. */
export async function noteOwnHands(
  context: Context,
  entity: AnyEntity,
  rows: readonly { id: string; note(fact: Record<string, true>): void }[],
): Promise<void> {
  const query = ownHands(
    context,
    entity,
    rows.map(({ id }) => id),
  );
  if (!query) return;
  const written = writtenAmong(await selectRows(context.services.database.connection(), query));
  for (const row of rows) if (written.has(row.id)) row.note({ [OWN_HAND]: true });
}

/** What to ask, beside the records themselves, to know which of them the acting person wrote; null where nothing hangs on it. */
export function ownHands(context: Context, entity: AnyEntity, ids: readonly string[]): RowQuery | null {
  const { id, supplierId } = context.actor;
  if (id === null || supplierId || ids.length === 0 || !keepsHands(entity)) return null;
  return {
    table: "document_hand",
    columns: ["record_id"],
    where: [where.eq("user_id", id), where.oneOf("record_id", [...ids])],
    facts: factsOf(context),
  };
}

/** Ids of the records in the answer to `ownHands`. */
export function writtenAmong(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.map(({ record_id }) => String(record_id)));
}

/** The person changed what a record says. */
export async function keepHand(context: Context, entity: AnyEntity, recordId: string): Promise<void> {
  await keep(context, entity, recordId, true);
}

async function keep(context: Context, entity: AnyEntity, recordId: string, isContent: boolean): Promise<void> {
  const { id, supplierId, kind } = context.actor;
  if (id === null || kind === "system" || supplierId || !keepsHands(entity)) return;
  const at = context.now.toISOString();
  const row = { entity: entity.key, recordId, userId: id, at, isContent };
  await noteHand(context.services.database.connection(), row);
}

/**
 * What a transition means to the question who wrote the document.
 * @param isFinal no case of approval goes on: a decision is one about the document
 */
export async function keepHandOfTransition(
  context: Context,
  entity: AnyEntity,
  transition: AnyTransition,
  { before, after, isFinal }: { before: AnyRecord; after: AnyRecord; isFinal: boolean },
): Promise<void> {
  if (context.actor.supplierId || !keepsHands(entity)) return;
  const connection = context.services.database.connection();
  const decision = decisionOf(transition);
  if (decision) {
    if (!isFinal || !decision.authors) return;
    await markHands(connection, before.id, decision.verdict === "accepts" && !isOpenTo(entity, after.state));
    return;
  }
  if (transition.beginsAnew) await dropHands(connection, before.id);
  else if (writes(transition)) await keep(context, entity, before.id, typesContent(transition));
}

/** Whether the person wrote what it would decide on by this transition. @param row a record or the row of a list, its own hand noted */
export function isAuthor(context: Context, transition: AnyTransition, row: Readonly<Record<string, unknown>>): boolean {
  const decision = decisionOf(transition);
  const { id } = context.actor;
  if (!decision || id === null) return false;
  return (decision.creator && row.created_by === id) || (decision.authors && row[OWN_HAND] === true);
}

/** Rows that the acting person may decide on by this transition; null for all of them, also where suppliers decide on what is never theirs. */
export function decidable({ actor }: Context, transition: AnyTransition): Condition | null {
  const decision = decisionOf(transition);
  if (!decision || actor.supplierId) return null;
  const written = where.someRow({
    table: "document_hand",
    column: "record_id",
    equals: "id",
    inner: where.mine("user_id"),
  });
  return where.all(
    ...(decision.creator ? [where.any(where.empty("created_by"), where.not(where.mine("created_by")))] : []),
    ...(decision.authors ? [where.not(written)] : []),
  );
}
