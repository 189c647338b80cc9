import type { Context } from "../context.server";
import { AppError } from "../errors";
import { inTransaction } from "../operations/transaction.server";
import { isStorageAway } from "../storage-away.server";

/** What a round over deadlines and digests came to. */
export interface DeadlineRound {
  /** Documents that lapsed. */
  lapsed: number;
  /** Reminders that were said. */
  reminded: number;
  /** Digests that were told, one per owner. */
  digested: number;
  /** What could not be done, one Chinese sentence each; the others went on. */
  failed: string[];
}

/** Does one piece of work in a transaction; a failure is written down, with the reason where the document refuses, and keeps none of the others back. @returns whether it was done */
export async function tried(
  context: Context,
  round: DeadlineRound,
  complaint: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await inTransaction(context, work);
    return true;
  } catch (error) {
    if (isStorageAway(error)) throw error;
    if (error instanceof AppError) {
      // What refuses people refuses time as well: the last administrator stays, whatever the calendar says.
      context.services.log.warn({ complaint, reason: error.message }, "a deadline was refused");
      round.failed.push(`${complaint}：${error.message}`);
    } else {
      context.services.log.error({ err: error, complaint }, "a deadline could not be worked");
      round.failed.push(complaint);
    }
    return false;
  }
}
