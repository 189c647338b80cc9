import { type Reader, type ReaderRule, selectReaders } from "~/data/readers.server";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field, StaffScope } from "../entity";
import { person } from "../entity/field";
import { suppliersOf } from "./audit.server";
import type { Nameable } from "./mentions";
import { fieldValue } from "./records.server";
import { factsOf, mayRead, ownersIn } from "./scope.server";

/** Entity that person fields point at. */
const PEOPLE = person({ label: "" }).options.to;
const MOST = 200;

/** Staff that a supplier knows from the record itself, with what they are on it. */
function staffOnRecord(context: Context, entity: AnyEntity, record: AnyRecord): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    const id = fieldValue(record, name);
    if (
      field.options.to === PEOPLE &&
      typeof id === "string" &&
      !found.has(id) &&
      mayRead(context, entity, name, field)
    )
      found.set(id, field.options.label);
  }
  if (record.created_by && !found.has(record.created_by)) found.set(record.created_by, "创建人");
  return found;
}

function ruleOf(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  known: ReadonlyMap<string, string>,
): ReaderRule {
  const { supplierId } = context.actor;
  const scope: StaffScope = entity.access.staff ?? {};
  return {
    permissions: context.services.registry
      .screensOf(entity.key)
      .filter((screen) => screen.where === null || matches(screen.where, record, factsOf(context)))
      .map((screen) => screen.key),
    scopes: (["factory", "purchase_group", "material_type"] as const).flatMap((kind) => {
      const column = scope[kind];
      if (column === undefined) return [];
      const target = column === "id" ? record.id : fieldValue(record, column);
      return [{ kind, target: typeof target === "string" ? target : null }];
    }),
    owners:
      entity.kind === "document"
        ? ownersIn(entity).flatMap((name) => {
            const id = fieldValue(record, name);
            return typeof id === "string" ? [id] : [];
          })
        : null,
    suppliers: supplierId ? [supplierId] : suppliersOf(context, entity, record),
    staff: supplierId ? [...known.keys()] : null,
    // Letter by letter an account could be spelled out that is none of a supplier's business.
    byAccount: supplierId === null,
    today: factsOf(context).today,
  };
}

export interface NameablePeopleInput {
  entity: AnyEntity;
  record: AnyRecord;
  by: { inText: string } | { like: string };
  limit?: number;
}

/**
 * People whom this person may name on a record it can see: staff everybody who may open it; suppliers their colleagues and the
 * staff that stands on the document, never anybody else. Must not run inside a transaction of the person.
 */
export async function nameablePeople(
  context: Context,
  { entity, record, by, limit = MOST }: NameablePeopleInput,
): Promise<Nameable[]> {
  const { database } = context.services;
  const bySupplier = context.actor.supplierId !== null;
  const known = bySupplier ? staffOnRecord(context, entity, record) : new Map<string, string>();
  const rule = ruleOf(context, entity, record, known);
  // What a supplier calls staff is not in their account, so all of the few are read.
  const request = bySupplier && "inText" in by ? { like: "" } : by;
  const readers = await database.transaction({ role: "owner" }, () =>
    selectReaders(database.connection(), rule, request, limit),
  );
  return readers.map((reader) => nameable(reader, known, bySupplier));
}

function nameable(reader: Reader, known: ReadonlyMap<string, string>, bySupplier: boolean): Nameable {
  // Accounts of staff are none of a supplier's business.
  const note = bySupplier && reader.supplierId === null ? (known.get(reader.id) ?? "") : reader.account;
  return { id: reader.id, name: reader.name, note, supplierId: reader.supplierId };
}
