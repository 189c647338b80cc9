import { clearFailures, countFailure, lockedUntil } from "~/data/sessions.server";
import type { ParameterKey } from "~/shared/parameters";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { intParameter } from "../parameters.server";

const MINUTE_MS = 60_000;

/**
 * Counts a guess of something a signed-in person proves again, before it is compared: as many as at the sign-in, then the same wait.
 * Runs outside transactions, so that a refusal takes nothing back.
 * @param counter name of the counter; with a colon in it, which no account name has, it never locks the sign-in
 * @param secret what is guessed, as people call it
 * @throws AppError("too_often")
 */
export async function countGuess(context: Context, counter: string, secret: string): Promise<void> {
  const { services, session } = context;
  const connection = services.database.connection();
  const [now, at] = [context.now.getTime(), context.now.toISOString()];
  const refusal = (until: string) => {
    const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / MINUTE_MS));
    return new AppError("too_often", { message: `${secret}错误次数过多，请${minutes}分钟后再试` });
  };
  const locked = await lockedUntil(connection, counter, at);
  if (locked) throw refusal(locked);
  const value = (key: ParameterKey) => intParameter(services, key, session?.permissionVersion);
  const lockMs = (await value("security.login.lockMin")) * MINUTE_MS;
  const since = new Date(now - (await value("security.login.failWindowMin")) * MINUTE_MS).toISOString();
  const wait = { limit: await value("security.login.maxFail"), firstMs: lockMs, mostMs: lockMs };
  if (!(await countFailure(connection, { account: counter, now: at, since, wait, forgets: true })))
    throw refusal(new Date(now + lockMs).toISOString());
}

/** The secret was right: what was counted is forgotten. */
export async function forgetGuesses(context: Context, counter: string): Promise<void> {
  await clearFailures(context.services.database.connection(), counter);
}
