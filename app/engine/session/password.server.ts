import { hash, verify } from "@node-rs/argon2";

// 19 MiB, two passes: about 8 ms each on the reference machine. At most two at once, so that a burst of sign-ins
// cannot take all memory and both cores.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MOST_AT_ONCE = 2;

let running = 0;
/** Who is known to have signed in from here before does not wait behind strangers. */
const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] };

export type Lane = "known" | "stranger";

async function inTurn<T>(work: () => Promise<T>, lane: Lane = "known"): Promise<T> {
  // The place of the one that ends is handed over, so that nobody who comes in between takes it.
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting[lane].push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Attempts of a lane that may be under way at once; the rest is sent away before anything is counted or hashed for it. */
const MOST_UNDER_WAY = 40;
const underWay: Record<Lane, number> = { known: 0, stranger: 0 };

/** Runs an attempt to sign in, unless too many are under way already; then `refuse` says so. */
export async function withinBounds<T>(lane: Lane, work: () => Promise<T>, refuse: () => Error): Promise<T> {
  if (underWay[lane] >= MOST_UNDER_WAY) throw refuse();
  underWay[lane] += 1;
  try {
    return await work();
  } finally {
    underWay[lane] -= 1;
  }
}

/** Memory-hard hash of a password, salt included (argon2id). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

let dummy: Promise<string> | undefined;

/** Compares a password with a hash. Without a hash it takes the same time and answers no. */
export async function passwordFits(password: string, stored: string | null, lane: Lane = "known"): Promise<boolean> {
  dummy ??= hashPassword("no account has this password");
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => verify(against, password), lane);
  return fits && stored !== null;
}
