import {
  choice,
  computed,
  date,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  percent,
  person,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import {
  fallbackDiffers,
  fineTermsComplete,
  notTiedToThirdParty,
  parametersOf,
  parametersWhole,
  reviewedOf,
} from "./standard-clause.rules";

const read = ["query", "get", "export"] as const;

/** What a review is about: it is kept by version, and comes back when a revision is given up. */
const reviewed = {
  body: longText({ label: "条款正文", required: true, help: "由使用人填写的内容写成参数，如{{付款天数}}" }),
  fallback: longText({ label: "可接受的让步文本", help: "谈判时最多让步到这里；不能让步的留空" }),
  risk_level: choice({
    label: "偏离风险",
    required: true,
    dictionary: "risk_level",
    help: "超出让步文本的改动有多大风险",
  }),
  risk_note: text({ label: "风险提示", maxLength: 200, help: "仅公司内部可见" }),
  for_fines: yesNo({ label: "供扣款引用", help: "扣款按本条款的费率和上限计算" }),
  fine_rate: percent({ label: "违约金费率（日）", positive: true, max: "100", help: "每天占所涉金额的比例" }),
  fine_cap: percent({ label: "违约金上限", positive: true, max: "100", help: "占所涉金额的比例" }),
};

/** Legal's library of wordings. What was in force stays readable by version; a clause under revision is not in force. */
export const standardClause = defineEntity({
  key: "base-data/standard-clause",
  label: "标准条款",
  kind: "document",
  purpose: "法务审定的合同条款库：起草合同和询价要求时从这里取用，谈判时知道可以让步到哪里、偏离有多大风险。",
  number: "BZTK-{category}-{001}",
  title: ["number", "title"],
  search: ["number", "title", "body"],
  imports: true,
  fields: {
    title: text({ label: "条款名称", required: true, maxLength: 60, unique: "条款名称已存在", help: "生效后不能更改" }),
    category: choice({
      label: "条款类别",
      required: true,
      dictionary: "clause_kind",
      help: "写入编号，保存后不能更改",
    }),
    ...reviewed,
    parameters: computed(text({ label: "参数", maxLength: 1000 })),
    clause_version: integer({ label: "生效版本", required: true, system: true, initial: 0 }),
    submitted_by: person({ label: "提交人", system: true }),
    effective_on: date({ label: "生效日期", system: true }),
  },
  lines: {
    revisions: lines({
      label: "历次生效文本",
      system: true,
      counter: "版",
      fields: {
        revision: integer({ label: "版本", required: true }),
        ...reviewed,
        approved_by: text({ label: "审核人", required: true }),
        approved_on: date({ label: "生效日期", required: true }),
      },
    }),
  },
  compute: { parameters: parametersOf },
  rules: [parametersWhole, notTiedToThirdParty, fallbackDiffers, fineTermsComplete],
  list: {
    columns: ["number", "title", "category", "risk_level", "clause_version", "state", "updated_at"],
    filters: ["number", "title", "category", "risk_level", "body", "for_fines", "state"],
    sort: "number",
    toggles: {
      concession_only: { label: "可让步", where: where.set("fallback") },
      fines_only: { label: "供扣款引用", where: where.eq("for_fines", true) },
    },
    batch: ["submit", "disable"],
    rowActions: ["submit", "approve", "revise"],
    card: ["title", "category", "risk_level"],
  },
  form: [
    section("条款正文", ["title", "category", "body", "parameters"]),
    section("让步与风险", ["fallback", "risk_level", "risk_note"]),
    section("违约金", ["for_fines", "fine_rate", "fine_cap"], where.eq("category", "breach")),
    section("审核", ["clause_version", "effective_on", "submitted_by"]),
    lineSection("历次生效文本", "revisions", [
      "revision",
      "body",
      "fallback",
      "risk_level",
      "fine_rate",
      "fine_cap",
      "approved_by",
      "approved_on",
    ]),
  ],
  states: { draft: "草稿", reviewing: "审核中", active: "生效", revising: "修订中", disabled: "已停用" },
  tones: { draft: "draft", reviewing: "waiting", active: "done", revising: "warning", disabled: "closed" },
  editIn: ["draft", "revising"],
  removableWhen: { where: where.eq("state", "draft"), otherwise: "只有草稿可以删除，生效过的条款请停用" },
  tellsNobody: {
    submit: "A handful of lawyers look after all clauses; what waits stands in their list",
    approve: "A handful of lawyers look after all clauses; what is in force stands in their list",
    reject: "A handful of lawyers look after all clauses; the reason stands in the record",
  },
  transitions: {
    submit: {
      label: "提交审核",
      submits: true,
      from: ["draft", "revising"],
      to: "reviewing",
      by: ["legal", "system_admin"],
      tone: "primary",
      confirm: "由另一位法务审核，审核期间不能修改。",
      effect: (work) => work.set({ submitted_by: work.actor.id }),
    },
    approve: {
      label: "审核通过",
      decides: "accepts",
      from: ["reviewing"],
      to: "active",
      by: ["legal", "system_admin"],
      tone: "primary",
      notBy: ["submitted_by"],
      notByRefusal: "自己提交的条款由别人审核",
      confirm: "审核通过后立即生效，成为下一个版本。",
      done: "已生效",
      effect: ({ record, actor, today, set, append }) => {
        const revision = record.clause_version + 1;
        set({ clause_version: revision, effective_on: today });
        append("revisions", { revision, ...reviewedOf(record), approved_by: actor.name, approved_on: today });
      },
    },
    reject: {
      label: "退回",
      decides: "refuses",
      from: ["reviewing"],
      to: "previous",
      by: ["legal", "system_admin"],
      reason: "required",
    },
    revise: {
      label: "修订",
      from: ["active"],
      to: "revising",
      by: ["legal", "system_admin"],
      reason: "required",
      confirm: "修订期间条款不能选用，审核通过后成为下一个版本。",
      done: "可以修改了",
    },
    keep: {
      label: "放弃修订",
      from: ["revising"],
      to: "active",
      by: ["legal", "system_admin"],
      confirm: "恢复为最近一次生效的内容，修订的内容作废。",
      done: "已恢复生效内容",
      effect: ({ record, set }) => {
        const last = record.revisions.find(({ revision }) => revision === record.clause_version);
        if (last) set({ ...reviewedOf(last) });
      },
    },
    disable: {
      label: "停用",
      from: ["active"],
      to: "disabled",
      by: ["legal", "system_admin"],
      tone: "danger",
      reason: "required",
      confirm: "停用后不能再选用，已经签订的合同不受影响。",
    },
    enable: {
      label: "恢复使用",
      decides: { not: "Goes back to what was approved" },
      from: ["disabled"],
      to: "active",
      by: ["legal", "system_admin"],
      reason: "optional",
      confirm: "按最近一次生效的文本恢复使用。",
    },
  },
  access: {
    suppliers: noSupplier,
    grants: {
      legal: ["add", "delete", "edit", "import", ...read],
      system_admin: "all",
      buyer: read,
      purchase_manager: read,
      finance: read,
      qa_manager: read,
      supervisor: read,
      leader: read,
    },
  },
});
