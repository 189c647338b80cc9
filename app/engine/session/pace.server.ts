/** Calls of one kind by one caller within a minute; oldest callers are forgotten when there are too many. */
const WINDOW_MS = 60_000;
const CALLERS = 20_000;

/**
 * Counts calls in the memory of this process: cheap enough to stand before everything else. Several processes count apart; what must
 * hold across them is counted in the database.
 */
export class Pace {
  readonly #calls = new Map<string, { from: number; count: number }>();

  /** @returns 0 when the call may go on, else the seconds to wait */
  admit(caller: string, most: number, now: Date): number {
    const at = now.getTime();
    const known = this.#calls.get(caller);
    if (!known || at - known.from >= WINDOW_MS) {
      // Put at the end: the first of the map is the one that began longest ago.
      this.#calls.delete(caller);
      this.#calls.set(caller, { from: at, count: 1 });
      if (this.#calls.size > CALLERS) for (const oldest of this.#calls.keys()) return this.#forget(oldest);
      return 0;
    }
    known.count += 1;
    return known.count > most ? Math.max(1, Math.ceil((known.from + WINDOW_MS - at) / 1000)) : 0;
  }

  #forget(caller: string): 0 {
    this.#calls.delete(caller);
    return 0;
  }

  /** How many callers are remembered; for tests. */
  get size(): number {
    return this.#calls.size;
  }
}
