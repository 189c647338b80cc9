import type { Change } from "~/data/audit.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Field, Fields, Lines, LinesMap, Value } from "../entity";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { masked } from "../entity/mask";
import { labelsBehind } from "./labels.server";
import { fieldValue, linesOf } from "./records.server";

interface RawChange {
  path: string;
  label: string;
  field: Field;
  from: Value;
  to: Value;
  rowScope?: Change["rowScope"];
}

function same(a: Value, b: Value): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function fieldChanges({
  fields,
  before,
  after,
  path,
  label,
}: {
  fields: Fields;
  before: AnyRecord | AnyLine | null;
  after: AnyRecord | AnyLine | null;
  path: string;
  label: string;
}): RawChange[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    // What others draw is no content of the record.
    if (field.options.drawn !== undefined) return [];
    const from = before ? fieldValue(before, name) : null;
    const to = after ? fieldValue(after, name) : null;
    return same(from, to) ? [] : [{ path: path + name, label: label + field.options.label, field, from, to }];
  });
}

function lineChanges({
  map,
  before,
  after,
  path,
  label,
  rowScope,
}: {
  map: LinesMap;
  before: AnyRecord | AnyLine | null;
  after: AnyRecord | AnyLine | null;
  path: string;
  label: string;
  rowScope?: Change["rowScope"];
}): RawChange[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const old = new Map((before ? linesOf(before, name) : []).map((row) => [row.id, row]));
    const now = new Map((after ? linesOf(after, name) : []).map((row) => [row.id, row]));
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
      const from = old.get(id) ?? null;
      const to = now.get(id) ?? null;
      const lineNo = (to ?? from)?.line_no ?? 0;
      const here = `${path}${name}.${lineNo}.`;
      const called = `${label}${lines.label} ${lineNo} · `;
      const whose = rowScope ?? scopeOfRow(lines, [from, to]);
      return [
        ...fieldChanges({ fields: lines.fields, before: from, after: to, path: here, label: called }).map((change) =>
          whose ? { ...change, rowScope: whose } : change,
        ),
        ...lineChanges({
          ...{ map: lines.lines, before: from, after: to, path: here, label: called },
          ...(whose ? { rowScope: whose } : {}),
        }),
      ];
    });
  });
}

/** Whose a row was before and after; undefined where the staff see all rows of its table. */
function scopeOfRow({ options }: Lines, versions: readonly (AnyLine | null)[]): Change["rowScope"] {
  const { staff } = options;
  if (!staff) return undefined;
  const columns = [staff.factory, staff.purchase_group, staff.material_type].filter((column) => column !== undefined);
  return Object.fromEntries(
    columns.map((column) => {
      const values = versions.flatMap((row) => {
        const value = row ? fieldValue(row, column) : null;
        return typeof value === "string" ? [value] : [];
      });
      return [column, [...new Set(values)]];
    }),
  );
}

/** Paths of what differs between two versions of a record. */
export function changedPaths(entity: AnyEntity, before: AnyRecord, after: AnyRecord): string[] {
  return [
    ...fieldChanges({ fields: entity.fields, before, after, path: "", label: "" }),
    ...lineChanges({ map: entity.lines, before, after, path: "", label: "" }),
  ].map(({ path }) => path);
}

/** What differs between two versions of a record, with the texts people would have read at that time. */
export async function changesBetween(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord | null,
  after: AnyRecord | null,
): Promise<Change[]> {
  const raw = [
    ...fieldChanges({ fields: entity.fields, before, after, path: "", label: "" }),
    ...lineChanges({ map: entity.lines, before, after, path: "", label: "" }),
  ];
  const texts = await referenceTexts(context, raw);
  const shown = (field: Field, value: Value): string => {
    if (value === null) return "";
    if (isPointer(field)) return texts.get(String(value)) ?? "";
    return masked(field, kindOf(field).show(value, field.options), "record");
  };
  // What is masked wherever it is shown stays out of the trail as well.
  const kept = (field: Field, value: Value): Value =>
    field.options.mask?.in === "everywhere" && value ? "***" : value;
  return raw.map(({ path, label, field, from, to, rowScope }) => ({
    path,
    label,
    from: kept(field, from),
    to: kept(field, to),
    fromText: shown(field, from),
    toText: shown(field, to),
    ...(rowScope ? { rowScope } : {}),
  }));
}

async function referenceTexts(context: Context, changes: readonly RawChange[]): Promise<Map<string, string>> {
  const byTarget = new Map<string, { field: Field; ids: string[] }>();
  for (const { field, from, to } of changes) {
    if (!isPointer(field) || !field.options.to) continue;
    const ids = [from, to].filter((id): id is string => typeof id === "string");
    const key = `${field.options.to} ${field.options.lines ?? ""}`;
    byTarget.set(key, { field, ids: [...(byTarget.get(key)?.ids ?? []), ...ids] });
  }
  const found = await labelsBehind(context, [...byTarget.values()]);
  return new Map(found.flatMap((texts) => [...texts]));
}
