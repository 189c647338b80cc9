import {
  choice,
  computed,
  date,
  defineEntity,
  message,
  noSupplier,
  percent,
  pointsAt,
  price,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { changeRate, isCorrected, rateText, STANDINGS } from "./market-price.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "delete", "import", ...READ] as const;
const waiting = where.eq("standing", "waiting");
const NAMED = ["index_id", "price_date", "value", "change_rate"] as const;

interface Read {
  text(column: (typeof NAMED)[number]): string;
  value(column: (typeof NAMED)[number]): string;
}
const named = ({ text: shown, value }: Read) => ({
  item: shown("index_id"),
  day: shown("price_date"),
  price: shown("value"),
  rate: value("change_rate") === "" ? "" : rateText(value("change_rate")),
});

/** Values of the series of `market-index`. Nothing is edited: a value is corrected with a reason, and one that jumps waits for somebody else (decision 0168). */
export const marketPrice = defineEntity({
  key: "purchase-management/market-price",
  label: "行情价格",
  kind: "register",
  purpose: "各行情指数每一天的价格，手工登记或从文件导入；与上期相差较大的由采购经理确认后才作为参考。",
  title: ["index_id", "price_date"],
  search: ["index_id"],
  imports: true,
  fields: {
    index_id: reference("purchase-management/market-index", { label: "行情指数", required: true }),
    price_date: date({ label: "价格日期", required: true, initial: "today", notInFuture: true }),
    value: price({ label: "价格", required: true, positive: true, help: "按指数的单位和币种" }),
    previous_value: price({ label: "上期价格", system: true }),
    change_rate: computed(percent({ label: "环比" })),
    standing: choice({
      label: "是否有效",
      required: true,
      system: true,
      initial: "valid",
      choices: STANDINGS,
      tones: { valid: "done", waiting: "waiting", refused: "refused" },
    }),
    remark: text({ label: "说明", maxLength: 200 }),
  },
  compute: { change_rate: changeRate },
  unique: [{ columns: ["index_id", "price_date"], complaint: "该日期价格已存在" }],
  list: {
    columns: [
      "index_id",
      "price_date",
      "value",
      "+measure",
      "previous_value",
      "change_rate",
      "+region",
      "standing",
      "created_by",
    ],
    filters: [
      "index_id",
      "index_id.price_kind",
      "index_id.material_id",
      "index_id.material_type_id",
      "price_date",
      "change_rate",
      "standing",
    ],
    sort: "-price_date",
    toggles: { waiting_only: { label: "待确认", where: waiting } },
    batch: ["confirm"],
    rowActions: ["confirm", "refuse", "correct"],
    card: ["price_date", "value", "+measure", "change_rate", "standing"],
  },
  form: [
    section("行情价格", ["index_id", "price_date", "value", "previous_value", "change_rate", "standing", "remark"]),
  ],
  related: [pointsAt("index_id", { fact: "price_kind" })],
  removableWhen: { where: where.not(where.eq("standing", "valid")), otherwise: "有效的价格不能删除，请更正或先退回" },
  copy: { leaveOut: ["price_date"] },
  messages: [
    message({
      on: ["confirm"],
      scenario: "market.jumped",
      to: { people: ["index_id.buyer_id"], elseRoles: ["buyer"] },
      reads: NAMED,
      values: named,
    }),
    message({
      on: ["refuse"],
      scenario: "market.refused",
      to: { people: ["created_by"], elseRoles: ["buyer"] },
      reads: NAMED,
      values: (facts) => ({ ...named(facts), reason: facts.reason }),
    }),
  ],
  transitions: {
    confirm: {
      label: "确认",
      from: [],
      to: "same",
      by: ["purchase_manager"],
      tone: "primary",
      decides: "accepts",
      offered: { when: ({ standing }) => standing === "waiting", rows: waiting, otherwise: "这个价格不需要确认" },
      todo: "确认行情价格",
      confirm: "确认数据无误后，这个价格作为参考，并通知关注的采购员。",
      done: "已确认",
      effect: (work) => work.set({ standing: "valid" }),
    },
    refuse: {
      label: "退回",
      from: [],
      to: "same",
      by: ["purchase_manager"],
      tone: "danger",
      decides: "refuses",
      // What counts already is taken back by it as well; nobody waits for that.
      offered: { when: ({ standing }) => standing !== "refused", rows: waiting, otherwise: "这个价格已经退回" },
      reason: "required",
      confirm: "退回后不作为参考，登记人可以更正或删除；已经引用的单据不变。",
      done: "已退回",
      effect: (work) => work.set({ standing: "refused" }),
    },
    correct: {
      label: "更正",
      from: [],
      to: "same",
      by: ["buyer", "purchase_manager"],
      // What counts already is corrected by whoever confirms.
      needs: { valid: { when: where.eq("standing", "valid"), by: ["purchase_manager"] } },
      asks: ["value"],
      guard: isCorrected,
      reason: "required",
      reasonLabel: "更正原因",
      confirm: "原来的价格留在历史中；更正后与上期相差较大的须另一人确认。已经引用的单据不变。",
      done: "已更正",
    },
    restate: {
      label: "上期价格变动",
      from: [],
      to: "same",
      by: "system",
      input: { previous_value: price({ label: "上期价格" }) },
      effect: (work) => work.set({ previous_value: work.input.previous_value ?? null }),
    },
  },
  access: { suppliers: noSupplier, grants: {} },
  views: [
    {
      screen: "purchase-management/market-price",
      label: "行情价格",
      extra: {
        measure: text({ label: "计价单位", system: true }),
        region: text({ label: "产地/地区", system: true }),
      },
      grants: {
        buyer: WRITE,
        purchase_manager: WRITE,
        leader: READ,
        planner: READ,
        finance: READ,
        finance_lead: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
