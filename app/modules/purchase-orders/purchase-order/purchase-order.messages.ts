import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
const BUYER = { people: ["buyer_id"], elsePeople: ["created_by"] } as const;
const ORDER = ["number", "supplier_id", "confirm_deadline"] as const;

type Read = { text(column: (typeof ORDER)[number]): string };

/** How suppliers hear of an order they have to answer. */
const toAnswer = ({ text }: Read) => ({ number: text("number"), deadline: text("confirm_deadline") });
/** How we speak of an order among ourselves. */
const ofSupplier = ({ text }: Read) => ({ number: text("number"), supplier: text("supplier_id") });

/** A reason that was given, as the end of a sentence. */
const because = (reason: string) => (reason === "" ? "" : `原因：${reason}`);

/** What becomes of an order, by transition, and what it means to the supplier. */
const PROGRESS = {
  confirm_for_supplier: { state: "已由采购员代您确认", note: "请核对订单的数量和交期，有出入的请立即提出变更。" },
  hold: { state: "已暂停", note: "恢复之前请勿发货，也不能确认。" },
  resume: { state: "已恢复", note: "请按订单继续执行。" },
  close_lines: { state: "有行已关闭", note: "关闭的行不再交货，其余的行照常。" },
  close: { state: "已关闭", note: "未交的数量不再交货。" },
  complete: { state: "已完成", note: "不再交货，余量不再需要。" },
  follow_receipts: { state: "已完成", note: "各行都已收足或关闭，不再交货。" },
  reopen: { state: "已重新打开", note: "请按订单继续执行；还没有确认的行须由您确认。" },
  cancel: { state: "已取消", note: "订单作废，请勿发货。" },
} as const;

/** Reasons of these stand among ourselves: they say why a warning was passed. */
const INTERNAL_REASONS: readonly string[] = ["confirm_for_supplier", "resume", "follow_receipts"];

const toldOf = (facts: Read & { transition: keyof typeof PROGRESS; reason: string }) => ({
  number: facts.text("number"),
  ...PROGRESS[facts.transition],
  reason: INTERNAL_REASONS.includes(facts.transition) ? "" : because(facts.reason),
});

const progress = { scenario: "order.progress", to: SUPPLIER, reads: ORDER, values: toldOf } as const;

const proposed = { scenario: "order.proposed", to: BUYER, reads: ORDER } as const;

export const orderMessages = [
  message({
    on: ["release"],
    scenario: "order.released",
    asks: "confirm",
    to: SUPPLIER,
    reads: [...ORDER, "amount"],
    values: (facts) => ({ ...toAnswer(facts), amount: facts.text("amount") }),
  }),
  message({
    on: ["confirm", "confirm_lines"],
    scenario: "order.confirmed",
    to: BUYER,
    reads: [...ORDER, "state"],
    values: (facts) => ({
      ...ofSupplier(facts),
      extent: facts.value("state") === "confirmed" ? "全部确认" : "部分确认",
    }),
  }),
  message({ on: ["confirm_for_supplier", "hold", "resume", "close_lines", "complete", "reopen"], ...progress }),
  // Of a proposal that ends with the order the supplier hears in one message with it.
  message({ on: ["close"], from: ["released", "confirmed", "on_hold"], ...progress }),
  message({
    on: ["close"],
    from: ["negotiating"],
    scenario: "order.proposal-ended",
    to: SUPPLIER,
    reads: ORDER,
    values: ({ text, reason }) => ({ number: text("number"), reply: `订单已关闭：${reason}` }),
  }),
  message({ on: ["cancel"], when: where.set("released_at"), ...progress }),
  message({
    on: ["follow_receipts"],
    from: ["released", "negotiating", "confirmed", "on_hold"],
    when: where.eq("state", "completed"),
    ...progress,
  }),
  message({
    on: ["follow_receipts"],
    from: ["released", "negotiating", "confirmed", "on_hold"],
    when: where.eq("state", "completed"),
    scenario: "order.completed",
    to: BUYER,
    reads: ORDER,
    values: ofSupplier,
  }),
  message({
    on: ["remind"],
    scenario: "order.confirm-due",
    asks: "confirm",
    to: SUPPLIER,
    reads: ORDER,
    values: toAnswer,
  }),
  message({
    on: ["propose"],
    asks: "accept_change",
    ...proposed,
    values: (facts) => ({ ...ofSupplier(facts), what: "提出变更，等待您答复", reason: because(facts.reason) }),
  }),
  message({
    on: ["withdraw_change"],
    ...proposed,
    values: (facts) => ({ ...ofSupplier(facts), what: "撤回了变更提议", reason: because(facts.reason) }),
  }),
  message({
    on: ["accept_change", "refuse_change"],
    scenario: "order.answered",
    to: SUPPLIER,
    reads: ORDER,
    values: ({ text, transition, reason }) => ({
      number: text("number"),
      ...(transition === "accept_change"
        ? { result: "已接受", note: "订单已按您提出的内容生效，视为您已确认。" }
        : { result: "被拒绝", note: `订单按原内容继续；还没有确认的，仍须您确认。${because(reason)}` }),
    }),
  }),
  message({
    on: ["change"],
    when: where.eq("change_waits", false),
    scenario: "order.changed",
    asks: "confirm",
    to: SUPPLIER,
    reads: ORDER,
    values: (facts) => ({ ...toAnswer(facts), reason: facts.reason }),
  }),
  message({
    on: ["change"],
    when: where.eq("change_waits", true),
    scenario: "order.change-waits",
    asks: "apply_change",
    to: { roles: ["purchase_manager"] },
    reads: ORDER,
    values: (facts) => ({ ...ofSupplier(facts), reason: facts.reason }),
  }),
  message({
    on: ["apply_change"],
    scenario: "order.changed",
    asks: "confirm",
    to: SUPPLIER,
    reads: ORDER,
    // Why the manager agreed is our own business.
    values: (facts) => ({ ...toAnswer(facts), reason: "见订单的变更记录" }),
  }),
  message({
    on: ["apply_change", "drop_change"],
    scenario: "order.change-decided",
    to: BUYER,
    reads: ORDER,
    values: ({ text, transition, reason }) => ({
      number: text("number"),
      result: transition === "apply_change" ? "已批准，立即生效" : `已撤销，${because(reason)}`,
    }),
  }),
];

const RUNNING = ["released", "negotiating", "confirmed"] as const;

const late = {
  scenario: "order.confirm-overdue",
  reads: ORDER,
  values: (facts: Read & { late: number }) => ({
    ...ofSupplier(facts),
    deadline: facts.text("confirm_deadline"),
    days: String(facts.late),
  }),
} as const;

/** What of an order is due when. */
export const orderDeadlines = {
  confirm: {
    label: "供应商确认时限",
    at: "confirm_deadline",
    in: ["released"],
    reminders: {
      supplier: reminder({
        label: "催供应商确认",
        days: [-1, 0],
        until: 0,
        scenario: "order.confirm-due",
        asks: "confirm",
        to: SUPPLIER,
        reads: ORDER,
        values: toAnswer,
      }),
      late: reminder({ ...late, label: "超时未确认", days: [1, 3], every: 7, to: { ...SUPPLIER, ...BUYER } }),
      manager: reminder({ ...late, label: "超时未确认上报", days: [3], every: 7, to: { roles: ["purchase_manager"] } }),
    },
  },
  /** Confirmed deliveries stand in lines; those of one order and day are said together. */
  delivery: {
    label: "确认的交期",
    rows: { from: "确认交期", columns: { lines: "订单行" } },
    in: RUNNING,
    reminders: {
      supplier: reminder({
        label: "交货提醒",
        days: [-3],
        until: 0,
        scenario: "order.delivery-due",
        to: SUPPLIER,
        reads: ["number", "+lines"],
        values: ({ text, day, left }) => ({ number: text("number"), day, left, lines: text("+lines") }),
      }),
    },
  },
} as const;
