import { type Dismissal, dismissWarnings, selectDismissals } from "~/data/warnings.server";
import type { Actor, Context } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import { inTransaction } from "../operations/transaction.server";

/** Something that will go wrong unless somebody acts, as one person sees it. */
export interface Warning {
  /** The record it is about. */
  objectId: string;
  /** How bad it is by now: due_soon, overdue, blocked, expired. What was put away in one stage comes back in the next. */
  stage: string;
  /** One sentence, worded for this person. */
  text: string;
  /** Where something can be done about it, below the base path. */
  href: string;
}

/** A module's watch over its own records. Asked at most once a minute per person, with that person's context. */
export interface WarningProvider {
  kind: string;
  /** Where its cards stand among those of others: lower comes first, default 0; of the same place as they are registered. */
  place?: number;
  /** Everything this person may see and should know, most urgent first; nothing for those who may see none of it. */
  find(context: Context): Promise<Warning[]>;
  /** Said in place of the single sentences when there are many. */
  summary(context: Context, count: number): string;
  /** The list that shows all of them. */
  listHref(context: Context): string;
}

/** A warning on the page, or one for all of a kind. */
export interface WarningCard {
  kind: string;
  /** Id of the record; `all` for all of the kind. */
  object: string;
  text: string;
  href: string;
}

/** More of a kind become one card (shell-and-api 9). */
const SINGLE = 3;
const RETENTION_MS = 60_000;

export type WarningsFound = readonly { provider: WarningProvider; warnings: readonly Warning[] }[];

interface Found {
  until: number;
  byProvider: WarningsFound;
}

/** By the person as this permission version knows it: new rights, new search. */
const found = new WeakMap<Actor, Found>();

/** What this person is warned of now, less what was put away. */
export async function openWarnings(context: Context): Promise<WarningCard[]> {
  const userId = context.actor.id;
  if (!userId) return [];
  const all = await warningsFound(context);
  const objects = objectsIn(all);
  if (objects.length === 0) return [];
  return cardsOf(context, all, await selectDismissals(context.services.database.connection(), userId, objects));
}

/** Records that were warned of. */
export function objectsIn(all: WarningsFound): string[] {
  return all.flatMap(({ warnings }) => warnings.map(({ objectId }) => objectId));
}

/** Warnings as they stand on the page, without those that the person has put away. */
export function cardsOf(context: Context, all: WarningsFound, dismissed: readonly Dismissal[]): WarningCard[] {
  const gone = new Set(dismissed.map(({ kind, objectId, stage }) => keyOf(kind, { objectId, stage })));
  return all.flatMap(({ provider, warnings }) => {
    const { kind } = provider;
    const open = warnings.filter((warning) => !gone.has(keyOf(kind, warning)));
    if (open.length > SINGLE)
      return [{ kind, object: "all", text: provider.summary(context, open.length), href: provider.listHref(context) }];
    return open.map(({ objectId, text, href }) => ({ kind, object: objectId, text, href }));
  });
}

/**
 * Puts a warning away for this person in its present stage, or all of its kind. One that is not there is no error.
 * @param object id of the record, or `all`
 */
export async function dismissWarning(context: Context, kind: string, object: string): Promise<void> {
  const userId = context.actor.id;
  if (!userId || (object !== "all" && !UUID.test(object))) return;
  const wanted = (await warningsFound(context))
    .filter(({ provider }) => provider.kind === kind)
    .flatMap(({ warnings }) => warnings)
    .filter(({ objectId }) => object === "all" || objectId === object);
  await inTransaction(context, () =>
    dismissWarnings(context.services.database.connection(), {
      userId,
      kind,
      at: context.now.toISOString(),
      warnings: wanted.map(({ objectId, stage }) => ({ objectId, stage })),
    }),
  );
}

function keyOf(kind: string, { objectId, stage }: Pick<Warning, "objectId" | "stage">): string {
  return `${kind} ${objectId} ${stage}`;
}

/**
 * Everything this person might be warned of, put away or not; looked for once a minute. A provider that fails is left out and logged; the
 * page goes on.
 */
export async function warningsFound(context: Context): Promise<WarningsFound> {
  const { actor, services, now } = context;
  const known = found.get(actor);
  if (known && now.getTime() < known.until) return known.byProvider;
  const byProvider: { provider: WarningProvider; warnings: Warning[] }[] = [];
  for (const provider of services.warnings ?? []) {
    try {
      byProvider.push({ provider, warnings: await provider.find(context) });
    } catch (error) {
      services.log.error({ err: error, kind: provider.kind }, "warnings could not be looked for");
    }
  }
  found.set(actor, { until: now.getTime() + RETENTION_MS, byProvider });
  return byProvider;
}
