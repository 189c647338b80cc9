import { choice, defineEntity, noSupplier, reference, section, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { registerGrants } from "../register-grants";

export const materialType = defineEntity({
  key: "master-data/material-type",
  label: "物料类型",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "物料的两级分类；物料归在二级类型下，人员的数据范围也按二级类型授权。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "类型编码", required: true, maxLength: 20, unique: "类型编码已存在" }),
    name: text({ label: "类型名称", required: true, maxLength: 60 }),
    parent_id: reference("master-data/material-type", {
      label: "上级类型",
      help: "留空为一级类型",
      only: where.empty("parent_id"),
    }),
    category: choice({
      label: "类别",
      required: true,
      help: "留空时取上级类型的类别",
      choices: {
        raw: "原料",
        auxiliary: "辅料",
        packaging: "包材",
        finished: "成品（代工）",
        mro: "备品备件",
        service: "服务",
      },
    }),
    food_category: text({
      label: "食品类别编号",
      maxLength: 10,
      pattern: { expression: /^\d{2,8}$/, complaint: "食品类别编号为2至8位数字，如0101" },
      help: "生产这类物料须有许可范围包含它的食品生产许可证；留空取上级类型的编号，都没有的不检查",
    }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  fillFrom: { parent_id: { category: "category" } },
  list: {
    columns: ["code", "name", "parent_id", "category", "food_category", "enabled"],
    filters: ["code", "name", "parent_id", "category", "enabled"],
    sort: "code",
  },
  form: [section("基本信息", ["code", "name", "parent_id", "category", "food_category", "enabled"])],
  access: { suppliers: noSupplier, suppliersMayReadTitle: true, grants: registerGrants },
});
