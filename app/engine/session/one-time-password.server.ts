import { randomInt } from "node:crypto";
import { endUserSessions, setOneTimePassword, setOwnPassword } from "~/data/accounts.server";
import { HIDDEN_PASSWORD } from "~/data/mail.server";
import { selectAccountMail } from "~/data/mail-proof.server";
import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { Reveal } from "../entity";
import { writeToAccount } from "../mail/account-mails.server";
import { actorName } from "../notify/notify.server";
import { intParameter } from "../parameters.server";
import { hashPassword } from "./password.server";
import { notifyMember } from "./security-notifications.server";

const HOUR_MS = 60 * 60_000;
/** Letters and digits that nobody confuses when they are read out. */
const LOWER = "abcdefghjkmnpqrstuvwxyz";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "23456789";
const LENGTH = 12;

const pick = (signs: string) => signs.charAt(randomInt(signs.length));

/** Random, and of all three kinds of signs that the password rule asks for. */
export function randomPassword(): string {
  const kinds = [LOWER, UPPER, DIGITS];
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => pick(LOWER + UPPER + DIGITS)).join("");
    if (kinds.every((kind) => [...kind].some((sign) => password.includes(sign)))) return password;
  }
}

/**
 * Gives an account a password that works for as long as an administrator allows and must be changed then; whoever is signed in with the old one
 * is signed out. Kept is the hash alone. Where the address of the account is known to be its person's it goes there and nowhere else;
 * otherwise whoever asked reads it, and the person is told.
 */
export async function giveOneTimePassword(context: Context, userId: string): Promise<Reveal> {
  const password = randomPassword();
  const connection = context.services.database.connection();
  const hours = await intParameter(context.services, "security.tempPassword.hours");
  const expiresAt = new Date(context.now.getTime() + hours * HOUR_MS).toISOString();
  const at = context.now.toISOString();
  await setOneTimePassword(connection, { userId, hash: await hashPassword(password), at, expiresAt });
  await endUserSessions(connection, { userId, at, reason: "password-reset" });
  const until = chinaTime(expiresAt).slice(0, 16);
  const sentTo = await mailPassword(context, userId, until);
  // The one that was stored above is known to nobody: another takes its place when the mail leaves.
  if (sentTo !== null)
    return {
      label: "一次性密码已发送到",
      value: sentTo,
      note: `只有本人能看到密码。${until}前有效，登录后须修改密码。`,
      expiresAt,
      sentTo,
    };
  if (context.actor.kind === "user") await tellOfOneTimePassword(context, userId);
  return {
    label: "一次性密码",
    value: password,
    note: `只显示这一次，请立即告知本人。${until}前有效，登录后须修改密码。`,
    expiresAt,
  };
}

/** @returns the address in stars; null where none is known to be the person's, or nothing could be sent there */
async function mailPassword(context: Context, userId: string, until: string): Promise<string | null> {
  if (context.services.mailWaits) return null;
  const found = await selectAccountMail(context.services.database.connection(), userId);
  if (!found?.email || !found.provedAt) return null;
  const values = { by: actorName(context), until, password: HIDDEN_PASSWORD };
  const side = found.supplierId ? "supplier" : "internal";
  const mail = { scenario: "account.one-time-mail", values, userId, side, by: context.actor.id } as const;
  return writeToAccount(context, mail);
}

/** Tells the owner of an account, by inbox and mail, that somebody else has read a one-time password for it. */
export async function tellOfOneTimePassword(context: Context, userId: string): Promise<void> {
  const at = context.now.toISOString();
  const values = { by: actorName(context), time: chinaTime(at) };
  await notifyMember(context.services, { userId, at, scenario: "account.one-time-password", values });
}

/** Puts the hash of a password that its owner chose when applying in the place of the one-time password of a new account. */
export async function setChosenPassword(context: Context, userId: string, hash: string): Promise<void> {
  await setOwnPassword(context.services.database.connection(), { userId, hash, at: context.now.toISOString() });
}
