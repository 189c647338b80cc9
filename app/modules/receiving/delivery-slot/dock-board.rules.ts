import { decimal, roundPercent } from "~/shared/decimal";

/** A window of a day with what stands in it. */
export interface BoardSlot<N> {
  id: string;
  dock: string;
  from: string;
  to: string;
  notes: readonly N[];
}

export interface BoardCell<N> {
  /** How many columns it takes. */
  span: number;
  from: string;
  to: string;
  /** Null: nobody can be booked then. */
  slot: BoardSlot<N> | null;
}

export interface BoardGrid<N> {
  /** Where the columns begin, `08:00`; the last one ends at `end`. */
  columns: readonly string[];
  end: string;
  docks: readonly { dock: string; cells: readonly BoardCell<N>[] }[];
}

const HOUR = 60;

function minutesOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * HOUR + Number(minutes);
}

function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`;
}

/**
 * Docks below each other, the hours of the day across: every full hour is a column, and so is every time at which a window begins or ends
 * between them. Docks stand in the order of their names, numbers among them as numbers.
 */
export function boardGrid<N>(slots: readonly BoardSlot<N>[]): BoardGrid<N> {
  const first = Math.min(...slots.map(({ from }) => minutesOf(from)));
  const last = Math.max(...slots.map(({ to }) => minutesOf(to)));
  if (slots.length === 0) return { columns: [], end: "", docks: [] };
  const begin = Math.floor(first / HOUR) * HOUR;
  const end = Math.ceil(last / HOUR) * HOUR;
  const hours = Array.from({ length: (end - begin) / HOUR }, (_unused, index) => begin + index * HOUR);
  const edges = slots.flatMap(({ from, to }) => [minutesOf(from), minutesOf(to)]);
  const columns = [...new Set([...hours, ...edges])].filter((at) => at < end).sort((one, other) => one - other);
  const names = [...new Set(slots.map(({ dock }) => dock))].sort((one, other) =>
    one.localeCompare(other, "zh-CN", { numeric: true }),
  );
  return {
    columns: columns.map(clockOf),
    end: clockOf(end),
    docks: names.map((dock) => ({
      dock,
      cells: cellsOf(
        slots.filter((slot) => slot.dock === dock),
        [...columns, end],
      ),
    })),
  };
}

function cellsOf<N>(slots: readonly BoardSlot<N>[], edges: readonly number[]): BoardCell<N>[] {
  const cells: BoardCell<N>[] = [];
  for (let at = 0; at < edges.length - 1; ) {
    const from = edges[at] ?? 0;
    const slot = slots.find((one) => minutesOf(one.from) === from) ?? null;
    const to = slot ? minutesOf(slot.to) : (edges[at + 1] ?? from);
    const span = Math.max(1, edges.findIndex((edge) => edge >= to) - at);
    cells.push({ span, from: clockOf(from), to: clockOf(to), slot });
    at += span;
  }
  return cells;
}

/** How full a window is, in percent: by lorries or by volume, whichever is reached first. */
export function fullness(slot: {
  capacity: number;
  capacityM3: string | null;
  booked: number;
  bookedM3: string;
}): string {
  const byTrucks = roundPercent(decimal(slot.booked).times(100).div(decimal(slot.capacity)));
  if (slot.capacityM3 === null) return byTrucks;
  const byVolume = roundPercent(decimal(slot.bookedM3).times(100).div(decimal(slot.capacityM3)));
  return decimal(byVolume).gt(decimal(byTrucks)) ? byVolume : byTrucks;
}

interface Waiting {
  arrivedAt: string;
  /** When the window it holds begins; null: it came without one, or lost it. */
  slotFrom: string | null;
}

/** The order in which lorries at the gate are let in: those with a window by its time, behind them those without, as they came. */
export function queueOrder(one: Waiting, other: Waiting): number {
  if ((one.slotFrom === null) !== (other.slotFrom === null)) return one.slotFrom === null ? 1 : -1;
  const key = ({ arrivedAt, slotFrom }: Waiting) => `${slotFrom ?? ""} ${arrivedAt}`;
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0;
}
