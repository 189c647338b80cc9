import { z } from "zod";
import { hasAccount } from "~/data/accounts.server";
import type { Context } from "~/engine/context.server";
import { type Field, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { isFileKind } from "~/engine/entity/kinds/file";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { signInSecret } from "~/engine/session/device.server";
import {
  applicantContext,
  applicantOf,
  choosePassword,
  fitsAccessCode,
  proveByMailCode,
} from "~/engine/tickets/applicants.server";
import type { ApplicantAnswer } from "~/shared/applicant-page";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { passwordComplaints } from "~/shared/password-rules";
import { askToJoin, joinableSupplier, requestOf, withdrawJoining } from "../member-request/member-request.server";
import { openInvite } from "../registration-invite/registration-invite.server";
import { arrival, askAccess, check, sendCode, start, writeLetter } from "./applicant-door.server";
import {
  applicationPage,
  EDITABLE,
  readApplication,
  STEP_FIELDS,
  STEP_FILES,
  stepSchema,
  WAITING,
} from "./applicant-page.server";
import { lackingDocuments } from "./required-documents.server";
import { supplierRegistration } from "./supplier-registration.entity";
import { missingIn, nextStep, STEP_LABELS, STEPS } from "./supplier-registration.rules";

type SupplierRegistrationRecord = RecordFor<"supplier-onboarding/supplier-registration">;

const SUPPLIER = "supplier-management/supplier";
const { key, fields } = supplierRegistration;

function screenOf(context: Context) {
  return context.services.registry.mainScreen(key);
}

async function resend(context: Context, input: unknown): Promise<void> {
  const { id } = z.object({ id: z.string() }).parse(input);
  const acting = applicantContext(context, id);
  await signInSecret(context.services);
  await inTransaction(acting, () => sendCode(acting, id));
}

/**
 * The mailbox has answered. Only now is told what is known about the company: somebody of a supplier may ask it for an account
 * (decision 0093), and an application that cannot go on ends here.
 * @returns the access code, which a letter says, too
 * @throws AppError("invalid" | "wrong_state")
 */
async function verify(context: Context, input: unknown): Promise<{ access: string }> {
  const { id, code } = z.object({ id: z.string(), code: z.string() }).parse(input);
  const access = await proveByMailCode(context, id, code.trim());
  const acting = applicantContext(context, id);
  const entity = context.services.registry.entity(key);
  const record = await readApplication(context, id);
  const supplier = record.email_verified_at ? null : await joinableSupplier(acting, String(record.uscc));
  if (supplier) {
    await applyTransition(acting, { entity, id, name: "join", input: { supplier } });
    await writeLetter(context, { recordId: id });
    return { access };
  }
  const reason = record.email_verified_at ? null : await refusal(context, record);
  if (reason) {
    await applyTransition(acting, { entity, id, name: "expire" });
    throw new AppError("wrong_state", { message: reason });
  }
  if (!record.email_verified_at) await applyTransition(acting, { entity, id, name: "prove" });
  await writeLetter(context, { recordId: id });
  return { access };
}

/** Why the company cannot apply now, in words for whoever has its mailbox. */
async function refusal(context: Context, record: SupplierRegistrationRecord): Promise<string | null> {
  if (record.invite_code && !(await openInvite(context, record.invite_code)))
    return "邀请码已被使用或已过期，请重新注册";
  const same = where.eq("uscc", String(record.uscc));
  const [known] = await ask(context, SUPPLIER, "listed", { uscc: String(record.uscc) });
  // What is said about companies on the black list is said after handing in, and says nothing (catalogue, area onboarding).
  if (known && known.stage !== "blacklisted") return "该企业已是平台供应商，请使用已有账号登录或联系采购员找回";
  const others = await unscopedRows(
    context,
    key,
    ["number", "state", "decided_at", "email_verified_at", "is_barred"],
    [same, where.not(where.eq("id", record.id))],
  );
  const open = others.find(({ state, email_verified_at: proven }) => WAITING.includes(state) && proven !== null);
  if (open) return `该企业已有注册申请【${String(open.number)}】正在处理中`;
  const last = others
    .flatMap(({ state, decided_at: at }) => (state === "rejected" && at ? [dayOf(new Date(at))] : []))
    .sort()
    .at(-1);
  // Catalogue: a company that was turned down may ask again after a while.
  const from = last ? addDays(last, await limitFor(context, "registration.pauseDays")) : null;
  return from !== null && from > dayOf(context.now) ? `请于${from}后重新申请` : null;
}

/** Number and access code together; a wrong pair answers null, whatever is wrong with it. */
async function enter(context: Context, input: unknown): Promise<{ id: string; email: string } | null> {
  const { number, code } = z.object({ number: z.string(), code: z.string() }).parse(input);
  const asked = number.trim().toUpperCase().slice(0, 40);
  const [row] = await unscopedRows(context, key, ["id", "contact_email"], [where.eq("number", asked)]);
  const id = row ? row.id : null;
  if (!(await fitsAccessCode(context, id, code)) || !row || id === null) return null;
  return { id, email: row.contact_email };
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
  const record = await readApplication(context, id);
  if (!EDITABLE.includes(record.state) || record.email_verified_at === null)
    return { complaints: [], problem: "申请当前不能修改" };
  const acting = applicantContext(context, id);
  const password = step === "account" ? await passwordRequest(context, record, posted) : { complaints: [] };
  if (password.complaints.length > 0) return { complaints: password.complaints };
  try {
    await updateRecordBy(acting, { screen: screenOf(context), id, version: posted.version, values: valuesOf(posted) });
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record"].includes(error.error)) throw error;
    if (error.error === "stale_record") return { complaints: [], problem: "申请已在另一个窗口修改，请核对后再次保存" };
    return { complaints: error.complaints.map((one) => ({ ...one, field: typedAt(posted.values, one.field) })) };
  }
  if (password.chosen) await choosePassword(context, id, password.chosen);
  if (!posted.goOn) return { complaints: [], next: step };
  const after = await readApplication(context, id);
  const lacking = step === "licences" ? await lackingDocuments(acting, after) : [];
  const complaints = [
    ...missingIn(step, after).map((name) => ({ field: name, message: missingText(name) })),
    ...lacking,
  ];
  if (complaints.length > 0) return { complaints, problem: "已保存，还有必填内容" };
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

/** Tables of the form, and what stands in their rows before anybody types. */
const TABLES = { sites: [], certificates: ["certificate_type"] } as const;
type Table = keyof typeof TABLES;

/** Rows in which something was typed, with their places; those left empty are offered again. */
function typedRows(values: Posted["values"], name: Table) {
  const lines = supplierRegistration.lines[name];
  const rows = Array.from({ length: Number(lines.options.max ?? 5) }, (_, place) => ({
    place,
    row: Object.fromEntries(
      Object.entries<Field>(lines.fields).map(([field, { kind }]) => {
        const typed = values[lineField(name, place + 1, field)] ?? "";
        return [field, isFileKind(kind) ? [typed].flat().filter((id) => id !== "") : String(typed)];
      }),
    ),
  }));
  const given: readonly string[] = TABLES[name];
  return rows.filter(({ row }) =>
    Object.entries(row).some(
      ([field, typed]) => (Array.isArray(typed) ? typed.length > 0 : typed.trim() !== "") && !given.includes(field),
    ),
  );
}

function rowsOf(values: Posted["values"], name: Table): Record<string, unknown>[] {
  // A row that is named stays the one it was, and keeps its files.
  return typedRows(values, name).map(({ place, row }) => {
    const id = String(values[lineField(name, place + 1, "id")] ?? "");
    return id === "" ? row : { id, ...row };
  });
}

/** The control a complaint about a row belongs to: rows left empty before it were not sent on. */
function typedAt(values: Posted["values"], field: string): string {
  const [name = "", at = "", ...rest] = field.split(".");
  if (!(name in TABLES) || rest.length === 0) return field;
  const place = typedRows(values, name as Table)[Number(at)]?.place ?? Number(at);
  return [name, place, ...rest].join(".");
}

/** The account and the password that wait for the approval. */
async function passwordRequest(
  context: Context,
  record: SupplierRegistrationRecord,
  { values, goOn }: Pick<Posted, "values" | "goOn">,
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
  const joining = await unscopedRows(
    context,
    "supplier-onboarding/member-request",
    ["login_name"],
    [where.oneOf("state", ["pending", "agreed"]), where.not(where.eq("registration_id", id))],
  );
  return [...waiting, ...joining].some(
    ({ login_name: other }) => String(other).toLowerCase() === account.toLowerCase(),
  );
}

/** Asks the supplier the company is already for an account. */
async function join(context: Context, input: unknown): Promise<ApplicantAnswer> {
  const { id, values } = savedStep.pick({ id: true, values: true }).parse(input);
  const record = await readApplication(context, id);
  // The request is nobody's among the accounts.
  const acting = applicantContext(context, null);
  const known = await requestOf(acting, id);
  if (record.state !== "joining" || (known && known.state !== "renaming"))
    return { complaints: [], problem: "申请当前不能修改" };
  const login = String(values.login_name ?? "").trim();
  if (login === "") return { complaints: [{ field: "login_name", message: missingText("login_name") }] };
  const { complaints, chosen } = await passwordRequest(context, record, { values, goOn: true });
  if (complaints.length > 0) return { complaints };
  const { contact_name: name, contact_phone: phone, contact_email: email } = record;
  try {
    await inTransaction(acting, async () => {
      if (chosen) await choosePassword(acting, id, chosen);
      await askToJoin(acting, {
        registrationId: id,
        supplierId: String(record.supplier_id),
        contact_name: String(name),
        contact_phone: String(phone),
        contact_email: String(email),
        login_name: login,
      });
    });
    return { complaints: [], next: "done" };
  } catch (error) {
    return refused(error);
  }
}

/** Hands the application in. */
async function submit(context: Context, input: unknown): Promise<ApplicantAnswer> {
  const { id, version, declaration } = z
    .object({ id: z.string(), version: z.number(), declaration: z.boolean() })
    .parse(input);
  const acting = applicantContext(context, id);
  const entity = context.services.registry.entity(key);
  const handed = await readApplication(context, id);
  const isShort = missingIn("licences", handed).length > 0 || (await lackingDocuments(acting, handed)).length > 0;
  if ((await applicantOf(context, id)).passwordHash === null && (await readApplication(context, id)).state === "draft")
    return { complaints: [], problem: "请先在「联系人与账号」设置登录密码" };
  try {
    await inTransaction(acting, async () => {
      const saved = await updateRecordBy(acting, { screen: screenOf(context), id, version, values: { declaration } });
      if (isShort && ["licences", "submit"].includes(nextStep(await readApplication(context, id))))
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
    if (await withdrawJoining(acting, id)) return { complaints: [], next: "status" };
    await inTransaction(acting, async () => {
      await applyTransition(acting, { entity, id, name: "withdraw", version });
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

/** What the public pages ask; every answer but `arrival`, `start`, `check`, `askAccess` and `enter` is for whoever has shown a ticket of that record. */
export const applicantQuestions = {
  arrival,
  start,
  check,
  askAccess,
  resend,
  verify,
  enter,
  page: applicationPage,
  save,
  join,
  submit,
  withdraw,
};
