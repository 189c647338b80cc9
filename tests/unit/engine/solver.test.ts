import { expect, test } from "vitest";
import { withSolver } from "~/engine/solving/solver.server";
import type { Column, Model } from "~/shared/linear-model";

const LIMITS = { seconds: 20, secondsInAll: 120, gap: 0 };
const whole = (cost: number): Column => ({ cost, lower: 0, upper: 1, isInteger: true });
/** The heaviest of three things that a bag of ten holds: 6 and 4, not 7. */
const bag: Model = {
  columns: [whole(-7), whole(-6), whole(-4)],
  rows: [
    {
      lower: 0,
      upper: 10,
      terms: [
        [0, 7],
        [1, 6],
        [2, 4],
      ],
    },
  ],
};
const impossible: Model = { ...bag, rows: [{ lower: 18, upper: 20, terms: bag.rows[0]?.terms ?? [] }] };

/** Things and bags that no two weigh alike: nothing is proven in the time there is. */
const endless: Model = {
  columns: Array.from({ length: 600 }, (_, at) => whole(-(1000 + ((at * 7919) % 997)))),
  rows: Array.from({ length: 60 }, (_, row) => ({
    lower: 0,
    upper: 40_000,
    terms: Array.from({ length: 600 }, (_, at) => [at, 500 + (((at + 3) * (row + 11) * 104_729) % 983)] as const),
  })),
};

test("the best choice is found, and what nothing satisfies is told", async () => {
  const solved = await withSolver(LIMITS, (solve) => Promise.all([solve(bag), solve(impossible), solve(bag)]));
  expect(solved.map(({ status }) => status)).toEqual(["solved", "impossible", "solved"]);
  const [first, , last] = solved;
  expect(first?.status === "solved" && first.values.map(Math.round)).toEqual([0, 1, 1]);
  expect(last).toEqual(first);
});

test("a row without columns is judged as well", async () => {
  const empty = (upper: number): Model => ({ ...bag, rows: [{ lower: Number.NEGATIVE_INFINITY, upper, terms: [] }] });
  const solved = await withSolver(LIMITS, async (solve) => [await solve(empty(0)), await solve(empty(-1))]);
  expect(solved.map(({ status }) => status)).toEqual(["solved", "impossible"]);
});

test("when time runs out the best so far is told with how far off it may be, and nothing is asked any more", async () => {
  const short = { seconds: 1, secondsInAll: 1, gap: 0 };
  const solved = await withSolver(short, async (solve) => [
    await solve(endless),
    await solve(endless),
    await solve(bag),
  ]);
  const [first] = solved;
  if (first?.status === "solved") expect(first.gap).toBeGreaterThan(0);
  expect(solved.at(-1)?.status).toBe("unknown");
});

test("the process goes on while a problem is solved", async () => {
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, 10);
  await withSolver({ ...LIMITS, seconds: 2 }, (solve) => solve(endless));
  clearInterval(clock);
  expect(ticks).toBeGreaterThan(3);
});

test("a study that fails lets the next one go", async () => {
  await expect(withSolver(LIMITS, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const { status } = await withSolver(LIMITS, (solve) => solve(bag));
  expect(status).toBe("solved");
});
