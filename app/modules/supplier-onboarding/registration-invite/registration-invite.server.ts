import { randomInt } from "node:crypto";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { registrationInvite } from "./registration-invite.entity";

type RegistrationInviteRecord = RecordFor<"supplier-onboarding/registration-invite">;

const { key } = registrationInvite;
const PREQ = "supplier-onboarding/prequalification";
/** Letters and digits that nobody confuses when they are read from paper. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_SIGNS = 10;
/** Where a company registers, below the portal's own address. */
const DOOR = "/user/register";

/** An invitation that may still be used. */
export interface OpenInvite {
  id: string;
  code: string;
  inviterId: string | null;
  prequalificationId: string | null;
}

/** The open invitation of a code as it was typed, or null: unknown, used, cancelled and run out are one answer. */
export async function openInvite(context: Context, typed: string): Promise<OpenInvite | null> {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  if (code.length !== CODE_SIGNS) return null;
  const [row] = await unscopedRows(
    context,
    key,
    ["id", "code", "inviter_id", "prequalification_id"],
    [where.eq("code", code), where.eq("state", "sent"), where.coming("valid_to")],
  );
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return row
    ? {
        id: row.id,
        code,
        inviterId: text(row.inviter_id),
        prequalificationId: text(row.prequalification_id),
      }
    : null;
}

/** The invitation has led to an application; nobody uses it again. @throws AppError("wrong_state") where somebody was quicker */
export async function spendInvite(context: Context, id: string, registrationId: string): Promise<void> {
  const entity = context.services.registry.entity(key);
  await applyTransition(consequenceOf(context), { entity, id, name: "use", input: { registration: registrationId } });
}

/** Invites a mailbox to register for a prequalification. */
export async function inviteMailbox(
  context: Context,
  { email, prequalificationId }: { email: string; prequalificationId: string },
): Promise<void> {
  const screen = context.services.registry.mainScreen(key);
  const entity = context.services.registry.entity(key);
  const own = consequenceOf(context);
  const { id } = await createRecord(own, { screen, values: { email, prequalification_id: prequalificationId } });
  await applyTransition(own, { entity, id, name: "send" });
}

async function write(context: Context, record: RegistrationInviteRecord): Promise<void> {
  const columns = ["number", "title", "deadline", "notice"] as const;
  const [procedure] = record.prequalification_id
    ? await unscopedRows(context, PREQ, columns, [where.eq("id", record.prequalification_id)])
    : [];
  const about = procedure
    ? `诚邀您参加资格预审「${procedure.title}」（${String(procedure.number)}），申请截止 ${chinaTime(procedure.deadline)}。请先完成企业注册，注册通过后在“供应商引入 / 我的预审申请”中应答。`
    : "诚邀您注册成为供应商平台的潜在供应商。";
  await queueMails(context, [String(record.email)], {
    subject: procedure ? `资格预审邀请：${procedure.title}` : "供应商注册邀请",
    body: [
      `${record.company ? `${record.company}，` : ""}您好：`,
      about,
      record.note,
      procedure?.notice,
      `邀请码：${String(record.code)}，${String(record.valid_to)}前有效，只能使用一次。`,
    ]
      .filter(Boolean)
      .join("\n\n"),
    path: `${DOOR}?code=${String(record.code)}`,
  });
}

/** An invitation holds for so many days from the day it was sent last. */
async function begin(context: Context, { set, today }: Work<RegistrationInviteRecord>): Promise<void> {
  set({ valid_to: addDays(today, await limitFor(context, "invitation.lifeDays")) });
}

export const registrationInviteServer: EntityServer<"supplier-onboarding/registration-invite"> = {
  async prepare({ before, set }) {
    if (!before)
      set({ code: Array.from({ length: CODE_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("") });
  },
  transitions: { send: { effect: begin }, resend: { effect: begin } },
  async afterTransition({ context, transition, record }) {
    if (transition === "send" || transition === "resend") await write(context, record);
  },
};
