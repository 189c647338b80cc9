/** The nine words of rights (specification section 6), what one reads first first, as they are called on screen. */
export const ACTION_LABELS = {
  query: "查询",
  get: "查看",
  add: "新增",
  edit: "编辑",
  delete: "删除",
  enable: "启用",
  disable: "停用",
  import: "导入",
  export: "导出",
} as const;

type Named = keyof typeof ACTION_LABELS;

/** The same, in the order in which one reads them. */
export const ACTIONS_AS_READ: readonly Named[] = [
  "query",
  "get",
  "add",
  "edit",
  "delete",
  "enable",
  "disable",
  "import",
  "export",
];

/** Several actions as one text; words nobody knows are left out. */
export function actionsText(actions: readonly unknown[]): string {
  return ACTIONS_AS_READ.filter((action) => actions.includes(action))
    .map((action) => ACTION_LABELS[action])
    .join("、");
}
