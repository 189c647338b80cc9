import {
  choice,
  complain,
  computed,
  date,
  dateTime,
  defineEntity,
  integer,
  longText,
  noSupplier,
  number,
  ok,
  percent,
  person,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { indicatorDeadlines } from "./key-indicator.messages";
import { daysOfMonth, INDICATOR_NAMES, type IndicatorCode, LIGHTS, MONTH, redIsExplained } from "./key-indicator.rules";

const READ = ["query", "get", "export"] as const;
const KEEP = ["add", "edit", "delete", "import", ...READ] as const;
const MAKERS = ["purchase_manager"] as const;

/** A target of a month with what came of it (decision 0181). */
export const keyIndicator = defineEntity({
  key: "purchase-management/key-indicator",
  label: "关键指标",
  kind: "document",
  purpose: "采购每月的目标与实际：实际值每晚从采购记录计算，不能填写；未达标的说明原因，关账后不再变。",
  number: "ZB{YYYYMM}-{0001}",
  title: ["name"],
  search: ["number", "purchase_group_id"],
  imports: true,
  fields: {
    name: computed(text({ label: "指标月份" })),
    indicator: choice({ label: "指标", required: true, choices: INDICATOR_NAMES }),
    period: text({ label: "月份", required: true, maxLength: 7, pattern: MONTH, found: "start", help: "如2026-03" }),
    month_end: computed(date({ label: "月末" })),
    purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", help: "留空为全公司" }),
    owner_id: person({ label: "负责人", initial: "me", help: "未达标时提醒；留空提醒采购经理" }),
    target: number({ label: "目标值", required: true, precision: 18, scale: 4, min: "0", help: "单位同指标：%或小时" }),
    actual: number({ label: "实际值", system: true, precision: 18, scale: 4 }),
    row_count: integer({ label: "计算行数", system: true, help: "计算所依据的采购记录行数" }),
    achieved: percent({ label: "达成率", system: true, help: "越低越好的指标为目标值除以实际值" }),
    light: choice({
      label: "红绿灯",
      required: true,
      system: true,
      initial: "none",
      choices: LIGHTS,
      tones: { green: "done", yellow: "warning", red: "refused", none: "draft" },
    }),
    comment: longText({ label: "差异说明", maxLength: 1000 }),
    computed_at: dateTime({ label: "计算时间", system: true, help: "数值有变化的最近一次计算" }),
    closed_at: dateTime({ label: "关账时间", system: true }),
  },
  compute: {
    name: ({ indicator, period }) => `${INDICATOR_NAMES[indicator as IndicatorCode] ?? indicator} ${period}`,
    month_end: ({ period }) => (MONTH.expression.test(period) ? daysOfMonth(period).to : null),
  },
  copy: { leaveOut: ["comment"] },
  list: {
    columns: [
      "number",
      "indicator",
      "period",
      "purchase_group_id",
      "target",
      "actual",
      "achieved",
      "light",
      "comment",
      "owner_id",
      "state",
    ],
    filters: ["period", "indicator", "purchase_group_id", "light", "owner_id", "state"],
    sort: "-period",
    toggles: {
      unexplained_only: {
        label: "未达标未说明",
        where: where.all(where.eq("state", "open"), where.eq("light", "red"), where.empty("comment")),
      },
    },
    batch: ["copy_next", "close"],
    rowActions: ["explain", "close"],
    card: ["indicator", "period", "target", "actual", "light"],
  },
  form: [
    section("目标", ["name", "indicator", "period", "month_end", "purchase_group_id", "owner_id", "target"]),
    section("实际", ["actual", "achieved", "light", "row_count", "comment", "computed_at", "closed_at"]),
  ],
  print: { title: "采购关键指标", sections: true },
  states: { open: "进行中", closed: "已关账" },
  tones: { open: "running", closed: "closed" },
  notEditable: { closed: "该月已关账，不能修改" },
  deadlines: indicatorDeadlines,
  transitions: {
    explain: {
      label: "填写差异说明",
      decides: { not: "Says why a figure is as it is; the figure stays" },
      from: ["open"],
      to: "same",
      by: ["purchase_manager", "buyer"],
      asks: ["comment"],
      confirm: "说明与指标一起保存，关账前可以再改。",
      done: "已填写差异说明",
    },
    copy_next: {
      label: "复制目标到下月",
      decides: { not: "Begins the next month with the same target; nothing of this one changes" },
      from: ["open", "closed"],
      to: "same",
      by: MAKERS,
      confirm: "下月建立同一指标、采购组、负责人和目标值，可以再改。",
      done: "已复制到下月",
    },
    close: {
      label: "关账",
      decides: { not: "Ends the month; figures are computed, nobody approves them" },
      from: ["open"],
      to: "closed",
      by: MAKERS,
      offered: {
        when: ({ month_end }, { today }) => month_end !== null && month_end < today,
        rows: where.past("month_end"),
        otherwise: "月份还没有结束，不能关账",
      },
      guard: redIsExplained,
      confirm: "关账后实际值不再计算，目标值和说明不能修改。",
      effect: (work) => work.set({ closed_at: work.now }),
      done: "已关账",
    },
    measure: {
      label: "计算实际值",
      from: ["open"],
      to: "same",
      by: "system",
    },
  },
  rules: [
    ({ period }, _input, _lines, { today }) =>
      period > `${Number(today.slice(0, 4)) + 1}-12` ? complain("period", "最多填到下一年12月") : ok,
  ],
  access: {
    suppliers: noSupplier,
    staff: { purchase_group: "purchase_group_id" },
    grants: {
      purchase_manager: KEEP,
      buyer: READ,
      leader: READ,
      supervisor: READ,
      finance_lead: READ,
      system_admin: READ,
    },
  },
});
