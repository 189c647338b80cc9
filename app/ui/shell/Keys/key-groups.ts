export interface KeyGroup {
  title: string;
  keys: { press: string[]; does: string }[];
}

/** All keys of the product, for people to read. None is needed: everything can be reached by Tab and Enter. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "任何页面",
    keys: [
      { press: ["/"], does: "到搜索框" },
      { press: ["Ctrl", "K"], does: "搜索菜单" },
      { press: ["?"], does: "显示这份快捷键" },
      { press: ["Esc"], does: "关闭菜单、对话框" },
    ],
  },
  {
    title: "列表",
    keys: [
      { press: ["n"], does: "新建" },
      { press: ["j"], does: "下一行" },
      { press: ["k"], does: "上一行" },
      { press: ["Enter"], does: "打开所在的行" },
    ],
  },
  {
    title: "填写",
    keys: [
      { press: ["Ctrl", "Enter"], does: "提交所在的表单（有保存按钮时为保存）" },
      { press: ["↑"], does: "明细中到上一行的同一列" },
      { press: ["↓"], does: "明细中到下一行的同一列" },
      { press: ["Enter"], does: "明细中到下一行，末行之后添加一行" },
      { press: ["Ctrl", "D"], does: "明细中照抄上一行的值" },
      { press: ["Alt", "↓"], does: "日期框中打开日历并进入，Esc 回到日期框" },
    ],
  },
  {
    title: "标签栏",
    keys: [
      { press: ["←"], does: "到左边的标签" },
      { press: ["→"], does: "到右边的标签" },
      { press: ["Shift", "F10"], does: "打开标签的菜单" },
      { press: ["Delete"], does: "关闭标签" },
    ],
  },
];

/** The keys that are a single sign can be turned off: speech input and weak hands press them by accident (WCAG 2.1.4). */
export const SINGLE_KEYS = "/、n、j、k、?";
