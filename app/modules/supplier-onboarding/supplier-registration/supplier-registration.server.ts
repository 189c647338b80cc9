import { hasAccount } from "~/data/accounts.server";
import { grantRole } from "~/engine/assign/assign.server";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyLine, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { copyApplicationFiles } from "~/engine/files/copy.server";
import { HIDDEN_LINK, queueMails } from "~/engine/mail/queue-mails.server";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { fieldValue, linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor, withParameters } from "~/engine/parameters.server";
import { setChosenPassword, tellOfOneTimePassword } from "~/engine/session/one-time-password.server";
import { RESUME_LINK, takeChosenPassword } from "~/engine/tickets/applicants.server";
import { dayOf, workdaysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { procedureFor } from "../prequalification/notices.server";
import { enterProcedure } from "../prequalification/prequalification.server";
import { openInvite, spendInvite } from "../registration-invite/registration-invite.server";
import { applicantQuestions } from "./applicant.server";
import { likeness, likenessTable } from "./duplicates.server";
import { supplierRegistration } from "./supplier-registration.entity";
import { REVIEW_TERM, scanFieldOf } from "./supplier-registration.rules";

type SupplierRegistrationRecord = RecordFor<"supplier-onboarding/supplier-registration">;

const SUPPLIER = "supplier-management/supplier";
const USER = "system-management/user";
const TYPE = "master-data/material-type";
const { key } = supplierRegistration;

async function checkSubmitted(context: Context, work: Work<SupplierRegistrationRecord>): Promise<void> {
  const { texts, isBarred } = await likeness(context, work.record);
  work.set({
    is_suspect: texts.length > 0,
    findings: texts.length > 0 ? texts.join("；") : "未发现重复或关联",
    is_barred: isBarred,
    ...(isBarred ? { decided_at: work.now, decision_note: "黑名单企业或其法定代表人，自动驳回" } : {}),
  });
}

/** The mail that says where the application stands. */
async function write(
  context: Context,
  {
    record,
    subject,
    body,
    link = false,
  }: { record: SupplierRegistrationRecord; subject: string; body: string; link?: boolean },
): Promise<void> {
  await queueMails(context, [String(record.contact_email)], {
    subject,
    body: `${String(record.contact_name)}，您好：\n\n${body}`,
    ...(link ? { link: { kind: RESUME_LINK, id: record.id } } : {}),
  });
}

async function approvalFindings(context: Context, record: SupplierRegistrationRecord): Promise<Finding[]> {
  const found: Finding[] = [];
  const [known] = await ask(context, SUPPLIER, "listed", { uscc: String(record.uscc) });
  if (known)
    found.push({
      check: "duplicate",
      level: "block",
      text:
        known.stage === "blacklisted"
          ? `${known.name}在黑名单中，不能通过`
          : `该统一社会信用代码已存在（${known.code} ${known.name}），不能重复建档`,
    });
  if (record.login_name && (await hasAccount(context.services.database.connection(), record.login_name)))
    found.push({ check: "account", level: "block", text: "登录账号已被占用，请要求补充" });
  if (record.prequalification_id && !(await procedureFor(context, { id: record.prequalification_id })))
    found.push({ check: "preq", level: "note", text: "报名的资格预审已截止，通过后不能再应答" });
  if (record.is_suspect) found.push({ check: "related", level: "warn", text: String(record.findings) });
  return found;
}

async function addSupplier(context: Context, { record, input }: Work<SupplierRegistrationRecord>): Promise<Saved> {
  const screen = context.services.registry.mainScreen(SUPPLIER);
  const values = {
    name: record.name,
    uscc: record.uscc,
    supplier_type: record.supplier_type,
    supplier_class_id: input.supplier_class_id,
    legal_person: record.legal_person,
    registered_capital: record.registered_capital,
    established_on: record.established_on,
    region: record.region,
    registered_address: record.registered_address,
    taxpayer_type: record.taxpayer_type,
    currency: "CNY",
    buyer_id: input.buyer_id,
    contacts: [
      {
        name: record.contact_name,
        duty: "business",
        phone: record.contact_phone,
        email: record.contact_email,
        is_primary: true,
      },
    ],
  };
  return createRecord(context, { screen: { ...screen, initial: { ...screen.initial, stage: "potential" } }, values });
}

/** The first account of the supplier: its name and password were chosen when applying (ruling 5); it looks after the others (ruling 55). */
async function addAccount(
  context: Context,
  { record, reveal }: Work<SupplierRegistrationRecord>,
  supplierId: string,
): Promise<string> {
  const screen = context.services.registry.mainScreen(USER);
  const values = {
    accountname: record.login_name,
    username: record.contact_name,
    user_type: "supplier",
    supplier_id: supplierId,
    email: record.contact_email,
    phone: record.contact_phone,
  };
  const account = await createRecord(context, { screen, values });
  await grantRole(context, account.id, "supplier_admin", null);
  const chosen = await takeChosenPassword(context, record.id);
  if (chosen) await setChosenPassword(context, account.id, chosen);
  // Without one the password of once is shown to whoever approves, as for every other account.
  else if (account.reveals) {
    for (const secret of account.reveals) reveal(secret);
    await tellOfOneTimePassword(context, account.id);
  }
  return account.id;
}

const SITE = "supplier-management/supplier-site";
const PERMIT = /^SC\d{14}$/;

/** The sites of the application, each name once; a number of a permit that is none is left for the supplier to bring in. */
async function addSites(context: Context, record: SupplierRegistrationRecord, supplierId: string): Promise<void> {
  const screen = context.services.registry.mainScreen(SITE);
  const names = new Set<string>();
  for (const { name, address, sc_no: permit } of linesOf(record, "sites")) {
    if (names.has(String(name))) continue;
    names.add(String(name));
    const sc = typeof permit === "string" && PERMIT.test(permit) ? { sc_no: permit } : {};
    await createRecord(context, { screen, values: { supplier_id: supplierId, name, address, ...sc } });
  }
}

const CERTIFICATE = "supplier-management/supplier-certificate";

/** What may not be said twice about a certificate, so that a number somebody holds already does not keep a company out. */
async function isKnown(
  context: Context,
  { certificate_type: type, certificate_no: number }: AnyLine,
): Promise<boolean> {
  const held = ["pending", "valid", "renewing", "expired"];
  const same = [where.eq("certificate_type", String(type)), where.eq("certificate_no", String(number))];
  return (await unscopedRows(context, CERTIFICATE, ["id"], [...same, where.oneOf("state", held)])).length > 0;
}

/**
 * The licences of the application as the supplier's own, with the scans it brought: they go to verification at once. A scan in the row of a
 * certificate is its own; of those that were handed in together, where it cannot be
 * told which scan belongs to which certificate, a draft is left for the supplier to complete; a number that is held already is left out.
 */
async function addCertificates(
  context: Context,
  record: SupplierRegistrationRecord,
  supplierId: string,
): Promise<void> {
  const screen = context.services.registry.mainScreen(CERTIFICATE);
  const own = { ...screen, initial: { ...screen.initial, origin: "supplier" } };
  const lines = linesOf(record, "certificates");
  for (const line of lines) {
    if (await isKnown(context, line)) continue;
    const field = scanFieldOf(String(line.certificate_type));
    const scans = fieldValue(line, "files");
    const hasOwn = Array.isArray(scans) && scans.length > 0;
    const isClear = lines.filter((one) => scanFieldOf(String(one.certificate_type)) === field).length === 1;
    const { certificate_type, certificate_no, issuer, issue_date, valid_to, is_long_term } = line;
    const values = { certificate_type, certificate_no, issuer, issue_date, valid_to, is_long_term };
    const brought = hasOwn ? scans : isClear ? fieldValue(record, field) : null;
    const files = await copyApplicationFiles(context, brought);
    const { id } = await createRecord(context, {
      screen: own,
      values: { supplier_id: supplierId, ...values, files: files.map((file) => file.id) },
    });
    if (files.length > 0) await applyTransition(context, { entity: screen.entity, id, name: "submit" });
  }
}

export const supplierRegistrationServer: EntityServer<"supplier-onboarding/supplier-registration"> = {
  publishes: applicantQuestions,
  extra: (context, _screen, ids) => listColumns(context, ids),
  sections: async (context, record) => (record.submitted_at === null ? [] : likenessTable(context, record)),
  transitions: {
    prove: {
      async effect(context, { record }) {
        const invite = record.invite_code ? await openInvite(context, record.invite_code) : null;
        if (invite) await spendInvite(context, invite.id, record.id);
      },
    },
    submit: {
      async effect(context, work) {
        await checkSubmitted(context, work);
        const { record } = work;
        await write(context, {
          record,
          subject: `注册申请已收到（${String(record.number)}）`,
          body: `您的注册申请已收到，受理号 ${String(record.number)}，${await withParameters(context, `预计${REVIEW_TERM}内完成审核`)}。可以用下面的链接查看进度，或者凭受理号和验证邮箱后收到的查询码查询：\n\n${HIDDEN_LINK}`,
          link: true,
        });
      },
    },
    approve: {
      check: approvalFindings,
      async effect(context, work) {
        const own = consequenceOf(context);
        const supplier = await addSupplier(own, work);
        const account = await addAccount(own, work, supplier.id);
        await addSites(own, work.record, supplier.id);
        await addCertificates(own, work.record, supplier.id);
        work.set({ supplier_id: supplier.id });
        const { prequalification_id: procedure } = work.record;
        if (procedure) await enterProcedure(own, procedure, supplier.id);
        const company = String(work.record.name);
        await notify(own, {
          scenario: "supplier.welcome",
          values: { company },
          to: [account],
          record: { entity: SUPPLIER, id: supplier.id },
        });
        await write(context, {
          record: work.record,
          subject: "注册已通过",
          body: `${company}的注册申请已通过。请使用登录账号 ${String(work.record.login_name)} 和注册时设置的密码登录供应商平台；忘记密码时在登录页“找回密码”。`,
        });
      },
    },
    ask_more: {
      async effect(context, work) {
        await write(context, {
          record: work.record,
          subject: `注册申请需要补充（${String(work.record.number)}）`,
          body: `请补充：${work.reason}\n\n请在${await limitFor(context, "registration.linkDays")}天内打开以下链接补充后重新提交：\n\n${HIDDEN_LINK}`,
          link: true,
        });
      },
    },
    reject: {
      async effect(context, work) {
        await write(context, {
          record: work.record,
          subject: `注册申请未通过（${String(work.record.number)}）`,
          body: `您的注册申请未通过，原因：${work.reason}\n\n${await limitFor(context, "registration.pauseDays")}天后可以重新申请。`,
        });
      },
    },
  },
};

/** Kinds of material a company offers, and how long its application waits for us. */
async function listColumns(context: Context, ids: readonly string[]) {
  const rows = await unscopedRows(context, key, ["id", "state", "submitted_at"], [where.oneOf("id", ids)]);
  const lines = await unscopedLines(context, {
    entityKey: key,
    lines: "categories",
    columns: ["root_id", "material_type_id", "line_no"],
    where: [where.oneOf("root_id", ids)],
  });
  const kinds = [...new Set(lines.map(({ material_type_id: id }) => id))];
  const types = await unscopedRows(context, TYPE, ["id", "name"], [where.oneOf("id", kinds)]);
  const names = new Map(types.map(({ id, name }) => [id, name]));
  const today = dayOf(context.now);
  return new Map(
    rows.map(({ id, state, submitted_at: at }) => {
      const own = lines
        .filter(({ root_id: root }) => root === id)
        .sort((a, b) => Number(a.line_no) - Number(b.line_no));
      return [
        id,
        {
          kinds: own.map(({ material_type_id: kind }) => names.get(kind) ?? "").join("、"),
          waiting: state === "pending" && at ? workdaysBetween(dayOf(new Date(at)), today) : null,
        },
      ];
    }),
  );
}
