import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain, type Tone } from "~/engine/entity";
import type { EntityServer, Finding, RecordTable } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refsOf } from "~/engine/files/file-fields";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { TEST_MAIL_SERVER } from "~/engine/mail/server-test.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { addressesIn } from "~/shared/addresses";
import { chinaTime } from "~/shared/calendar";
import { GATEWAY_CHANNELS, isGatewayChannel } from "~/shared/channels";
import { where } from "~/shared/condition";
import { copiesIn } from "./email.rules";

const EMAIL = "system-management/email";
const SUPPLIER = "supplier-management/supplier";
const USER = "system-management/user";
const OUTSIDE = "收件人不在您负责的供应商范围内";

const isActive = where.oneOf("state", ["active", "locked"]);
const emailsOf = (rows: readonly { email?: unknown }[]) =>
  rows.flatMap(({ email }) => (typeof email === "string" && email !== "" ? [email] : []));

/** Addresses of these suppliers: their contacts, and the accounts of their people. */
async function addressesOf(context: Context, suppliers: readonly string[]): Promise<string[]> {
  if (suppliers.length === 0) return [];
  const contacts = await ask(context, SUPPLIER, "contacts", suppliers);
  const accounts = await unscopedRows(context, USER, ["email"], [where.oneOf("supplier_id", suppliers), isActive]);
  return [...emailsOf(contacts), ...emailsOf(accounts)];
}

/** Who may not write to every address writes to contacts of the suppliers in his care, with copies to colleagues as well. */
async function integrationComplaints(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const { actor } = context;
  if (actor.kind === "system" || may(actor.permissions, "email-all.edit")) return [];
  const mine = await ask(context, SUPPLIER, "listed", { buyerId: String(actor.id) });
  const suppliers = mine.map(({ id }) => id);
  if (record.supplier_id !== null && !suppliers.includes(String(record.supplier_id)))
    return [complain("supplier_id", "该供应商不由您负责")];
  const small = (addresses: readonly string[]) => new Set(addresses.map((address) => address.toLowerCase()));
  const own = small(await addressesOf(context, suppliers));
  const isOutside = (known: ReadonlySet<string>) => (address: string) => !known.has(address.toLowerCase());
  const { recipient, cc } = textsOf(record);
  const stranger = addressesIn(recipient).find(isOutside(own));
  if (stranger !== undefined) return [complain("recipient", `${OUTSIDE}：${stranger}`)];
  if (cc === null) return [];
  const colleagues = await unscopedRows(context, USER, ["email"], [where.eq("user_type", "internal"), isActive]);
  const known = new Set([...own, ...small(emailsOf(colleagues))]);
  const copied = addressesIn(cc).find(isOutside(known));
  return copied === undefined ? [] : [complain("cc", `${OUTSIDE}，也不是同事：${copied}`)];
}

function textsOf({ recipient, cc }: AnyRecord): { recipient: string | null; cc: string | null } {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return { recipient: text(recipient), cc: text(cc) };
}

/** What became of the mails to the other addresses; those who may see one may see all of them: they have the same writer. */
async function otherMails(context: Context, { id }: AnyRecord): Promise<RecordTable[]> {
  const [screen] = context.services.registry.screensOf(EMAIL);
  const columns = ["id", "subject", "recipient", "state", "attempts", "last_error", "sent_at"] as const;
  const rows = await unscopedRows(context, EMAIL, columns, [where.eq("first_id", id)]);
  if (rows.length === 0 || !screen) return [];
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  return [
    {
      kind: "table",
      title: "投递记录",
      table: {
        caption: "同一封邮件的其他收件人和抄送人",
        columns: [
          { key: "recipient", label: "收件人", align: "start" },
          { key: "subject", label: "主题", align: "start" },
          { key: "state", label: "状态", align: "start" },
          { key: "attempts", label: "次数", align: "end" },
          { key: "sent_at", label: "发送时间", align: "start" },
          { key: "last_error", label: "失败原因", align: "start" },
        ],
        rows: rows.map((row) => ({
          id: row.id,
          cells: [
            { text: text(row.recipient), href: recordPath(screen, row.id) },
            { text: text(row.subject) },
            stateCell(context, row.state),
            { text: text(row.attempts) },
            { text: typeof row.sent_at === "string" ? chinaTime(row.sent_at).slice(0, 16) : "" },
            { text: text(row.last_error) },
          ],
        })),
      },
    },
  ];
}

function stateCell({ services }: Context, state: string): { text: string; tone?: Tone } {
  const email = services.registry.entity(EMAIL);
  const labels: Readonly<Record<string, string>> = email.states ?? {};
  const tones: Readonly<Partial<Record<string, Tone>>> = email.tones ?? {};
  const tone = tones[state];
  return { text: labels[state] ?? state, ...(tone ? { tone } : {}) };
}

export const emailServer: EntityServer<"system-management/email"> = {
  listPages: ({ actor }) =>
    may(actor.permissions, TEST_MAIL_SERVER) ? [{ label: "测试邮件服务器", path: "connection", tone: "plain" }] : [],
  sections: otherMails,
  /** A supplier without addresses means all its contacts. */
  async prepare({ context, record, set }) {
    if (typeof record.supplier_id !== "string" || textsOf(record).recipient !== null) return;
    const found = await ask(context, SUPPLIER, "contacts", [record.supplier_id]);
    const addresses = [...new Set(emailsOf(found))];
    if (addresses.length > 0) set({ recipient: addresses.join("\n") });
  },
  beforeSave: ({ context, record }) => integrationComplaints(context, record),
  judgedOnce: { retry: "The check tells of a missing mail server alone, and mail waits for one by itself" },
  transitions: {
    retry: {
      /** Nothing says it waits to be delivered where nothing delivers it. */
      async check({ services }, { channel }): Promise<Finding[]> {
        return channel !== null && isGatewayChannel(channel) && !services.channels?.has(channel)
          ? [{ check: "gateway", level: "block", text: `系统没有接入${GATEWAY_CHANNELS[channel]}网关，不能重发` }]
          : [];
      },
    },
    send: {
      async check(context): Promise<Finding[]> {
        return context.services.mailWaits
          ? [{ check: "server", level: "note", text: "邮件服务器未配置，邮件将在配置后发送" }]
          : [];
      },
      /** One mail per address: nobody sees who else got it, and one refusal stops no other. */
      async effect(context, work) {
        // Who looks after a supplier may have changed since the draft was saved.
        const complaints = await integrationComplaints(context, work.record);
        if (complaints.length > 0) throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
        const { id, subject, body, send_after: planned, supplier_id: supplierId } = work.record;
        const texts = textsOf(work.record);
        const [first = "", ...others] = addressesIn(texts.recipient);
        const nextAt = typeof planned === "string" && planned > work.now ? planned : work.now;
        work.set({ recipient: first, next_at: nextAt });
        const mail = {
          subject: String(subject),
          body: String(body),
          attachments: refsOf(work.record.attachments),
          firstId: id,
          supplierId: typeof supplierId === "string" ? supplierId : null,
          sendAfter: typeof planned === "string" ? planned : null,
          nextAt,
        };
        await queueMails(context, others, mail);
        await queueMails(context, copiesIn(texts), { ...mail, subject: `抄送：${mail.subject}` });
      },
    },
  },
};
