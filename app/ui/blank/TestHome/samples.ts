import type { Control } from "~/ui/model/form";
import type { Pager } from "~/ui/model/list";
import type { Table } from "~/ui/model/table";

const OPTIONS = [
  { value: "a", label: "华东工厂" },
  { value: "b", label: "华南工厂" },
];

const KINDS: Omit<Control, "name" | "required">[] = [
  { kind: "text", label: "单行文本", value: "香满园食品" },
  { kind: "textarea", label: "多行文本", value: "第一行\n第二行" },
  { kind: "decimal", label: "金额", value: "12345.60", unit: "元" },
  { kind: "integer", label: "数量", value: "20", unit: "箱" },
  { kind: "date", label: "日期", value: "2025-03-10" },
  { kind: "datetime", label: "时间", value: "2025-03-10T10:30" },
  { kind: "select", label: "下拉选择", value: "a", options: OPTIONS },
  { kind: "reference", label: "引用", value: "b", options: OPTIONS },
  { kind: "checkbox", label: "勾选", value: "1" },
];

function controls(prefix: string, more: (kind: Control["kind"]) => Partial<Control>): Control[] {
  return KINDS.map((control) => ({
    ...control,
    name: `${prefix}-${control.kind}`,
    required: control.kind === "text",
    ...more(control.kind),
  }));
}

export const USUAL = { title: "平常", controls: controls("usual", () => ({ help: "说明文字" })) };
export const FAULTY = { title: "有误", controls: controls("faulty", () => ({ error: "请按提示修改" })) };
export const LOCKED = {
  title: "只读",
  controls: KINDS.map((control) => ({
    ...control,
    name: `locked-${control.kind}`,
    required: false,
    readOnly:
      control.kind === "checkbox"
        ? "是"
        : (control.options?.find(({ value }) => value === control.value)?.label ?? control.value.replace("T", " ")),
  })),
};

export const TONES = [
  { tone: "primary", label: "主要按钮" },
  { tone: "plain", label: "普通按钮" },
  { tone: "danger", label: "危险按钮" },
];

export const NOTICES = [
  { level: "success", text: "成功：修改成功" },
  { level: "info", text: "信息：您的权限已更新" },
  { level: "warning", text: "警告：证书将于 30 天后到期" },
  { level: "error", text: "错误：请求超时，请稍后重试" },
];

export const TABLE: Table = {
  caption: "示例列表",
  columns: [
    { key: "number", label: "编号", align: "start" },
    { key: "state", label: "状态", align: "start" },
    { key: "amount", label: "金额", align: "end" },
  ],
  rows: [
    { id: "1", cells: [{ text: "PO202503100001" }, { text: "草稿", tone: "draft" }, { text: "1,234.50" }] },
    { id: "2", cells: [{ text: "PO202503100002" }, { text: "已确认", tone: "done" }, { text: "98,765.40" }] },
  ],
  totals: ["", "", "99,999.90"],
};

export const PAGER: Pager = {
  page: 1,
  pages: 2,
  size: 10,
  total: "12 条",
  links: [
    { label: "1", href: "#", current: true },
    { label: "2", href: "#", current: false },
  ],
  next: "#",
  sizes: [
    { size: 10, href: "#", current: true },
    { size: 20, href: "#", current: false },
  ],
};
