import {
  choice,
  computed,
  date,
  dateTime,
  integer,
  lines,
  longText,
  money,
  number,
  percent,
  phone,
  price,
  quantity,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { ANSWER_TYPES, ELEMENT_KINDS, termAsked } from "./quote-detail.rules";
import { lineAmount } from "./supplier-quote.rules";

/** Brought by the inquiry: nobody types it. */
const given = { writeIn: [] } as const;

const system = { system: true } as const;

const inside = { hiddenFromSuppliers: true } as const;

const SCOPES = { all_lines: "须报全部行", some_lines: "可报部分行" } as const;

const SEALINGS = { none: "不密封", sealed: "密封（两人开启）" } as const;

/** What is kept of 「报价单」. */
export const supplierQuoteFields = {
  // Suppliers do not read them, so that a form of theirs cannot be asked for them: the inquiry always brings both.
  rfq_id: reference("purchase-management/rfq", { label: "询价单", ...given, ...inside }),
  rfq_no: text({ label: "询价单号", required: true, maxLength: 40, ...given }),
  title: text({ label: "询价标题", required: true, maxLength: 100, ...given }),
  round_no: integer({ label: "轮次", required: true, ...given }),
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...given }),
  company_id: reference("master-data/company", { label: "采购公司", required: true, ...given }),
  purchase_group_id: reference("user-administration/purchase-group", {
    label: "采购组",
    ...given,
    ...inside,
  }),
  quote_scope: choice({ label: "报价要求", required: true, choices: SCOPES, ...given }),
  currency: choice({ label: "币种", required: true, dictionary: "currency", ...given }),
  payment_term: choice({ label: "付款条件", dictionary: "payment_term", ...given }),
  trade_term: text({ label: "交货方式", maxLength: 100, ...given }),
  price_valid_from: date({ label: "价格有效期起", required: true, ...given }),
  price_valid_to: date({ label: "价格有效期止", required: true, ...given }),
  start_at: dateTime({ label: "报价开始", required: true, ...given }),
  deadline: dateTime({ label: "报价截止", required: true, deadlineIn: ["draft", "withdrawn"], ...given }),
  ask_until: dateTime({ label: "答疑截止", ...given }),
  sealing: choice({ label: "密封", required: true, initial: "none", choices: SEALINGS, ...given }),
  // Suppliers read it: their own transaction asks what to seal for.
  seal_id: text({ label: "密封编号", maxLength: 40, ...given }),
  only_down: yesNo({ label: "只降不升", help: "各行单价不能高于您的上轮报价", ...given }),
  clauses: longText({ label: "标准条款", maxLength: 4000, ...given }),
  // Null where no breakdown is asked for.
  breakdown_limit: price({
    label: "成本分解允许差额",
    help: "每行成本分解合计与含税单价相差不能超过它",
    ...given,
  }),
  asks_terms: yesNo({ label: "有报价条件", ...given }),
  tax_rate: percent({ label: "税率", min: "0", max: "100" }),
  valid_to: date({ label: "报价有效期" }),
  credit_days: integer({
    label: "付款期",
    unit: "天",
    min: "0",
    max: "365",
    help: "货到后多少天付款；留空即同意询价的付款条件",
  }),
  contact_phone: phone({ label: "联系电话" }),
  note: longText({ label: "报价说明", maxLength: 1000 }),
  total: computed(money({ label: "报价总额", help: "含税单价加运费，乘以数量" })),
  first_seen_at: dateTime({ label: "首次查看时间", help: "供应商首次打开报价单的时间", ...system }),
  last_seen_at: dateTime({ label: "最近查看时间", help: "供应商最近打开报价单的时间", ...system }),
  joined_at: dateTime({ label: "确认参与时间", ...system }),
  submitted_at: dateTime({ label: "提交时间", ...system }),
  decline_reason: text({ label: "谢绝原因", maxLength: 500, ...system }),
  opened_at: dateTime({ label: "开启时间", ...system }),
  rank: integer({ label: "名次", ...system, ...inside }),
  rank_text: text({
    label: "名次说明",
    maxLength: 60,
    help: "按单价、运费和另缴的关税合计排名，各家税率不同的按不含税；报了全部行的才有名次",
    ...system,
  }),
  result_note: text({ label: "结果说明", maxLength: 500, ...system }),
  remind_first_at: dateTime({ label: "首次提醒", ...system, ...inside }),
  remind_last_at: dateTime({ label: "最后提醒", ...system, ...inside }),
};

/** Rows of 「报价单」. */
export const supplierQuoteLines = {
  items: lines({
    label: "报价明细",
    min: 1,
    max: 100,
    fixedRows: true,
    fields: {
      rfq_line: integer({ label: "询价行", required: true, ...given }),
      material_id: reference("master-data/material", { label: "物料", required: true, ...given }),
      spec: text({ label: "规格要求", maxLength: 200, ...given }),
      factory_id: reference("master-data/factory", { label: "收货工厂", required: true, ...given }),
      qty: quantity({ label: "预计数量", required: true, ...given }),
      uom: choice({ label: "单位", required: true, dictionary: "uom", ...given }),
      required_date: date({ label: "需求日期", ...given }),
      no_quote: yesNo({ label: "不报价" }),
      price: price({ label: "含税单价", min: "0" }),
      freight: price({ label: "单位运费", min: "0" }),
      duty_rate: percent({
        label: "关税税率",
        min: "0",
        max: "100",
        help: "由采购方另缴关税的进口货物填写；单价已含关税的填0；留空而填了境外原产地的，比价按采购方登记的该原产地税率",
      }),
      origin: choice({ label: "原产地", dictionary: "origin", help: "进口货物填写" }),
      origin_duty: percent({
        label: "原产地关税",
        ...system,
        help: "开启时采购方登记的该原产地税率；您写明关税税率的按您写的",
      }),
      moq: quantity({ label: "最小起订量", min: "0" }),
      lead_days: integer({ label: "交货周期", unit: "天", min: "0", max: "365" }),
      offer_qty: quantity({ label: "可供数量", min: "0" }),
      substitute: text({ label: "替代说明", maxLength: 200 }),
      prev_price: price({ label: "上轮报价", ...system, help: "按预计数量适用的单价" }),
      own_price: price({ label: "现行价", ...system, help: "您现在的供货价" }),
      amount: computed(money({ label: "金额" })),
    },
    lines: {
      scales: lines({
        label: "阶梯价",
        max: 20,
        counter: "档",
        // Neither is required: their columns are empty while the quote is closed.
        fields: {
          from_qty: quantity({ label: "数量不少于", min: "0", help: "一次订购的数量" }),
          price: price({ label: "含税单价", min: "0" }),
        },
      }),
    },
    compute: { amount: lineAmount },
    totals: ["amount"],
  }),
  breakdown: lines({
    label: "成本分解",
    max: 1000,
    fixedRows: true,
    readOnlyIn: ({ formula }) => (formula === null ? [] : ["amount"]),
    fields: {
      rfq_line: integer({ label: "询价行", required: true, ...given }),
      material_id: reference("master-data/material", { label: "物料", required: true, ...given }),
      code: text({ label: "要素编码", required: true, maxLength: 20, ...given }),
      name: text({ label: "成本要素", required: true, maxLength: 40, ...given }),
      kind: choice({ label: "填报内容", required: true, choices: ELEMENT_KINDS, ...given }),
      unit: text({ label: "单位", maxLength: 20, ...given }),
      required: yesNo({ label: "必填", ...given }),
      help: text({ label: "填写说明", maxLength: 100, ...given }),
      // As the template wrote it, and as it is read: what is asked stays what was asked.
      formula: text({ label: "公式", maxLength: 500, ...given }),
      formula_text: longText({
        label: "计算公式",
        maxLength: 2000,
        help: "有公式的，数值由系统在保存时算出，您无需填写；单位为 % 的按比例计算，选填而没有填的按 0",
        ...given,
      }),
      // Also percent and quantities, so it bears no currency.
      amount: number({ label: "数值", precision: 18, scale: 6, min: "0" }),
      remark: text({ label: "说明", maxLength: 200 }),
    },
  }),
  terms: lines({
    label: "报价条件",
    max: 1000,
    counter: "项",
    asked: { answer: "value", ask: termAsked },
    fields: {
      label: text({ label: "条件", required: true, maxLength: 200, ...given }),
      value: longText({ label: "答复", maxLength: 1000 }),
      rfq_line: integer({ label: "询价行", ...given }),
      code: text({ label: "字段编码", required: true, maxLength: 20, ...given }),
      answer_type: choice({ label: "类型", required: true, choices: ANSWER_TYPES, ...given }),
      required: yesNo({ label: "必填", ...given }),
      in_compare: yesNo({ label: "参与比价", ...given }),
      options: longText({ label: "选项", maxLength: 1000, ...given }),
    },
  }),
  questions: lines({
    label: "我的提问",
    system: true,
    fields: {
      question: longText({ label: "问题", required: true, maxLength: 1000 }),
      asked_at: dateTime({ label: "提问时间", required: true }),
    },
  }),
  answers: lines({
    label: "答疑",
    system: true,
    fields: {
      question: longText({ label: "问题", required: true, maxLength: 1000 }),
      answer: longText({ label: "答复", required: true, maxLength: 2000 }),
      answered_at: dateTime({ label: "答复时间", required: true }),
    },
  }),
};
