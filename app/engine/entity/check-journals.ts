import type { AnyEntity } from "./define";
import type { Field } from "./field";
import { type Journal, POSTING_FIELDS } from "./journal";
import type { Action, Grants } from "./wall";

/** What people may do to a journal: rows come by posting alone. */
const READING: ReadonlySet<Action> = new Set(["query", "get", "export"]);

/** What is wrong with a journal, one sentence each: it has what a posting needs, and nothing by which anybody adds to it or changes it. */
export function journalFaults(entity: AnyEntity): string[] {
  const journal: Journal | undefined = entity.journal;
  if (!journal) return [];
  const at = `Entity "${entity.key}", journal`;
  const forbidden: Readonly<Record<string, unknown>> = {
    states: entity.states,
    transitions: entity.transitions,
    editIn: entity.editIn,
    imports: entity.imports,
    removable: entity.removable,
    removableWhen: entity.removableWhen,
    extensible: entity.extensible,
    fromIntegration: entity.fromIntegration,
    deadlines: entity.deadlines,
    approval: entity.approval,
    conversions: entity.conversions,
    // The rows that are found by words are written anew when what they are found by is.
    search: entity.search,
    number: entity.number,
    compute: entity.compute,
    suppliersMayWrite: entity.access.suppliersMayWrite,
    // Rows of a table that was made by hand are not kept from changes by what the generator writes.
    table: entity.table,
  };
  return [
    ...(entity.kind === "log" ? [] : [`${at}: is a log`]),
    ...Object.entries(forbidden).flatMap(([name, value]) =>
      value === undefined ? [] : [`${at}: rows are only added, so it has no "${name}"`],
    ),
    ...(Object.keys(entity.lines).length > 0 ? [`${at}: its rows are the lines of postings, and have none`] : []),
    ...POSTING_FIELDS.filter((name) => !entity.fields[name]).map(
      (name) => `${at}: lacks the field "${name}" of postingFields`,
    ),
    ...fieldFaults(at, entity, journal),
    ...grantFaults(at, entity),
  ];
}

function fieldFaults(at: string, { fields }: AnyEntity, { day, kind, figures, voucher }: Journal): string[] {
  const field = (name: string): Field | undefined => fields[name];
  const is = (name: string, ...kinds: Field["kind"][]) => {
    const found = field(name);
    return found !== undefined && kinds.includes(found.kind);
  };
  const isRequired = (name: string) => field(name)?.presence === "required";
  return [
    ...(is(day, "date") && isRequired(day) ? [] : [`${at}: the day "${day}" is no required date`]),
    ...(is(kind, "choice") && isRequired(kind) ? [] : [`${at}: the kind "${kind}" is no required choice`]),
    ...(is(voucher.field, "text") ? [] : [`${at}: the voucher "${voucher.field}" is no text`]),
    ...(figures.length > 0 ? [] : [`${at}: names no figures`]),
    ...figures
      .filter((name) => !is(name, "quantity", "money", "number"))
      .map((name) => `${at}: the figure "${name}" is no quantity nor amount`),
    ...Object.entries<Field>(fields)
      .filter(([, { options, kind: of }]) => !options.system && of !== "json")
      .map(([name]) => `${at}, field "${name}": is written by postings alone, so it is a system field`),
  ];
}

function grantFaults(at: string, { access, views = [] }: AnyEntity): string[] {
  const given: Grants[] = [access.grants, ...views.flatMap((view: { grants?: Grants }) => view.grants ?? [])];
  const roles = new Set(
    given.flatMap((grants) =>
      Object.entries<readonly Action[] | "all" | undefined>(grants).flatMap(([role, actions]) =>
        actions === "all" || actions?.some((action) => !READING.has(action)) ? [role] : [],
      ),
    ),
  );
  return [...roles].map((role) => `${at}: rows are read and exported, and "${role}" is granted more`);
}
