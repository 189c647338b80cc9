/** Monday morning in China; before any day on which these tests are run, so that nothing of theirs lies in the future. */
export const START = new Date("2025-03-10T02:00:00.000Z");
export const TODAY = "2025-03-10";

/** A clock that stands still until it is told to go on. */
export interface Clock {
  now(): Date;
  advance(milliseconds: number): void;
}

export function stoppedClock(start = START): Clock {
  let present = start.getTime();
  return {
    now: () => new Date(present),
    advance: (milliseconds) => {
      present += milliseconds;
    },
  };
}
