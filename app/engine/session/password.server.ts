import { hash, verify } from "@node-rs/argon2";

// 19 MiB, two passes: about 8 ms each on the reference machine. At most two at once, so that a burst of sign-ins
// cannot take all memory and both cores.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MOST_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Memory-hard hash of a password, salt included (argon2id). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

let dummy: Promise<string> | undefined;

/** Compares a password with a hash. Without a hash it takes the same time and answers no. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword("no account has this password");
  const against = stored ?? (await dummy);
  const fits = await inTurn(() => verify(against, password));
  return fits && stored !== null;
}
