import { type Complaint, complain, ok } from "~/engine/entity";
import { EXTENSION_CODE } from "~/shared/extension-fields";

interface Flags {
  code: string;
  field_type: string;
  options_dict: string | null;
  supplier_visible: boolean;
  supplier_editable: boolean;
  searchable: boolean;
  builtin: boolean;
}

/** The code of an added field is a column of the database and a name in calls; its beginning keeps it apart from those of the program. */
export function codeFits({ code, builtin }: Flags): Complaint | null {
  return builtin || EXTENSION_CODE.test(code)
    ? ok
    : complain("code", "编码以 x_ 开头，后面仅小写字母、数字、下划线，最多30个字符");
}

/** Nobody writes what is not shown. */
export function editableIsVisible({ supplier_visible, supplier_editable }: Flags): Complaint | null {
  return supplier_editable && !supplier_visible
    ? complain("supplier_editable", "供应商可编辑的字段必须对供应商可见")
    : ok;
}

/** A choice needs something to choose from. */
export function optionsAreNamed({ builtin, field_type, options_dict }: Flags): Complaint | null {
  return !builtin && field_type === "option" && options_dict === null
    ? complain("options_dict", "下拉字段请填写字典编码")
    : ok;
}

/** Nobody looks for a record by a file. */
export function filesAreNotSearched({ builtin, field_type, searchable }: Flags): Complaint | null {
  return !builtin && field_type === "file" && searchable ? complain("searchable", "附件字段不能作为查询条件") : ok;
}

/** What may change of a field of the program. */
const OPEN = ["label", "seq", "in_list"];

/** Fields of a row in which two versions of it differ, out of those named. */
function differing(
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return names.filter((name) => before[name] !== after[name]);
}

/**
 * What a change of a row may not do, whatever the records hold: fields of the program keep what rules and columns rely on, and a field
 * stays where it was made.
 * @param names all fields of a row
 */
export function fixedComplaints(
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Complaint[] {
  if (before.builtin === true)
    return differing(
      names.filter((name) => !OPEN.includes(name)),
      before,
      after,
    ).map((field) => ({ field, message: "内置字段不能修改类型或停用" }));
  return differing(["entity", "code"], before, after).map((field) => ({
    field,
    message: "业务对象和字段编码保存后不能修改",
  }));
}

/** True where a change turns stored values into something else: another kind, or another list of choices. */
export function turnsValues(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  return differing(["field_type", "options_dict"], before, after).length > 0;
}
