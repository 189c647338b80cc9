import type { Context } from "../context.server";
import { isStorageAway } from "../storage-away.server";
import { inTransaction } from "./transaction.server";

/** So many in one run; the next takes the rest. */
const MOST_AT_ONCE = 500;

interface Round<T, R> {
  /** Locks the next one that is due, other than these; null when there is none. */
  next(except: readonly string[]): Promise<T | null>;
  idOf(one: T): string;
  /** In the transaction that locked it. */
  work(one: T): Promise<R>;
  /** Once it is committed. */
  done(one: T, result: R): void;
  /** Notifies somebody of one that failed, in a transaction of its own; the log has the error already. */
  failed(one: T): Promise<void>;
  /** Asked before each. */
  goesOn(): boolean;
  /** What the log says of one that failed, in English. */
  complaint: string;
}

/**
 * Takes what is due one after the other, each in a transaction of its own: one that fails keeps none of the others waiting. Harmless when
 * several processes do it at once, as each locks others.
 * @throws StorageError when storage is out of reach: the others would meet the same
 */
export async function oneByOne<T, R>(context: Context, round: Round<T, R>): Promise<void> {
  const tried: string[] = [];
  while (tried.length < MOST_AT_ONCE && round.goesOn()) {
    const taken: { one: T | null } = { one: null };
    try {
      const done = await inTransaction(context, async () => {
        const one = await round.next(tried);
        taken.one = one;
        return one === null ? null : { one, result: await round.work(one) };
      });
      if (!done) return;
      tried.push(round.idOf(done.one));
      round.done(done.one, done.result);
    } catch (error) {
      const { one } = taken;
      if (one === null || isStorageAway(error)) throw error;
      const id = round.idOf(one);
      tried.push(id);
      context.services.log.error({ err: error, id }, round.complaint);
      await round.failed(one);
    }
  }
}
