import { type StoredNumberRule, selectNumberRule, upsertNumberRules } from "~/data/number-rules.server";
import { nextNumber, selectRows } from "~/data/store.server";
import { dayOf } from "~/shared/calendar";
import type { Context, EngineServices } from "../context.server";
import type { AnyEntity, AnyRecord, Field } from "../entity";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { fieldValue } from "../operations/records.server";
import { factsOf } from "../operations/scope.server";
import { rulesVersion } from "../rules-version.server";
import { isReset, numberParts, type Reset, seriesOf, spelled } from "./pattern";

/** Numbers that are taken already after a rule was changed are passed over; so many in a row mean that something else is wrong. */
const MOST_TRIES = 1000;

export interface NumberByInput {
  rule: string;
  entity: AnyEntity;
  record: AnyRecord;
  docType?: string;
}

/**
 * The next number of a kind of document: by the rule of the administrators, or by the definition's. It runs inside the transaction of
 * the save: two at once wait for each other, and a failed save gives its number back.
 * @param rule the rule of the definition
 * @param docType how the kind is called in the register of rules: `module/noun`, or `module/noun.field` for a numbered field
 * @throws AppError("duplicate") when a changed rule leads into numbers that are all taken
 */
export async function numberBy(
  context: Context,
  { rule, entity, record, docType = entity.key }: NumberByInput,
): Promise<string> {
  const connection = context.services.database.connection();
  const stored = await storedRule(context, docType);
  const reset: Reset = stored && isReset(stored.reset) ? stored.reset : "auto";
  const parts = numberParts(stored?.pattern ?? rule);
  const day = dayOf(context.now);
  const texts = new Map<string, string>();
  for (const part of parts) {
    if (part.kind === "path") texts.set(part.path, await pathText(context, entity, record, part.path));
  }
  const column = docType.split(".")[1] ?? "number";
  const series = seriesOf({ key: entity.key, parts, day, texts, reset });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const number = spelled(parts, day, texts, await nextNumber(connection, series));
    if (!stored?.changed || !(await isTaken(context, entity, column, number))) return number;
  }
  throw new AppError("duplicate", { message: "按当前编号规则得到的编号都已被使用，请联系管理员检查编号规则" });
}

/** What administrators say of the kinds of documents, as it was read under a version. */
const known = new WeakMap<EngineServices, { version: number; rules: Map<string, StoredNumberRule | null> }>();

/** What administrators say of a kind: whoever changes it raises the version of rules. */
async function storedRule({ services, session }: Context, docType: string): Promise<StoredNumberRule | null> {
  const version = session?.permissionVersion ?? (await rulesVersion(services));
  const cached = known.get(services);
  const rules = cached?.version === version ? cached.rules : new Map<string, StoredNumberRule | null>();
  const held = rules.get(docType);
  if (held !== undefined) return held;
  const rule = await selectNumberRule(services.database.connection(), docType);
  if (version !== null) known.set(services, { version, rules: rules.set(docType, rule) });
  return rule;
}

/**
 * The next of 1, 2, 3 … that an entity counts for itself in a series, such as lorries at a gate on a day. Inside the transaction of what it is
 * for: two at once wait for each other, and what fails gives its number back, so that none is left out.
 * @param series what is counted, within the entity
 */
export function nextInSeries(context: Context, entityKey: string, series: string): Promise<number> {
  return nextNumber(context.services.database.connection(), `${entityKey} ${series}`);
}

async function isTaken(context: Context, entity: AnyEntity, column: string, number: string): Promise<boolean> {
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id"],
    where: [{ op: "eq", column, value: number }],
    facts: factsOf(context),
  });
  return rows.length > 0;
}

async function pathText(context: Context, entity: AnyEntity, record: AnyRecord, path: string): Promise<string> {
  const [name = "", through] = path.split(".");
  const field: Field | undefined = entity.fields[name];
  const value = fieldValue(record, name);
  if (!through || !field?.options.to || typeof value !== "string") return String(value ?? "");
  const target = context.services.registry.entity(field.options.to);
  const rows = await selectRows(context.services.database.connection(), {
    table: tableOf(target),
    columns: [through],
    where: [{ op: "eq", column: "id", value }],
    facts: factsOf(context),
  });
  return String(rows[0]?.[through] ?? "");
}

/** Adds the kinds of documents that this version of the program numbers; rules that were set stay. Runs at start. */
export async function seedNumberRules(services: EngineServices): Promise<void> {
  await services.database.transaction({ role: "owner" }, async () => {
    const kinds = numberedKinds(services).map((kind) => ({ id: services.newId(), ...kind }));
    await upsertNumberRules(services.database.connection(), kinds);
  });
}

/** What the definitions number: documents, and single fields such as the code of a supplier. */
function numberedKinds({ registry }: EngineServices): { docType: string; name: string; pattern: string }[] {
  return registry.registrations.flatMap(({ entity }) => {
    const numbered = Object.entries<Field>(entity.fields).filter(([, field]) => field.options.numbering);
    return [
      ...(entity.number ? [{ docType: entity.key, name: entity.label, pattern: entity.number }] : []),
      ...numbered.map(([name, { options }]) => ({
        docType: `${entity.key}.${name}`,
        name: options.label,
        pattern: options.numbering ?? "",
      })),
      ...vouchersOf(entity),
    ];
  });
}

/** Postings are numbered as well: all rows of one have its number. */
function vouchersOf({ key, label, journal }: AnyEntity): { docType: string; name: string; pattern: string }[] {
  return journal ? [{ docType: `${key}.${journal.voucher.field}`, name: label, pattern: journal.voucher.rule }] : [];
}
