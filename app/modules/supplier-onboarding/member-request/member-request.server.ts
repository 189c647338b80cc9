import { hasAccount, hasHolderOf } from "~/data/accounts.server";
import { grantRole } from "~/engine/assign/assign.server";
import { type Context, systemContext } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { AppError } from "~/engine/errors";
import { HIDDEN_LINK, queueMails } from "~/engine/mail/queue-mails.server";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor, withParameters } from "~/engine/parameters.server";
import { setChosenPassword } from "~/engine/session/one-time-password.server";
import { RESUME_LINK, takeChosenPassword } from "~/engine/tickets/applicants.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { memberRequest } from "./member-request.entity";

type MemberRequestRecord = RecordFor<"supplier-onboarding/member-request">;

const { key } = memberRequest;
const SUPPLIER = "supplier-management/supplier";
const USER = "system-management/user";
/** The role that looks after the accounts of a supplier, and the one its other people have. */
const LOOKS_AFTER = "supplier_admin";
const MEMBER = "supplier_user";
/** Stages in which a company gets no further accounts. */
const ENDED = ["eliminated", "blacklisted"];

/** The supplier of a credit code where somebody can say who belongs to it; null: there is nobody to ask. */
export async function joinableSupplier(context: Context, uscc: string): Promise<string | null> {
  const [row] = await ask(context, SUPPLIER, "listed", { uscc });
  if (!row || ENDED.includes(String(row.stage))) return null;
  const wanted = { role: LOOKS_AFTER, supplierId: row.id, today: dayOf(context.now) };
  return (await hasHolderOf(context.services.database.connection(), wanted)) ? wanted.supplierId : null;
}

/** The request that an application became; null before it was made. */
export async function requestOf(context: Context, registrationId: string): Promise<MemberRequestRecord | null> {
  const own = [where.eq("registration_id", registrationId)];
  const [row] = await unscopedRows(context, key, ["id"], own);
  if (!row) return null;
  return (await openRecord(context, { entity: context.services.registry.entity(key), id: row.id })).record;
}

/** What an applicant reads of the request; nothing of the supplier but what its administrator wrote. */
export async function notificationsOf(context: Context, request: MemberRequestRecord | null): Promise<string> {
  switch (request?.state) {
    case undefined:
      return "该企业已是平台供应商，请使用已有账号登录或联系采购员找回；还没有账号的，可以在下面申请加入，由贵司平台管理员确认。";
    case "pending":
      return "您的申请已提交，请等待贵司管理员确认。已通知贵司平台管理员，确认后您将收到邮件。";
    case "agreed":
      return "贵司管理员已同意，账号开通后您将收到邮件。";
    case "renaming":
      return `贵司管理员已同意，但登录账号${String(request.login_name)}已被占用，请换一个。`;
    case "opened":
      return `账号已开通，请使用登录账号 ${String(request.login_name)} 登录。`;
    case "refused":
      return `贵司管理员没有同意加入申请：${request.decision_note ?? ""}`;
    case "withdrawn":
      return "申请已撤回。需要时可以重新申请。";
    default:
      return withParameters(
        context,
        "贵司管理员{{deadline.member-request.life.term}}天内没有确认，申请已失效。请联系贵司管理员后重新申请。",
      );
  }
}

export interface MemberDecision {
  registrationId: string;
  supplierId: string;
  contact_name: string;
  contact_phone: string;
  contact_email: string;
  login_name: string;
}

/**
 * Asks the supplier for an account, in the caller's transaction; a request that only lacked another account name goes on with it.
 * @throws AppError("invalid" | "wrong_state")
 */
export async function askToJoin(context: Context, request: MemberDecision): Promise<void> {
  const { registrationId: registration_id, supplierId: supplier_id, ...who } = request;
  const entity = context.services.registry.entity(key);
  const known = await requestOf(context, registration_id);
  if (known) {
    const input = { login_name: who.login_name };
    await applyTransition(context, { entity, id: known.id, name: "rename", input });
    return;
  }
  const others = await unscopedRows(
    context,
    key,
    ["contact_email", "state", "decided_at"],
    [where.eq("supplier_id", supplier_id), where.oneOf("state", ["pending", "refused"])],
  );
  const own = others.filter(({ contact_email: mail }) => mail.toLowerCase() === who.contact_email.toLowerCase());
  const since = addDays(dayOf(context.now), -(await limitFor(context, "membership.pauseDays")));
  const refused = own.some(({ state, decided_at: at }) => state === "refused" && dayOf(new Date(String(at))) > since);
  if (own.some(({ state }) => state === "pending")) throw notNow("您的申请已提交，请等待贵司管理员确认");
  if (refused) throw notNow("贵司管理员没有同意您的申请，请先与贵司管理员联系");
  // So many may wait at one supplier, from however many mailboxes.
  const most = await limitFor(context, "membership.mostWaiting");
  if (others.filter(({ state }) => state === "pending").length >= most)
    throw notNow("贵司待确认的加入申请较多，请联系贵司管理员处理后再试");
  const screen = context.services.registry.mainScreen(key);
  const initial = { registration_id, asked_at: context.now.toISOString(), hint: await hintFor(context, request) };
  const at = { ...screen, initial: { ...screen.initial, ...initial } };
  const { id, number } = await createRecord(context, { screen: at, values: { supplier_id, ...who } });
  await notifyCompany(context, { id, number, supplierId: supplier_id, name: who.contact_name });
}

/** Takes the request of an application back. @returns false where there is none @throws AppError("wrong_state") once it was answered */
export async function withdrawJoining(context: Context, registrationId: string): Promise<boolean> {
  const known = await requestOf(context, registrationId);
  if (!known) return false;
  const entity = context.services.registry.entity(key);
  await inTransaction(context, async () => {
    await applyTransition(context, { entity, id: known.id, name: "withdraw" });
    await takeChosenPassword(context, registrationId);
  });
  return true;
}

function notNow(message: string): AppError {
  return new AppError("wrong_state", { message });
}

/** What an administrator should look at twice: somebody of the same company has the mailbox or the telephone already. */
async function hintFor(context: Context, { supplierId, contact_email, contact_phone }: MemberDecision) {
  const columns = ["accountname", "email", "phone", "state"] as const;
  const accounts = await unscopedRows(context, USER, columns, [where.eq("supplier_id", supplierId)]);
  const same = accounts.find(
    ({ state, email, phone }) =>
      state !== "deleted" &&
      ((email ?? "").toLowerCase() === contact_email.toLowerCase() || (phone && phone === contact_phone)),
  );
  return same ? `与贵司账号${same.accountname}的邮箱或手机号相同` : null;
}

/** Those who may answer read it in the portal; the main contact, who may have no account, by mail. */
async function notifyCompany(
  context: Context,
  asked: { id: string; number: string | null; supplierId: string; name: string },
): Promise<void> {
  await notify(context, {
    scenario: "member.asked",
    values: { name: asked.name, number: asked.number ?? "" },
    toRoles: [LOOKS_AFTER],
    readers: [asked.supplierId],
    record: { entity: key, id: asked.id, number: asked.number },
  });
  const contacts = await ask(context, SUPPLIER, "contacts", [asked.supplierId]);
  const contact = contacts.find(({ isPrimary }) => isPrimary);
  if (contact?.email)
    await queueMails(context, [contact.email], {
      subject: "新成员加入申请",
      body: `${contact.name}，您好：\n\n${asked.name}申请加入贵司在供应商平台的账号（${asked.number ?? ""}）。请由贵司的平台管理员登录后核对并同意或拒绝；如不是贵司员工，请拒绝。`,
      path: `/supplier-onboarding/member-request/${asked.id}`,
    });
}

/** The account of a person the company agreed to: its password was chosen when asking. */
async function openAccount(context: Context, record: MemberRequestRecord): Promise<void> {
  const entity = context.services.registry.entity(key);
  if (await hasAccount(context.services.database.connection(), String(record.login_name))) {
    await applyTransition(context, { entity, id: record.id, name: "ask_name" });
    await write(context, {
      record,
      subject: "请换一个登录账号",
      body: await notificationsOf(context, { ...record, state: "renaming" }),
      link: true,
    });
    return;
  }
  const account = await createRecord(context, {
    screen: context.services.registry.mainScreen(USER),
    values: {
      accountname: record.login_name,
      username: record.contact_name,
      user_type: "supplier",
      supplier_id: record.supplier_id,
      email: record.contact_email,
      phone: record.contact_phone,
    },
  });
  await grantRole(context, account.id, MEMBER, null);
  const chosen = await takeChosenPassword(context, String(record.registration_id));
  if (chosen) await setChosenPassword(context, account.id, chosen);
  await applyTransition(context, { entity, id: record.id, name: "open", input: { account: account.id } });
  await write(context, {
    record,
    subject: "账号已开通",
    body: `贵司管理员已同意您的加入申请。请使用登录账号 ${String(record.login_name)} 和申请时设置的密码登录供应商平台；忘记密码时在登录页“找回密码”。`,
  });
}

async function notifyEnded(context: Context, record: MemberRequestRecord): Promise<void> {
  const entity = context.services.registry.entity(key);
  await takeChosenPassword(context, String(record.registration_id));
  await applyTransition(context, { entity, id: record.id, name: "tell" });
  await write(context, { record, subject: "加入申请未通过", body: await notificationsOf(context, record) });
}

async function write(
  context: Context,
  {
    record,
    subject,
    body,
    link = false,
  }: { record: MemberRequestRecord; subject: string; body: string; link?: boolean },
) {
  await queueMails(context, [String(record.contact_email)], {
    subject,
    body: `${String(record.contact_name)}，您好：\n\n${body}${link ? `\n\n${HIDDEN_LINK}` : ""}`,
    ...(link ? { link: { kind: RESUME_LINK, id: String(record.registration_id) } } : {}),
  });
}

/**
 * Does what a supplier's answer brings with it and a supplier's own request may not: opens accounts that were agreed to, writes to those
 * who were refused. Harmless when run again.
 * @returns how many requests were gone on with
 */
export async function goOnWithMembers(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "成员加入");
  const entity = services.registry.entity(key);
  const due = [
    where.set("registration_id"),
    where.any(
      where.eq("state", "agreed"),
      where.all(where.oneOf("state", ["refused", "expired"]), where.empty("told_at")),
    ),
  ];
  let done = 0;
  for (const { id } of await unscopedRows(context, key, ["id"], due)) {
    await inTransaction(context, async () => {
      const { record } = await openRecord(context, { entity, id });
      await (record.state === "agreed" ? openAccount(context, record) : notifyEnded(context, record));
    });
    done += 1;
  }
  return done;
}
