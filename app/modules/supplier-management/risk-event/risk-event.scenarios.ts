import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const riskEventScenarios = {
  "risk.new": {
    label: "供应商风险事件交由我负责",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后仍可在企业风险监控中查看。",
    variables: {
      number: { label: "单号", sample: "FX20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      title: { label: "风险标题", sample: "抽检不合格" },
    },
    wording: { title: "风险事件 {{number}} 由您负责", content: "{{supplier}}：{{title}}。请研判并处置。" },
  },
  "risk.overdue": {
    label: "风险应对措施逾期",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    help: "逾期的应对措施每天提醒一次，直到登记完成。关闭后仍可在企业风险监控中查看。",
    variables: {
      number: { label: "单号", sample: "FX20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      title: { label: "风险标题", sample: "抽检不合格" },
      days: { label: "逾期天数", sample: "3" },
      measures: { label: "应对措施", sample: "现场核查；加严检验" },
    },
    wording: {
      title: "风险应对措施已逾期{{days}}天：{{number}}",
      content: "{{supplier}}：{{title}}。逾期的应对措施：{{measures}}。请完成后登记实际完成日期。",
    },
  },
  "risk.weekly": {
    label: "企业风险每周汇总",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "每周一汇总由我负责、还没有关闭的风险事件。关闭后仍可在企业风险监控中查看。",
    variables: {
      count: { label: "件数", sample: "5" },
      judge: { label: "待研判", sample: "2" },
      handle: { label: "处置中", sample: "3" },
      high: { label: "高风险", sample: "1" },
    },
    wording: {
      title: "您负责的风险事件还有{{count}}件未关闭",
      content: "待研判{{judge}}件，已确认和处置中{{handle}}件，其中高风险{{high}}件。",
    },
  },
  "risk.file-refused": {
    label: "风险数据文件没有全部收下",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "外部数据方放到约定文件夹的风险事件文件无法读取，或其中有行不能收下时提醒。",
    variables: {
      file: { label: "文件", sample: "risk_20260302.csv" },
      reason: { label: "原因", sample: "第3行：找不到统一社会信用代码对应的供应商" },
    },
    wording: { title: "风险数据文件“{{file}}”没有全部收下", content: "{{reason}}" },
  },
  "risk.high": {
    label: "供应商出现高风险事件",
    module: "供应商",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "确认为高风险时提醒采购经理和质量经理。",
    variables: {
      number: { label: "单号", sample: "FX20260302-0001" },
      supplier: { label: "供应商", sample: "样例供应商" },
      title: { label: "风险标题", sample: "抽检不合格" },
    },
    wording: {
      title: "{{supplier}} 出现高风险事件",
      content: "风险事件 {{number}}：{{title}}。请考虑专项审核或冻结。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof riskEventScenarios> {}
}
