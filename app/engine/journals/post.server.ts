import { countAsPosted, insertPosted, type PostedRows, selectPostedKeys } from "~/data/journals.server";
import { type Row, selectRows } from "~/data/store.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Value } from "../entity";
import type { EntityName } from "../entity/entity-map";
import type { Journal } from "../entity/journal";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { numberBy } from "../numbering/numbers.server";
import { factsOf } from "../operations/scope.server";
import { inTransaction } from "../operations/transaction.server";

/** The document that posts. */
export interface PostingDocument {
  entity: string;
  id: string;
  number: string;
  /** Which posting of the document it is: once for each. A document that may be posted anew after a correction counts on. */
  version: number;
}

/** A row to post. */
export interface PostingRow {
  /** Id of the line of the document. */
  line: string;
  /** Value of the field that says what kind of movement it is. */
  kind: string;
  /** Values of the journal's own fields. */
  values: Readonly<Record<string, Value>>;
}

/** What came of a posting: `before` says that it was posted already, with the same content. */
export type Posted = "posted" | "before";

/**
 * Adds the rows of one posting to a journal, all of them or none, in the transaction of the document that posts. Posted again, nothing
 * happens: each row has one key, of its document, line, kind and version, and the key is unique in the database.
 * @throws AppError("duplicate") where the same was posted with other content
 */
export async function post(
  context: Context,
  journal: EntityName,
  { document, rows }: { document: PostingDocument; rows: readonly PostingRow[] },
): Promise<Posted> {
  const { entity, rules } = journalOf(context, journal);
  return add(context, entity, {
    document,
    rows: rows.map(({ line, kind, values }) => ({ ...values, [rules.kind]: kind, source_line: line, corrects: null })),
  });
}

/**
 * Corrects what a document has posted by opposite rows, each of which names the row it corrects; what is corrected already stays so.
 * @param kinds the kind of the correction by the kind of what is corrected
 * @returns how many rows were corrected
 * @throws AppError("invalid") for a day before the one that is corrected, as after a clock was set back
 */
export async function postOpposite(
  context: Context,
  journal: EntityName,
  { document, kinds, day }: { document: PostingDocument; kinds: Readonly<Record<string, string>>; day: string },
): Promise<number> {
  const { entity, rules } = journalOf(context, journal);
  return inTransaction(context, async () => {
    const table = tableOf(entity);
    const fields = Object.keys(entity.fields);
    const facts = factsOf(context);
    const stored = await selectRows(context.services.database.connection(), {
      table,
      columns: ["id", ...fields],
      where: [
        where.eq("source_entity", document.entity),
        where.eq("source_id", document.id),
        where.oneOf(rules.kind, Object.keys(kinds)),
      ],
      facts,
      sort: [{ by: "id", descending: false, filled: true }],
    });
    const corrected = await selectRows(context.services.database.connection(), {
      table,
      columns: ["corrects"],
      where: [
        where.oneOf(
          "corrects",
          stored.map(({ id }) => String(id)),
        ),
      ],
      facts,
    });
    const done = new Set(corrected.map(({ corrects }) => corrects));
    const open = stored.filter(({ id }) => !done.has(id));
    if (open.length === 0) return 0;
    // A clock that was set back must not take away what was not there yet: balances of past days would be below zero.
    const posted =
      open
        .map((row) => String(row[rules.day]))
        .sort()
        .at(-1) ?? day;
    if (day < posted)
      throw new AppError("invalid", { message: `冲销日期${day}不能早于过账日期${posted}，请核对系统时间` });
    const rows = open.map((row) => oppositeOf(row, { fields, rules, kinds, day }));
    await add(context, entity, { document, rows });
    return rows.length;
  });
}

function oppositeOf(
  row: Row,
  {
    fields,
    rules,
    kinds,
    day,
  }: { fields: readonly string[]; rules: Journal; kinds: Readonly<Record<string, string>>; day: string },
): Row {
  const negated = rules.figures.map((name): [string, unknown] => {
    const value = row[name];
    return [name, typeof value === "string" ? decimal(value).times(-1).toFixed() : value];
  });
  return {
    ...Object.fromEntries(fields.map((name) => [name, row[name] ?? null])),
    ...Object.fromEntries(negated),
    [rules.kind]: kinds[String(row[rules.kind])],
    [rules.day]: day,
    corrects: row.id,
  };
}

/** The journal of this name. @throws Error for what is none: a fault of the program */
export function journalOf(context: Context, name: EntityName): { entity: AnyEntity; rules: Journal } {
  const entity = typeof name === "string" ? context.services.registry.entity(name) : name;
  const rules: Journal | undefined = entity.journal;
  if (!rules) throw new Error(`"${entity.key}" is no journal`);
  return { entity, rules };
}

/** What makes a row this one: its document, line, kind and version. */
function keyOf({ entity, id, version }: PostingDocument, row: Row, kind: string): string {
  return [entity, id, row.source_line, row[kind], version].join("/");
}

async function add(
  context: Context,
  entity: AnyEntity,
  { document, rows }: { document: PostingDocument; rows: readonly Row[] },
): Promise<Posted> {
  if (context.actor.supplierId) throw new Error("Suppliers post nothing: their transactions hold no right to journals");
  if (rows.length === 0) return "before";
  const { rules } = journalOf(context, entity);
  return inTransaction(context, async () => {
    const connection = () => context.services.database.connection();
    const content = rows.map(
      (row): Row => ({
        ...ownFields(entity, row),
        source_entity: document.entity,
        source_id: document.id,
        source_no: document.number,
        posting_key: keyOf(document, row, rules.kind),
      }),
    );
    const columns = Object.keys(entity.fields).filter((name) => name !== rules.voucher.field);
    const wanted: PostedRows = { table: tableOf(entity), columns, rows: content };
    if ((await selectPostedKeys(connection(), wanted)).length > 0) return asBefore(context, wanted);
    const { field, rule } = rules.voucher;
    const voucher = await numberBy(context, {
      rule,
      entity,
      record: numberedRecord(context),
      docType: `${entity.key}.${field}`,
    });
    const at = context.now.toISOString();
    const by = context.actor.id;
    const stamped = content.map((row) => ({
      ...row,
      id: context.services.newId(),
      [field]: voucher,
      version: 1,
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
    }));
    const all = ["id", field, "version", "created_by", "created_at", "updated_by", "updated_at", ...columns];
    const added = await insertPosted(connection(), { table: wanted.table, columns: all, rows: stamped });
    if (added === rows.length) {
      await context.services.registry.server(entity.key).posted?.(
        context,
        stamped.map(({ id }) => id),
      );
      return "posted";
    }
    // Somebody else posted the same meanwhile: whole, or it is not the same.
    if (added === 0) return asBefore(context, wanted);
    throw new AppError("duplicate", { message: "同一单据的记账正在由他人处理，请稍后重试" });
  });
}

/** A posting has no head; its number goes by the day alone. */
function numberedRecord(context: Context): AnyRecord {
  const { id } = context.actor;
  const at = context.now.toISOString();
  const stamps = { created_by: id, created_at: at, updated_by: id, updated_at: at };
  return { id: "", number: null, state: "", previous_state: null, version: 1, ...stamps };
}

/** Own fields only, absent ones as null. */
function ownFields(entity: AnyEntity, row: Row): Row {
  const unknown = Object.keys(row).filter((name) => !Object.hasOwn(entity.fields, name));
  if (unknown.length > 0) throw new Error(`"${entity.key}" has no fields ${unknown.join(", ")}`);
  return Object.fromEntries(Object.keys(entity.fields).map((name) => [name, row[name] ?? null]));
}

async function asBefore(context: Context, wanted: PostedRows): Promise<Posted> {
  const same = await countAsPosted(context.services.database.connection(), wanted);
  if (same === wanted.rows.length) return "before";
  throw new AppError("duplicate", { message: "该单据已记账，且内容不同，不能重复记账" });
}
