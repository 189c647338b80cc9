import { z } from "zod";
import { hasAccount } from "~/data/accounts.server";
import type { Context } from "~/engine/context.server";
import { type AnyRecord, type Field, lineField } from "~/engine/entity";
import { offeredChoices } from "~/engine/entity/dictionary";
import { kindOf } from "~/engine/entity/kinds";
import { AppError } from "~/engine/errors";
import { insertLetters } from "~/engine/mail/letters.server";
import { announce } from "~/engine/notify/announce.server";
import { fieldValue, linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { signInSecret } from "~/engine/session/device.server";
import {
  addApplicant,
  applicantContext,
  applicantOf,
  choosePassword,
  fitsAccessCode,
  newMailCode,
  proveByMailCode,
  refuseManyStarts,
} from "~/engine/tickets/applicants.server";
import type { ApplicantAnswer, ApplicantControl, ApplicantPage } from "~/shared/applicant-page";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { isCreditCode } from "~/shared/credit-code";
import { sizeText } from "~/shared/file-kinds";
import { passwordComplaints } from "~/shared/password-rules";
import { type Procedure, procedureFor } from "../prequalification/notices.server";
import { openInvite } from "../registration-invite/registration-invite.server";
import { supplierRegistration } from "./supplier-registration.entity";
import { maskedEmail, missingIn, NEEDED, nextStep, STEP_LABELS, STEPS, type Step } from "./supplier-registration.rules";

const SUPPLIER = "supplier-management/supplier";
const TYPE = "master-data/material-type";
const { key, fields } = supplierRegistration;
const EDITABLE = ["draft", "supplement"];
const WAITING = ["draft", "pending", "supplement"];
/** Catalogue: a company that was turned down may ask again after 90 days. */
const PAUSE_DAYS = 90;

const STEP_FIELDS: Readonly<Record<Step, readonly (keyof typeof fields)[]>> = {
  company: [
    "name",
    "supplier_type",
    "taxpayer_type",
    "legal_person",
    "registered_capital",
    "established_on",
    "region",
    "registered_address",
  ],
  account: ["contact_name", "contact_phone", "login_name"],
  supply: ["main_products", "main_customers"],
  licences: [],
  bank: ["bank_name", "bank_account_name", "bank_account_no"],
  submit: [],
};
const STEP_LINES = { supply: "sites", licences: "certificates" } as const;
const STEP_FILES = ["business_license", "production_permit", "other_papers"] as const;
/** Rows that are offered empty beside those that are filled. */
const SPARE_ROWS = 2;

function screenOf(context: Context) {
  return context.services.registry.mainScreen(key);
}

async function read(context: Context, id: string): Promise<AnyRecord> {
  const acting = applicantContext(context, id);
  return (await openRecord(acting, context.services.registry.entity(key), id)).record;
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
async function arrival(context: Context, input: unknown): Promise<Procedure | null> {
  const { code, preq } = z.object({ code: z.string(), preq: z.string() }).parse(input);
  const acting = applicantContext(context, null);
  if (code !== "") {
    const id = (await openInvite(acting, code))?.prequalificationId;
    return id ? procedureFor(acting, { id }) : null;
  }
  const procedure = preq === "" ? null : await procedureFor(acting, { number: preq });
  return procedure?.isOpen ? procedure : null;
}

/**
 * Begins an application: a record with a credit code and a mailbox that still has to answer. Whether the company is known is told by
 * nobody before that. @throws AppError("invalid" | "too_often")
 */
async function start(context: Context, input: unknown): Promise<{ id: string }> {
  const typed = started.parse(input);
  const uscc = typed.uscc.trim().toUpperCase();
  const complaints = [
    ...(isCreditCode(uscc) ? [] : [{ field: "uscc", message: "统一社会信用代码校验不通过，请核对" }]),
    ...(typed.agree ? [] : [{ field: "agree", message: "请阅读并同意平台协议" }]),
  ];
  const acting = applicantContext(context, null);
  const screen = screenOf(context);
  const values = {
    uscc: isCreditCode(uscc) ? uscc : "",
    contact_name: typed.contact_name,
    contact_phone: typed.contact_phone,
    contact_email: typed.contact_email,
  };
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const origin = await originOf(acting, typed);
  await refuseManyStarts(context, uscc);
  // Read as owner, before the transaction: members of staff may not.
  await signInSecret(context.services);
  return inTransaction(acting, async () => {
    const from = { ...screen, initial: { ...screen.initial, ...origin } };
    const { id } = await createRecord(acting, { screen: from, values });
    await addApplicant(context, { recordId: id, entity: key, email: typed.contact_email.trim(), subject: uscc });
    await sendCode(acting, id);
    return { id };
  });
}

async function sendCode(context: Context, id: string): Promise<void> {
  const { record } = await openRecord(context, context.services.registry.entity(key), id);
  const email = String(record.contact_email);
  const code = await newMailCode(context, { recordId: id, email });
  await insertLetters(context, [email], {
    subject: "供应商注册验证码",
    body: `您正在供应商平台注册，受理号 ${String(record.number)}。\n\n验证码：${code}，10分钟内有效。\n\n如不是您本人操作，请忽略本邮件。`,
  });
}

async function resend(context: Context, input: unknown): Promise<void> {
  const { id } = z.object({ id: z.string() }).parse(input);
  const acting = applicantContext(context, id);
  await signInSecret(context.services);
  await inTransaction(acting, () => sendCode(acting, id));
}

/**
 * The mailbox has answered. Only now is told what is known about the company; an application that cannot go on ends here.
 * @returns the access code, to be shown once
 * @throws AppError("invalid" | "wrong_state")
 */
async function verify(context: Context, input: unknown): Promise<{ access: string }> {
  const { id, code } = z.object({ id: z.string(), code: z.string() }).parse(input);
  const access = await proveByMailCode(context, id, code.trim());
  const acting = applicantContext(context, id);
  const entity = context.services.registry.entity(key);
  const record = await read(context, id);
  const reason = record.email_verified_at ? null : await refusal(context, record);
  if (reason) {
    await applyTransition(acting, { entity, id, name: "expire" });
    throw new AppError("wrong_state", { message: reason });
  }
  if (!record.email_verified_at) await applyTransition(acting, { entity, id, name: "prove" });
  return { access };
}

/** Why the company cannot apply now, in words for whoever has its mailbox. */
async function refusal(context: Context, record: AnyRecord): Promise<string | null> {
  if (record.invite_code && !(await openInvite(context, String(record.invite_code))))
    return "邀请码已被使用或已过期，请重新注册";
  const same = where.eq("uscc", String(record.uscc));
  const [known] = await unscopedRows(context, SUPPLIER, ["stage"], [same]);
  // What is said about companies on the black list is said after handing in, and says nothing (catalogue, area onboarding).
  if (known && known.stage !== "blacklisted") return "该企业已是平台供应商，请使用已有账号登录或联系采购员找回";
  const others = await unscopedRows(
    context,
    key,
    ["number", "state", "decided_at", "email_verified_at", "is_barred"],
    [same, where.not(where.eq("id", record.id))],
  );
  const open = others.find(
    ({ state, email_verified_at: proven }) => WAITING.includes(String(state)) && proven !== null,
  );
  if (open) return `该企业已有注册申请【${String(open.number)}】正在处理中`;
  const last = others
    .flatMap(({ state, decided_at: at }) => (state === "rejected" && at ? [dayOf(new Date(String(at)))] : []))
    .sort()
    .at(-1);
  const from = last ? addDays(last, PAUSE_DAYS) : null;
  return from !== null && from > dayOf(context.now) ? `请于${from}后重新申请` : null;
}

/** Number and access code together; a wrong pair answers null, whatever is wrong with it. */
async function enter(context: Context, input: unknown): Promise<{ id: string; email: string } | null> {
  const { number, code } = z.object({ number: z.string(), code: z.string() }).parse(input);
  const asked = number.trim().toUpperCase().slice(0, 40);
  const [row] = await unscopedRows(context, key, ["id", "contact_email"], [where.eq("number", asked)]);
  const id = row ? String(row.id) : null;
  if (!(await fitsAccessCode(context, id, code)) || !row || id === null) return null;
  return { id, email: String(row.contact_email) };
}

const stepSchema = z.enum(STEPS);

/** A part of the application, or how far it has come. */
async function page(context: Context, input: unknown): Promise<ApplicantPage> {
  const wanted = z.object({ id: z.string(), step: z.string().nullable() }).parse(input);
  const record = await read(context, wanted.id);
  const step = stepSchema.safeParse(wanted.step).data ?? nextStep(record);
  const canEdit = EDITABLE.includes(record.state) && record.email_verified_at !== null;
  const names = STEP_FIELDS[step];
  return {
    id: record.id,
    number: String(record.number),
    version: record.version,
    state: record.state,
    stateLabel: supplierRegistration.states?.[record.state as "draft"] ?? "",
    company: String(record.name ?? record.uscc),
    email: maskedEmail(String(record.contact_email)),
    isProven: record.email_verified_at !== null,
    canEdit,
    canWithdraw: WAITING.includes(record.state) && record.email_verified_at !== null,
    told: told(record),
    about: await aboutOf(context, record),
    steps: STEPS.map((one) => ({
      key: one,
      label: STEP_LABELS[one],
      isDone: one !== "submit" && missingIn(one, record).length === 0,
    })),
    step,
    controls: canEdit
      ? [
          ...names.map((name) => control(name, fields[name], fieldValue(record, name), isNeeded(step, name))),
          ...(step === "supply" ? [await categoryChecks(context, record)] : []),
          ...(step === "account" ? await passwordControls(context, record) : []),
          ...(step === "submit"
            ? [control("declaration", fields.declaration, fieldValue(record, "declaration"), true)]
            : []),
        ]
      : [],
    tables: canEdit && (step === "supply" || step === "licences") ? [table(STEP_LINES[step], record)] : [],
    files: canEdit && step === "licences" ? STEP_FILES.map((name) => filesOf(name, record)) : [],
    preview: step === "submit" && canEdit ? await previewOf(context, record) : [],
  };
}

async function aboutOf(context: Context, record: AnyRecord): Promise<string | null> {
  if (!record.prequalification_id || record.state === "approved") return null;
  const procedure = await procedureFor(context, { id: String(record.prequalification_id) });
  return procedure
    ? `报名资格预审「${procedure.title}」，申请截止 ${procedure.deadline}；注册通过后在平台应答。`
    : "报名的资格预审已截止；注册仍可继续。";
}

function told(record: AnyRecord): string {
  switch (record.state) {
    case "pending":
      return "申请已提交，预计3个工作日内完成审核，结果将发到联系邮箱。";
    case "supplement":
      return `请补充：${String(record.wanted ?? "")}`;
    case "approved":
      return `注册已通过，请使用登录账号 ${String(record.login_name)} 登录。`;
    case "rejected":
      // A barred company learns nothing from the words.
      return record.is_barred ? "您的申请暂不符合要求。" : `未通过：${String(record.decision_note ?? "")}`;
    case "withdrawn":
      return "申请已撤回。需要时可以重新注册。";
    case "expired":
      return "申请已失效，请重新注册。";
    default:
      return "";
  }
}

function isNeeded(step: Step, name: string): boolean {
  return NEEDED[step].includes(name);
}

const CONTROLS = {
  textarea: "textarea",
  date: "date",
  decimal: "decimal",
  checkbox: "check",
  select: "select",
} as const;

function control(name: string, field: Field, value: unknown, required: boolean): ApplicantControl {
  const { options } = field;
  const kind = kindOf(field);
  const held = value === null || value === undefined ? "" : kind.toInput(value as never);
  const shape = CONTROLS[kind.control as keyof typeof CONTROLS] ?? (field.kind === "phone" ? "tel" : "text");
  return {
    name,
    label: options.label,
    kind: shape,
    value: held,
    required,
    ...(shape === "select" ? { options: offeredChoices(options, held) } : {}),
    ...(options.help ? { help: options.help } : {}),
    ...(options.unit ? { unit: options.unit } : {}),
    ...(options.maxLength ? { maxLength: options.maxLength } : {}),
  };
}

async function categoryChecks(context: Context, record: AnyRecord): Promise<ApplicantControl> {
  const held = new Set(linesOf(record, "categories").map((line) => String(line.material_type_id)));
  const rows = await unscopedRows(context, TYPE, ["id", "code", "name", "parent_id"], [where.eq("enabled", true)]);
  const parents = new Set(rows.map((row) => row.parent_id));
  const options = rows
    .filter((row) => !parents.has(row.id))
    .sort((a, b) => String(a.code).localeCompare(String(b.code)))
    .map((row) => ({ value: String(row.id), label: String(row.name), checked: held.has(String(row.id)) }));
  return { name: "categories", label: "可供物料类别", kind: "checks", value: "", required: true, options };
}

async function passwordControls(context: Context, record: AnyRecord): Promise<ApplicantControl[]> {
  const isChosen = (await applicantOf(context, record.id)).passwordHash !== null;
  const help = isChosen ? "已设置，空着则不变" : "至少8位，须含大写、小写字母和数字；审核通过后用它登录";
  const one = { kind: "password", value: "", required: !isChosen, autoComplete: "new-password" } as const;
  return [
    { ...one, name: "newpassword", label: "登录密码", help },
    { ...one, name: "confirmpassword", label: "确认密码" },
  ];
}

function table(name: "sites" | "certificates", record: AnyRecord): ApplicantPage["tables"][number] {
  const lines = supplierRegistration.lines[name];
  const rows = linesOf(record, name);
  const most = Math.min(Number(lines.options.max ?? 5), rows.length + SPARE_ROWS);
  return {
    name,
    label: lines.label,
    rows: Array.from({ length: most }, (_, at) =>
      Object.entries<Field>(lines.fields).map(([field, definition]) =>
        control(`${name}.${at}.${field}`, definition, rows[at]?.[field] ?? null, false),
      ),
    ),
  };
}

function filesOf(name: (typeof STEP_FILES)[number], record: AnyRecord): ApplicantPage["files"][number] {
  const { options } = fields[name];
  const held = (fieldValue(record, name) ?? []) as readonly { id: string; name: string; size: number }[];
  return {
    name,
    label: options.label,
    required: ["business_license", ...missingIn("licences", record)].includes(name),
    help: options.help ?? "",
    files: held.map((file) => ({ id: file.id, name: file.name, size: sizeText(file.size) })),
  };
}

async function previewOf(context: Context, record: AnyRecord): Promise<ApplicantPage["preview"]> {
  const shown = (name: keyof typeof fields) => {
    const value = fieldValue(record, name);
    const field: Field = fields[name];
    const text = value === null ? "—" : kindOf(field).show(value, field.options);
    // An account number is read back by its end alone.
    return { label: field.options.label, text: name === "bank_account_no" ? text.replace(/.(?=.{4})/g, "*") : text };
  };
  const types = (await categoryChecks(context, record)).options ?? [];
  const sites = linesOf(record, "sites").map(({ name, address }) => `${String(name)}（${String(address)}）`);
  return [
    { title: STEP_LABELS.company, facts: [shown("uscc"), ...STEP_FIELDS.company.map(shown)] },
    { title: STEP_LABELS.account, facts: [...STEP_FIELDS.account, "contact_email" as const].map(shown) },
    {
      title: STEP_LABELS.supply,
      facts: [
        {
          label: "可供物料类别",
          text:
            types
              .filter(({ checked }) => checked)
              .map(({ label }) => label)
              .join("、") || "—",
        },
        ...STEP_FIELDS.supply.map(shown),
        { label: "生产基地", text: sites.join("、") || "—" },
      ],
    },
    { title: STEP_LABELS.licences, facts: STEP_FILES.map(shown) },
    { title: STEP_LABELS.bank, facts: STEP_FIELDS.bank.map(shown) },
  ];
}

const savedStep = z.object({
  id: z.string(),
  version: z.number(),
  step: stepSchema,
  /** Texts by name of control; files as lists of ids, checks as lists of values. */
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  goOn: z.boolean(),
});

type Posted = z.infer<typeof savedStep>;

/** Saves what a part says, complete or not; going on asks for what is still missing. */
async function save(context: Context, input: unknown): Promise<ApplicantAnswer> {
  const posted = savedStep.parse(input);
  const { id, step } = posted;
  const record = await read(context, id);
  if (!EDITABLE.includes(record.state) || record.email_verified_at === null)
    return { complaints: [], problem: "申请当前不能修改" };
  const acting = applicantContext(context, id);
  const password = step === "account" ? await passwordWish(context, record, posted) : { complaints: [] };
  if (password.complaints.length > 0) return { complaints: password.complaints };
  try {
    await updateRecordBy(acting, { screen: screenOf(context), id, version: posted.version, values: valuesOf(posted) });
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record"].includes(error.error)) throw error;
    if (error.error === "stale_record") return { complaints: [], problem: "申请已在另一个窗口修改，请核对后再次保存" };
    return { complaints: error.complaints };
  }
  if (password.chosen) await choosePassword(context, id, password.chosen);
  if (!posted.goOn) return { complaints: [], next: step };
  const after = await read(context, id);
  const missing = missingIn(step, after);
  if (missing.length > 0)
    return {
      complaints: missing.map((name) => ({ field: name, message: missingText(name) })),
      problem: "已保存，还有必填内容",
    };
  return { complaints: [], next: STEPS[STEPS.indexOf(step) + 1] ?? "submit" };
}

function missingText(name: string): string {
  if (name === "categories") return "请选择可供物料类别";
  const field: Field | undefined = fields[name as keyof typeof fields];
  const label = field?.options.label ?? "";
  if (field && ["files", "choice"].includes(field.kind))
    return `${field.kind === "files" ? "请上传" : "请选择"}${label}`;
  return `请填写${label}`;
}

function valuesOf({ step, values }: Posted): Record<string, unknown> {
  const texts = Object.fromEntries(STEP_FIELDS[step].map((name) => [name, values[name] ?? ""]));
  if (step === "supply") {
    const ids = values.categories ?? [];
    return {
      ...texts,
      categories: (Array.isArray(ids) ? ids : [ids]).map((id) => ({ material_type_id: id })),
      sites: rowsOf(values, "sites"),
    };
  }
  if (step === "licences") {
    const lists = STEP_FILES.map((name) => [name, values[name] ?? []] as const);
    return { ...texts, ...Object.fromEntries(lists), certificates: rowsOf(values, "certificates") };
  }
  return texts;
}

/** Rows in which something was typed; those left empty are offered again. */
function rowsOf(values: Posted["values"], name: "sites" | "certificates"): Record<string, unknown>[] {
  const lines = supplierRegistration.lines[name];
  const rows = Array.from({ length: Number(lines.options.max ?? 5) }, (_, at) =>
    Object.fromEntries(
      Object.keys(lines.fields).map((field) => [field, String(values[lineField(name, at + 1, field)] ?? "")]),
    ),
  );
  return rows.filter((row) => Object.values(row).some((text) => text.trim() !== ""));
}

/** The account and the password that wait for the approval. */
async function passwordWish(
  context: Context,
  record: AnyRecord,
  { values, goOn }: Posted,
): Promise<{ complaints: { field: string; message: string }[]; chosen?: string }> {
  const text = (name: string) => String(values[name] ?? "");
  const account = text("login_name").trim();
  const complaints: { field: string; message: string }[] = [];
  if (account !== "" && (await isTaken(context, account, record.id)))
    complaints.push({ field: "login_name", message: "登录账号已被占用" });
  const [newpassword, confirmpassword] = [text("newpassword"), text("confirmpassword")];
  const isEmpty = newpassword === "" && confirmpassword === "";
  const isChosen = (await applicantOf(context, record.id)).passwordHash !== null;
  if (isEmpty && (isChosen || !goOn)) return { complaints };
  complaints.push(...passwordComplaints({ account, newpassword, confirmpassword }));
  return complaints.length > 0 ? { complaints } : { complaints, chosen: newpassword };
}

async function isTaken(context: Context, account: string, id: string): Promise<boolean> {
  if (await hasAccount(context.services.database.connection(), account)) return true;
  const waiting = await unscopedRows(
    context,
    key,
    ["id", "login_name"],
    [where.oneOf("state", WAITING), where.not(where.eq("id", id)), where.set("login_name")],
  );
  return waiting.some(({ login_name: other }) => String(other).toLowerCase() === account.toLowerCase());
}

/** Hands the application in. */
async function submit(context: Context, input: unknown): Promise<ApplicantAnswer> {
  const { id, version, declaration } = z
    .object({ id: z.string(), version: z.number(), declaration: z.boolean() })
    .parse(input);
  const acting = applicantContext(context, id);
  const entity = context.services.registry.entity(key);
  const scans = missingIn("licences", await read(context, id));
  if ((await applicantOf(context, id)).passwordHash === null && (await read(context, id)).state === "draft")
    return { complaints: [], problem: "请先在「联系人与账号」设置登录密码" };
  try {
    await inTransaction(acting, async () => {
      const saved = await updateRecordBy(acting, { screen: screenOf(context), id, version, values: { declaration } });
      if (scans.length > 0 && nextStep(await read(context, id)) === "licences")
        throw new AppError("invalid", { message: `「${STEP_LABELS.licences}」还没有填写完整` });
      await applyTransition(acting, { entity, id, name: "submit", version: saved.version });
    });
    return { complaints: [], next: "done" };
  } catch (error) {
    return refused(error);
  }
}

async function withdraw(context: Context, input: unknown): Promise<ApplicantAnswer> {
  const { id, version } = z.object({ id: z.string(), version: z.number() }).parse(input);
  const acting = applicantContext(context, id);
  const entity = context.services.registry.entity(key);
  try {
    await inTransaction(acting, async () => {
      const saved = await applyTransition(acting, { entity, id, name: "withdraw", version });
      const { record } = await openRecord(acting, entity, id);
      await announce(acting, {
        scenario: "registration.withdrawn",
        values: { number: String(saved.number), company: String(record.name ?? record.uscc) },
        toRoles: ["purchase_manager"],
        record: { entity: key, id, number: saved.number },
      });
    });
    return { complaints: [], next: "status" };
  } catch (error) {
    return refused(error);
  }
}

/** Refusals that stand above the form; anything else rises. */
function refused(error: unknown): ApplicantAnswer {
  if (!(error instanceof AppError)) throw error;
  if (error.error === "stale_record") return { complaints: [], problem: "申请已有变化，请核对后再试" };
  if (["invalid", "wrong_state"].includes(error.error))
    return { complaints: error.complaints, ...(error.complaints.length > 0 ? {} : { problem: error.message }) };
  throw error;
}

/** What the public pages ask; every answer but `arrival`, `start` and `enter` is for whoever has shown a ticket of that record. */
export const applicantQuestions = { arrival, start, resend, verify, enter, page, save, submit, withdraw };
