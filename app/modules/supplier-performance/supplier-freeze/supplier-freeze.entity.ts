import {
  defineEntity,
  lineSection,
  message,
  ownSupplier,
  pointedAtBy,
  pointsAt,
  section,
  taskReminder,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { GATE_ACTIONS, namesOf } from "~/shared/supplier-gate";
import { supplierFreezeFields, supplierFreezeLines } from "./supplier-freeze.fields";
import {
  countersigned,
  emergencyNotes,
  isEmergency,
  isWhole,
  namesWhatItLifts,
  releasedAfterStart,
  scopesSaySomething,
  stopsSomething,
} from "./supplier-freeze.rules";

const read = ["query", "get", "export"] as const;
const apply = ["add", "edit", "delete", ...read] as const;
/** How long an emergency holds without approval; part of what approval takes, and no parameter (decision 0142). */
export const EMERGENCY_HOURS = 72;
const HOUR_MS = 3_600_000;

/** The planned last day has come; the conditions still have to be confirmed. */
const RELEASE_DUE = where.any(where.past("release_date"), where.soon("release_date", 0));
/** What ends the whole business is decided by a leader. */
const WHOLE = where.any(where.oneOf("freeze_type", ["eliminate", "blacklist"]), where.eq("whole", true));

/** Whom a freeze waits for; money that is held back is the business of finance, too. */
const DECIDERS = {
  roles: ["purchase_manager", "leader"],
  rolesWhen: [{ when: where.eq("on_payment", true), roles: ["finance_lead"] }],
} as const;
const SHORT_READS = ["number", "supplier_id", "actions_text", "supplier_note"] as const;
const short = (shown: (column: (typeof SHORT_READS)[number]) => string) => ({
  number: shown("number"),
  supplier: shown("supplier_id"),
  actions: shown("actions_text") || "全部业务",
  note: shown("supplier_note"),
});
const CHANGES = {
  approve: "已生效",
  emergency: "已生效",
  take_effect: "已生效",
  lift: "已解冻",
  release: "已解冻",
  lapse: "已解冻",
  narrow: "已部分解除",
};

/** What approval takes is fixed here (ruling 49 lets no setting loosen the gate): a manager, and a leader for what is final. */
export const supplierFreeze = defineEntity({
  key: "supplier-performance/supplier-freeze",
  label: "供应商冻结单",
  kind: "document",
  purpose: "按业务和范围冻结、解冻、淘汰供应商或列入黑名单：提交前看到受影响的单据，批准后到生效日自动执行。",
  number: "DJ{YYYYMMDD}-{0001}",
  search: ["number", "supplier_id"],
  fields: supplierFreezeFields,
  lines: supplierFreezeLines,
  compute: {
    actions_text: (freeze) => (freeze.freeze_type === "freeze" ? namesOf(GATE_ACTIONS, "on_", freeze) : ""),
    whole: isWhole,
  },
  rules: [stopsSomething, scopesSaySomething, namesWhatItLifts, releasedAfterStart],
  list: {
    columns: [
      "number",
      "supplier_id",
      "freeze_type",
      "actions_text",
      "count(scopes)",
      "source_type",
      "effective_from",
      "release_date",
      "state",
    ],
    filters: [
      "number",
      "supplier_id",
      "freeze_type",
      "source_type",
      "source_no",
      "scopes.purchase_org_id",
      "scopes.factory_id",
      "effective_from",
      "release_date",
      "state",
    ],
    sort: "-number",
    toggles: {
      release_due_only: {
        label: "待解冻",
        where: where.all(where.eq("state", "effective"), RELEASE_DUE),
      },
    },
    rowActions: ["submit", "approve", "confirm_emergency", "propose_unfreeze", "lift", "cancel"],
    card: ["supplier_id", "freeze_type", "actions_text", "effective_from"],
  },
  form: [
    section("冻结信息", [
      "supplier_id",
      "freeze_type",
      "source_type",
      "source_no",
      "effective_from",
      "release_date",
      "release_freeze_id",
      "reason",
      "supplier_note",
      "attachments",
    ]),
    section("冻结业务", [
      "on_rfq",
      "on_award",
      "on_contract",
      "on_release",
      "on_delivery",
      "on_payment",
      "open_po_policy",
      "alternative",
      "impact_text",
      "impact_at",
    ]),
    lineSection("范围（留空为全部）", "scopes"),
    section("解冻条件与进展", [
      "conditions",
      "corrective_action_id",
      "countersigned_by",
      "approved_by",
      "approved_on",
      "emergency_until",
      "ended_on",
    ]),
  ],
  related: [
    pointsAt("supplier_id", { fact: "stage" }),
    pointsAt("corrective_action_id", { fact: "report_due" }),
    pointsAt("release_freeze_id", { fact: "effective_from" }),
    pointedAtBy("supplier-performance/supplier-freeze", "release_freeze_id", {
      label: "解冻单",
      fact: "effective_from",
    }),
    pointedAtBy("purchase-orders/purchase-order", "held_by_freeze_id", { label: "暂停中的订单", fact: "amount" }),
  ],
  notes: emergencyNotes,
  states: {
    draft: "草稿",
    pending: "待批准",
    scheduled: "待生效",
    effective: "已生效",
    released: "已解冻",
    rejected: "已驳回",
    cancelled: "已取消",
  },
  tones: {
    draft: "draft",
    pending: "waiting",
    scheduled: "waiting",
    effective: "warning",
    released: "done",
    rejected: "refused",
    cancelled: "closed",
  },
  editIn: ["draft", "rejected"],
  deadlines: {
    begins: {
      label: "生效日期",
      at: "effective_from",
      in: ["scheduled"],
      lapse: { transition: "take_effect", begins: true },
    },
    confirmation: { label: "追认期限", at: "emergency_until", in: ["effective"], lapse: "lapse" },
    // A planned last day lifts nothing by itself: somebody says that the conditions are met.
    release: {
      label: "计划解冻日期",
      at: "release_date",
      in: ["effective"],
      where: where.eq("freeze_type", "freeze"),
      reminders: {
        decider: taskReminder({
          label: "确认解冻条件的待办",
          days: [0],
          reads: ["whole"],
          task: {
            title: () => "解冻日期已到，请确认解冻条件",
            role: ({ text: shown }) => (shown("whole") === "是" ? "leader" : "purchase_manager"),
            while: ["effective"],
          },
        }),
      },
    },
  },
  messages: [
    message({
      on: ["submit"],
      scenario: "supplier-freeze.asked",
      to: DECIDERS,
      reads: SHORT_READS,
      values: ({ text: shown }) => short(shown),
    }),
    // Food safety did not wait for approval, so approval must not wait.
    message({
      on: ["emergency"],
      scenario: "supplier-freeze.emergency",
      to: DECIDERS,
      reads: [...SHORT_READS, "emergency_until"],
      values: ({ text: shown }) => ({ ...short(shown), until: shown("emergency_until") }),
    }),
    message({
      on: ["approve", "emergency", "take_effect", "lift", "release", "lapse", "narrow"],
      when: where.all(where.oneOf("state", ["effective", "released"]), where.not(where.eq("freeze_type", "unfreeze"))),
      scenario: "supplier-freeze.changed",
      to: {
        people: ["supplier_id.buyer_id", "supplier_id.sqe_id", "+buyers"],
        suppliers: ["supplier_id"],
        roles: ["purchase_manager"],
        rolesWhen: [{ when: where.eq("on_payment", true), roles: ["finance_lead", "finance"] }],
        readers: "supplier_id",
      },
      reads: SHORT_READS,
      values: ({ text: shown, transition }) => ({ ...short(shown), state: CHANGES[transition] }),
    }),
  ],
  tellsNobody: {
    countersign: "Whoever approves sees on the page that finance has signed, and cannot approve before",
    reject: "The applicant finds it, with the reason, among its own documents, and changes or cancels it",
    confirm_emergency: "The freeze goes on as it was; the task of whoever had to confirm it ends",
    propose_unfreeze: "Whoever asks gets a draft and a task; the approvers hear when it is submitted",
  },
  transitions: {
    submit: {
      label: "提交",
      submits: true,
      from: ["draft", "rejected"],
      to: "pending",
      by: ["buyer", "qa", "qa_manager", "purchase_manager"],
      tone: "primary",
      acknowledge: true,
      reason: "optional",
      confirm: "请先核对本页“影响分析”中的单据；批准后到生效日期自动执行。",
      done: "已提交批准",
      internal: true,
    },
    emergency: {
      label: "紧急冻结",
      submits: true,
      from: ["draft"],
      to: "effective",
      by: ["qa_manager"],
      tone: "danger",
      reason: "required",
      guard: isEmergency,
      confirm: `立即生效，${EMERGENCY_HOURS}小时内须经批准追认，否则自动失效。`,
      done: "已紧急冻结",
      internal: true,
      effect: (work) =>
        work.set({
          approved_on: work.today,
          emergency_until: new Date(Date.parse(work.now) + EMERGENCY_HOURS * HOUR_MS).toISOString(),
        }),
    },
    countersign: {
      label: "财务会签",
      decides: "accepts",
      from: ["pending", "effective"],
      to: "same",
      by: ["finance_lead", "finance"],
      offered: {
        when: (freeze) =>
          freeze.on_payment &&
          freeze.countersigned_by === null &&
          (freeze.state === "pending" || freeze.emergency_until !== null),
        rows: where.all(
          where.eq("on_payment", true),
          where.empty("countersigned_by"),
          where.any(where.eq("state", "pending"), where.set("emergency_until")),
        ),
        otherwise: "这张冻结单不需要财务会签，或已经会签",
      },
      confirm: "会签表示财务同意冻结该供应商的付款。",
      done: "已会签",
      internal: true,
      effect: (work) => work.set({ countersigned_by: work.actor.id }),
    },
    approve: {
      label: "批准",
      decides: "accepts",
      from: ["pending"],
      to: "scheduled",
      by: ["purchase_manager", "leader"],
      tone: "primary",
      notByRefusal: "自己申请的由别人批准",
      needs: {
        final: { when: WHOLE, by: ["leader"] },
      },
      guard: countersigned,
      settles: [{ to: "effective", when: (freeze) => freeze.effective_from <= (freeze.approved_on ?? "") }],
      confirm: "到生效日期后自动执行：供应商状态随之变化，供应商会收到通知。",
      done: "已批准",
      internal: true,
      effect: (work) => work.set({ approved_on: work.today, approved_by: work.actor.id }),
    },
    reject: {
      label: "驳回",
      decides: "refuses",
      from: ["pending"],
      to: "rejected",
      by: ["purchase_manager", "leader"],
      reason: "required",
      confirm: "驳回后由申请人修改或取消。",
    },
    take_effect: { label: "生效", from: ["scheduled"], to: "effective", by: "system" },
    confirm_emergency: {
      label: "追认",
      decides: "accepts",
      from: ["effective"],
      to: "same",
      by: ["purchase_manager", "leader"],
      tone: "primary",
      notByRefusal: "自己紧急冻结的由别人追认",
      offered: {
        when: (freeze) => freeze.emergency_until !== null,
        rows: where.set("emergency_until"),
        otherwise: "没有等待追认的紧急冻结",
      },
      needs: { final: { when: WHOLE, by: ["leader"] } },
      guard: countersigned,
      confirm: "追认后冻结继续有效，直至解冻。",
      done: "已追认",
      internal: true,
      effect: (work) => work.set({ emergency_until: null, approved_by: work.actor.id }),
    },
    propose_unfreeze: {
      label: "申请解冻",
      submits: true,
      from: ["effective"],
      to: "same",
      by: ["buyer", "qa", "qa_manager", "purchase_manager"],
      offered: {
        when: (freeze) => freeze.freeze_type === "freeze",
        rows: where.eq("freeze_type", "freeze"),
        otherwise: "只有冻结可以申请解冻",
      },
      reason: "required",
      reasonLabel: "解冻理由",
      confirm: "生成一张解冻单草稿，列出这张冻结单的全部范围；删去仍要冻结的范围，再提交批准。",
      done: "解冻单草稿已生成，见下方关联的解冻单",
      internal: true,
    },
    lift: {
      label: "解冻",
      decides: "accepts",
      from: ["effective"],
      to: "released",
      by: ["purchase_manager", "leader"],
      needs: { final: { when: WHOLE, by: ["leader"] } },
      todo: "确认解冻条件",
      offered: {
        when: (freeze, { today }) =>
          freeze.freeze_type === "freeze" && freeze.release_date !== null && freeze.release_date <= today,
        rows: where.all(where.eq("freeze_type", "freeze"), RELEASE_DUE),
        otherwise: "没有到计划解冻日期的，请另建解冻单",
      },
      reason: "required",
      reasonLabel: "解冻条件的确认",
      confirm: "确认解冻条件已经满足，供应商随即恢复业务。",
      done: "已解冻",
      internal: true,
      effect: (work) => work.set({ ended_on: work.today }),
    },
    release: {
      label: "被解冻",
      from: ["effective"],
      to: "released",
      by: "system",
      effect: (work) => work.set({ ended_on: work.today }),
    },
    /** An unfreezing that names some of the scopes leaves the others frozen. */
    narrow: {
      label: "部分解冻",
      from: ["effective"],
      to: "same",
      by: "system",
      reason: "optional",
      input: { lifted: text({ label: "解除的范围", required: true, maxLength: 2000 }) },
      effect: (work) => {
        for (const id of String(work.input.lifted).split(",")) work.drop("scopes", id);
      },
    },
    lapse: {
      label: "紧急冻结失效",
      from: ["effective"],
      to: "released",
      by: "system",
      effect: (work) => work.set({ ended_on: work.today }),
    },
    cancel: {
      label: "取消",
      from: ["draft", "rejected", "scheduled"],
      to: "cancelled",
      by: ["buyer", "qa", "purchase_manager"],
      tone: "danger",
      reason: "required",
      confirm: "取消后单据作废，不能恢复。",
    },
  },
  access: {
    suppliers: ownSupplier("supplier_id", where.oneOf("state", ["effective", "released"])),
    suppliersMayWrite: [],
    grants: {
      buyer: apply,
      qa: apply,
      qa_manager: apply,
      purchase_manager: apply,
      leader: read,
      finance: read,
      finance_lead: read,
      supervisor: read,
      supplier_auditor: read,
      system_admin: read,
      supplier: read,
    },
  },
});
