import type { DemoRandom } from "~/engine/entity/seed";

/**
 * Pseudo-random choices that come out the same on every machine: the demo looks alike wherever it is loaded.
 * The generator is mulberry32; it decides nothing that must be unpredictable.
 */
export class Random implements DemoRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True in so many of a hundred cases. */
  percent(chance: number): boolean {
    return this.next() * 100 < chance;
  }

  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T {
    const one = list[this.whole(0, list.length - 1)];
    if (one === undefined) throw new Error("nothing to choose from");
    return one;
  }

  /** So many different entries in random order; all of them when there are not enough. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(this.whole(0, rest.length - 1), 1));
    }
    return taken;
  }
}
