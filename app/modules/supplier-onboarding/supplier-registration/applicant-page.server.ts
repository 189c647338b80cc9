import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, Field } from "~/engine/entity";
import { offeredChoices } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import { isFileKind } from "~/engine/entity/kinds/file";
import { fieldValue, linesOf, openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { withParameters } from "~/engine/parameters.server";
import { applicantContext, applicantOf } from "~/engine/tickets/applicants.server";
import type { ApplicantControl, ApplicantFiles, ApplicantPage } from "~/shared/applicant-page";
import { where } from "~/shared/condition";
import { sizeText } from "~/shared/file-kinds";
import { memberRequest } from "../member-request/member-request.entity";
import { notificationsOf, requestOf } from "../member-request/member-request.server";
import { procedureFor } from "../prequalification/notices.server";
import { requiredDocuments } from "./required-documents.server";
import { supplierRegistration } from "./supplier-registration.entity";
import {
  isScanNeeded,
  lackingOf,
  maskedEmail,
  missingIn,
  NEEDED,
  nextStep,
  type Paper,
  REVIEW_TERM,
  STEP_LABELS,
  STEPS,
  type Step,
  scanFieldOf,
} from "./supplier-registration.rules";

type SupplierRegistrationRecord = RecordFor<"supplier-onboarding/supplier-registration">;

const TYPE = "master-data/material-type";
const { key, fields } = supplierRegistration;
/** States in which the company itself writes. */
export const EDITABLE = ["draft", "supplement"];
/** States in which an application is neither decided nor withdrawn. */
export const WAITING = ["draft", "pending", "supplement"];

/** Fields that each part of an application asks. */
export const STEP_FIELDS: Readonly<Record<Step, readonly (keyof typeof fields)[]>> = {
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
/** Papers it asks for with the licences. */
export const STEP_FILES = ["business_license", "production_permit", "other_papers"] as const;
/** Rows that are offered empty beside those that are filled. */
const SPARE_ROWS = 2;

/** An application as the company that has shown its ticket reads it. */
export async function readApplication(context: Context, id: string): Promise<SupplierRegistrationRecord> {
  const acting = applicantContext(context, id);
  return (await openRecord(acting, { entity: context.services.registry.entity(key), id })).record;
}

export const stepSchema = z.enum(STEPS);

/** A part of the application, or how far it has come. */
export async function applicationPage(context: Context, input: unknown): Promise<ApplicantPage> {
  const wanted = z.object({ id: z.string(), step: z.string().nullable() }).parse(input);
  const record = await readApplication(context, wanted.id);
  const acting = applicantContext(context, wanted.id);
  const documents = await requiredDocuments(acting, record);
  const isShort = lackingOf(documents, record).length > 0;
  const next = nextStep(record);
  const step = stepSchema.safeParse(wanted.step).data ?? (next === "submit" && isShort ? "licences" : next);
  const canEdit = EDITABLE.includes(record.state) && record.email_verified_at !== null;
  const names = STEP_FIELDS[step];
  if (record.state === "joining") return joiningPage(context, record);
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
    told: await told(context, record),
    about: await aboutOf(context, record),
    steps: STEPS.map((one) => ({
      key: one,
      label: STEP_LABELS[one],
      isDone: isDone(one, record) && !(one === "licences" && isShort),
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
    tables: canEdit && (step === "supply" || step === "licences") ? [table(STEP_LINES[step], record, documents)] : [],
    files: canEdit && step === "licences" ? STEP_FILES.map((name) => filesOf(name, record, documents)) : [],
    preview: step === "submit" && canEdit ? await previewOf(context, record) : [],
  };
}

/** Somebody of a company that is a supplier asks it for an account, or reads how far that has come. */
async function joiningPage(context: Context, record: SupplierRegistrationRecord): Promise<ApplicantPage> {
  const request = await requestOf(applicantContext(context, record.id), record.id);
  const canEdit = request === null || request.state === "renaming";
  const login = control("login_name", fields.login_name, null, true);
  return {
    id: record.id,
    number: String(record.number),
    version: record.version,
    state: record.state,
    stateLabel: request ? (memberRequest.states?.[request.state as "pending"] ?? "") : "加入已有供应商",
    company: String(record.uscc),
    email: maskedEmail(String(record.contact_email)),
    isProven: true,
    isJoining: true,
    canEdit,
    canWithdraw: request?.state === "pending" || request?.state === "renaming",
    told: await notificationsOf(context, request),
    about: null,
    steps: [],
    step: "account",
    controls: canEdit ? [{ ...login, help: "4-30位字母或数字" }, ...(await passwordControls(context, record))] : [],
    tables: [],
    files: [],
    preview: [],
  };
}

async function aboutOf(context: Context, record: SupplierRegistrationRecord): Promise<string | null> {
  if (!record.prequalification_id || record.state === "approved") return null;
  const procedure = await procedureFor(context, { id: record.prequalification_id });
  return procedure
    ? `报名资格预审「${procedure.title}」，申请截止 ${procedure.deadline}；注册通过后在平台应答。`
    : "报名的资格预审已截止；注册仍可继续。";
}

async function told(context: Context, record: SupplierRegistrationRecord): Promise<string> {
  switch (record.state) {
    case "pending":
      return withParameters(context, `申请已提交，预计${REVIEW_TERM}内完成审核，结果将发到联系邮箱。`);
    case "supplement":
      return `请补充：${record.wanted ?? ""}`;
    case "approved":
      return `注册已通过，请使用登录账号 ${String(record.login_name)} 登录。`;
    case "rejected":
      // A barred company learns nothing from the words.
      return record.is_barred ? "您的申请暂不符合要求。" : `未通过：${record.decision_note ?? ""}`;
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

async function categoryChecks(context: Context, record: SupplierRegistrationRecord): Promise<ApplicantControl> {
  const held = new Set(linesOf(record, "categories").map((line) => String(line.material_type_id)));
  const rows = await unscopedRows(context, TYPE, ["id", "code", "name", "parent_id"], [where.eq("enabled", true)]);
  const parents = new Set(rows.map((row) => row.parent_id));
  const options = rows
    .filter((row) => !parents.has(row.id))
    .sort((a, b) => a.code.localeCompare(b.code))
    .map((row) => ({ value: row.id, label: row.name, checked: held.has(row.id) }));
  return { name: "categories", label: "可供物料类别", kind: "checks", value: "", required: true, options };
}

async function passwordControls(context: Context, record: SupplierRegistrationRecord): Promise<ApplicantControl[]> {
  const isChosen = (await applicantOf(context, record.id)).passwordHash !== null;
  const help = isChosen ? "已设置，空着则不变" : "至少8位，须含大写、小写字母和数字；审核通过后用它登录";
  const one = { kind: "password", value: "", required: !isChosen, autoComplete: "new-password" } as const;
  return [
    { ...one, name: "newpassword", label: "登录密码", help },
    { ...one, name: "confirmpassword", label: "确认密码" },
  ];
}

/** Done is what nothing lacks; of what may come later, what is there. */
function isDone(step: Step, record: SupplierRegistrationRecord): boolean {
  if (step === "submit" || missingIn(step, record).length > 0) return false;
  return NEEDED[step].length > 0 || STEP_FIELDS[step].some((name) => fieldValue(record, name) !== null);
}

const COUNTERS = { sites: "基地", certificates: "证照" } as const;

/** Rows that are there, then compulsory certificates that are not, then a few empty ones. */
function table(
  name: "sites" | "certificates",
  record: SupplierRegistrationRecord,
  documents: readonly Paper[],
): ApplicantPage["tables"][number] {
  const lines = supplierRegistration.lines[name];
  const rows: readonly AnyLine[] = linesOf(record, name);
  const held = new Set(rows.map((row) => row.certificate_type));
  const wanted = name === "certificates" ? documents.filter(({ type }) => !held.has(type)) : [];
  const compulsory = new Map(documents.map((one) => [one.type, one.name]));
  const most = Math.min(Number(lines.options.max ?? 5), rows.length + wanted.length + SPARE_ROWS);
  return {
    name,
    label: lines.label,
    ...(name === "certificates" ? { hint: certificateHint(documents) } : {}),
    rows: Array.from({ length: most }, (_, at) => {
      const given = rows[at] ?? (wanted[at - rows.length] ? { certificate_type: wanted[at - rows.length]?.type } : {});
      const named = compulsory.get(String((given as { certificate_type?: unknown }).certificate_type));
      const row = rows[at];
      return {
        title: named ? `${named}（必传）` : `${COUNTERS[name]}${at + 1}`,
        ...(row ? { id: row.id } : {}),
        controls: Object.entries<Field>(lines.fields)
          .filter(([, { kind }]) => !isFileKind(kind))
          .map(([field, definition]) =>
            control(`${name}.${at}.${field}`, definition, fieldValue(given as AnyLine, field), false),
          ),
        ...(name === "certificates" ? { files: scansOf(at, row) } : {}),
      };
    }),
  };
}

/** The scans of one certificate, in its row. */
function scansOf(at: number, row: AnyLine | undefined): ApplicantFiles {
  const { files } = supplierRegistration.lines.certificates.fields;
  return {
    name: `certificates.${at}.files`,
    label: files.options.label,
    required: false,
    help: "这一张证照的PDF或图片；也可以在下面一并上传",
    files: shownFiles(row ? fieldValue(row, "files") : null),
  };
}

function shownFiles(value: unknown): ApplicantFiles["files"] {
  const held = (value ?? []) as readonly { id: string; name: string; size: number }[];
  return held.map((file) => ({ id: file.id, name: file.name, size: sizeText(file.size) }));
}

function certificateHint(documents: readonly Paper[]): string {
  const names = documents.map(({ name }) => name).join("、");
  return names === ""
    ? "请填写已有的证照，扫描件在证照的行里或下面上传；只填了证照类型的行不保存。"
    : `按您的企业类型和可供物料，必须提供：${names}。扫描件在证照的行里或下面上传；只填了证照类型的行不保存。`;
}

function filesOf(
  name: (typeof STEP_FILES)[number],
  record: SupplierRegistrationRecord,
  documents: readonly Paper[],
): ApplicantPage["files"][number] {
  const { options } = fields[name];
  const wanted = documents.filter(({ type }) => scanFieldOf(type) === name).map((one) => one.name);
  return {
    name,
    label: options.label,
    required: wanted.length > 0 || isScanNeeded(name, record),
    help: [wanted.length > 0 ? `必传：${wanted.join("、")}` : "", options.help ?? ""].filter(Boolean).join("；"),
    files: shownFiles(fieldValue(record, name)),
  };
}

async function previewOf(context: Context, record: SupplierRegistrationRecord): Promise<ApplicantPage["preview"]> {
  const shown = (name: keyof typeof fields) => {
    const value = fieldValue(record, name);
    const field: Field = fields[name];
    const text = value === null ? "—" : kindOf(field).show(value, field.options);
    // An account number is read back by its end alone.
    return { label: field.options.label, text: name === "bank_account_no" ? text.replace(/.(?=.{4})/g, "*") : text };
  };
  const types = (await categoryChecks(context, record)).options ?? [];
  const sites = linesOf(record, "sites").map(({ name, address }) => `${String(name)}（${String(address)}）`);
  const type = supplierRegistration.lines.certificates.fields.certificate_type;
  const certificates = linesOf(record, "certificates")
    .map((row) => {
      const end = row.is_long_term === true ? "长期有效" : `有效期至${row.valid_to ?? ""}`;
      return `${kindOf(type).show(String(row.certificate_type), type.options)} ${String(row.certificate_no)}（${[end, ...shownFiles(fieldValue(row, "files")).map(({ name }) => name)].join("，")}）`;
    })
    .join("；");
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
    {
      title: STEP_LABELS.licences,
      facts: [{ label: "证照清单", text: certificates || "—" }, ...STEP_FILES.map(shown)],
    },
    { title: STEP_LABELS.bank, facts: STEP_FIELDS.bank.map(shown) },
  ];
}
