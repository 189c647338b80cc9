import {
  choice,
  computed,
  date,
  defineEntity,
  digest,
  integer,
  lineSection,
  lines,
  longText,
  message,
  noSupplier,
  person,
  pointsAt,
  reference,
  reminder,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDITORS } from "~/shared/jobs-of-people";
import { auditMode, auditSite, auditTemplate } from "../planned-audit.rules";
import {
  closingExplained,
  doneInPast,
  highNotIgnored,
  measuresDone,
  measuresPlanned,
  RISK_CATEGORIES,
  RISK_SOURCES,
  riskCoefficient,
  riskLevel,
  WEIGHING,
} from "./risk-event.rules";

const read = ["query", "get", "export"] as const;
const write = ["add", "delete", "edit", "import", ...read] as const;
/** What happened does not change once it has been judged. */
const fixed = { writeIn: ["new"] } as const;

export const riskEvent = defineEntity({
  key: "supplier-management/risk-event",
  label: "风险事件",
  kind: "document",
  purpose: "收集供应商的内外部风险信号，研判、处置，并据此得出供应商的风险等级。",
  number: "FX{YYYYMMDD}-{0001}",
  search: ["number", "title", "supplier_id"],
  imports: true,
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, ...fixed }),
    source: choice({ label: "来源", required: true, initial: "manual", choices: RISK_SOURCES, ...fixed }),
    category: choice({ label: "风险类别", required: true, choices: RISK_CATEGORIES, ...fixed }),
    title: text({ label: "风险标题", required: true, maxLength: 100, ...fixed }),
    detail: longText({ label: "风险描述", required: true, ...fixed }),
    occurred_on: date({ label: "发生日期", required: true, notInFuture: true, ...fixed }),
    external_id: text({
      label: "外部标识",
      maxLength: 100,
      help: "外部数据的编号，同一事件只收一次",
      unique: "该外部标识的风险事件已存在",
      ...fixed,
    }),
    probability: integer({ label: "可能性", required: true, min: "1", max: "5", help: "1最低，5最高", ...fixed }),
    impact: integer({ label: "影响程度", required: true, min: "1", max: "5", help: "1最低，5最高", ...fixed }),
    coefficient: computed(integer({ label: "风险系数", help: "可能性×影响程度" })),
    level: computed(
      choice({
        label: "风险等级",
        choices: { high: "高风险", medium: "中风险", low: "低风险" },
        tones: { high: "refused", medium: "warning", low: "done" },
      }),
    ),
    owner_id: person({ label: "责任人", initial: "me" }),
    close_note: longText({ label: "关闭说明", maxLength: 1000, writeIn: [] }),
    closed_on: date({ label: "关闭日期", system: true }),
  },
  lines: {
    measures: lines({
      label: "应对措施",
      max: 50,
      counter: "项",
      fields: {
        measure: text({ label: "应对措施", required: true }),
        owner_id: person({ label: "责任人" }),
        due_date: date({ label: "计划完成" }),
        done_date: date({ label: "实际完成" }),
        note: text({ label: "实施情况" }),
      },
    }),
  },
  compute: { coefficient: riskCoefficient, level: riskLevel },
  rules: [doneInPast],
  list: {
    columns: [
      "number",
      "supplier_id",
      "category",
      "title",
      "level",
      "coefficient",
      "occurred_on",
      "source",
      "owner_id",
      "+overdue",
      "state",
    ],
    filters: [
      "number",
      "supplier_id",
      "supplier_id.categories.material_type_id",
      "category",
      "level",
      "state",
      "source",
      "occurred_on",
      "owner_id",
    ],
    sort: "-occurred_on",
    toggles: {
      overdue_only: {
        label: "措施逾期",
        where: where.all(
          where.oneOf("state", WEIGHING),
          where.someLine("risk_event_measures", where.all(where.past("due_date"), where.empty("done_date"))),
        ),
      },
    },
    batch: ["confirm", "ignore"],
    rowActions: ["confirm", "ignore", "handle", "close"],
    card: ["supplier_id", "title", "level"],
  },
  form: [
    section("风险信息", ["supplier_id", "source", "category", "title", "detail", "occurred_on"]),
    // What the program itself noticed has a mark that says nothing to people.
    section("外部数据", ["external_id"], where.not(where.eq("source", "system"))),
    section("研判", ["probability", "impact", "coefficient", "level", "owner_id"]),
    lineSection("应对措施", "measures"),
    section("关闭", ["close_note", "closed_on"], where.eq("state", "closed")),
  ],
  states: { new: "待研判", confirmed: "已确认", handling: "处置中", closed: "已关闭", ignored: "已忽略" },
  tones: { new: "waiting", confirmed: "warning", handling: "running", closed: "done", ignored: "closed" },
  editIn: ["new", "confirmed", "handling"],
  deadlines: {
    measures: {
      label: "应对措施",
      rows: { from: "应对措施的计划完成", columns: { person: "措施的责任人", measures: "应对措施" } },
      in: WEIGHING,
      reminders: {
        person: reminder({
          label: "措施逾期提醒",
          days: [1],
          every: 1,
          scenario: "risk.overdue",
          to: { people: ["+person"] },
          reads: ["number", "supplier_id.name", "title", "+measures"],
          values: ({ text: shown, late }) => ({
            number: shown("number"),
            supplier: shown("supplier_id.name"),
            title: shown("title"),
            days: String(late),
            measures: shown("+measures"),
          }),
        }),
      },
    },
  },
  digests: {
    weekly: digest({
      label: "企业风险周报",
      every: "week",
      day: 1,
      where: where.all(where.set("owner_id"), where.oneOf("state", ["new", ...WEIGHING])),
      scenario: "risk.weekly",
      to: { people: ["owner_id"] },
      reads: ["state", "level"],
      values: (rows) => {
        const judge = rows.filter(({ value }) => value("state") === "new").length;
        return {
          count: String(rows.length),
          judge: String(judge),
          handle: String(rows.length - judge),
          high: String(rows.filter(({ value }) => value("level") === "high").length),
        };
      },
      path: "/supplier-management/enterprise-risk",
    }),
  },
  messages: [
    message({
      on: ["confirm"],
      when: where.eq("level", "high"),
      scenario: "risk.high",
      to: { roles: ["purchase_manager", "qa_manager"] },
      reads: ["number", "title", "supplier_id.name"],
      values: ({ text: shown }) => ({
        number: shown("number"),
        title: shown("title"),
        supplier: shown("supplier_id.name"),
      }),
    }),
  ],
  tellsNobody: {
    ignore: "Whoever reports an event looks it up in the list; nothing follows from one that was put aside",
  },
  transitions: {
    confirm: {
      label: "确认",
      decides: { not: "Takes note of an event; nothing comes into force by it" },
      from: ["new"],
      to: "confirmed",
      by: ["buyer", "qa", "purchase_manager", "qa_manager"],
      tone: "primary",
      todo: "研判风险事件",
      confirm: "确认后事件内容不能再修改，并计入供应商的风险等级。",
    },
    handle: {
      label: "处置",
      from: ["confirmed"],
      to: "handling",
      by: ["buyer", "qa", "purchase_manager", "qa_manager"],
      tone: "primary",
      guard: measuresPlanned,
    },
    close: {
      label: "关闭",
      from: ["handling"],
      to: "closed",
      by: ["purchase_manager", "qa_manager"],
      tone: "primary",
      confirm: "关闭后事件不再计入供应商的风险等级。",
      asks: ["close_note"],
      guard: [measuresDone, closingExplained],
      effect: (work) => {
        work.set({ closed_on: work.today });
      },
    },
    propose_freeze: {
      label: "发起冻结",
      from: [...WEIGHING],
      to: "same",
      by: ["buyer", "qa", "purchase_manager", "qa_manager"],
      confirm: "生成一张供应商冻结单草稿，冻结询价、定标、合同和下单；核对后提交审批才生效。",
      done: "冻结单草稿已生成，见下方「由本事件发起的单据」",
    },
    propose_audit: {
      label: "发起专项审核",
      from: [...WEIGHING],
      to: "same",
      by: ["qa", "qa_manager"],
      input: {
        mode: auditMode,
        site: auditSite("现场审核必须选择"),
        template: auditTemplate,
        material_type: reference("master-data/material-type", { label: "审核范围", required: true }),
        plan_date: date({ label: "计划日期", required: true }),
        leader: person({ label: "审核组长", may: AUDITORS, required: true, initial: "me" }),
      },
      confirm: "生成一张待执行的专项审核，来源单号为本事件。",
      done: "专项审核已生成，见下方「由本事件发起的单据」",
    },
    ignore: {
      label: "忽略",
      decides: {
        as: "refuses",
        creatorMay: "Whoever reported an event may take it back; who changed a report may not",
      },
      from: ["new"],
      to: "ignored",
      by: ["buyer", "qa", "purchase_manager", "qa_manager"],
      tone: "danger",
      reason: "required",
      reasonLabel: "忽略原因",
      confirm: "忽略后不再处置，也不计入风险等级。",
      guard: highNotIgnored,
    },
  },
  related: [pointsAt("supplier_id")],
  access: {
    suppliers: noSupplier,
    grants: {
      buyer: write,
      qa: write,
      purchase_manager: write,
      qa_manager: write,
      system_admin: "all",
      supplier_auditor: read,
      leader: read,
      supervisor: read,
      legal: read,
    },
  },
  views: [
    {
      screen: "supplier-management/enterprise-risk",
      label: "企业风险监控",
      extra: { overdue: text({ label: "措施逾期", system: true }) },
    },
  ],
});
