import { HIDDEN_LINK } from "~/data/mail.server";
import { replacePassword } from "~/data/passwords.server";
import { askRecovery, findRecovery, finishRecovery, insertRecoveryLink, isRecoveryOpen } from "~/data/recovery.server";
import { insertLoginEvent } from "~/data/sign-in.server";
import { chinaTime } from "~/shared/calendar";
import { EMAIL_WRONG, isEmail } from "~/shared/field-rules";
import { passwordComplaints } from "~/shared/password-rules";
import { firstWording } from "~/shared/scenarios";
import { searchText } from "~/shared/text";
import { fillIn } from "~/shared/wording";
import { type EngineServices, systemContext } from "../context.server";
import { AppError } from "../errors";
import { scenarioRule } from "../notify/notification-rules.server";
import { addressKey } from "./device.server";
import { Pace } from "./pace.server";
import { hashPassword } from "./password.server";
import { refuseRepeated } from "./past-passwords.server";
import { notifyMember } from "./security-notifications.server";
import { isToken, newToken, stored, tokenHash } from "./token.server";

/** How long a link in a mail opens the form for a new password. */
export const LINK_LIFE_MS = 30 * 60_000;
/** A mail that could not leave for so long is not wanted any more. */
const MAIL_LIFE_MS = 24 * 60 * 60_000;
const MOST_MAILS = 3;
const MAIL_WINDOW_MS = 30 * 60_000;
const ASKED_PER_MINUTE = 5;
const RECOVER = "account.recover";
export const RECOVERY_ASKED = "如果信息匹配，重置链接已发送";
const OVER = "重置链接已失效，请重新申请";
const paces = new WeakMap<EngineServices, Pace>();

/**
 * Somebody who forgot a password asks for a way back. Whether account and address fit is told by nothing but the mail.
 * @throws AppError("invalid" | "too_often")
 */
export async function askForNewPassword(
  services: EngineServices,
  asked: { account: string; email: string; ip: string },
): Promise<void> {
  const [account, email] = [searchText(asked.account), searchText(asked.email)];
  const complaints = [
    ...(account === "" ? [{ field: "account", message: "请输入账号" }] : []),
    ...(email === "" ? [{ field: "email", message: "请输入邮箱" }] : []),
    ...(email !== "" && !(email.length <= 254 && isEmail(email)) ? [{ field: "email", message: EMAIL_WRONG }] : []),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const pace = paces.get(services) ?? new Pace();
  paces.set(services, pace);
  const now = services.clock();
  const caller = addressKey(asked.ip);
  const wait = caller === "" ? 0 : pace.admit(caller, ASKED_PER_MINUTE, now);
  if (wait > 0) throw new AppError("too_often", { facts: { retryAfter: wait } });
  // Nobody turns the way back off: without a template the first wording applies.
  const rule = await scenarioRule(systemContext(services, "重置密码"), RECOVER);
  const wording =
    rule.words("email", "internal") ?? firstWording(services.registry.scenario(RECOVER), "email", "internal");
  const values = { time: chinaTime(now), link: HIDDEN_LINK };
  await stored(() =>
    askRecovery(services.database.connection(), {
      id: services.newId(),
      mailId: services.newId(),
      account: account.slice(0, 65),
      email,
      at: now.toISOString(),
      since: new Date(now.getTime() - MAIL_WINDOW_MS).toISOString(),
      most: MOST_MAILS,
      ip: asked.ip,
      scenario: RECOVER,
      subject: fillIn(wording.title, values),
      body: fillIn(wording.content, values),
    }),
  );
}

/**
 * The link for a mail that is about to leave: made now, so that only its hash is ever stored. Null: nobody wants it any more.
 * @param origin of the portal, without the base path
 */
export async function recoveryLink(services: EngineServices, id: string, origin: string): Promise<string | null> {
  const connection = services.database.connection();
  const now = services.clock().getTime();
  if (!(await isRecoveryOpen(connection, id, new Date(now - MAIL_LIFE_MS).toISOString()))) return null;
  const ticket = newToken();
  const expiresAt = new Date(now + LINK_LIFE_MS).toISOString();
  await insertRecoveryLink(connection, { hash: tokenHash(ticket), recoveryId: id, expiresAt });
  return `${origin}/web/user/recover?ticket=${ticket}`;
}

/** Account a link stands for. @throws AppError("wrong_state") for a link that is over, used or made up: always the same */
export async function recoveryAccount(services: EngineServices, ticket: string): Promise<string> {
  return (await openRecovery(services, ticket)).account;
}

async function openRecovery(services: EngineServices, ticket: string, lock = false) {
  if (!isToken(ticket)) throw new AppError("wrong_state", { message: OVER });
  const wanted = { hash: tokenHash(ticket), now: services.clock().toISOString() };
  const recovery = await stored(() => findRecovery(services.database.connection(), wanted, lock));
  if (!recovery) throw new AppError("wrong_state", { message: OVER });
  return recovery;
}

/**
 * Sets the new password: the link is used up, all sessions of the account end, its owner is told.
 * @throws AppError("invalid" | "wrong_state")
 */
export async function setRecoveredPassword(
  services: EngineServices,
  input: { ticket: string; newpassword: string; confirmpassword: string; ip: string; device: string },
): Promise<void> {
  const known = await openRecovery(services, input.ticket);
  const complaints = passwordComplaints({ ...input, account: known.account });
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const { userId, passwordHash: present } = known;
  const keep = await stored(() => refuseRepeated(services, { userId, present, wanted: input.newpassword }));
  const hash = await hashPassword(input.newpassword);
  await stored(() =>
    services.database.transaction({ role: "owner" }, async () => {
      // Asked again under a lock: of two who use one link at once the second finds it used.
      const recovery = await openRecovery(services, input.ticket, true);
      const at = services.clock().toISOString();
      const connection = services.database.connection();
      const change = { id: services.newId(), userId, before: recovery.passwordHash, hash, at, keep };
      await replacePassword(connection, change);
      await finishRecovery(connection, { userId, account: recovery.account, at });
      await insertLoginEvent(connection, {
        id: services.newId(),
        at,
        userId: recovery.userId,
        supplierId: recovery.supplierId,
        account: recovery.account,
        event: "login",
        result: "ok",
        reason: "password-recovered",
        channel: "recover",
        ip: input.ip,
        device: input.device.slice(0, 200),
        isNewDevice: false,
        sessionId: null,
      });
      await notifyMember(services, {
        userId: recovery.userId,
        at,
        scenario: "account.password-reset",
        values: { time: chinaTime(at) },
      });
    }),
  );
}
