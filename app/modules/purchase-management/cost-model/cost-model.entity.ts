import {
  choice,
  date,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  message,
  noSupplier,
  number,
  percent,
  pointedAtBy,
  pointsAt,
  price,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { COST_KINDS, elementsFit, endsAfterStart, oneScope } from "./cost-model.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "delete", "edit", ...READ] as const;
const NAMED = ["number", "name", "review_note", "valid_to"] as const;
const KEEPER = { people: ["created_by"], elseRoles: ["buyer"] } as const;
const WORTH = ["day", "should_cost"] as const;
const MOVES = ["index_id", "since", "base_value", "value", "change_rate", "told_on"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text: shown }: Read) => ({ number: shown("number"), name: shown("name") });

/** What a material should cost, by elements, market and a formula (decision 0177). */
export const costModel = defineEntity({
  key: "purchase-management/cost-model",
  label: "成本模型",
  kind: "document",
  purpose: "按物料或品类说明应有成本怎样由要素和行情算出，用来判断报价，行情变动较大时建议调价。",
  number: "CB{YYYY}-{0001}",
  title: ["number", "name"],
  search: ["number", "name", "material_id", "category_id"],
  fields: {
    name: text({ label: "模型名称", required: true, maxLength: 60 }),
    model_version: integer({ label: "版本", system: true, required: true, initial: 1 }),
    material_id: reference("master-data/material", { label: "适用物料", help: "物料与品类只填一个" }),
    category_id: reference("master-data/material-type", {
      label: "适用品类",
      help: "适用该类型（含其下级）的所有物料；物料另有模型的按物料的",
    }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "留空为所有工厂；工厂另有模型的按工厂的" }),
    base_uom: choice({ label: "计价单位", required: true, dictionary: "uom" }),
    currency: choice({ label: "币种", required: true, initial: "CNY", dictionary: "currency" }),
    valid_from: date({ label: "生效日期", required: true, initial: "today" }),
    valid_to: date({ label: "失效日期", help: "当天仍有效，留空为长期" }),
    formula: longText({
      label: "计算公式",
      required: true,
      maxLength: 500,
      help: "每计价单位的含税成本：要素编码或名称、数字、+ - * / ( )，以及 index('指数编码或名称') 或 index('指数编码或名称', month_avg)；month_avg 为近一个月的均价，天数见参数「行情均价取最近多少天」",
    }),
    should_cost: price({ label: "应有成本", system: true, help: "含税，按最新行情计算" }),
    valued_on: date({ label: "计算日期", system: true }),
    warn_rate: percent({ label: "偏差预警%", positive: true, max: "100", help: "留空按系统参数" }),
    adjust_trigger: percent({ label: "调价触发%", positive: true, max: "100", help: "留空按系统参数" }),
    review_note: text({ label: "调价建议", maxLength: 400, system: true }),
    review_on: date({ label: "建议日期", system: true }),
    expired_on: date({ label: "失效于", system: true }),
    replaced_by: text({ label: "被替代", maxLength: 40, system: true }),
    remark: longText({ label: "备注", maxLength: 500 }),
  },
  lines: {
    elements: lines({
      label: "成本要素",
      min: 1,
      max: 50,
      counter: "项",
      fields: {
        code: text({ label: "要素编码", required: true, maxLength: 20 }),
        name: text({ label: "成本要素", required: true, maxLength: 40 }),
        kind: choice({ label: "取值方式", required: true, initial: "fixed", choices: COST_KINDS }),
        index_id: reference("purchase-management/market-index", { label: "行情指数" }),
        value: number({
          label: "数值",
          precision: 18,
          scale: 6,
          help: "固定值：每计价单位金额；比例：百分数；行情联动：每计价单位的用量（换算系数），留空为1；供应商填报：我方估计的每计价单位金额",
        }),
        base: text({
          label: "计提基数",
          maxLength: 200,
          help: "比例按哪些要素计提，如 RAW+LABOR；留空时公式里直接用这个比例",
        }),
        formula: text({
          label: "公式",
          maxLength: 500,
          help: "每计价单位金额由其他要素和行情算出，如 原料 * (1 + 损耗率) + 加工费：要素可写编码或名称，指数写 index('编码或名称')；算出的要素计算公式也可引用",
        }),
        show_to_supplier: yesNo({
          label: "要求供应商填报",
          help: "报价模板可以取用，公式只引用这样的要素时一并带入，供应商看得到；供应商填报的要素都要求",
        }),
        amount: price({ label: "每单位金额", system: true }),
      },
    }),
    worth: lines({
      label: "应有成本记录",
      system: true,
      max: 1000,
      fields: {
        day: date({ label: "日期", required: true }),
        should_cost: price({ label: "应有成本", required: true }),
      },
    }),
    moves: lines({
      label: "已提出的行情变动",
      system: true,
      max: 1000,
      fields: {
        index_id: reference("purchase-management/market-index", { label: "行情指数", required: true }),
        since: date({ label: "上次价格生效", required: true }),
        base_value: price({ label: "当时行情", required: true }),
        value: price({ label: "提出时行情", required: true }),
        change_rate: percent({ label: "变动", required: true }),
        told_on: date({ label: "提出日期", required: true }),
      },
    }),
  },
  rules: [oneScope, endsAfterStart, elementsFit],
  list: {
    columns: [
      "number",
      "name",
      "material_id",
      "category_id",
      "factory_id",
      "should_cost",
      "base_uom",
      "valid_from",
      "valid_to",
      "review_on",
      "state",
    ],
    filters: ["number", "name", "material_id", "category_id", "factory_id", "valid_from", "valid_to", "state"],
    sort: "-updated_at",
    toggles: { review_only: { label: "建议调价", where: where.set("review_on") } },
    rowActions: ["activate", "new_version"],
    card: ["name", "material_id", "category_id", "should_cost"],
  },
  form: [
    section("基本信息", [
      "name",
      "model_version",
      "material_id",
      "category_id",
      "factory_id",
      "base_uom",
      "currency",
      "valid_from",
      "valid_to",
      "warn_rate",
      "adjust_trigger",
      "remark",
    ]),
    lineSection("成本要素", "elements"),
    section("公式与结果", ["formula", "should_cost", "valued_on", "review_note", "review_on"]),
    section("失效", ["expired_on", "replaced_by"]),
    lineSection("应有成本记录", "worth", WORTH),
    lineSection("已提出的行情变动", "moves", MOVES),
  ],
  related: [
    pointsAt("material_id", { fact: "material_status" }),
    pointsAt("elements.index_id", { fact: "price_kind" }),
    pointedAtBy("purchase-management/quote-template", "cost_model_id", { label: "报价模板", fact: "template_version" }),
  ],
  print: {
    facts: [
      "name",
      "model_version",
      "material_id",
      "category_id",
      "factory_id",
      "base_uom",
      "currency",
      "valid_from",
      "valid_to",
      "formula",
      "should_cost",
      "valued_on",
    ],
    lines: [{ lines: "elements", columns: ["code", "name", "kind", "index_id", "value", "base", "formula", "amount"] }],
    sections: true,
    signatures: ["编制", "批准"],
  },
  states: { draft: "草稿", active: "已生效", expired: "已失效" },
  tones: { draft: "draft", active: "running", expired: "closed" },
  copy: { leaveOut: [] },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "生效过的成本模型不能删除，请使其失效" },
  deadlines: { over: { label: "失效日期", at: "valid_to", in: ["active"], lapse: "lapse" } },
  messages: [
    message({ on: ["activate"], scenario: "cost-model.active", to: KEEPER, reads: NAMED, values: named }),
    message({
      on: ["expire", "lapse", "replace"],
      scenario: "cost-model.expired",
      to: KEEPER,
      reads: NAMED,
      values: named,
    }),
    message({
      on: ["propose"],
      scenario: "cost-model.review",
      to: KEEPER,
      reads: NAMED,
      values: (facts) => ({ ...named(facts), moves: facts.text("review_note") }),
    }),
  ],
  transitions: {
    activate: {
      label: "生效",
      from: ["draft"],
      to: "active",
      by: ["purchase_manager"],
      tone: "primary",
      decides: "accepts",
      todo: "审核成本模型",
      confirm: "生效后用于比价和核价；同一物料或品类、工厂原来的模型到生效日期前一天为止。",
      done: "已生效",
    },
    new_version: {
      label: "新建版本",
      from: ["active"],
      to: "same",
      by: ["buyer"],
      confirm: "复制为新的草稿，从今天起生效；修改后由采购经理生效，原模型到时结束。",
      done: "已新建版本，请在列表中打开草稿修改",
    },
    expire: {
      label: "失效",
      from: ["active"],
      to: "expired",
      by: ["purchase_manager"],
      decides: { not: "Ends the model; nothing comes into force" },
      tone: "danger",
      reason: "required",
      confirm: "失效后不再用于新的比价和核价，不能恢复。",
      done: "已失效",
      effect: (work) => work.set({ expired_on: work.today }),
    },
    lapse: {
      label: "到期失效",
      from: ["active"],
      to: "expired",
      by: "system",
      effect: (work) => work.set({ expired_on: work.today }),
    },
    /** A newer version begins later: this one lasts until the day before. */
    outlast: {
      label: "被接替，提前失效",
      from: ["active"],
      to: "same",
      by: "system",
      input: {
        valid_to: date({ label: "失效日期", required: true }),
        replaced_by: text({ label: "被替代", required: true, maxLength: 40 }),
      },
      effect: (work) =>
        work.set({ valid_to: work.input.valid_to ?? null, replaced_by: work.input.replaced_by ?? null }),
    },
    /** A newer version has taken its place. */
    replace: {
      label: "被替代",
      from: ["active"],
      to: "expired",
      by: "system",
      input: {
        valid_to: date({ label: "失效日期", help: "留空不变" }),
        replaced_by: text({ label: "被替代", required: true, maxLength: 40 }),
      },
      effect: (work) =>
        work.set({
          valid_to: work.input.valid_to ?? work.record.valid_to,
          replaced_by: work.input.replaced_by ?? null,
          expired_on: work.today,
        }),
    },
    /** The market moved: what it should cost is another figure. */
    revalue: { label: "按行情重新计算", from: ["active"], to: "same", by: "system" },
    /** An index moved far since the last approved price. */
    propose: { label: "建议调价", from: ["active"], to: "same", by: "system" },
    /** A new price was approved, or the market came back. */
    settle: {
      label: "调价建议已了结",
      from: ["active"],
      to: "same",
      by: "system",
      effect: (work) => work.set({ review_note: null, review_on: null }),
    },
  },
  access: { suppliers: noSupplier, grants: {} },
  views: [
    {
      screen: "purchase-management/cost-model",
      label: "成本模块",
      grants: {
        buyer: WRITE,
        purchase_manager: READ,
        finance: READ,
        finance_lead: READ,
        leader: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
