import { HIDDEN_LINK } from "~/data/mail.server";
import { countAccountMails, proveAccountMail, selectAccountMail } from "~/data/mail-proof.server";
import type { Context, EngineServices } from "../context.server";
import { systemContext } from "../context.server";
import { AppError } from "../errors";
import { writeToAccount } from "../mail/account-mails.server";
import { LINK_LIFE_MS } from "../session/recovery.server";
import { notifyMember } from "../session/security-notifications.server";
import { endTickets, issueTicket, openTicket, type Ticket } from "../tickets/tickets.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/*
 * Whether the address of an account is its person's: a link goes there, and only the person, signed in, proves by it. Neither a mailbox
 * nor a session alone is enough, so an address that somebody else wrote into the account is proved by nobody.
 */

const PURPOSE = "mail-proof";
const USER = "system-management/user";
const MOST_MAILS = 3;
const MAIL_WINDOW_MS = 30 * 60_000;
/** Said where no mail could leave. */
export const NO_SERVER = "系统没有配置邮件服务器，暂不能验证邮箱";
const OVER = "验证链接已失效，请在安全设置中重新发送验证邮件";

/** The own address of mail, and since when it is proved. */
export async function ownMail(context: Context): Promise<{ email: string | null; provedAt: string | null }> {
  const { userId } = ownOf(context);
  const found = await asOwner(context, () => selectAccountMail(context.services.database.connection(), userId));
  if (!found) throw new AppError("not_found");
  return found;
}

/**
 * Writes a mail with a link to the own address.
 * @returns the address
 * @throws AppError("wrong_state") without an address or a mail server and where it is proved already, AppError("too_often") after three
 * in half an hour
 */
export async function askMailProof(context: Context): Promise<string> {
  const { userId } = ownOf(context);
  if (context.services.mailWaits) throw new AppError("wrong_state", { message: NO_SERVER });
  return asOwner(context, async () => {
    const connection = context.services.database.connection();
    const found = await selectAccountMail(connection, userId, true);
    if (!found?.email) throw new AppError("wrong_state", { message: "账号还没有邮箱，请先在基本设置中填写" });
    if (found.provedAt) throw new AppError("wrong_state", { message: "邮箱已验证，不用再次验证" });
    const scenario = "account.mail-proof";
    const since = new Date(context.now.getTime() - MAIL_WINDOW_MS).toISOString();
    if ((await countAccountMails(connection, { userId, scenario, since })) >= MOST_MAILS)
      throw new AppError("too_often", { message: "验证邮件发送过于频繁，请30分钟后再试" });
    const side = found.supplierId ? "supplier" : "internal";
    await writeToAccount(context, { scenario, values: { link: HIDDEN_LINK }, userId, side, by: null });
    return found.email;
  });
}

/**
 * The link for a mail that is about to leave: made now, so that only its hash is ever stored. Null: the account has another address by
 * now, or this one is proved.
 */
export async function mailProofLink(
  services: EngineServices,
  userId: string,
  origin: string,
  { recipient }: { recipient: string },
): Promise<string | null> {
  const context = systemContext(services, "验证邮箱");
  return services.database.transaction({ role: "owner" }, async () => {
    const found = await selectAccountMail(services.database.connection(), userId);
    if (found?.email !== recipient || found.provedAt) return null;
    const { secret } = await issueTicket(context, {
      purpose: PURPOSE,
      entity: USER,
      recordId: userId,
      recipient,
      expiresAt: new Date(context.now.getTime() + LINK_LIFE_MS).toISOString(),
      singleUse: true,
    });
    return `${origin}/web/account/mail-proof?ticket=${secret}`;
  });
}

/**
 * The address a link is to prove. Opening it uses nothing up: mail programs open links.
 * @throws AppError("wrong_state") for a link that is over, of another account or of an address the account no longer has
 */
export async function openMailProof(context: Context, secret: string | null, device: string): Promise<string> {
  return (await proofTicket(context, secret, { device, looking: false })).recipient;
}

async function proofTicket(
  context: Context,
  secret: string | null,
  visit: { device: string; looking: boolean },
): Promise<Ticket & { recipient: string }> {
  const { userId } = ownOf(context);
  const ticket = await openTicket(context, secret, PURPOSE, visit).catch((error: unknown) => {
    throw error instanceof AppError && error.error === "link_gone"
      ? new AppError("wrong_state", { message: OVER })
      : error;
  });
  if (ticket.recordId !== userId)
    throw new AppError("wrong_state", { message: "这个链接不属于当前登录的账号，请用申请验证的账号登录后再打开" });
  const { recipient } = ticket;
  if (recipient === null || recipient !== (await ownMail(context)).email)
    throw new AppError("wrong_state", { message: OVER });
  return { ...ticket, recipient };
}

/**
 * The address is the person's: the link is used up, and the person is told.
 * @throws AppError("wrong_state")
 */
export async function proveMail(context: Context, secret: string | null, device: string): Promise<void> {
  const { userId } = ownOf(context);
  // A link of somebody else is not used up by trying it.
  await openMailProof(context, secret, device);
  const { recipient: email } = await proofTicket(context, secret, { device, looking: true });
  await asOwner(context, async () => {
    const at = context.now.toISOString();
    if (!(await proveAccountMail(context.services.database.connection(), { userId, email, at })))
      throw new AppError("wrong_state", { message: OVER });
    await endTickets(context, { entity: USER, recordId: userId, purpose: PURPOSE }, "已验证");
    await auditAccount(context, userId, { action: "prove-mail", label: "验证邮箱" });
    await notifyMember(context.services, { userId, at, scenario: "account.mail-proved", values: { address: email } });
  });
}
