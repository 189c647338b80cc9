import {
  type AnyEntity,
  choice,
  dateTime,
  defineEntity,
  lineSection,
  lines,
  longText,
  noSupplier,
  type Of,
  person,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { EMPLOYEES } from "~/shared/staff-roles";
import { columnsOrFigures, onceEach, rangesWhole, receiversNamed } from "./report-definition.rules";

const LABEL = 60;
const open = ["query", "get"] as const;

/** A role of the person who asks, from its first to its last day. */
const heldByMe = where.all(
  where.mine("user_id"),
  where.any(where.empty("valid_until"), where.coming("valid_until")),
  where.any(where.empty("valid_from"), { op: "before", column: "valid_from", moment: "today", days: 1 }),
);

/** Rows of a reader: reports for one of the roles the person holds. */
const forMyRoles = where.all(
  where.eq("enabled", true),
  where.someLine(
    "report_definition_audience",
    where.someRow({
      table: "role",
      column: "id",
      equals: "role_id",
      inner: where.all(
        where.eq("enabled", true),
        where.someRow({ table: "user_role", column: "role_code", equals: "code", inner: heldByMe }),
      ),
    }),
  ),
);

/** What reports may name, by the address of the list: as columns, as groups, as figures, and in conditions. */
type Names = Readonly<Record<"columns" | "groups" | "figures" | "conditions", Of["values"]>>;

/**
 * A report over one list: which columns or figures, of which rows, for whom. It is carried out under the rights of whoever reads it.
 * @param entities what there are lists of
 * @param names what of these lists can be named; it is kept by its label, and narrowed to the chosen list
 */
export function reportDefinitionOf(entities: readonly AnyEntity[], names: Names) {
  const of = (values: Of["values"]) => ({ field: "dataset", values });
  return defineEntity({
    key: "system-management/report-definition",
    label: "报表",
    kind: "register",
    purpose:
      "按列表数据做的报表：选择数据来源、列、条件、分组和图表，指定哪些角色可以看；每个人只看到自己权限内的数据。",
    fields: {
      code: text({
        label: "报表编码",
        required: true,
        maxLength: 30,
        unique: "报表编码已存在",
        pattern: { expression: /^[A-Za-z][A-Za-z0-9_-]*$/, complaint: "编码仅字母、数字、下划线、短横线，以字母开头" },
      }),
      name: text({ label: "报表名称", required: true, maxLength: 60 }),
      dataset: choice({ label: "数据集", required: true, choices: listsOf(entities) }),
      group_by: text({ label: "分组", maxLength: LABEL, of: of(names.groups), help: "留空时逐行列出" }),
      group_step: choice({
        label: "日期按",
        initial: "month",
        choices: { day: "日", month: "月", year: "年" },
        help: "分组是日期时",
      }),
      then_by: text({ label: "再按", maxLength: LABEL, of: of(names.groups), help: "第二个分组" }),
      sort_by: text({
        label: "排序",
        maxLength: LABEL,
        of: of(names.columns),
        help: "逐行列出时用，统计时按分组排",
      }),
      descending: yesNo({ label: "从大到小", help: "统计时按第一个统计值" }),
      chart: choice({
        label: "图表",
        required: true,
        initial: "none",
        choices: { none: "没有图", bar: "柱图", line: "线图", pie: "饼图" },
      }),
      enabled: yesNo({ label: "启用", initial: true }),
      schedule: choice({
        label: "定时生成",
        required: true,
        initial: "none",
        choices: { none: "不定时", day: "每天", week: "每周一", month: "每月1日" },
        help: "到时为每个接收人各生成一份，放在其导出中心并通知",
      }),
      send_as: choice({
        label: "文件格式",
        required: true,
        initial: "xlsx",
        choices: { xlsx: "Excel 表格", csv: "CSV 文件", pdf: "PDF（列表的打印版）" },
        help: "PDF只用于有打印版的列表，如供应商报表的合格供方名录；按报表的条件，不按列和排序",
      }),
      remark: longText({ label: "说明", maxLength: 500 }),
    },
    lines: {
      columns: lines({
        label: "列",
        max: 30,
        counter: "列",
        fields: { name: text({ label: "列名", required: true, maxLength: LABEL, of: of(names.columns) }) },
      }),
      figures: lines({
        label: "统计",
        max: 6,
        counter: "项",
        fields: {
          how: choice({
            label: "统计方式",
            required: true,
            initial: "sum",
            choices: { count: "行数", sum: "合计", avg: "平均", min: "最小", max: "最大" },
          }),
          name: text({ label: "列名", maxLength: LABEL, of: of(names.figures), help: "行数不用填" }),
        },
      }),
      conditions: lines({
        label: "条件",
        max: 10,
        counter: "个条件",
        fields: {
          name: text({ label: "列名", required: true, maxLength: LABEL, of: of(names.conditions) }),
          value: text({
            label: "值",
            maxLength: 200,
            help: "数字和日期：从；日期可填 今天-30、本月初、上月初、本年初",
          }),
          value_to: text({ label: "到", maxLength: 40, help: "数字和日期的上限；日期可填 今天、本月末、上月末" }),
        },
      }),
      audience: lines({
        label: "可见角色",
        min: 1,
        max: 30,
        counter: "个角色",
        fields: { role_id: reference("system-management/role", { label: "角色", required: true }) },
      }),
      receivers: lines({
        label: "定时接收人",
        max: 50,
        counter: "人",
        fields: { person_id: person({ label: "接收人", required: true }) },
      }),
    },
    rules: [columnsOrFigures, rangesWhole, onceEach, receiversNamed],
    list: {
      columns: [
        "code",
        "name",
        "dataset",
        "+roles",
        "chart",
        "schedule",
        "enabled",
        "+last_run_at",
        "remark",
        "updated_at",
      ],
      filters: ["code", "name", "dataset", "enabled"],
      sort: "code",
      card: ["name", "dataset"],
    },
    form: [
      section("报表", ["code", "name", "dataset", "chart", "enabled", "remark"]),
      section("分组与排序", ["group_by", "group_step", "then_by", "sort_by", "descending"]),
      lineSection("列", "columns"),
      lineSection("统计", "figures"),
      lineSection("条件", "conditions"),
      lineSection("可见角色", "audience"),
      section("定时", ["schedule", "send_as"]),
      lineSection("定时接收人", "receivers"),
    ],
    related: [pointedAtBy("system-management/report-run", "report_id", { label: "运行记录", fact: "row_count" })],
    views: [
      {
        screen: "system-management/report-definition",
        label: "报表",
        extra: {
          roles: text({ label: "可见角色", system: true }),
          last_run_at: dateTime({ label: "上次运行", system: true }),
        },
      },
    ],
    access: {
      suppliers: noSupplier,
      personal: { where: forMyRoles, unless: "report-definition-all.get" },
      rights: {
        "report-definition-all": {
          label: "查看所有报表，不论是否可见角色",
          grants: { system_admin: ["get"] },
        },
      },
      grants: { ...Object.fromEntries(EMPLOYEES.map((role) => [role, open])), system_admin: "all" },
    },
  });
}

/** Every list of the program, by its address. */
function listsOf(entities: readonly AnyEntity[]): Record<string, string> {
  return Object.fromEntries(
    entities.flatMap(({ key, label, views }) =>
      (views ?? [{ screen: key, label }]).map((view: { screen: string; label: string }) => [view.screen, view.label]),
    ),
  );
}
