// How far the tests of this run go, see docs/decisions/0127-one-try-and-three-lengths-of-run.md.

/** Whether this run goes as far as tests go. */
export const isFull = process.env.TEST_WALKS === "full";

/**
 * How many steps a random walk takes, how many random values are tried, how many times a process is killed: the usual number, or in
 * `npm test -- exhaustive` the full one. Seeds are fixed, so that the usual one is always the same.
 */
export function howMany({ usual, full }: { usual: number; full: number }): number {
  return isFull ? full : usual;
}

/** Of equal ways to go wrong one, another from place to place; all of them where tests go as far as they go. */
export function inTurn<T>(all: readonly T[], place: number): readonly T[] {
  return isFull ? all : all.slice(place % all.length, (place % all.length) + 1);
}

/** What one random walk takes. */
export const STEPS = howMany({ usual: 300, full: 10_000 });

/**
 * By which ways a walk is gone whose pages do with scripts what those of other walks do: `false` without scripts, `true` with them. See
 * decision 0127.
 */
export const LIKE_OTHERS: readonly boolean[] = isFull ? [false, true] : [false];

/** The same of what the keyboard meets: without scripts a page has the same elements in the same order. */
export const WITH_SCRIPTS: readonly boolean[] = isFull ? [false, true] : [true];
