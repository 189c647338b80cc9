import { type Decimal, decimal, decimalOrZero, roundQuantity } from "~/shared/decimal";
import type { AnyEntity, AnyLine, AnyRecord } from "../entity";
import { type DeclaredDraw, drawsOf, type OpenFormula } from "../entity/draws";
import { rowsAt } from "../entity/paths";

/** What is open of a line: the one rule behind lists of open lines, what a form proposes, and the refusal. */
export interface Open {
  /** By the formula, below zero where the tolerance was used; null where nothing may be drawn at all. */
  open: string | null;
  tolerance: string;
  /** How much may still be drawn: `open` with the tolerance, below zero where too much was drawn. Zero where `open` is null. */
  room: string;
}

/**
 * What other documents may still draw on a line.
 * @param tolerance how far beyond what is open, as decimal text; exact, nothing is rounded away in anybody's favour
 */
export function openOf(line: AnyLine, formula: OpenFormula, tolerance = "0"): Open {
  const open = formula.of(line);
  if (open === null) return { open, tolerance, room: "0" };
  return { open, tolerance, room: decimal(open).plus(decimal(tolerance)).toFixed() };
}

/** What lists show as open: what is over the quantity is nothing that is still to come. */
export function keptOpenOf(line: AnyLine, formula: OpenFormula): string | null {
  const open = formula.of(line);
  if (open === null) return null;
  const exact = decimal(open);
  return roundQuantity(exact.lt(0) ? decimal(0) : exact);
}

/** A draw that follows from what a document says. */
export interface WantedDraw extends DeclaredDraw {
  line: AnyLine;
  /** Of the line among those of its table, from 1. */
  position: number;
  /** Id of the line that is drawn on. */
  on: string;
  quantity: string;
}

/**
 * What a document draws, by its stored state alone: the same document asks for the same draws, whatever was done to it before.
 * @throws Error for a quantity below zero or finer than it is stored: a fault of the definition
 */
export function wantedDraws(entity: AnyEntity, record: AnyRecord): WantedDraw[] {
  return drawsOf(entity).flatMap((declared) =>
    wantedOf(
      declared,
      record.state,
      rowsAt(record, declared.path).map(({ row }, index) => ({ line: row, position: index + 1 })),
    ),
  );
}

/** What lines draw by one declaration, in a state of their document. */
export function wantedOf(
  declared: DeclaredDraw,
  state: string,
  lines: readonly { line: AnyLine; position: number }[],
): WantedDraw[] {
  if (!declared.draw.while.includes(state)) return [];
  return lines.flatMap(({ line, position }) => {
    const quantity = quantityOf(declared, line, state);
    const on: unknown = line[declared.draw.on];
    return typeof on === "string" && quantity.gt(0)
      ? [{ ...declared, line, position, on, quantity: quantity.toFixed() }]
      : [];
  });
}

/** How much a line draws in a state in which it counts; zero for nothing. */
export function quantityOf(
  { name, draw }: Pick<DeclaredDraw, "name" | "draw">,
  line: AnyLine,
  state: string | null,
): Decimal {
  const quantity = decimalOrZero(draw.quantity(line, state));
  if (quantity.lt(0)) throw new Error(`The draw "${name}" of a line is below zero`);
  if (!quantity.eq(decimal(roundQuantity(quantity))))
    throw new Error(`The draw "${name}" of a line is finer than it is kept`);
  return quantity;
}
