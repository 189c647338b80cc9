import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { Cell } from "../output/cell";
import { BATCH, type Plan, readPlanned, rowCount } from "../output/export.server";

/** Rounds of catching up with changes; a list that still changes then is handed out with a word about it. */
const MOST_ROUNDS = 8;

/** All rows of an export as they were at one moment. */
export interface SettledRows {
  count: number;
  /** False: the list changed faster than it could be read, so that single rows may be seconds apart. */
  isSettled: boolean;
  batches(): AsyncGenerator<Cell[][], void, void>;
}

export interface SettledRowsInput {
  screen: Screen;
  replan: () => Promise<Plan>;
  spool: Spool;
  report: (done: number) => Promise<void>;
}

/**
 * Reads the rows of a plan in small steps and then catches up: what was changed, added or taken away meanwhile is seen by the ids and
 * versions of a second plan, and read once more, until a plan finds everything as it was read. So the file is the state of one moment
 * although nothing was held: no transaction stays open, which on the embedded database would stop everybody.
 * Names of what rows point at are as they were when the row was read.
 * @param replan the same plan anew, with versions
 * @param report told how many rows were read; may throw to end the work
 */
export async function settledRows(
  context: Context,
  { screen, replan, spool, report }: SettledRowsInput,
): Promise<SettledRows> {
  let plan = await replan();
  let places = await readPlaces(context, { screen, plan, spool, known: new Map(), report });
  for (let round = 0; ; round += 1) {
    const again = await replan();
    if (again.ids === plan.ids || round === MOST_ROUNDS) {
      const found = places.filter((place) => place !== null);
      return { count: found.length, isSettled: again.ids === plan.ids, batches: () => spooled(spool, found) };
    }
    const known = new Map(places.map((place, at) => [entryAt(plan, at), place]));
    plan = again;
    places = await readPlaces(context, { screen, plan, spool, known, report });
  }
}

function entryAt({ ids, digits }: Plan, at: number): string {
  return ids.slice(at * digits, (at + 1) * digits);
}

async function readPlaces(
  context: Context,
  {
    screen,
    plan,
    spool,
    known,
    report,
  }: {
    screen: Screen;
    plan: Plan;
    spool: Spool;
    known: ReadonlyMap<string, Place | null>;
    report: (done: number) => Promise<void>;
  },
): Promise<(Place | null)[]> {
  const places = Array.from({ length: rowCount(plan) }, (_none, at) => known.get(entryAt(plan, at)) ?? null);
  const missing = places.flatMap((place, at) => (place === null ? [at] : []));
  for (let from = 0; from < missing.length; from += BATCH) {
    const wanted = missing.slice(from, from + BATCH);
    const rows = await readPlanned(context, screen, plan, wanted);
    const kept = await spool.add(rows);
    for (const [index, at] of wanted.entries()) places[at] = kept[index] ?? null;
    await report(rowCount(plan) - missing.length + from + wanted.length);
  }
  return places;
}

async function* spooled(spool: Spool, places: readonly Place[]): AsyncGenerator<Cell[][], void, void> {
  for (let from = 0; from < places.length; from += BATCH) yield await spool.read(places.slice(from, from + BATCH));
}

/** Where a row lies in the spool: first byte, and how many. */
type Place = readonly [start: number, length: number];

/** Rows put aside in a file of their own that nobody else can open, and that is gone with the process however that ends. */
export class Spool {
  readonly #file: FileHandle;
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const name = path.join(os.tmpdir(), `export-${randomUUID()}`);
    const file = await open(name, "wx+", 0o600);
    await unlink(name);
    return new Spool(file);
  }

  /** Puts rows aside; null stays null. */
  async add(rows: readonly (readonly Cell[] | null)[]): Promise<(Place | null)[]> {
    const texts = rows.map((row) => (row ? Buffer.from(JSON.stringify(row)) : null));
    let at = this.#end;
    const places = texts.map((text): Place | null => {
      if (!text) return null;
      at += text.length;
      return [at - text.length, text.length];
    });
    await writeAll(this.#file, Buffer.concat(texts.filter((text) => text !== null)), this.#end);
    this.#end = at;
    return places;
  }

  /** The rows that lie there, in this order. Those that were put aside together are read together. */
  async read(places: readonly Place[]): Promise<Cell[][]> {
    const rows: Cell[][] = [];
    for (let from = 0; from < places.length; ) {
      let to = from + 1;
      while (to < places.length && places[to]?.[0] === endOf(places[to - 1])) to += 1;
      const start = places[from]?.[0] ?? 0;
      const bytes = Buffer.alloc(endOf(places[to - 1]) - start);
      await this.#file.read(bytes, 0, bytes.length, start);
      for (const [at, length] of places.slice(from, to)) {
        // Written by `add` above: cells, as they were.
        rows.push(JSON.parse(bytes.subarray(at - start, at - start + length).toString("utf8")) as Cell[]);
      }
      from = to;
    }
    return rows;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function endOf(place: Place | undefined): number {
  return place ? place[0] + place[1] : 0;
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
  }
}
