import { columnsOf } from "~/shared/condition";
import type { Conversion } from "./conversions";
import type { AnyEntity } from "./define";
import type { Field, Fields } from "./field";
import { linesAt } from "./paths";
import type { Lines, LinesMap } from "./record";

type Entities = ReadonlyMap<string, AnyEntity>;

/** References to lines that point at no table of lines, or look at columns that are not there. */
export function lineReferenceFaults(entity: AnyEntity, entities: Entities): string[] {
  const of = (fields: Fields, at: string): string[] =>
    Object.entries<Field>(fields).flatMap(([name, field]) =>
      field.kind === "lineReference" ? pointFaults(`${at}, field "${name}"`, field, entities) : [],
    );
  const below = (map: LinesMap, at: string): string[] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) => [
      ...of(lines.fields, `${at}, lines "${name}"`),
      ...below(lines.lines, `${at}, lines "${name}"`),
    ]);
  const at = `Entity "${entity.key}"`;
  return [...of(entity.fields, at), ...below(entity.lines, at)];
}

function pointFaults(at: string, { options }: Field, entities: Entities): string[] {
  const source = entities.get(options.to ?? "");
  if (!source) return [`${at}: refers to "${options.to}", which is not registered`];
  const lines = linesAt(source.lines, options.lines ?? "");
  if (!lines) return [`${at}: "${options.to}" has no lines "${options.lines}"`];
  if (!source.number) return [`${at}: "${options.to}" has no number, by which people know its lines`];
  const head = options.only ? columnsOf(options.only) : [];
  const own = options.onlyLines ? columnsOf(options.onlyLines) : [];
  return [
    ...[...head, ...Object.keys(options.within ?? {})]
      .filter((column) => !isColumn(source, column))
      .map((column) => `${at}: "${options.to}" has no column "${column}"`),
    ...own
      .filter((column) => column !== "root_id" && !lines.fields[column])
      .map((column) => `${at}: the lines "${options.lines}" have no column "${column}"`),
    ...(options.tellBy ?? [])
      .filter((column) => !["text", "date"].includes(lines.fields[column]?.kind ?? ""))
      .map((column) => `${at}: the lines "${options.lines}" have no text or day "${column}" to tell them by`),
    ...(options.open === undefined || lines.options.open?.[options.open]
      ? []
      : [`${at}: the lines "${options.lines}" have no open formula "${options.open}"`]),
  ];
}

const BUILT_IN: ReadonlySet<string> = new Set(["id", "number", "state", "tenant_id", "created_by", "created_at"]);

function isColumn(entity: AnyEntity, column: string): boolean {
  return BUILT_IN.has(column) || column in entity.fields;
}

/** Conversions that name what neither side has. */
export function conversionFaults(entity: AnyEntity, entities: Entities): string[] {
  const own = Object.entries<Conversion>(entity.conversions ?? {}).flatMap(([name, conversion]) => {
    const at = `Entity "${entity.key}", conversion "${name}"`;
    const into = linesAt(entity.lines, conversion.into);
    const field = into?.fields[conversion.by];
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return [`${at}: names are snake_case`];
    if (!into || conversion.into.includes(".")) return [`${at}: there are no lines "${conversion.into}"`];
    if (field?.kind !== "lineReference" || !field.options.open)
      return [`${at}: "${conversion.by}" is no reference to a line that says what is open of it`];
    const source = entities.get(field.options.to ?? "");
    const lines = source && linesAt(source.lines, field.options.lines ?? "");
    if (!source || !lines) return [];
    const missing = (holds: boolean, what: string) => (holds ? [] : [`${at}: ${what} does not exist`]);
    return [
      ...columnsOf(conversion.when ?? { op: "all", of: [] }).flatMap((column) =>
        missing(isColumn(source, column), `the column "${column}" of the source`),
      ),
      ...missing(conversion.quantity in into.fields, `the quantity "${conversion.quantity}"`),
      ...conversion.per.flatMap((own) => missing(own in conversion.head, `the field "${own}" of the key, in head,`)),
      ...Object.entries(conversion.head).flatMap(([own, theirs]) => [
        ...missing(own in entity.fields, `the field "${own}"`),
        ...missing(
          isColumn(source, theirs) || theirs in lines.fields,
          `the column "${theirs}" of the source or its lines`,
        ),
      ]),
      ...Object.entries(conversion.line ?? {}).flatMap(([own, theirs]) => [
        ...missing(own in into.fields, `the field "${own}" of the lines`),
        ...missing(
          theirs in lines.fields || theirs in source.fields,
          `the column "${theirs}" of the source's lines or head`,
        ),
      ]),
      ...(conversion.show ?? []).flatMap((shown) => missing(shown in lines.fields, `the shown column "${shown}"`)),
      ...(conversion.day === undefined
        ? []
        : missing(lines.fields[conversion.day]?.kind === "date", `the day "${conversion.day}"`)),
    ];
  });
  return [...own, ...offeredFaults(entity, entities)];
}

/** Lists that offer conversions which do not lead on from their documents. */
function offeredFaults(entity: AnyEntity, entities: Entities): string[] {
  const offered = new Set([
    ...(entity.list.makes ?? []),
    ...(entity.views ?? []).flatMap(({ list }) => list?.makes ?? []),
  ]);
  if (offered.size === 0) return [];
  const leading = new Set(
    [...entities.values()].flatMap((one) =>
      Object.entries<Conversion>(one.conversions ?? {}).flatMap(([name, { into, by }]) =>
        linesAt(one.lines, into)?.fields[by]?.options.to === entity.key ? [name] : [],
      ),
    ),
  );
  return [...offered]
    .filter((name) => !leading.has(name))
    .map((name) => `Entity "${entity.key}": the list offers the conversion "${name}", which takes no lines from here`);
}
