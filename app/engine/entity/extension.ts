import { EXTENSION_CODE, type ExtensionType, type FieldRow } from "~/shared/extension-fields";
import type { AnyEntity, Approval, View } from "./define";
import { date, type Field, type Fields, file, type KindName, money, number, text, yesNo } from "./field";
import type { FieldSection, LineSection, ListLayout, PrintLayout } from "./layout";
import type { LinesMap } from "./record";

/*
 * Fields that administrators add to entities that say `extensible`, and what they change of the fields that are there
 * (screen `master-data/field`). The definition with them is a definition like any other, so that every surface has them: lists, forms,
 * records, files, paper, calls and trail.
 */

/** Column type of each kind; amounts and numbers are exact. */
export const EXTENSION_COLUMNS: Readonly<Record<ExtensionType, string>> = {
  text: "text",
  number: "numeric(18,6)",
  money: "numeric(18,2)",
  date: "date",
  option: "text",
  bool: "boolean",
  file: "jsonb",
};

const TYPE_OF: Readonly<Partial<Record<KindName, ExtensionType>>> = {
  integer: "number",
  quantity: "number",
  price: "number",
  percent: "number",
  number: "number",
  money: "money",
  date: "date",
  dateTime: "date",
  choice: "option",
  reference: "option",
  yesNo: "bool",
  file: "file",
  files: "file",
  pictures: "file",
};

/**
 * The fields of the program as rows of the register, as long as nobody changed them. Structured values, which have no control, are no
 * fields to people.
 */
export function builtInRows(entity: AnyEntity): FieldRow[] {
  const onForm = entity.form.flatMap((part: FieldSection<Fields> | LineSection) =>
    "fields" in part ? part.fields : [],
  );
  const listed = new Set<string>(entity.list.columns);
  const filtered = new Set<string>(entity.list.filters);
  const fields = Object.entries<Field>(entity.fields).filter(([, { kind }]) => kind !== "json");
  const names = fields.map(([name]) => name);
  const ordered = [...new Set<string>([...onForm, ...names])].filter((name) => names.includes(name));
  return fields.map(([code, { kind, options, presence }]) => ({
    code,
    label: options.label,
    type: TYPE_OF[kind] ?? "text",
    dictionary: options.dictionary ?? null,
    required: presence === "required" && kind !== "yesNo",
    supplierVisible: entity.access.suppliers.kind !== "none" && !options.hiddenFromSuppliers,
    supplierEditable: entity.access.suppliersMayWrite?.includes(code) ?? false,
    inList: listed.has(code),
    searchable: filtered.has(code),
    seq: (ordered.indexOf(code) + 1) * 10,
    builtIn: true,
    enabled: true,
  }));
}

/** The added field of a row. */
function fieldOf(row: FieldRow): Field {
  const options = {
    label: row.label,
    ...(row.required ? { required: true } : {}),
    ...(row.supplierVisible ? {} : { hiddenFromSuppliers: true }),
    extension: { supplierEditable: row.supplierVisible && row.supplierEditable },
  };
  switch (row.type) {
    case "text":
      return text(options);
    case "number":
      return number({ ...options, precision: 18, scale: 6 });
    case "money":
      return money(options);
    case "date":
      return date(options);
    case "bool":
      return yesNo(options);
    case "file":
      return file(options);
    case "option":
      return {
        kind: "choice",
        presence: row.required ? "required" : "optional",
        options: { ...options, dictionary: row.dictionary ?? "" },
      };
  }
}

/** What rows change of a definition. */
interface Overlay {
  /** Added fields in use, in order. */
  added: readonly FieldRow[];
  /** Place of every field, by name. */
  place: ReadonlyMap<string, number>;
  /** Fields of the program that stand somewhere else than it put them. */
  moved: ReadonlySet<string>;
  /** Fields of the program that are put into lists, and taken out of them. */
  shown: readonly string[];
  hidden: ReadonlySet<string>;
}

type Part = FieldSection<Fields> | LineSection;

/**
 * A definition with what the register says about its fields. The same object comes back where the rows change nothing.
 * @param rows of this entity; those of fields it does not have are left aside
 */
export function extended(entity: AnyEntity, rows: readonly FieldRow[]): AnyEntity {
  if (!entity.extensible || rows.length === 0) return entity;
  const usual = new Map(builtInRows(entity).map((row) => [row.code, row]));
  const changed = rows.flatMap((row) => {
    const before = row.builtIn ? usual.get(row.code) : undefined;
    return before ? [{ row, before }] : [];
  });
  const own = rows.filter(({ builtIn, code }) => !builtIn && EXTENSION_CODE.test(code));
  const added = own.filter(({ enabled }) => enabled).toSorted((one, other) => one.seq - other.seq);
  const resting = own.filter(({ enabled, type }) => !enabled && type === "file").map(({ code }) => code);
  const labels = new Map(
    changed.flatMap(({ row, before }) => (row.label === before.label ? [] : [[row.code, row.label] as const])),
  );
  const place = new Map([
    ...[...usual.values()].map(({ code, seq }) => [code, seq] as const),
    ...changed.map(({ row }) => [row.code, row.seq] as const),
  ]);
  const overlay: Overlay = {
    added,
    place,
    moved: new Set(changed.flatMap(({ row, before }) => (row.seq === before.seq ? [] : [row.code]))),
    shown: changed.flatMap(({ row, before }) => (row.inList && !before.inList ? [row.code] : [])),
    hidden: new Set(changed.flatMap(({ row, before }) => (!row.inList && before.inList ? [row.code] : []))),
  };
  const { moved, shown, hidden } = overlay;
  if (added.length + resting.length + labels.size + moved.size + shown.length + hidden.size === 0) return entity;
  const renamed = Object.entries<Field>(entity.fields).map(([name, field]): [string, Field] => {
    const label = labels.get(name);
    return [name, label === undefined ? field : { ...field, options: { ...field.options, label } }];
  });
  const views: readonly View<Fields>[] | undefined = entity.views;
  const print: PrintLayout<Fields, LinesMap> | undefined = entity.print;
  const approval: Approval<Fields, string> | undefined = entity.approval;
  const judged = added.filter(({ type }) => type !== "file").map(({ code }) => code);
  return {
    ...entity,
    fields: Object.fromEntries([...renamed, ...added.map((row): [string, Field] => [row.code, fieldOf(row)])]),
    list: listWith(entity.list, overlay),
    form: formWith(entity.form, overlay),
    ...(views
      ? {
          views: views.map((view) => ({
            ...view,
            ...(view.list ? { list: listWith(view.list, overlay) } : {}),
            ...(view.form ? { form: formWith(view.form, overlay) } : {}),
          })),
        }
      : {}),
    ...(print?.facts ? { print: { ...print, facts: [...print.facts, ...added.map(({ code }) => code)] } } : {}),
    ...(approval ? { approval: { ...approval, conditions: [...approval.conditions, ...judged] } } : {}),
    ...(resting.length > 0 ? { restingFiles: resting } : {}),
  };
}

function listWith(list: ListLayout<Fields>, { added, place, moved, shown, hidden }: Overlay): ListLayout<Fields> {
  const kept = list.columns.filter((key) => !hidden.has(key));
  const columns = [
    // A list without any column would show nothing that leads to a record.
    ...inPlace(kept.length > 0 ? kept : list.columns, place, moved),
    ...[...shown, ...added.filter(({ inList }) => inList).map(({ code }) => code)].filter((key) => !kept.includes(key)),
  ];
  const asked = added.filter(({ searchable, type }) => searchable && type !== "file").map(({ code }) => code);
  return { ...list, columns, filters: [...list.filters, ...asked] };
}

/** Added fields have a section of their own, before the tables. */
function formWith(form: readonly Part[], { added, place, moved }: Overlay): Part[] {
  const sorted = form.map(
    (part): Part => ("fields" in part ? { ...part, fields: inPlace(part.fields, place, moved) } : part),
  );
  if (added.length === 0) return sorted;
  const at = form.findIndex((part) => !("fields" in part));
  const own: Part = { title: "扩展信息", fields: added.map(({ code }) => code) };
  return sorted.toSpliced(at < 0 ? sorted.length : at, 0, own);
}

/**
 * Keys in their order, and those that were moved where their place is among the others. What has no place of its own (numbers,
 * columns through references) stays behind its neighbour.
 */
function inPlace<K extends string>(
  keys: readonly K[],
  place: ReadonlyMap<string, number>,
  moved: ReadonlySet<string>,
): K[] {
  const result = keys.filter((key) => !moved.has(key));
  for (const key of keys.filter((one) => moved.has(one))) {
    const own = place.get(key) ?? 0;
    const next = result.findIndex((other) => (place.get(other) ?? 0) > own);
    result.splice(next < 0 ? result.length : next, 0, key);
  }
  return result;
}
