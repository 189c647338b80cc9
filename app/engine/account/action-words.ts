/** The nine actions of the permission vocabulary as people call them. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  query: "查询",
  get: "查看",
  add: "新建",
  edit: "修改",
  delete: "删除",
  enable: "启用",
  disable: "停用",
  import: "导入",
  export: "导出",
};
