import { choice, date, defineEntity, message, ownSupplier, pointsAt, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";
import { INSPECTION_MODES, SUSPENSIONS, sourceDataFields, TIERS, YES_NO } from "./source-data.fields";
import { sourceDataForm, sourceDataList, sourceDataViews } from "./source-data.layout";
import {
  endsAfterStart,
  endsLater,
  NOTIFIED_BEFORE_DAYS,
  somethingProposed,
  trialIsLimited,
} from "./source-data.rules";

const WAITS = "有待批准的变更，请先批准或撤销";
const IN_FORCE = ["trial", "active", "suspended"] as const;
/** What a change of an approved source leaves behind when it is decided on. */
const NO_PROPOSAL = {
  proposed_on: null,
  proposed_tier: null,
  proposed_fixed: null,
  proposed_mode: null,
  proposed_to: null,
  proposed_why: null,
};

/** The approved source list (ruling 51); who may deliver what to which factory. Shares and prices have homes of their own. */
export const sourceData = defineEntity({
  key: "base-data/source-data",
  label: "货源",
  kind: "document",
  purpose: "批准的供货关系：哪家供应商可以向哪个工厂供应哪种物料，从何时到何时；询价邀请和订单下达按它检查。",
  imports: true,
  number: "GH{YYYYMMDD}-{0001}",
  search: ["number", "supplier_id", "material_id", "supplier_material_code"],
  fields: sourceDataFields,
  rules: [endsAfterStart],
  list: sourceDataList,
  form: sourceDataForm,
  related: [
    pointsAt("supplier_id", { fact: "stage" }),
    pointsAt("material_id", { fact: "material_status" }),
    pointsAt("sample_id", { fact: "decided_on" }),
  ],
  states: { pending: "待批准", trial: "试用", active: "有效", suspended: "暂停", ended: "已终止" },
  tones: { pending: "waiting", trial: "running", active: "done", suspended: "warning", ended: "closed" },
  editIn: ["pending", "trial", "active", "suspended"],
  openAfterApproval: {
    fields: ["supplier_material_code", "origin_place", "moq", "pack_qty", "remark"],
    why: "Terms of delivery follow the trade from order to order; no check goes by them",
  },
  copy: {
    leaveOut: [
      ...Object.keys(NO_PROPOSAL),
      "source_no",
      "ended_on",
      "sample_id",
      "block_cause",
      "block_reason",
      "suspended_on",
    ],
  },
  removableWhen: { where: where.eq("state", "pending"), otherwise: "已批准的货源不能删除，请终止" },
  deadlines: {
    ends: {
      label: "失效日期",
      at: "effective_to",
      in: IN_FORCE,
      lapse: "lapse",
      reminders: {
        buyer: reminder({
          label: "提醒采购员",
          days: [-NOTIFIED_BEFORE_DAYS],
          scenario: "source.ending",
          to: { people: ["supplier_id.buyer_id"], elseRoles: ["purchase_manager"] },
          together: "/base-data/source-data?expiring_only=1",
          reads: [],
          values: ({ count, day }) => ({ count: String(count), first: day }),
        }),
      },
    },
  },
  messages: [
    message({
      on: ["approve", "admit", "admit_trial", "open_trial", "to_active", "suspend", "resume", "end", "lapse"],
      scenario: "source.changed",
      to: { suppliers: ["supplier_id"] },
      reads: ["number", "material_id", "state"],
      values: ({ text: shown }) => ({ number: shown("number"), material: shown("material_id"), state: shown("state") }),
    }),
  ],
  tellsNobody: {
    propose_terms: "Managers find what waits for them by 待批准变更; the supplier has no part in it",
    accept_terms: "What changed is our side of the relation; whoever proposed it reads it in the record",
    extend: "Managers find what waits for them by 待批准变更; nothing holds before they agree",
  },
  transitions: {
    approve: {
      label: "批准",
      decides: "accepts",
      from: ["pending"],
      to: "active",
      by: ["purchase_manager"],
      tone: "primary",
      notByRefusal: "自己登记的货源由别人批准",
      confirm: "批准后从生效日期起可以向该供应商询价和下达订单，供应商可以看到这条货源。",
      done: "已生效",
    },
    admit: { label: "准入生效", from: ["pending"], to: "active", by: "system" },
    admit_trial: { label: "小批试用生效", from: ["pending"], to: "trial", by: "system" },
    open_trial: {
      label: "试用开通",
      decides: "accepts",
      from: ["pending"],
      to: "trial",
      by: ["purchase_manager"],
      notByRefusal: "自己登记的货源由别人批准",
      asks: ["trial_qty", "trial_month_qty"],
      guard: (source, input) =>
        trialIsLimited({ trial_qty: typeof input.trial_qty === "string" ? input.trial_qty : source.trial_qty }),
      confirm: "试用期间累计下单不能超过试用限量。",
      done: "已开通试用",
    },
    to_active: {
      label: "转有效",
      decides: "accepts",
      from: ["trial"],
      to: "active",
      by: ["purchase_manager"],
      tone: "primary",
      confirm: "转有效后成为正式货源，不再受试用限量约束。",
      done: "已转为有效",
    },
    suspend: {
      label: "暂停",
      content: false,
      from: ["trial", "active"],
      to: "suspended",
      by: ["buyer", "qa", "purchase_manager"],
      tone: "danger",
      reason: "required",
      acknowledge: true,
      input: {
        cause: choice({
          label: "暂停类别",
          choices: SUSPENSIONS,
          help: "因质量原因暂停的，该物料的整改全部关闭后才能恢复",
        }),
      },
      confirm: "暂停后不能再按这条货源下达订单，已下达的订单不受影响。独家供应的物料请在原因中说明替代方案。",
      effect: (work) =>
        work.set({
          block_cause: work.input.cause ?? "other",
          block_reason: work.reason,
          suspended_on: work.today,
        }),
    },
    resume: {
      label: "恢复",
      decides: "accepts",
      from: ["suspended"],
      to: "previous",
      by: ["purchase_manager"],
      tone: "primary",
      reason: "required",
      confirm: "恢复后可以再次按这条货源下达订单。",
      effect: (work) => work.set({ block_cause: null, block_reason: null, suspended_on: null }),
    },
    propose_terms: {
      label: "变更条件",
      submits: true,
      from: IN_FORCE,
      to: "same",
      by: ["buyer", "purchase_manager"],
      reason: "required",
      reasonLabel: "变更原因",
      input: {
        tier: choice({ label: "供应定位改为", choices: TIERS }),
        fixed: choice({ label: "固定货源改为", choices: YES_NO, help: "同一物料、工厂在同一期间只能有一个" }),
        mode: choice({ label: "检验方式改为", choices: INSPECTION_MODES }),
        until: date({ label: "失效日期改为", help: "当天仍有效" }),
      },
      offered: { when: ({ proposed_on }) => proposed_on === null, rows: where.empty("proposed_on"), otherwise: WAITS },
      guard: (source, input, _lines, { today }) => somethingProposed(source, input, today),
      confirm: "留空的不变。由提出人和登记人以外的采购经理批准后生效，批准之前按原来的条件执行。",
      done: "变更已提交批准",
      effect: (work) => {
        const { tier = null, fixed = null, mode = null, until = null } = work.input;
        work.set({
          ...{ proposed_on: work.today, proposed_why: work.reason, proposed_tier: tier },
          ...{ proposed_fixed: fixed, proposed_mode: mode, proposed_to: until },
        });
      },
      internal: true,
    },
    accept_terms: {
      label: "批准变更",
      decides: "accepts",
      from: IN_FORCE,
      to: "same",
      by: ["purchase_manager"],
      tone: "primary",
      notByRefusal: "自己登记的货源、自己提出的变更由别人批准",
      offered: {
        when: ({ proposed_on }) => proposed_on !== null,
        rows: where.set("proposed_on"),
        otherwise: "没有待批准的变更",
      },
      confirm: "批准后立即按新的条件执行。",
      done: "变更已生效",
      effect: (work) => {
        const { tier, fixed, inspection_mode, effective_to, ...source } = work.record;
        work.set({
          tier: source.proposed_tier ?? tier,
          fixed: source.proposed_fixed === null ? fixed : source.proposed_fixed === "yes",
          inspection_mode: source.proposed_mode ?? inspection_mode,
          effective_to: source.proposed_to ?? effective_to,
          ...NO_PROPOSAL,
        });
      },
    },
    drop_terms: {
      label: "撤销变更",
      decides: { not: "Takes a proposal back; what is in force stays" },
      from: IN_FORCE,
      to: "same",
      by: ["buyer", "purchase_manager"],
      reason: "required",
      offered: {
        when: ({ proposed_on }) => proposed_on !== null,
        rows: where.set("proposed_on"),
        otherwise: "没有待批准的变更",
      },
      confirm: "撤销后按原来的条件执行，需要时可以重新提出。",
      done: "变更已撤销",
      internal: true,
      effect: (work) => work.set(NO_PROPOSAL),
    },
    extend: {
      label: "延期",
      submits: true,
      from: ["trial", "active", "suspended"],
      to: "same",
      by: ["buyer", "purchase_manager"],
      reason: "optional",
      input: { effective_to: date({ label: "新的失效日期", required: true }) },
      offered: {
        when: ({ effective_to, proposed_on }) => effective_to !== null && proposed_on === null,
        rows: where.all(where.set("effective_to"), where.empty("proposed_on")),
        otherwise: "这条货源长期有效，或有待批准的变更，不能延期",
      },
      guard: (source, input, _lines, { today }) =>
        endsLater({ effective_to: source.effective_to, until: String(input.effective_to), today }),
      confirm: "由提出人和登记人以外的采购经理批准后，货源有效到新的失效日期，当天仍有效；供货关系的其他内容不变。",
      done: "延期已提交批准",
      effect: (work) =>
        work.set({
          proposed_on: work.today,
          proposed_to: String(work.input.effective_to),
          proposed_why: work.reason ?? "延期",
        }),
    },
    end: {
      label: "终止",
      from: ["trial", "active", "suspended"],
      to: "ended",
      by: ["purchase_manager"],
      tone: "danger",
      reason: "required",
      confirm: "终止后不能恢复；需要时另行登记货源。",
      effect: (work) => work.set({ ended_on: work.today }),
    },
    lapse: {
      label: "到期终止",
      from: ["trial", "active", "suspended"],
      to: "ended",
      by: "system",
      effect: (work) => work.set({ ended_on: work.today }),
    },
  },
  access: {
    suppliers: ownSupplier("supplier_id", where.oneOf("state", ["trial", "active", "suspended", "ended"])),
    staff: { factory: "factory_id" },
    suppliersMayWrite: [],
    grants: {},
  },
  views: sourceDataViews,
});
