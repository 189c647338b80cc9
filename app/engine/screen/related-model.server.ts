import type { RelatedRow } from "~/data/related.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field, Related } from "../entity";
import type { Screen } from "../entity/registry";
import { type RelatedRows, relatedRows } from "../operations/related.server";
import { mayOnScreen } from "../operations/scope.server";
import { titleFrom } from "../operations/write.server";
import { listPath, query, recordPath } from "./address";
import { showField, showState } from "./show";

const COUNTED = 10_000;

/**
 * What a record belongs with, before and after it; null when there is nothing the person may see.
 * @param heading what the record itself is called
 */
export async function relatedModel(context: Context, { entity, noun }: Screen, record: AnyRecord, heading: string) {
  const found = await relatedRows(context, entity, record);
  if (found.length === 0) return null;
  return {
    here: { label: noun, text: heading },
    groups: found.map((rows) => groupModel(context, entity, record, rows)),
  };
}

function groupModel(context: Context, entity: AnyEntity, record: AnyRecord, found: RelatedRows) {
  const { related, target, screen, rows, total } = found;
  const allHref = listHref(context, target, related, record);
  return {
    label: related.label ?? labelOf(entity, related) ?? target.label,
    side: related.side ?? (related.entity === undefined ? ("before" as const) : ("after" as const)),
    total: total < COUNTED ? String(total) : `${COUNTED}+`,
    items: rows.map((row) => itemModel(target, screen, related, row)),
    ...(allHref && total > rows.length ? { allHref } : {}),
  };
}

/** What is pointed at is called as its reference is. */
function labelOf(entity: AnyEntity, related: Related): string | undefined {
  const field: Field | undefined = related.entity === undefined ? entity.fields[related.through] : undefined;
  return field?.options.label;
}

function itemModel(target: AnyEntity, screen: Screen, related: Related, row: RelatedRow) {
  const field: Field | undefined = related.fact === undefined ? undefined : target.fields[related.fact];
  const state = row.state === null ? null : showState(target, row.state);
  const fact =
    field && row.fact !== null
      ? showField({ field, value: row.fact, label: row.factLabel ?? undefined, currency: row.currency })
      : null;
  return {
    id: row.id,
    text: titleFrom(target, row.title),
    href: recordPath(screen, row.id),
    ...(state ? { state: { label: state.text, tone: state.tone } } : {}),
    ...(fact && field ? { fact: { label: field.options.label, text: fact.text } } : {}),
  };
}

/** The list of the other entity, narrowed to this record; only where such a filter exists and the person may use the list. */
function listHref(context: Context, target: AnyEntity, related: Related, record: AnyRecord): string | null {
  if (related.entity === undefined || related.shares) return null;
  const screen = context.services.registry
    .screensOf(target.key)
    .find((one) => mayOnScreen(context, one, "query") && one.list.filters.some((name) => name === related.through));
  return screen ? listPath(screen) + query([[related.through, record.id]]) : null;
}
