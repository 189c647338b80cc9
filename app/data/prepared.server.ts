/** A statement is worth keeping when it comes for the third time; lists of another length make another statement. */
const WORTH_KEEPING = 3;
const MOST_REMEMBERED = 2_000;

/**
 * Stands before a statement whose best plan depends on its values: a kept one is planned for all values in the end, and
 * of a range nobody knows then whether it takes a day or ten years.
 */
export const PLANNED_ANEW = "/* planned for its values */";

/**
 * Decides which statements stay prepared in a connection, so that the database reads and plans them once: that
 * is more than half of what a small statement costs.
 */
export class PreparedStatements {
  readonly #seen = new Map<string, { times: number; name: string }>();
  readonly #kept = new WeakMap<object, Set<string>>();
  readonly #most: number;
  #named = 0;

  /** @param most statements a connection holds before a new one takes its place; each keeps its plan in memory */
  constructor(most: number) {
    this.#most = most;
  }

  /** The name to send a statement under; undefined for one that is not kept. */
  nameOf(connection: object, text: string): string | undefined {
    if (text.startsWith(PLANNED_ANEW)) return undefined;
    const known = this.#seen.get(text);
    if (!known) {
      if (this.#seen.size >= MOST_REMEMBERED) this.#forget();
      this.#named += 1;
      this.#seen.set(text, { times: 1, name: `s${this.#named}` });
      return undefined;
    }
    known.times += 1;
    if (known.times < WORTH_KEEPING) return undefined;
    const kept = this.#kept.get(connection) ?? new Set();
    this.#kept.set(connection, kept.add(known.name));
    return known.name;
  }

  /**
   * Forgets statements that came once or twice, of which there are ever new ones. Those that are kept go on under their names: under new
   * ones every connection would have them planned anew.
   */
  #forget(): void {
    for (const [text, { times }] of this.#seen) if (times < WORTH_KEEPING) this.#seen.delete(text);
    if (this.#seen.size > MOST_REMEMBERED / 2) this.#seen.clear();
  }

  /** True when the connection holds so many that a new one should take its place. */
  isFull(connection: object): boolean {
    return (this.#kept.get(connection)?.size ?? 0) > this.#most;
  }
}
