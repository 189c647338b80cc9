/** How often something may happen within a while, counted per key. */
export interface WindowRules {
  /** Times that are allowed within one window. */
  limit: number;
  windowMs: number;
  /** Keys remembered at most; the one that was begun first makes room. */
  keys?: number;
}

export interface CallWindow {
  /** Counts one more. @returns 0 when it is allowed, else the whole seconds after which it is worth asking again */
  count(key: string, nowMs: number): number;
  /** The same answer without counting. */
  look(key: string, nowMs: number): number;
  readonly size: number;
}

const KEYS = 10_000;

/**
 * Counts in fixed windows that begin with the first call of a key. In the memory of one process, and never more of it than
 * `keys` allows: whoever sends ever new keys pushes out old windows, not the process.
 */
export function callWindow({ limit, windowMs, keys = KEYS }: WindowRules): CallWindow {
  const windows = new Map<string, { since: number; calls: number }>();
  const left = (since: number, now: number) => Math.max(1, Math.ceil((since + windowMs - now) / 1000));
  const alive = (key: string, now: number) => {
    const known = windows.get(key);
    // A clock that was set back must not lock anybody out for longer than a window.
    return known && now - known.since < windowMs && now >= known.since ? known : undefined;
  };
  return {
    count(key, now) {
      const known = alive(key, now);
      if (known) {
        known.calls += 1;
        return known.calls > limit ? left(known.since, now) : 0;
      }
      windows.delete(key);
      if (windows.size >= keys) {
        // A Map keeps the order in which keys came: the first one is the oldest window.
        const [oldest] = windows.keys();
        if (oldest !== undefined) windows.delete(oldest);
      }
      windows.set(key, { since: now, calls: 1 });
      return limit < 1 ? left(now, now) : 0;
    },
    look(key, now) {
      const known = alive(key, now);
      return known && known.calls >= limit ? left(known.since, now) : 0;
    },
    get size() {
      return windows.size;
    },
  };
}
