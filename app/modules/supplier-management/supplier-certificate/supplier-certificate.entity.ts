import {
  choice,
  date,
  dateTime,
  defineEntity,
  files,
  longText,
  message,
  ownSupplier,
  person,
  pointsAt,
  reference,
  reminder,
  section,
  taskReminder,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { CERTIFICATES_LACKING } from "./completeness.rules";
import {
  BEFORE_THE_END,
  endStated,
  endsAfterIssue,
  leftText,
  licenceNumberFits,
  scanAttached,
  slipAttached,
  stillGood,
} from "./supplier-certificate.rules";

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "delete", "import", ...read] as const;
/** States in which a certificate counts, or has counted until its last day. */
const IN_USE = ["valid", "renewing"] as const;

/** States in which a new one may take its place. */
const RENEWABLE = [...IN_USE, "expired"] as const;
/** Whom the end of a certificate concerns: buyer and quality engineer of the supplier, and itself. */
const KEEPERS = { people: ["supplier_id.buyer_id", "supplier_id.sqe_id"], suppliers: ["supplier_id"] };
const RESULTS = { verify: "核验通过", reject: "被退回，请修改后重新提交", revoke: "已作废" };

/** Whatever we hold of suppliers that lack a compulsory certificate, as the gaps of their files say. */
const ofLackingSupplier = where.someRow({
  table: "supplier",
  column: "id",
  equals: "supplier_id",
  inner: where.all(where.eq("state", "active"), { op: "contains", columns: ["gaps"], text: CERTIFICATES_LACKING }),
});

/** Licences, certificates and agreements of suppliers with their last day; verified by quality, watched every day. */
export const supplierCertificate = defineEntity({
  key: "supplier-management/supplier-certificate",
  label: "资质证照",
  kind: "document",
  purpose: "供应商的营业执照、许可证、体系证书和协议：谁核验过、有效到哪天，到期前几次提醒。",
  title: ["certificate_name", "certificate_no"],
  search: ["certificate_name", "certificate_no", "supplier_id"],
  imports: true,
  extensible: true,
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    certificate_type: choice({ label: "证照类型", required: true, dictionary: "certificate_type" }),
    certificate_name: text({ label: "证照名称", maxLength: 60, help: "空着取证照类型的名称" }),
    certificate_no: text({ label: "证照编号", required: true, maxLength: 60 }),
    site_id: reference("supplier-management/supplier-site", {
      label: "适用生产基地",
      help: "空着表示全部基地",
      within: { supplier_id: "supplier_id" },
    }),
    issuer: text({ label: "发证机关", required: true, maxLength: 80 }),
    issue_date: date({ label: "发证日期", required: true, notInFuture: true }),
    is_long_term: yesNo({ label: "长期有效" }),
    valid_to: date({ label: "有效期至", help: "长期有效的不填" }),
    scope: longText({ label: "许可/认证范围", maxLength: 2000 }),
    food_categories: text({ label: "食品类别编号", maxLength: 200, help: "食品生产许可证填写，多个用顿号分开" }),
    renews_id: reference("supplier-management/supplier-certificate", {
      label: "换下的证照",
      help: "换证时选择原来的证照，核验通过后原证照转为已换证",
      only: where.oneOf("state", ["valid", "renewing", "expired"]),
      within: { supplier_id: "supplier_id", certificate_type: "certificate_type" },
    }),
    files: files({ label: "扫描件", help: "提交核验前必须上传", accept: ["pdf", "picture"], most: 10 }),
    acceptance_slip: files({ label: "换证受理回执", accept: ["pdf", "picture"], most: 5, writeIn: [] }),
    verify_method: choice({
      label: "核验方式",
      system: true,
      choices: { online: "官网查询", original: "原件核对", issuer: "发证机构确认" },
    }),
    verified_by: person({ label: "核验人", system: true }),
    verified_at: dateTime({ label: "核验时间", system: true }),
    replaced_by: reference("supplier-management/supplier-certificate", { label: "换证后证照", system: true }),
    revoke_cause: choice({
      label: "作废原因",
      system: true,
      choices: { revoked: "吊销", cancelled: "注销", forged: "造假", mistaken: "录入错误" },
    }),
    /** Whose draft it is: those of the staff are not shown to the supplier. */
    origin: choice({
      label: "提交方",
      system: true,
      initial: "staff",
      choices: { staff: "采购方", supplier: "供应商" },
    }),
  },
  rules: [endsAfterIssue, endStated, licenceNumberFits],
  list: {
    columns: [
      "certificate_name",
      "certificate_no",
      "supplier_id",
      "certificate_type",
      "site_id",
      "issue_date",
      "valid_to",
      "+days_left",
      "state",
      "verified_by",
    ],
    filters: ["supplier_id", "certificate_type", "certificate_no", "site_id", "valid_to", "state", "verified_by"],
    sort: "valid_to",
    toggles: {
      expiring_only: {
        label: "即将到期",
        where: where.all(where.oneOf("state", IN_USE), where.soon("valid_to", "warning.expiryDays")),
      },
      lacking_only: { label: "供应商缺必备证照", where: ofLackingSupplier },
    },
    batch: ["verify", "remind"],
    rowActions: ["submit", "verify", "reject", "declare_renewal", "revoke"],
    card: ["certificate_name", "supplier_id", "valid_to", "+days_left"],
  },
  form: [
    section("证照信息", [
      "supplier_id",
      "certificate_type",
      "certificate_name",
      "certificate_no",
      "site_id",
      "issuer",
      "issue_date",
      "is_long_term",
      "valid_to",
      "renews_id",
    ]),
    section("范围", ["scope", "food_categories"]),
    section("扫描件", ["files", "acceptance_slip"]),
    section("核验", ["verify_method", "verified_by", "verified_at", "replaced_by", "revoke_cause", "origin"]),
  ],
  states: {
    draft: "草稿",
    pending: "待核验",
    valid: "有效",
    renewing: "换证中",
    rejected: "已退回",
    expired: "已过期",
    replaced: "已换证",
    revoked: "已作废",
  },
  tones: {
    draft: "draft",
    pending: "waiting",
    valid: "done",
    renewing: "warning",
    rejected: "refused",
    expired: "refused",
    replaced: "closed",
    revoked: "closed",
  },
  editIn: ["draft", "rejected"],
  saveThen: "submit",
  copy: { leaveOut: ["files", "acceptance_slip", "valid_to", "issue_date", "renews_id"] },
  changesApproved: { revoke: "Takes a certificate out of force, with the cause; nothing comes in" },
  deadlines: {
    ends: {
      label: "有效期至",
      at: "valid_to",
      in: IN_USE,
      reminders: {
        keepers: reminder({
          label: "证照到期提醒",
          days: BEFORE_THE_END,
          scenario: "certificate.expiring",
          to: KEEPERS,
          reads: ["supplier_id.name", "certificate_name"],
          values: ({ text: shown, day, left }) => ({
            supplier: shown("supplier_id.name"),
            certificate: shown("certificate_name"),
            day,
            left,
          }),
        }),
      },
      lapse: "expire",
    },
    renewal: {
      label: "更换证照",
      at: "valid_to",
      in: RENEWABLE,
      // What ran out longer ago is not asked for any more.
      where: where.not(where.pastBy("valid_to", "certificate.renewalAskedDays")),
      reminders: {
        supplier: taskReminder({
          label: "供应商更换证照的待办",
          days: [BEFORE_THE_END[0]],
          reads: ["certificate_name"],
          task: {
            title: ({ text: shown }) => `更换资质证照：${shown("certificate_name")}`,
            supplier: "supplier_id",
            while: RENEWABLE,
          },
        }),
      },
    },
  },
  messages: [
    message({
      on: ["submit"],
      scenario: "certificate.submitted",
      to: { people: ["supplier_id.sqe_id"], elseRoles: ["qa"] },
      reads: ["supplier_id.name", "certificate_name"],
      values: ({ text: shown }) => ({ supplier: shown("supplier_id.name"), certificate: shown("certificate_name") }),
    }),
    message({
      on: ["verify", "reject", "revoke"],
      scenario: "certificate.judged",
      to: { people: ["created_by"], suppliers: ["supplier_id"] },
      reads: ["supplier_id.name", "certificate_name"],
      values: ({ text: shown, transition }) => ({
        supplier: shown("supplier_id.name"),
        certificate: shown("certificate_name"),
        result: RESULTS[transition],
      }),
    }),
    message({
      on: ["remind", "expire"],
      scenario: "certificate.expiring",
      to: KEEPERS,
      reads: ["supplier_id.name", "certificate_name", "valid_to"],
      values: ({ text: shown, today }) => ({
        supplier: shown("supplier_id.name"),
        certificate: shown("certificate_name"),
        day: shown("valid_to"),
        left: leftText(shown("valid_to"), today),
      }),
    }),
  ],
  transitions: {
    submit: {
      label: "提交",
      submits: true,
      from: ["draft", "rejected"],
      to: "pending",
      by: ["supplier", "buyer", "purchase_manager"],
      tone: "primary",
      guard: scanAttached,
      confirm: "提交后由质量人员核验，核验前不能修改。",
      done: "已提交核验",
    },
    verify: {
      label: "核验通过",
      decides: "accepts",
      from: ["pending"],
      to: "valid",
      by: ["qa", "qa_manager"],
      tone: "primary",
      todo: "核验证照",
      input: {
        method: choice({
          label: "核验方式",
          required: true,
          choices: { online: "官网查询", original: "原件核对", issuer: "发证机构确认" },
        }),
      },
      guard: stillGood,
      confirm: "通过后证照生效，换下的证照转为已换证。",
      done: "核验通过",
      effect: (work) => {
        work.set({
          verify_method: work.input.method ?? null,
          verified_by: work.actor.id,
          verified_at: work.now,
        });
      },
    },
    reject: {
      label: "退回",
      decides: "refuses",
      from: ["pending"],
      to: "rejected",
      by: ["qa", "qa_manager"],
      reason: "required",
      reasonLabel: "退回原因",
      confirm: "退回后供应商可以修改并再次提交。",
    },
    declare_renewal: {
      label: "申报换证中",
      from: ["valid", "expired"],
      to: "renewing",
      by: ["supplier"],
      asks: ["acceptance_slip"],
      guard: slipAttached,
      confirm: "请上传发证机关的受理回执。申报不解除到期带来的限制，拿到新证后请及时上传。",
      done: "已申报换证中",
    },
    remind: {
      label: "催办换证",
      from: ["valid", "renewing", "expired"],
      to: "same",
      by: ["qa", "qa_manager", "buyer", "purchase_manager"],
      reason: "optional",
      reasonLabel: "留言",
      confirm: "供应商的全部账号会收到提醒。",
      done: "已提醒供应商",
    },
    expire: { label: "到期", from: ["valid", "renewing"], to: "expired", by: "system" },
    replace: {
      label: "换证完成",
      from: ["valid", "renewing", "expired"],
      to: "replaced",
      by: "system",
      input: {
        by: reference("supplier-management/supplier-certificate", { label: "换证后证照", required: true }),
      },
      effect: (work) => work.set({ replaced_by: work.input.by ?? null }),
    },
    revoke: {
      label: "作废",
      from: ["valid", "renewing"],
      to: "revoked",
      by: ["qa_manager"],
      tone: "danger",
      reason: "required",
      reasonLabel: "说明",
      input: {
        cause: choice({
          label: "作废原因",
          required: true,
          choices: { revoked: "吊销", cancelled: "注销", forged: "造假", mistaken: "录入错误" },
        }),
      },
      confirm: "作废后证照不再有效，不能恢复；供应商必备资质会因此缺少。原因是造假的，同时登记高风险事件并起草冻结单。",
      effect: (work) => work.set({ revoke_cause: work.input.cause ?? null }),
    },
  },
  related: [
    pointsAt("supplier_id"),
    pointsAt("renews_id", { fact: "valid_to" }),
    pointsAt("replaced_by", { fact: "valid_to" }),
  ],
  views: [
    {
      screen: "supplier-management/supplier-certificate",
      label: "资质证照管理",
      extra: { days_left: text({ label: "剩余天数", system: true }) },
    },
  ],
  access: {
    suppliers: ownSupplier(
      "supplier_id",
      where.any(where.eq("origin", "supplier"), where.not(where.eq("state", "draft"))),
    ),
    suppliersMayWrite: [
      "certificate_type",
      "certificate_name",
      "certificate_no",
      "site_id",
      "issuer",
      "issue_date",
      "is_long_term",
      "valid_to",
      "scope",
      "food_categories",
      "renews_id",
      "files",
      "acceptance_slip",
      "origin",
    ],
    grants: {
      buyer: keep,
      purchase_manager: keep,
      qa: keep,
      qa_manager: keep,
      master_data: "all",
      system_admin: "all",
      supplier_auditor: read,
      planner: read,
      legal: read,
      leader: read,
      supervisor: read,
      supplier: ["add", "edit", "delete", ...read],
    },
  },
});
