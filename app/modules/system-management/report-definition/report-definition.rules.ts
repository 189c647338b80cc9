import { type Complaint, complain, lineField, ok } from "~/engine/entity";

interface Shape {
  group_by?: string | null;
  then_by?: string | null;
  chart?: string;
  columns: readonly { name: string }[];
  figures: readonly { how: string; name?: string | null }[];
}

/** A report lists columns, or counts by groups; a picture needs figures. */
export function columnsOrFigures({ group_by, then_by, chart, columns, figures }: Shape): Complaint | null {
  const isGrouped = Boolean(group_by) || figures.length > 0;
  if (then_by && !group_by) return complain("group_by", "请先填写第一个分组");
  if (isGrouped && figures.length === 0) return complain("figures", "分组的报表请至少添加一项统计");
  if (!isGrouped && columns.length === 0) return complain("columns", "请至少选择一列");
  if (!isGrouped && chart !== "none") return complain("chart", "有分组和统计才能画图");
  if (chart !== "none" && !group_by) return complain("group_by", "画图需要分组");
  const at = figures.findIndex((one) => one.how !== "count" && !one.name);
  return at < 0 ? ok : complain(lineField("figures", at + 1, "name"), "请填写要统计的列");
}

interface Ranges {
  conditions: readonly { value?: string | null; value_to?: string | null }[];
}

/** A condition that says nothing is none. */
export function rangesWhole({ conditions }: Ranges): Complaint | null {
  const at = conditions.findIndex(({ value, value_to }) => !value && !value_to);
  return at < 0 ? ok : complain(lineField("conditions", at + 1, "value"), "请填写条件的值");
}

interface Names {
  columns: readonly { name: string }[];
  conditions: readonly { name: string }[];
  audience: readonly { role_id: string }[];
}

/** Nothing stands twice. */
export function onceEach({ columns, conditions, audience }: Names): Complaint | null {
  const twice = (values: readonly string[]) => values.findIndex((value, index) => values.indexOf(value) !== index);
  const column = twice(columns.map(({ name }) => name));
  if (column >= 0) return complain(lineField("columns", column + 1, "name"), `第${column + 1}行的列重复`);
  const condition = twice(conditions.map(({ name }) => name));
  if (condition >= 0) return complain(lineField("conditions", condition + 1, "name"), `第${condition + 1}行的条件重复`);
  const role = twice(audience.map(({ role_id }) => role_id));
  return role < 0 ? ok : complain(lineField("audience", role + 1, "role_id"), `第${role + 1}行的角色重复`);
}

interface Receivers {
  schedule?: string;
  receivers: readonly { person_id: string }[];
}

/** What is made at its time is made for somebody, and once for each. */
export function receiversNamed({ schedule, receivers }: Receivers): Complaint | null {
  if (schedule !== "none" && receivers.length === 0) return complain("receivers", "定时生成请添加接收人");
  const people = receivers.map(({ person_id }) => person_id);
  const at = people.findIndex((one, index) => people.indexOf(one) !== index);
  return at < 0 ? ok : complain(lineField("receivers", at + 1, "person_id"), `第${at + 1}行的接收人重复`);
}
