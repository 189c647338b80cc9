import {
  choice,
  defineEntity,
  integer,
  lineSection,
  lines,
  longText,
  noSupplier,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { TONES } from "~/shared/tone";
import { oneDefault, parentsFit, valuesOnce } from "./dictionary.rules";

const read = ["query", "get", "export"] as const;

/** Fields of definitions name a dictionary by its code; those of the program come with it, see `DICTIONARIES`. */
export const dictionary = defineEntity({
  key: "system-management/dictionary",
  label: "字典",
  kind: "register",
  purpose: "表单、筛选和打印中可以选择的值：显示名、颜色、顺序和默认值由管理员维护，改动从下一次请求起生效。",
  // People know dictionaries by their names, which no two share; typed, the code names it as well.
  title: ["name"],
  search: ["code", "name", "category"],
  imports: {
    key: "code",
    lineKeys: { items: "item_value" },
    note: "字典里已有的值按「值」修改，没有的增加，文件里没有的保持不变；要去掉的值请停用。",
    example: [
      {
        ...{ "#": "1", code: "test_site", name: "送检地点", category: "质量", enabled: "是" },
        ...{ "items.item_name": "本厂", "items.item_value": "own", "items.sort_no": "1", "items.enabled": "是" },
      },
      { "#": "1", "items.item_name": "第三方", "items.item_value": "lab", "items.sort_no": "2", "items.enabled": "是" },
    ],
  },
  fields: {
    code: text({
      label: "字典编码",
      required: true,
      maxLength: 40,
      pattern: { expression: /^[a-z][a-z0-9_]*$/, complaint: "编码仅小写字母、数字、下划线，以字母开头" },
      unique: "字典编码已存在",
      help: "保存后不能修改",
    }),
    name: text({ label: "字典名称", required: true, maxLength: 30 }),
    category: text({ label: "所属模块", maxLength: 20 }),
    is_public: yesNo({ label: "免登录可读", help: "只用于注册等免登录页面需要的字典" }),
    locked: yesNo({ label: "系统锁定", system: true, help: "不能增删字典项，可以修改显示名、颜色与排序" }),
    built_in: yesNo({ label: "系统内置", system: true }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  lines: {
    items: lines({
      label: "字典项",
      max: 200,
      counter: "项",
      fields: {
        item_name: text({ label: "显示名", required: true, maxLength: 40 }),
        item_value: text({
          label: "值",
          required: true,
          maxLength: 40,
          pattern: { expression: /^[\p{L}\p{N}_.-]+$/u, complaint: "值只能包含文字、数字、下划线、点和短横线" },
        }),
        color: choice({
          label: "颜色",
          choices: TONES,
          tones: Object.fromEntries(Object.keys(TONES).map((tone) => [tone, tone])) as Record<
            keyof typeof TONES,
            keyof typeof TONES
          >,
        }),
        sort_no: integer({ label: "排序", max: "9999", help: "小的在前；留空的排在后面" }),
        parent_value: text({ label: "上级值", maxLength: 40 }),
        is_default: yesNo({ label: "默认" }),
        enabled: yesNo({ label: "启用", initial: true }),
      },
    }),
  },
  rules: [valuesOnce, oneDefault, parentsFit],
  list: {
    columns: ["name", "code", "category", "+item_count", "locked", "built_in", "enabled", "updated_at"],
    filters: ["code", "name", "category", "locked", "enabled"],
    sort: "code",
  },
  form: [
    section("基本信息", ["code", "name", "category", "enabled", "is_public", "locked", "built_in", "remark"]),
    lineSection("字典项", "items"),
  ],
  access: { suppliers: noSupplier, grants: { system_admin: "all", log_auditor: read } },
  views: [
    {
      screen: "system-management/dictionary",
      label: "数据字典",
      extra: { item_count: integer({ label: "字典项数", system: true }) },
    },
  ],
});
