import {
  endOtherSessions,
  markVerified,
  replacePassword,
  replaceToken,
  type SecretRow,
  selectSecret,
  selectVerifiedAt,
  storeRecoverEmail,
} from "~/data/passwords.server";
import { PRESENT_PASSWORD_MISSING, passwordComplaints } from "~/shared/password-rules";
import type { Context } from "../context.server";
import type { Complaint } from "../entity";
import { kindOf } from "../entity/kinds";
import { AppError } from "../errors";
import { countGuess, forgetGuesses } from "../session/guesses.server";
import { hashPassword, passwordFits } from "../session/password.server";
import { refuseRepeated } from "../session/past-passwords.server";
import { notifyMember } from "../session/security-notifications.server";
import { newToken, TOKEN_LIFE_MS, tokenHash } from "../session/token.server";
import { asOwner, auditAccount, ownOf, userEntity } from "./own.server";

/** How long a session may change the password without naming the present one again. */
export const FRESH_FOR_MS = 30 * 60_000;

export interface NewToken {
  token: string;
  expiresAt: string;
}

/** Whether the person must type the present password before changing what guards the account. */
export async function asksPresentPassword(context: Context): Promise<boolean> {
  const { session } = ownOf(context);
  const at = await selectVerifiedAt(context.services.database.connection(), session.idHash);
  return !isFresh(context, at);
}

/** Until when a page may offer the change without asking for the present password; judged again when it is sent. */
export function freshUntil({ session }: Context): string | null {
  const at = session?.passwordProvenAt;
  return at ? new Date(Date.parse(at) + FRESH_FOR_MS).toISOString() : null;
}

function isFresh(context: Context, at: string | null): boolean {
  return at !== null && context.now.getTime() - Date.parse(at) <= FRESH_FOR_MS;
}

/**
 * Changes the own password: other sessions end, the present one goes on under a new token, and the owner is told.
 * @throws AppError("invalid") with what is wrong, AppError("locked") after too many wrong guesses of the present one
 */
export async function changePassword(
  context: Context,
  input: { newpassword: string; confirmpassword: string; oldpassword: string },
): Promise<NewToken> {
  const { userId, session } = ownOf(context);
  const { services } = context;
  const secret = await provenSecret(context, input.oldpassword);
  const complaints: Complaint[] = [
    ...secret.complaints,
    ...passwordComplaints({ account: context.actor.account, ...input }),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const keep = await refuseRepeated(services, { userId, present: secret.row.passwordHash, wanted: input.newpassword });
  const hash = await hashPassword(input.newpassword);
  const token = newToken();
  const at = context.now.toISOString();
  const expiresAt = new Date(context.now.getTime() + TOKEN_LIFE_MS).toISOString();
  await asOwner(context, async () => {
    const connection = services.database.connection();
    const present = await selectSecret(connection, userId, true);
    // Somebody else of the same account was faster: their password stands.
    if (present?.passwordHash !== secret.row.passwordHash) throw new AppError("stale_record");
    const change = { id: services.newId(), userId, before: secret.row.passwordHash, hash, at, keep };
    await replacePassword(connection, change);
    await replaceToken(connection, { idHash: session.idHash, to: tokenHash(token), at, expiresAt });
    const ended = await endOtherSessions(connection, {
      userId,
      present: session.idHash,
      ids: "all",
      at,
      reason: "password",
    });
    await auditAccount(context, userId, { action: "password", label: "修改密码" });
    const others = ended > 0 ? `，其他${ended}处登录已退出` : "";
    await notifyMember(services, { userId, at, scenario: "account.password-changed", values: { others } });
  });
  session.expiresAt = expiresAt;
  return { token, expiresAt };
}

/** The stored secret, and what is wrong with the present password where it had to be typed. */
export async function provenSecret(
  context: Context,
  typed: string,
): Promise<{ row: SecretRow; complaints: Complaint[] }> {
  const { userId } = ownOf(context);
  const row = await selectSecret(context.services.database.connection(), userId);
  if (!row) throw new AppError("not_found");
  if (!(await asksPresentPassword(context))) return { row, complaints: [] };
  return { row, complaints: await presentPasswordComplaints(context, row, typed) };
}

/**
 * What is wrong with the present password, which has to be typed however lately it was.
 * @throws AppError("too_often") after too many wrong guesses
 */
export async function presentPasswordComplaints(context: Context, row: SecretRow, typed: string): Promise<Complaint[]> {
  const complaint = (message: string) => [{ field: "oldpassword", message }];
  if (typed === "") return complaint(PRESENT_PASSWORD_MISSING);
  return (await provesPassword(context, row, typed)) ? [] : complaint("当前密码不正确");
}

/** Compares the present password; wrong guesses are counted, so that a stolen session does not find it out. */
async function provesPassword(context: Context, row: SecretRow, typed: string): Promise<boolean> {
  const { userId, session } = ownOf(context);
  const counter = `session:${userId}`;
  await countGuess(context, counter, "当前密码");
  if (typed.length > 128 || !(await passwordFits(typed, row.passwordHash))) return false;
  await forgetGuesses(context, counter);
  await markVerified(context.services.database.connection(), session.idHash, context.now.toISOString());
  return true;
}

/** Address of the own way back into the account. */
export async function recoverEmailOf(context: Context): Promise<string | null> {
  const { userId } = ownOf(context);
  return (await selectSecret(context.services.database.connection(), userId))?.recoverEmail ?? null;
}

/**
 * Stores the mailbox a way back into the account may be sent to; empty takes it away.
 * @throws AppError("invalid" | "too_often")
 */
export async function changeRecoverEmail(
  context: Context,
  input: { email: string; oldpassword: string },
): Promise<void> {
  const { userId } = ownOf(context);
  const { services } = context;
  const field = userEntity(context).fields.email;
  const reading = kindOf({ kind: "email" }).read(input.email, field?.options ?? { label: "密保邮箱" });
  const secret = await provenSecret(context, input.oldpassword);
  const complaints = [
    ...("complaint" in reading ? [{ field: "recoveremail", message: reading.complaint }] : []),
    ...secret.complaints,
  ];
  if (complaints.length > 0 || "complaint" in reading) throw new AppError("invalid", { complaints });
  const email = reading.value === null ? null : String(reading.value);
  if (email === secret.row.recoverEmail) return;
  await asOwner(context, async () => {
    const connection = services.database.connection();
    await storeRecoverEmail(connection, userId, email);
    const at = context.now.toISOString();
    await auditAccount(context, userId, { action: "recover-email", label: email ? "修改密保邮箱" : "清除密保邮箱" });
    const change = email ? "修改" : "清除";
    await notifyMember(services, { userId, at, scenario: "account.recover-email", values: { change } });
  });
}
