import { bestMatches } from "~/data/best-matches.server";
import {
  distinctIds,
  type OptionList,
  type Row,
  type RowQuery,
  selectOptionLists,
  selectRowSets,
  selectRows,
} from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import { searchPhrase, searchWords } from "~/shared/search";
import { searchText } from "~/shared/text";
import type { Context } from "../context.server";
import type { AnyEntity, Complaint, Field, Value } from "../entity";
import type { Job, RoleName } from "../entity/field";
import { UUID } from "../entity/kinds/reference";
import { searchFields } from "../entity/search-fields";
import { supplierCondition } from "../entity/supplier-lock";
import { lineTable, tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { labelsOf, rememberLabels, titleSource } from "./labels.server";
import { findLines, offeredLines } from "./line-references.server";
import { factsOf, rowFilter } from "./scope.server";

/** Rows a complaint offers, and complaints of one form that do so: each is a question to the database. */
const SUGGESTIONS = 3;
const MOST_SUGGESTED = 20;

/** A reference that was typed or chosen and must be found before it counts. */
export interface ReferenceQuery {
  field: Field;
  name: string;
  path: string;
  typed: string;
  into: Record<string, Value>;
}

/** Rows of the target that this person may choose now. */
export function choosable(context: Context, target: AnyEntity, field: Field): Condition[] {
  return [
    ...rowFilter(context, target),
    ...(target.fields.enabled ? [{ op: "eq" as const, column: "enabled", value: true }] : []),
    ...(field.options.only ? [field.options.only] : []),
    // What the program names in the course of its work was chosen before.
    ...(context.actor.kind !== "system" ? peopleWho(context, field) : []),
  ];
}

/** Whom suppliers may not even read they choose nobody of, and rights of others they cannot ask about. */
function peopleWho(context: Context, { options: { may, inRole } }: Field): Condition[] {
  if (!may && !inRole) return [];
  if (context.actor.supplierId) return [where.oneOf("id", [])];
  return [...(may ? [holdsRoleThat(givesOneOf(may))] : []), ...(inRole ? [holdsRoleThat(isRole(inRole))] : [])];
}

/** Of grants: the one of this role. */
function isRole(role: RoleName): Condition {
  return where.eq("role_code", role);
}

/** Of grants: those whose role holds one of these rights. */
function givesOneOf(rights: Job): Condition {
  const granted = rights.map((right) => {
    const dot = right.lastIndexOf(".");
    return where.all(where.eq("permission_id", right.slice(0, dot)), where.eq("action", right.slice(dot + 1)));
  });
  return where.someRow({
    table: "role_permission",
    column: "role_code",
    equals: "role_code",
    inner: where.any(...granted),
  });
}

/** Accounts with such a grant that counts today, of a role that is in use. */
function holdsRoleThat(fits: Condition): Condition {
  const begun: Condition = { op: "before", column: "valid_from", moment: "today", days: 1 };
  const holds = where.all(
    where.any(where.empty("valid_from"), begun),
    where.any(where.empty("valid_until"), where.coming("valid_until")),
    where.someRow({ table: "role", column: "code", equals: "role_code", inner: where.eq("enabled", true) }),
    fits,
  );
  return where.someRow({ table: "user_role", column: "user_id", equals: "id", inner: holds });
}

/** The code in front of `CODE name`, as a pick from the list leaves it. */
function codeOf(typed: string): string {
  return typed.split(/\s/)[0] ?? typed;
}

/**
 * Turns typed codes, labels and ids into ids, and puts them where they belong. What does not exist, or lies outside the
 * person's reach, becomes a complaint; the two are not told apart.
 */
export async function resolveReferences(context: Context, requests: readonly ReferenceQuery[]): Promise<Complaint[]> {
  const groups = new Map<string, ReferenceQuery[]>();
  for (const query of requests) {
    const { to, lines, only, onlyLines, suppliersChoose, may, inRole } = query.field.options;
    const key = `${to} ${JSON.stringify([lines, only, onlyLines, suppliersChoose, may, inRole].map((one) => one ?? null))}`;
    groups.set(key, [...(groups.get(key) ?? []), query]);
  }
  const complaints: Complaint[] = [];
  const finders = await choicesForEach(
    context,
    [...groups.values()].flatMap((group) => {
      const [first] = group;
      return first?.field.options.to
        ? [{ field: first.field, typed: group.map(({ typed }) => searchText(typed)), group }]
        : [];
    }),
  );
  for (const { group, found } of finders) {
    for (const query of group) {
      const id = found(searchText(query.typed));
      if (id) query.into[query.name] = id;
      else {
        const similar = complaints.length < MOST_SUGGESTED ? await similarTo(context, query.field, query.typed) : [];
        const advice = similar.length > 0 ? `您是不是要找：${similar.join("、")}` : "请重新选择";
        complaints.push({
          field: query.path,
          message: `${query.field.options.otherwise ?? `找不到${query.field.options.label}「${query.typed.slice(0, 40)}」`}，${advice}`,
        });
      }
    }
  }
  return complaints;
}

/** Labels of the rows that the person may have meant and may choose, best first. */
async function similarTo(context: Context, field: Field, typed: string): Promise<string[]> {
  if (!field.options.to || field.kind === "lineReference") return [];
  const target = context.services.registry.entity(field.options.to);
  if (!mayChoose(context, target)) return [];
  const ids = await searchIds(context, { target, within: choosable(context, target, field), typed, take: SUGGESTIONS });
  const labels = await labelsOf(context, target, ids);
  return ids.flatMap((id) => labels.get(id) ?? []);
}

export interface SearchIdsInput {
  target: AnyEntity;
  within: readonly Condition[];
  typed: string;
  take: number;
}

/** Ids of the rows that match a typed text, best first; none where rows are found by nothing. */
export async function searchIds(context: Context, { target, within, typed, take }: SearchIdsInput): Promise<string[]> {
  const words = searchWords(searchPhrase(typed));
  const { own } = searchFields(target);
  const column = titleColumns(target).find((name) => own.includes(name)) ?? own[0];
  if (words.length === 0 || column === undefined) return [];
  return bestMatches(context.services.database.connection(), {
    table: tableOf(target),
    where: within,
    facts: factsOf(context),
    column,
    words,
    take,
  });
}

/**
 * True when the person may choose from the rows of the target at all. Suppliers choose from what the wall lets them read of the target
 * itself; the view of titles made for them is for labels of what they see, not for choosing from.
 */
export function mayChoose(context: Context, target: AnyEntity): boolean {
  return !context.actor.supplierId || supplierCondition(target, context.services.registry.entity) !== null;
}

/** How a row is called where it is referred to. */
export function labelOf(columns: readonly string[], row: Row): string {
  return columns
    .map((column) => row[column])
    .filter(Boolean)
    .join(" ");
}

/** Rows that are asked for by typed texts, and how a text finds its own among them. */
interface Lookup {
  target: AnyEntity;
  query: RowQuery;
  found(rows: readonly Row[]): (text: string) => string | null;
}

function lookup(context: Context, target: AnyEntity, within: readonly Condition[], typed: readonly string[]): Lookup {
  const title = titleColumns(target);
  // What is called by its name alone is still found by its code.
  const columns = [...title, ...(Object.hasOwn(target.fields, "code") && !title.includes("code") ? ["code"] : [])];
  const lead = columns.includes("code") ? "code" : (columns[0] ?? "id");
  const ids = typed.map((text) => text.toLowerCase()).filter((text) => UUID.test(text));
  const codes = typed
    .filter((text) => !UUID.test(text.toLowerCase()))
    .flatMap((text) => [text, codeOf(text), codeOf(text).toUpperCase()]);
  const by: Condition[] = [
    ...(ids.length > 0 ? [{ op: "in" as const, column: "id", values: ids }] : []),
    ...(codes.length > 0 ? columns.map((column) => ({ op: "in" as const, column, values: [...new Set(codes)] })) : []),
  ];
  const query = {
    table: tableOf(target),
    columns: ["id", ...columns],
    where: [{ op: "any" as const, of: by }, ...within],
    facts: factsOf(context),
    limit: 5000,
  };
  return { target, query, found: (rows) => among(rows, { title, columns, lead }) };
}

/** The id of the one row that a text names: by its id, its code or its title, then by a code in front, then by any of its columns. */
function among(
  rows: readonly Row[],
  { title, columns, lead }: { title: readonly string[]; columns: readonly string[]; lead: string },
): (text: string) => string | null {
  return (text) => {
    const exact = rows.filter(
      (row) => row.id === text.toLowerCase() || row[lead] === text || labelOf(title, row) === text,
    );
    const byCode = rows.filter((row) => row[lead] === codeOf(text) || row[lead] === codeOf(text).toUpperCase());
    const named = rows.filter((row) => columns.some((column) => row[column] === text));
    for (const matches of [exact, byCode, named]) {
      if (matches.length === 1) return String(matches[0]?.id);
    }
    return null;
  };
}

async function lookUp(
  context: Context,
  target: AnyEntity,
  within: readonly Condition[],
  typed: readonly string[],
): Promise<(text: string) => string | null> {
  const { query, found } = lookup(context, target, within, typed);
  return found(await selectRows(context.services.database.connection(), query));
}

/** The id of the one row that a typed code, label or id names among those the person may choose. */
export async function findChoice(context: Context, field: Field, typed: string): Promise<string | null> {
  const text = searchText(typed);
  const [choices] = await choicesForEach(context, [{ field, typed: [text] }]);
  return choices?.found(text) ?? null;
}

/**
 * Finds the ids behind typed texts among what the person may choose for each field; texts that name nothing, or several, give null. Registers
 * are asked in one statement.
 */
async function choicesForEach<W extends { field: Field; typed: readonly string[] }>(
  context: Context,
  wanted: readonly W[],
): Promise<(W & { found: (text: string) => string | null })[]> {
  const lookups = wanted.map(({ field, typed }) => registerLookup(context, field, typed));
  const asked = lookups.flatMap((one) => one ?? []);
  const sets = await selectRowSets(
    context.services.database.connection(),
    asked.map(({ query }) => ({ query, types: NO_TYPES })),
  );
  const rowsOf = new Map(asked.map((one, at) => [one, sets[at] ?? []]));
  const choices: (W & { found: (text: string) => string | null })[] = [];
  for (const [at, one] of wanted.entries()) {
    const own = lookups[at];
    if (own) rememberLabels(context, own.target, rowsOf.get(own) ?? []);
    const found = own ? own.found(rowsOf.get(own) ?? []) : await otherChoices(context, one.field, one.typed);
    choices.push({ ...one, found });
  }
  return choices;
}

/** Titles and codes are texts: JSON carries them as the driver does. */
const NO_TYPES = { decimals: [], instants: [] };

/** The look-up of a field that is chosen from a register the person may read; null for others. */
function registerLookup(context: Context, field: Field, typed: readonly string[]): Lookup | null {
  if (!field.options.to || field.kind === "lineReference") return null;
  const target = context.services.registry.entity(field.options.to);
  // What is offered is what is taken: where the field says what suppliers choose from, it is not what else they may read.
  const readsTarget = mayChoose(context, target) && !field.options.suppliersChoose;
  return !context.actor.supplierId || readsTarget
    ? lookup(context, target, choosable(context, target, field), typed)
    : null;
}

/** What is chosen from lines, or by a supplier from what is named to it. */
async function otherChoices(
  context: Context,
  field: Field,
  typed: readonly string[],
): Promise<(text: string) => string | null> {
  if (!field.options.to) return () => null;
  if (field.kind === "lineReference") return findLines(context, field, typed);
  const own = await ownChoices(context, field);
  return (text) => {
    const id = own.find((one) => one.id === text.toLowerCase());
    const [only, ...others] = id ? [id] : own.filter(({ label }) => label === text || codeOf(label) === codeOf(text));
    return only && others.length === 0 ? only.id : null;
  };
}

/**
 * What a supplier may choose of a register it must not read (`suppliersChoose`), by label: the rows that rows of its own point at, or all
 * that are named to suppliers.
 * Empty for fields that do not say so, and for staff, who choose from the register itself.
 */
export async function ownChoices(context: Context, field: Field): Promise<{ id: string; label: string }[]> {
  const { to, suppliersChoose } = field.options;
  if (!to || !suppliersChoose || !context.actor.supplierId) return [];
  const { registry, database } = context.services;
  if (suppliersChoose === "titles") {
    const source = titleSource(context, registry.entity(to));
    const lists = source ? [{ key: to, ...source, where: [], limit: FILTER_CHOICES }] : [];
    return (await selectOptionLists(database.connection(), lists, factsOf(context))).get(to) ?? [];
  }
  const ids = new Set<string>();
  for (const { entity: key, through } of suppliersChoose) {
    const entity = registry.entity(key);
    const [lines, column] = through.includes(".") ? through.split(".") : [null, through];
    const found = await distinctIds(database.connection(), column ?? through, {
      table: lines ? lineTable(tableOf(entity), lines) : tableOf(entity),
      // Child rows stand behind the lock of the database; the head behind both.
      where: lines ? [] : rowFilter(context, entity),
      facts: factsOf(context),
      limit: FILTER_CHOICES,
    });
    for (const id of found) ids.add(id);
  }
  const labels = await labelsOf(context, registry.entity(to), [...ids]);
  return [...labels].map(([id, label]) => ({ id, label })).sort((a, b) => (a.label < b.label ? -1 : 1));
}

const FILTER_CHOICES = 1000;

/** A column that points elsewhere, as filters know it. */
export interface ReferenceColumn {
  field: Field;
  /** Child table the column stands in. */
  lines: string | null;
  column: string;
}

/**
 * What a filter of a reference offers. A supplier is offered what its own documents point at and nothing else: the
 * names of other people and places are none of its business.
 */
export async function filterOptions(
  context: Context,
  entity: AnyEntity,
  of: ReferenceColumn,
  limit: number,
): Promise<{ options: { id: string; label: string }[]; complete: boolean }> {
  if (!context.actor.supplierId || !of.field.options.to) return offerOf(context, of.field, limit);
  const table = of.lines ? lineTable(tableOf(entity), of.lines) : tableOf(entity);
  const ids = await distinctIds(context.services.database.connection(), of.column, {
    table,
    // Child rows stand behind the lock of the database; the head behind both.
    where: of.lines ? [] : rowFilter(context, entity),
    facts: factsOf(context),
    limit: FILTER_CHOICES,
  });
  const labels = await labelsOf(context, context.services.registry.entity(of.field.options.to), ids);
  const options = [...labels].map(([id, label]) => ({ id, label })).sort((a, b) => (a.label < b.label ? -1 : 1));
  return { options: options.slice(0, limit), complete: options.length <= limit };
}

/** The id behind a code, label or id typed into a filter; also of rows that may not be chosen any more. */
export async function findReference(
  context: Context,
  entity: AnyEntity,
  of: ReferenceColumn,
  typed: string,
): Promise<string | null> {
  if (!of.field.options.to) return null;
  const text = searchText(typed);
  if (context.actor.supplierId) {
    const { options } = await filterOptions(context, entity, of, FILTER_CHOICES);
    const fits = options.filter(({ label }) => label === text || codeOf(label) === codeOf(text));
    return fits.length === 1 ? (fits[0]?.id ?? null) : null;
  }
  const target = context.services.registry.entity(of.field.options.to);
  const found = await lookUp(context, target, rowFilter(context, target), [text]);
  return found(text);
}

/** The first rows a control offers, ordered by code; not `complete` when there are more. */
export interface Offer {
  options: { id: string; label: string }[];
  complete: boolean;
}

async function offerOf(context: Context, field: Field, limit: number): Promise<Offer> {
  const [offer] = await optionsFor(context, [field], limit);
  return offer ?? { options: [], complete: true };
}

/** What several references offer a person, in their order and read in one statement; `also` narrows each further. */
export async function optionsFor(
  context: Context,
  fields: readonly Field[],
  limit: number,
  also: readonly (readonly Condition[])[] = [],
): Promise<Offer[]> {
  const lists = fields.flatMap((field, position) =>
    choosableList(context, { field, key: String(position), limit: limit + 1, also: also[position] }),
  );
  const found = await selectOptionLists(context.services.database.connection(), lists, factsOf(context));
  const offers: Offer[] = [];
  for (const [position, field] of fields.entries()) {
    if (field.kind === "lineReference") {
      offers.push(await linesOffer(context, field, limit, also[position]));
      continue;
    }
    const options = found.get(String(position)) ?? (await ownChoices(context, field));
    offers.push({ options: options.slice(0, limit), complete: options.length <= limit });
  }
  return offers;
}

async function linesOffer(context: Context, field: Field, limit: number, also?: readonly Condition[]): Promise<Offer> {
  const lines = await offeredLines(context, { field, size: limit + 1, ...(also ? { also } : {}) });
  return {
    options: lines
      .slice(0, limit)
      .map(({ id, label, open, told }) => ({ id, label: [label, ...told, open].filter(Boolean).join(" ") })),
    complete: lines.length <= limit,
  };
}

function choosableList(
  context: Context,
  { field, key, limit, also = [] }: { field: Field; key: string; limit: number; also?: readonly Condition[] },
): OptionList[] {
  if (!field.options.to || field.kind === "lineReference") return [];
  const target = context.services.registry.entity(field.options.to);
  if (!mayChoose(context, target)) return [];
  const rows = { table: tableOf(target), columns: titleColumns(target) };
  return [{ key, ...rows, where: [...choosable(context, target, field), ...also], limit }];
}
