import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { openRecord } from "~/engine/operations/records.server";
import { complaintsOfNew, createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { signInSecret } from "~/engine/session/device.server";
import {
  addApplicant,
  applicantContext,
  newMailCode,
  refuseManyRequests,
  refuseManyStarts,
  writeAccessLetter,
} from "~/engine/tickets/applicants.server";
import { isCreditCode } from "~/shared/credit-code";
import { EMAIL_WRONG, isEmail } from "~/shared/field-rules";
import { type Procedure, procedureFor } from "../prequalification/notices.server";
import { openInvite } from "../registration-invite/registration-invite.server";
import { supplierRegistration } from "./supplier-registration.entity";

/* What may be asked at the door, by whoever has shown nothing yet. */

const { key } = supplierRegistration;

function screenOf(context: Context) {
  return context.services.registry.mainScreen(key);
}

const started = z.object({
  uscc: z.string(),
  contact_name: z.string(),
  contact_phone: z.string(),
  contact_email: z.string(),
  agree: z.boolean(),
  /** Code of an invitation. */
  code: z.string().optional(),
  /** Number of an open prequalification. */
  preq: z.string().optional(),
});

/** Where a company comes from, as its code or the notice it read says. @throws AppError("invalid") */
async function originOf(context: Context, { code, preq }: { code?: string; preq?: string }) {
  if (code?.trim()) {
    const invite = await openInvite(context, code);
    if (!invite) throw new AppError("invalid", { complaints: [{ field: "code", message: "邀请码无效或已过期" }] });
    const { inviterId: inviter_id, prequalificationId: prequalification_id } = invite;
    const source = prequalification_id ? "prequalification" : "invite";
    return { source, invite_code: invite.code, inviter_id, prequalification_id };
  }
  if (!preq?.trim()) return {};
  const procedure = await procedureFor(context, { number: preq });
  if (!procedure?.isOpen) throw new AppError("invalid", { message: "这次资格预审已截止报名，请返回预审公告" });
  return { source: "prequalification", prequalification_id: procedure.id };
}

/** What the door says about a code or a notice that somebody came with; null: nothing is known. */
export async function arrival(context: Context, input: unknown): Promise<Procedure | null> {
  const { code, preq } = z.object({ code: z.string(), preq: z.string() }).parse(input);
  const acting = applicantContext(context, null);
  if (code !== "") {
    const id = (await openInvite(acting, code))?.prequalificationId;
    return id ? procedureFor(acting, { id }) : null;
  }
  const procedure = preq === "" ? null : await procedureFor(acting, { number: preq });
  return procedure?.isOpen ? procedure : null;
}

const usccOf = (typed: string) => typed.trim().toUpperCase();

/** What the door says against a form, all of it at once. */
interface Refusal {
  complaints: readonly Complaint[];
  problem?: string;
}

/** Where a company comes from, and what is wrong with its form; whether it is known is told by nobody here. */
async function look(context: Context, typed: z.infer<typeof started>) {
  const uscc = usccOf(typed.uscc);
  const isCode = isCreditCode(uscc);
  const own = [
    ...(isCode ? [] : [{ field: "uscc", message: "统一社会信用代码校验不通过，请核对" }]),
    ...(typed.agree ? [] : [{ field: "agree", message: "请阅读并同意平台协议" }]),
  ];
  const { contact_name, contact_phone, contact_email } = typed;
  const values = { uscc: isCode ? uscc : "", contact_name, contact_phone, contact_email };
  const said = await complaintsOfNew(context, { screen: screenOf(context), values });
  const complaints = [...own, ...said.filter(({ field }) => !own.some((one) => one.field === field))];
  const found = { uscc, values };
  try {
    return { ...found, origin: await originOf(context, typed), refusal: { complaints } as Refusal };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== "invalid") throw error;
    const problem = error.complaints.length === 0 ? { problem: error.message } : {};
    return {
      ...found,
      origin: {},
      refusal: { complaints: [...complaints, ...error.complaints], ...problem } as Refusal,
    };
  }
}

/** What is wrong with a form that cannot be accepted for another reason. */
export async function check(context: Context, input: unknown): Promise<Refusal> {
  return (await look(applicantContext(context, null), started.parse(input))).refusal;
}

/**
 * Begins an application: a record with a credit code and a mailbox that still has to answer. Whether the company is known is told by
 * nobody before that. @throws AppError("invalid" | "too_often")
 */
export async function start(context: Context, input: unknown): Promise<{ id: string }> {
  const typed = started.parse(input);
  const acting = applicantContext(context, null);
  const { uscc, values, origin, refusal } = await look(acting, typed);
  const { complaints, problem } = refusal;
  if (complaints.length > 0) throw new AppError("invalid", { complaints: [...complaints] });
  if (problem) throw new AppError("invalid", { message: problem });
  await refuseManyStarts(context, uscc);
  // Read as owner, before the transaction: members of staff may not.
  await signInSecret(context.services);
  const screen = screenOf(context);
  return inTransaction(acting, async () => {
    const from = { ...screen, initial: { ...screen.initial, ...origin } };
    const { id } = await createRecord(acting, { screen: from, values });
    await addApplicant(context, { recordId: id, entity: key, email: typed.contact_email.trim(), subject: uscc });
    await sendCode(acting, id);
    return { id };
  });
}

const asked = z.object({ uscc: z.string(), email: z.string() });

/**
 * Somebody lost number or access code: both go to the mailbox of the newest application of that company with that mailbox. Whether
 * there is one is told by nothing but the letter. @throws AppError("invalid" | "too_often")
 */
export async function askAccess(context: Context, input: unknown): Promise<void> {
  const typed = asked.parse(input);
  const [uscc, email] = [usccOf(typed.uscc), typed.email.trim()];
  const isMail = email.length <= 100 && isEmail(email);
  const complaints = [
    ...(isCreditCode(uscc) ? [] : [{ field: "uscc", message: "统一社会信用代码校验不通过，请核对" }]),
    ...(isMail ? [] : [{ field: "email", message: email === "" ? "请输入邮箱" : EMAIL_WRONG }]),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  refuseManyRequests(context);
  await writeLetter(context, { subject: uscc, email });
}

export async function writeLetter(context: Context, whose: Parameters<typeof writeAccessLetter>[2]): Promise<void> {
  const acting = applicantContext(context, null);
  await inTransaction(acting, () => writeAccessLetter(acting, screenOf(context).table, whose));
}

export async function sendCode(context: Context, id: string): Promise<void> {
  const { record } = await openRecord(context, { entity: context.services.registry.entity(key), id });
  const email = String(record.contact_email);
  const code = await newMailCode(context, { recordId: id, email });
  await queueMails(context, [email], {
    subject: "供应商注册验证码",
    body: `您正在供应商平台注册，受理号 ${String(record.number)}。\n\n验证码：${code}，10分钟内有效。\n\n如不是您本人操作，请忽略本邮件。`,
  });
}
