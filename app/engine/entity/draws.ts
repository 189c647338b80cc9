import type { AnyEntity } from "./define";
import type { Field, Fields } from "./field";
import { linesAt } from "./paths";
import type { Lines, LinesMap, Values } from "./record";

/*
 * Lines that draw on lines (decision 0148): a delivery note notices quantity of an order line, a receipt accepts it. Both sides say it
 * as data; `engine/draws` keeps the rows and figures.
 */

/** What the lines of a document take from lines of another one. */
export interface Draw<F extends Fields = Fields> {
  /** The field, of the kind `lineReference`, that says which line is drawn on. */
  on: keyof F & string;
  /** The figure of that line which is the sum of what was drawn. */
  into: string;
  /** States of the own document in which it counts; in every other one it is given back. */
  while: readonly string[];
  /** How much a line draws, never below zero; null and zero draw nothing. */
  quantity: { quantity(line: Values<F>, state: string | null): string | null }["quantity"];
  /** Fields that must agree, of the own line or head with those of the other line or head: `{ material_id: "material_id" }`. */
  agree?: Readonly<Record<string, string>>;
  /** Name of the open formula of the other lines that is never drawn below zero; without one nothing is refused. */
  within?: string;
  /** What is said where too much would be drawn: `{n}` is the own line, `{open}` how much it may draw at most, `{uom}` the unit. */
  refusal?: string;
  /** The own field that the sentence stands beside; default: `on`. */
  beside?: keyof F & string;
}

/** How much of a line other documents may still draw. */
export interface OpenFormula<F extends Fields = Fields> {
  label: string;
  /** From the own fields and figures of a line alone; null where nothing may be drawn on it at all, whatever the tolerance. */
  of: { of(line: Values<F>): string | null }["of"];
  /** The column, `keptOpen`, that holds it for lists: never below zero there, empty for null. */
  into: keyof F & string;
  /** The choice of the line that says its unit. */
  unit?: keyof F & string;
}

/** A draw with the place where it is declared. */
export interface DeclaredDraw {
  /** Path of the lines that draw. */
  path: string;
  name: string;
  draw: Draw;
  /** Key of the entity that is drawn on, and the path of its lines. */
  source: string;
  sourcePath: string;
}

/** An open formula with the place where it is declared. */
export interface DeclaredOpen {
  path: string;
  name: string;
  formula: OpenFormula;
}

/** Every table of lines of a definition with its path, nested ones behind those around them. */
export function everyLines(map: LinesMap, prefix = ""): [path: string, lines: Lines][] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => [
    [`${prefix}${name}`, lines] as [string, Lines],
    ...everyLines(lines.lines, `${prefix}${name}.`),
  ]);
}

/** Everything the lines of an entity draw, in the order of the definition. */
export function drawsOf(entity: AnyEntity): DeclaredDraw[] {
  return everyLines(entity.lines).flatMap(([path, { options, fields }]) =>
    Object.entries(options.draws ?? {}).map(([name, draw]) => {
      const on: Field | undefined = fields[draw.on];
      return { path, name, draw, source: on?.options.to ?? "", sourcePath: on?.options.lines ?? "" };
    }),
  );
}

/** Everything that is open of lines of an entity. */
export function opensOf(entity: AnyEntity): DeclaredOpen[] {
  return everyLines(entity.lines).flatMap(([path, { options }]) =>
    Object.entries(options.open ?? {}).map(([name, formula]) => ({ path, name, formula })),
  );
}

/** The open formula a reference to a line goes by: what is said of the lines it offers. */
export function openBehind({ options }: Field, entity: (key: string) => AnyEntity): OpenFormula | undefined {
  const { to, lines, open } = options;
  return to && lines && open ? linesAt(entity(to).lines, lines)?.options.open?.[open] : undefined;
}

/** The figures of a table of lines, by name; what is kept open is none of them. */
export function figuresOf(entity: AnyEntity, path: string): [name: string, field: Field][] {
  return Object.entries<Field>(linesAt(entity.lines, path)?.fields ?? {}).filter(
    ([, { options }]) => options.drawn === "byStaff" || options.drawn === "bySuppliers",
  );
}

/** Paths of the lines of an entity that others draw on: those with figures or open formulas. */
export function drawnPaths(entity: AnyEntity): string[] {
  return everyLines(entity.lines)
    .filter(([, { fields }]) => Object.values<Field>(fields).some(({ options }) => options.drawn !== undefined))
    .map(([path]) => path);
}
