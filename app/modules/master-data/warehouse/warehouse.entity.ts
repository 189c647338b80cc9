import { choice, defineEntity, noSupplier, phone, reference, section, text, yesNo } from "~/engine/entity";
import { registerGrants } from "../register-grants";

export const warehouse = defineEntity({
  key: "master-data/warehouse",
  label: "仓库",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "工厂的收货仓库和温区，收货和库存按仓库登记。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "仓库编码", required: true, maxLength: 20, unique: "仓库编码已存在" }),
    name: text({ label: "仓库名称", required: true, maxLength: 60 }),
    factory_id: reference("master-data/factory", { label: "所属工厂", required: true }),
    temp_zone: choice({ label: "温区", required: true, dictionary: "temp_zone" }),
    keeper: text({ label: "仓库负责人", maxLength: 30 }),
    keeper_phone: phone({ label: "联系电话" }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  list: {
    columns: ["code", "name", "factory_id", "temp_zone", "keeper", "enabled"],
    filters: ["code", "name", "factory_id", "temp_zone", "enabled"],
    sort: "code",
  },
  form: [section("基本信息", ["code", "name", "factory_id", "temp_zone", "keeper", "keeper_phone", "enabled"])],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    staff: { factory: "factory_id" },
    grants: registerGrants,
  },
});
