import type { ScenarioFacts } from "~/shared/scenarios";

const products = { module: "采购订单" } as const;
const number = { label: "订单号", sample: "CP20260302-0001" } as const;
const supplier = { label: "供应商", sample: "S0001 华东淀粉" } as const;

/** What people are notified of about orders of goods that are made for us. */
export const productOrderScenarios = {
  "product.label-waits": {
    ...products,
    label: "成品订单的版面等待确认",
    level: "todo",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "成品订单提交时包装版本还没有确认，提醒质量人员；确认以前不能下达。",
    variables: { number, supplier, label: { label: "包装版本", sample: "V3" } },
    wording: {
      title: "成品订单 {{number}} 的包装版本{{label}}等待确认",
      content: "供应商{{supplier}}。确认版面以后订单才能下达。",
    },
  },
  "product.label-confirmed": {
    ...products,
    label: "成品订单的版面已确认",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "您的成品订单由质量人员确认版面时提醒。",
    variables: { number, label: { label: "包装版本", sample: "V3" } },
    wording: {
      title: "成品订单 {{number}} 的包装版本{{label}}已确认",
      content: "订单批准后可以下达。",
    },
  },
  "product.finish-late": {
    ...products,
    label: "成品订单预计完工晚于交期",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    merge: false,
    help: "供应商填报的计划或实际日期晚于需求日期时，提醒供应商和采购员。",
    variables: { number, supplier, finish: { label: "预计完工", sample: "2026-03-20" } },
    wording: {
      title: "成品订单 {{number}} 预计完工{{finish}}晚于交期",
      content: "供应商{{supplier}}填报的进度晚于需求日期，请与供应商商定改期或赶工。",
    },
    supplier: {
      title: "成品订单 {{number}} 预计完工{{finish}}晚于交期",
      content: "您填报的进度晚于需求日期，请安排赶工；不能按期的请提出变更。",
    },
  },
  "product.stage-late": {
    ...products,
    label: "成品订单的生产阶段延误",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    merge: false,
    help: "供应商填报的计划或实际日期晚于这一阶段首次填报的计划时，提醒采购员。",
    variables: {
      number,
      supplier,
      slips: { label: "延误", sample: "行10包装完成原计划2026-03-12，改为2026-03-18，晚6天" },
    },
    wording: {
      title: "成品订单 {{number}} 的生产阶段晚于计划",
      content: "供应商{{supplier}}：{{slips}}。",
    },
  },
  "product.stage-slipped": {
    ...products,
    label: "成品订单的生产阶段到期未完成",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    help: "计划日期已过还没有填报实际日期的生产阶段，提醒供应商和采购员。",
    variables: {
      number,
      supplier,
      stages: { label: "生产阶段", sample: "行10生产中" },
      days: { label: "超过天数", sample: "1" },
    },
    wording: {
      title: "成品订单 {{number}} 的生产阶段超过计划{{days}}天未完成",
      content: "供应商{{supplier}}，{{stages}}。请跟进生产。",
    },
    supplier: {
      title: "成品订单 {{number}} 的生产阶段超过计划{{days}}天未完成",
      content: "{{stages}}已过计划日期。请填报实际日期，或更新计划日期。",
    },
  },
  "product.progress-due": {
    ...products,
    label: "成品订单多日未更新生产进度",
    level: "warning",
    channels: ["site", "email"],
    audience: "both",
    merge: true,
    help: "排产以后几天没有填报进度时，提醒供应商和采购员。",
    variables: { number, supplier, days: { label: "天数", sample: "3" } },
    wording: {
      title: "订单【{{number}}】超过{{days}}天未更新生产进度",
      content: "供应商{{supplier}}。可以在订单中催报进度。",
    },
    supplier: {
      title: "订单【{{number}}】超过{{days}}天未更新生产进度",
      content: "请填报各行的生产阶段和日期。",
    },
  },
  "product.progress-asked": {
    ...products,
    label: "采购方催报生产进度",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购员请您填报成品订单的生产进度时提醒。",
    variables: { number },
    wording: { title: "请填报成品订单 {{number}} 的生产进度", content: "请填报各行的生产阶段和日期。" },
  },
  "product.packaging-sent": {
    ...products,
    label: "客供包材已发出",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "采购方登记发给您的客供包材时提醒。",
    variables: { number },
    wording: {
      title: "成品订单 {{number}} 的客供包材已发出",
      content: "收到后请核对数量，耗用后在订单中填报。",
    },
  },
  "product.over-use": {
    ...products,
    label: "客供包材超耗",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    merge: false,
    help: "供应商填报的耗用超过应耗和允许损耗时提醒采购员。",
    variables: { number, supplier, over: { label: "超耗", sample: "包材【P0001】超耗5%" } },
    wording: { title: "成品订单 {{number}} {{over}}", content: "供应商{{supplier}}，请核实耗用。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
