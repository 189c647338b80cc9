import type { ConditionFacts } from "~/data/condition-sql.server";
import { dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { type DataScope, widest } from "~/shared/data-scope";
import { mayMatch } from "../access/matches";
import { fieldPermission, may, transitionRight } from "../access/permissions";
import type { Actor, Context } from "../context.server";
import type { Action, AnyEntity, AnyTransition, Door, Field, Lines, RuleFacts, StaffScope } from "../entity";
import { suppliersDraft } from "../entity/drafts";
import type { ConditionOn, Keyed } from "../entity/entity-map";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { coversPath, isSupplierFile, linesFilter, supplierCondition } from "../entity/supplier-lock";
import { linesTable } from "../entity/table-names";
import { AppError } from "../errors";
import { knownLimit } from "../parameters.server";

/** By instant: a request asks for its day at every statement. */
const days = new WeakMap<Date, string>();

function businessDay(now: Date): string {
  const day = days.get(now) ?? dayOf(now);
  days.set(now, day);
  return day;
}

/** Values that moving conditions take in this request. */
export function factsOf(context: Context): ConditionFacts {
  return {
    supplierId: context.actor.supplierId,
    userId: context.actor.id,
    today: businessDay(context.now),
    now: context.now.toISOString(),
    limit: (key) => knownLimit(context.services, key),
  };
}

/**
 * The row filter of the person: the supplier wall for supplier logins, personal scope for staff and nothing that a supplier has not sent
 * yet, nothing for the system.
 */
export function rowFilter<K extends string>(context: Context, entity: Keyed<K>): ConditionOn<K>[] {
  // What walls and ranges of a definition name are its own columns.
  return filterOf(context, entity) as ConditionOn<K>[];
}

function filterOf(context: Context, entity: AnyEntity): Condition[] {
  const { actor, services } = context;
  if (actor.kind === "system") return [];
  if (actor.kind === "anonymous") return [where.never];
  if (actor.supplierId) return [supplierCondition(entity, services.registry.entity) ?? where.never];
  const { personal } = entity.access;
  const isOpen = !personal || (personal.unless !== undefined && may(actor.permissions, personal.unless));
  const own = isOpen ? [] : [personal.where];
  const unsent = suppliersDraft(entity);
  return [...staffConditions(context, entity), ...own, ...(unsent ? [where.not(unsent)] : [])];
}

/** States, with their labels, that rows of a list can be in at all: neither its scope nor the person's own leaves others. */
export function statesSeen(context: Context, screen: Screen): Readonly<Record<string, string>> {
  if (isOwnFile(context, screen.entity)) return {};
  const seen = where.all(...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : []));
  const facts = factsOf(context);
  const states = Object.entries<string>(screen.entity.states ?? {});
  const { supplierStates } = screen.entity.access;
  const shown = context.actor.supplierId && supplierStates ? supplierStates : null;
  return Object.fromEntries(
    states.filter(([state]) => mayMatch(seen, { state }, facts) && (shown?.includes(state) ?? true)),
  );
}

/** The one row a supplier sees of an entity is its own file: how we keep it, by its state, is ours. */
export function isOwnFile({ actor }: Context, entity: AnyEntity): boolean {
  return actor.supplierId !== null && isSupplierFile(entity);
}

/** How far this member of staff reaches into an entity: the widest of the roles that give a right on one of its screens. */
export function reachOf({ actor, services }: Context, entity: AnyEntity): DataScope {
  const found = services.registry.screensOf(entity.key).flatMap(({ key }) => actor.reach?.get(key) ?? []);
  return widest(found) ?? "granted";
}

/** Rows of each kind that the person may work with in an entity: what the account lists, as far as the roles reach. */
export function scopesIn(context: Context, entity: AnyEntity): Actor["scopes"] {
  const { scopes, groups = [] } = context.actor;
  const reach = reachOf(context, entity);
  if (reach === "all") return { factory: "all", purchase_group: "all", material_type: "all" };
  return reach === "group" && entity.kind === "document" ? { ...scopes, purchase_group: groups } : scopes;
}

/** Head fields that say whose a document is: its maker, and the person it began with. */
export function ownersIn(entity: AnyEntity): string[] {
  const people = Object.entries<Field>(entity.fields).filter(
    ([, { kind, options }]) => kind === "reference" && options.initial === "me",
  );
  return ["created_by", ...(entity.anonymity ? [entity.anonymity.author] : []), ...people.map(([name]) => name)];
}

/** What the reach of a member of staff is told by. */
export const SCOPES = ["factory", "purchase_group", "material_type"] as const;

/** Rows within what the account lists, as far as the roles reach in the entity. */
function withinScope(context: Context, entity: AnyEntity, scope: StaffScope): Condition[] {
  const granted = scopesIn(context, entity);
  return SCOPES.flatMap((kind) => {
    const column = scope[kind];
    const rows = granted[kind];
    return column === undefined || rows === "all" ? [] : [where.oneOf(column, rows)];
  });
}

/** Rows of a table of lines that this person sees of a document it sees; nothing where it sees all of them. */
export function lineFilter(context: Context, entity: AnyEntity, path: string): Condition[] {
  const lines = linesAt(entity.lines, path);
  if (!lines || context.actor.kind === "system") return [];
  if (!context.actor.supplierId) return staffLines(context, entity, path);
  const shown = linesFilter(lines);
  return shown ? [shown] : [];
}

/** Of the staff; tables within others follow the row above, and only those of the head have a scope. */
function staffLines(context: Context, entity: AnyEntity, path: string): Condition[] {
  const [name = "", ...below] = path.split(".");
  const { staff }: Lines["options"] = linesAt(entity.lines, name)?.options ?? {};
  if (!staff || (staff.unless !== undefined && may(context.actor.permissions, staff.unless))) return [];
  if (below.length === 0) return withinScope(context, entity, staff);
  const parent = path.slice(0, path.lastIndexOf("."));
  const seen = staffLines(context, entity, parent);
  return seen.length === 0
    ? []
    : [
        {
          op: "exists",
          table: linesTable(entity, parent),
          column: "id",
          equals: "parent_id",
          where: where.all(...seen),
        },
      ];
}

/** Tables whose rows a field of the head tells of, all of them. */
function toldOf(entity: AnyEntity, name: string): string[] {
  return Object.entries<Lines>(entity.lines).flatMap(([lines, { options }]) =>
    options.staff?.whole?.includes(name) ? [lines] : [],
  );
}

function staffConditions(context: Context, entity: AnyEntity): Condition[] {
  const found = withinScope(context, entity, entity.access.staff ?? {});
  const { id } = context.actor;
  if (entity.kind === "document" && id !== null && reachOf(context, entity) === "self")
    found.push(where.any(...ownersIn(entity).map((column) => where.eq(column, id))));
  return found;
}

/** True when the person may do the action on this screen. */
export function mayOnScreen(context: Context, screen: Screen, action: Action): boolean {
  const { actor } = context;
  if (actor.kind === "system") return true;
  return !actor.stopped?.has(screen.key) && may(actor.permissions, `${screen.key}.${action}`);
}

/** The first screen of an entity on which the person may do the action: where a link to its rows leads; undefined when there is none. */
export function screenFor(context: Context, entityKey: string, action: Action): Screen | undefined {
  return context.services.registry.screensOf(entityKey).find((screen) => mayOnScreen(context, screen, action));
}

/**
 * The screens of an entity through which the person may do something; their filters are or-ed (ruling 1).
 * @throws AppError("forbidden") when there is none
 */
export function requireAction(context: Context, entity: AnyEntity, action: Action, only?: Screen): Condition[] {
  if (context.actor.kind === "anonymous") throw new AppError("signed_out");
  if (context.actor.kind === "system") return only?.where ? [only.where] : [];
  const screens = (only ? [only] : context.services.registry.screensOf(entity.key)).filter((screen) =>
    mayOnScreen(context, screen, action),
  );
  if (screens.length === 0) {
    const id = only?.key ?? context.services.registry.screensOf(entity.key)[0]?.key ?? entity.key;
    if (context.actor.stopped?.has(id)) throw new AppError("stopped");
    throw new AppError("forbidden", { values: { permission: `${id}.${action}` } });
  }
  const filters = screens.map((screen) => screen.where);
  return filters.some((filter) => filter === null) ? [] : [where.any(...filters.filter((one) => one !== null))];
}

/** True when the person may make this transition, whatever state the document is in. */
export function mayTransition(context: Context, entity: AnyEntity, name: string): boolean {
  const transition: AnyTransition | undefined = entity.transitions?.[name];
  if (!transition) return false;
  if (context.actor.kind === "system") return true;
  if (transition.by === "system") return false;
  return may(context.actor.permissions, transitionRight(entity, name, transition));
}

/** Ways to pages about a record that this person may open. */
export function doorsOf(
  context: Context,
  entity: AnyEntity,
  row: { id: string; state: unknown },
): { label: string; href: string }[] {
  const doors: readonly Door[] = entity.doors ?? [];
  return doors
    .filter((door) => may(context.actor.permissions, door.right) && (door.in?.includes(String(row.state)) ?? true))
    .map(({ label, to }) => ({ label, href: to.replace("{id}", row.id) }));
}

/** Why this person stands too low to change the row; null when nothing stands in the way. */
export function seniorityRefusal(
  context: Context,
  entity: AnyEntity,
  row: Readonly<Record<string, unknown>>,
): string | null {
  const { seniority } = entity.access;
  if (!seniority || context.actor.kind === "system") return null;
  return Number(row[seniority.column] ?? 0) > context.actor.rank ? seniority.refusal : null;
}

/** What rules, guards and effects may be told apart by: the clock and the person. */
export function ruleFacts(context: Context): RuleFacts {
  const { today, now, supplierId, limit } = factsOf(context);
  return { today, now, supplierId, limit, actorId: context.actor.id };
}

/** True when the field may leave the server for this person; `path` is `price` or `items.price`. */
export function mayRead(context: Context, entity: AnyEntity, path: string, field: Field): boolean {
  const { actor } = context;
  if (actor.kind === "system") return true;
  if (actor.supplierId && field.options.hiddenFromSuppliers) return false;
  // What is told of all rows is not for who sees some.
  if (!actor.supplierId && toldOf(entity, path).some((lines) => staffLines(context, entity, lines).length > 0))
    return false;
  return field.options.readBy ? may(actor.permissions, `${fieldPermission(entity.key, path)}.get`) : true;
}

export interface MayWriteLinesInput {
  entity: AnyEntity;
  path: string;
  lines: Lines;
  state: string | null;
}

/** True when this person may add, change and remove rows of a child table while the document is in this state. */
export function mayWriteLines(context: Context, { entity, path, lines, state }: MayWriteLinesInput): boolean {
  const { actor } = context;
  const { system, writeIn, writeBy, suppliers, asked } = lines.options;
  if (system) return false;
  if (actor.kind === "system") return true;
  if (actor.supplierId && suppliers === "none") return false;
  if (writeIn && state !== null && !writeIn.includes(state)) return false;
  const listed: readonly string[] | undefined = entity.access.suppliersMayWrite;
  // Answers are written column by column: nobody adds or removes a question.
  const covered = (paths: readonly string[]) =>
    coversPath(paths, path) || (asked !== undefined && paths.includes(`${path}.${asked.answer}`));
  if (actor.supplierId && listed && !covered(listed)) return false;
  return writeBy ? may(actor.permissions, `${fieldPermission(entity.key, path)}.edit`) : true;
}

export interface MayWriteInput {
  entity: AnyEntity;
  path: string;
  field: Field;
  state: string | null;
}

/** True when the person may type the field while the record is in this state; `path` names fields of lines. */
export function mayWrite(context: Context, { entity, path, field, state }: MayWriteInput): boolean {
  const { actor } = context;
  const { options } = field;
  if (field.presence === "computed" || options.system || options.numbering || field.kind === "json") return false;
  if (actor.kind === "system") return true;
  if (!mayRead(context, entity, path, field)) return false;
  if (options.writeIn && state !== null && !options.writeIn.includes(state)) return false;
  if (options.writeBy && !may(actor.permissions, `${fieldPermission(entity.key, path)}.edit`)) return false;
  if (actor.supplierId) {
    const wall = entity.access.suppliers;
    if (wall.kind === "own" && wall.column === path) return false;
    if (options.extension) return options.extension.supplierEditable;
    const listed: readonly string[] | undefined = entity.access.suppliersMayWrite;
    if (listed) return coversPath(listed, path);
  }
  return true;
}
