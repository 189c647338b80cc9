import { randomInt } from "node:crypto";
import { endUserSessions, setOneTimePassword, setOwnPassword } from "~/data/accounts.server";
import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { Reveal } from "../entity";
import { intParameter } from "../parameters.server";
import { hashPassword } from "./password.server";

const HOUR_MS = 60 * 60_000;
/** Letters and digits that nobody confuses when they are read out. */
const LOWER = "abcdefghjkmnpqrstuvwxyz";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "23456789";
const LENGTH = 12;

const pick = (signs: string) => signs.charAt(randomInt(signs.length));

/** Random, and of all three kinds of signs that the password rule asks for. */
function randomPassword(): string {
  const kinds = [LOWER, UPPER, DIGITS];
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => pick(LOWER + UPPER + DIGITS)).join("");
    if (kinds.every((kind) => [...kind].some((sign) => password.includes(sign)))) return password;
  }
}

/**
 * Gives an account a password that works for as long as an administrator allows and must be changed then; whoever is signed in with the old one
 * is signed out. Kept is the hash alone.
 */
export async function giveOneTimePassword(context: Context, userId: string): Promise<Reveal> {
  const password = randomPassword();
  const connection = context.services.database.connection();
  const hours = await intParameter(context.services, "security.tempPassword.hours");
  const expiresAt = new Date(context.now.getTime() + hours * HOUR_MS).toISOString();
  const at = context.now.toISOString();
  await setOneTimePassword(connection, { userId, hash: await hashPassword(password), at, expiresAt });
  await endUserSessions(connection, { userId, at, reason: "password-reset" });
  return {
    label: "一次性密码",
    value: password,
    note: `只显示这一次，请立即告知本人。${chinaTime(expiresAt).slice(0, 16)}前有效，登录后须修改密码。`,
    expiresAt,
  };
}

/** Puts the hash of a password that its owner chose when applying in the place of the one-time password of a new account. */
export async function setChosenPassword(context: Context, userId: string, hash: string): Promise<void> {
  await setOwnPassword(context.services.database.connection(), { userId, hash, at: context.now.toISOString() });
}
