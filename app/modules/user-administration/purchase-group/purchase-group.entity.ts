import { defineEntity, integer, noSupplier, person, reference, section, text, yesNo } from "~/engine/entity";

const read = ["query", "get", "export"] as const;

export const purchaseGroup = defineEntity({
  key: "user-administration/purchase-group",
  label: "采购组",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "采购员分工的小组，用来划分单据并限定每个人能看到的订单。",
  imports: { key: "code" },
  fields: {
    code: text({
      label: "采购组编码",
      required: true,
      pattern: { expression: /^[0-9A-Z]{3}$/, complaint: "采购组编码为3位数字或大写字母" },
      unique: "采购组编码已存在",
    }),
    name: text({ label: "采购组名称", required: true, maxLength: 60 }),
    purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true }),
    leader_id: person({ label: "负责人" }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  list: {
    columns: ["code", "name", "purchase_org_id", "leader_id", "enabled"],
    filters: ["code", "name", "purchase_org_id", "enabled"],
    sort: "code",
  },
  form: [section("基本信息", ["code", "name", "purchase_org_id", "leader_id", "enabled"])],
  views: [
    {
      screen: "user-administration/purchase-group",
      label: "采购组",
      list: {
        columns: ["code", "name", "purchase_org_id", "leader_id", "+member_count", "enabled"],
        filters: ["code", "name", "purchase_org_id", "enabled"],
        sort: "code",
      },
      extra: { member_count: integer({ label: "成员数", system: true }) },
    },
  ],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    staff: { purchase_group: "id" },
    grants: { system_admin: "all", user_admin: read, master_data: read, purchase_manager: read, leader: read },
  },
});
