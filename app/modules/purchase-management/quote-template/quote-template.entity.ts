import {
  choice,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  pointedAtBy,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import {
  ANSWER_TYPES,
  asksSomething,
  breaksDown,
  choicesSaid,
  codesOnce,
  ELEMENT_KINDS,
  TERM_LEVELS,
  unitsSaid,
} from "./quote-template.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "delete", "edit", ...READ] as const;
const KEEPERS = ["purchase_manager"] as const;

/** What suppliers have to say beside a price, by type of material (decision 0179). */
export const quoteTemplate = defineEntity({
  key: "purchase-management/quote-template",
  label: "报价模板",
  kind: "document",
  purpose: "按品类规定报价须分解哪些成本要素、回答哪些条件、遵守哪些条款，询价选用后各家报价可以逐项比较。",
  number: "BM{YYYY}-{0001}",
  title: ["number", "name"],
  search: ["number", "name", "category_id"],
  fields: {
    name: text({ label: "模板名称", required: true, maxLength: 60 }),
    template_version: integer({ label: "版本", system: true, required: true, initial: 1 }),
    category_id: reference("master-data/material-type", {
      label: "适用品类",
      help: "留空适用所有物料；填写的，询价的每行物料须属于该类型（含其下级）",
    }),
    is_default: yesNo({
      label: "品类默认",
      help: "新建询价没有选模板、各行物料都属于该品类的，自动选用它",
    }),
    cost_model_id: reference("purchase-management/cost-model", {
      label: "成本模型",
      only: where.eq("state", "active"),
      help: "保存后可以从它取要求供应商填报的成本要素",
    }),
    must_seal: yesNo({ label: "须密封", help: "选用它的询价须密封才能发布" }),
    only_down: yesNo({ label: "后轮只降不升", help: "第二轮起，供应商各行单价不能高于自己的上轮报价" }),
    clauses: longText({ label: "标准条款", maxLength: 4000, help: "发布时写入每家的报价单" }),
    previous_id: reference("purchase-management/quote-template", { label: "上一版本", system: true }),
    replaced_by: text({ label: "被替代", maxLength: 40, system: true }),
    remark: longText({ label: "备注", maxLength: 500 }),
  },
  lines: {
    elements: lines({
      label: "成本要素",
      max: 20,
      counter: "项",
      fields: {
        code: text({
          label: "要素编码",
          required: true,
          maxLength: 20,
          help: "与成本模型的要素编码相同的，比价时与应有成本比较",
        }),
        name: text({ label: "成本要素", required: true, maxLength: 40 }),
        kind: choice({ label: "填报内容", required: true, initial: "amount", choices: ELEMENT_KINDS }),
        unit: text({ label: "单位", maxLength: 20, help: "金额不填" }),
        formula: text({
          label: "公式",
          maxLength: 500,
          help: "填写的，供应商不填这一项，由本模板的其他要素算出，如 原料 * 损耗率：要素可写编码或名称，单位为 % 的按比例计算（3 即 0.03），选填而没有填的按 0；已含在公式里、不应再计入单价的要素，填报内容选“数量或比例”",
        }),
        required: yesNo({ label: "必填", initial: true, help: "由公式算出的不用填" }),
        help: text({ label: "填写说明", maxLength: 100, help: "供应商填写时可见" }),
      },
    }),
    terms: lines({
      label: "报价条件",
      max: 20,
      counter: "项",
      fields: {
        code: text({ label: "字段编码", required: true, maxLength: 20 }),
        name: text({ label: "条件", required: true, maxLength: 100 }),
        answer_type: choice({ label: "类型", required: true, initial: "text", choices: ANSWER_TYPES }),
        level: choice({ label: "层级", required: true, initial: "head", choices: TERM_LEVELS }),
        required: yesNo({ label: "必填" }),
        in_compare: yesNo({ label: "参与比价", initial: true, help: "在比价单中并列显示" }),
        options: longText({ label: "选项", maxLength: 1000, help: "单选时填写，每行一个" }),
      },
    }),
  },
  rules: [codesOnce, unitsSaid, breaksDown, choicesSaid],
  list: {
    columns: ["number", "name", "category_id", "template_version", "is_default", "must_seal", "only_down", "state"],
    filters: ["number", "name", "category_id", "is_default", "cost_model_id", "state"],
    sort: "-updated_at",
    rowActions: ["enable", "new_version"],
    card: ["name", "category_id", "template_version", "is_default"],
  },
  form: [
    section("基本信息", [
      "name",
      "template_version",
      "category_id",
      "is_default",
      "cost_model_id",
      "must_seal",
      "only_down",
      "remark",
      "previous_id",
      "replaced_by",
    ]),
    lineSection("成本要素", "elements"),
    lineSection("报价条件", "terms"),
    section("条款", ["clauses"]),
  ],
  related: [
    pointsAt("cost_model_id", { fact: "should_cost" }),
    pointsAt("previous_id", { fact: "template_version" }),
    pointedAtBy("purchase-management/rfq", "template_id", { label: "选用的询价", fact: "price_valid_to" }),
  ],
  print: {
    facts: ["name", "template_version", "category_id", "cost_model_id", "must_seal", "only_down", "clauses"],
    lines: [
      { lines: "elements", columns: ["code", "name", "kind", "unit", "formula", "required", "help"] },
      { lines: "terms", columns: ["code", "name", "answer_type", "level", "required", "options"] },
    ],
    signatures: ["编制", "批准"],
  },
  states: { draft: "草稿", active: "启用", disabled: "停用" },
  tones: { draft: "draft", active: "running", disabled: "closed" },
  copy: { leaveOut: ["is_default"] },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "启用过的报价模板不能删除，请停用" },
  transitions: {
    take_elements: {
      label: "从成本模型取要素",
      from: ["draft"],
      to: "same",
      by: KEEPERS,
      offered: {
        when: ({ cost_model_id }) => cost_model_id !== null,
        rows: where.set("cost_model_id"),
        otherwise: "请先选择成本模型并保存",
      },
      confirm:
        "把成本模型中要求供应商填报的要素加到成本要素，已有的编码不重复加入。由公式算出的，公式只引用供应商填报的要素时带入公式，供应商看得到公式但不用填；引用行情指数或不征询的要素的，改由供应商填报金额。",
      done: "已加入",
    },
    enable: {
      label: "启用",
      from: ["draft", "disabled"],
      to: "active",
      by: KEEPERS,
      tone: "primary",
      decides: {
        not: "A form of questions: nothing is bought or paid by it, and inquiries that use it are published on their own",
      },
      guard: asksSomething,
      confirm: "启用后询价可以选用，内容不能再修改；是新版本的，原版本停用。",
      done: "已启用",
    },
    disable: {
      label: "停用",
      from: ["active"],
      to: "disabled",
      by: KEEPERS,
      decides: { not: "Takes a form of questions out of use; inquiries that were published keep what they asked" },
      confirm: "停用后不能再选用；已发布的询价不受影响。",
      done: "已停用",
    },
    new_version: {
      label: "新建版本",
      from: ["active"],
      to: "same",
      by: KEEPERS,
      confirm: "复制为新的草稿，修改后启用，原版本到时停用。",
      done: "已新建版本，请在列表中打开草稿修改",
    },
    /** A newer version was enabled. */
    replace: {
      label: "被新版本替代",
      from: ["active"],
      to: "disabled",
      by: "system",
      input: { replaced_by: text({ label: "被替代", required: true, maxLength: 40 }) },
      effect: (work) => work.set({ replaced_by: work.input.replaced_by ?? null }),
    },
  },
  access: { suppliers: noSupplier, grants: {} },
  views: [
    {
      screen: "purchase-management/quote-template",
      label: "模板管理",
      noun: "报价模板",
      grants: {
        purchase_manager: WRITE,
        buyer: READ,
        leader: READ,
        finance: READ,
        finance_lead: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
