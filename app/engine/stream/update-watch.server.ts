import { asking, jobAsker } from "~/data/asking.server";
import { type SessionUpdate, selectSessionUpdates, UPDATE_TABLES } from "~/data/stream-updates.server";
import { BEAT_MS, type StreamUpdate } from "~/shared/update-stream";
import type { EngineServices } from "../context.server";
import { intParameter } from "../parameters.server";

const LOOK_EVERY_MS = 2_000;
/** Sessions run out although nothing was written. */
const LOOK_AT_LEAST_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** A browser has one stream; further ones are of browsers that cannot agree on one, or of somebody who tries. */
const MOST_PER_SESSION = 4;

/** One open stream. */
export interface Listener {
  /** `id_hash` of its session. */
  session: string;
  tell(updates: StreamUpdate): void;
  /** Says that the stream is alive. */
  beat(): void;
  /** The last word. @param signedOut whether the session is over, or the process stops and another will go on */
  end(signedOut: boolean): void;
}

/** What is new for everybody who listens to this process. */
export interface UpdateWatch {
  /** Whether one more stream of the session may be opened now. */
  takes(session: string): boolean;
  /** Tells a listener what there is now, and whatever changes from then on. @returns ends the listening, without a last word */
  follow(listener: Listener): () => void;
  /** Looks now. What looks by itself does so every two seconds. */
  look(): Promise<void>;
  /** Gives every listener the last word and takes no more: the process stops. */
  end(): void;
  readonly size: number;
}

/**
 * One watcher for all streams of the process, asleep while nobody listens: a single statement tells what is new for all sessions. The
 * embedded database belongs to this process, which knows when there is nothing new; on a server other processes write as well.
 */
export function watchUpdates(services: EngineServices): UpdateWatch {
  const { database, log } = services;
  const listeners = new Map<Listener, string | null>();
  let timers: NodeJS.Timeout[] = [];
  let underWay: Promise<void> | undefined;
  let asked = false;
  let seen = { changes: -1, at: 0 };
  let hasEnded = false;

  async function round(): Promise<void> {
    const now = services.clock();
    const changes = database.changesOf(UPDATE_TABLES);
    const isQuiet =
      database.engine === "embedded" && changes === seen.changes && ![...listeners.values()].includes(null);
    if (isQuiet && now.getTime() - seen.at < LOOK_AT_LEAST_MS) return;
    const idleHours = await intParameter(services, "security.session.idleHours");
    const sessions = [...new Set([...listeners.keys()].map(({ session }) => session))];
    const rows = await selectSessionUpdates(database.connection(), sessions, now.toISOString());
    seen = { changes, at: now.getTime() };
    const found = new Map(rows.filter((row) => !isIdle(row, idleHours, now)).map((row) => [row.idHash, updateOf(row)]));
    for (const [listener, told] of listeners) {
      if (!sessions.includes(listener.session)) continue;
      const updates = found.get(listener.session);
      const text = JSON.stringify(updates ?? null);
      if (!updates) leave(listener, () => listener.end(true));
      else if (text !== told) {
        listeners.set(listener, text);
        listener.tell(updates);
      }
    }
  }

  async function look(): Promise<void> {
    asked = true;
    underWay ??= (async () => {
      while (asked && listeners.size > 0) {
        asked = false;
        await asking(jobAsker("updates"), round).catch((error: unknown) =>
          log.warn({ err: error }, "updates were not read"),
        );
      }
    })().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  function leave(listener: Listener, lastWord: () => void = () => undefined): void {
    if (!listeners.delete(listener)) return;
    if (listeners.size === 0) sleep();
    lastWord();
  }

  function wake(): void {
    if (timers.length > 0) return;
    timers = [
      setInterval(() => void look(), LOOK_EVERY_MS),
      setInterval(() => {
        for (const listener of listeners.keys()) listener.beat();
      }, BEAT_MS),
    ];
    for (const timer of timers) timer.unref();
  }

  function sleep(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    takes: (session) =>
      !hasEnded && [...listeners.keys()].filter((one) => one.session === session).length < MOST_PER_SESSION,
    follow(listener) {
      listeners.set(listener, null);
      wake();
      void look();
      return () => leave(listener);
    },
    look,
    end() {
      hasEnded = true;
      for (const listener of [...listeners.keys()]) leave(listener, () => listener.end(false));
    },
    get size() {
      return listeners.size;
    },
  };
}

function isIdle({ lastSeenAt }: SessionUpdate, hours: number, now: Date): boolean {
  return hours > 0 && now.getTime() > Date.parse(lastSeenAt) + hours * HOUR_MS;
}

function updateOf({ watch, mention, drafts, work }: SessionUpdate): StreamUpdate {
  return { bell: { watch, mention, drafts }, work };
}
