import { choice, dateTime, defineEntity, noSupplier, pointsAt, quantity, reference, section } from "~/engine/entity";
import { where } from "~/shared/condition";
import { HINTS, SIGNED } from "./factory-stock.rules";

const READ = ["query", "get", "export"] as const;

/** What the ERP said last of the unrestricted stock of a material at a factory; it comes through `POST /v2/sap/master-data` (decision 0160). */
export const factoryStock = defineEntity({
  key: "purchase-orders/factory-stock",
  label: "工厂库存",
  kind: "register",
  purpose: "SAP陈述的各工厂非限制使用库存：每个工厂和物料一行，只留时点最新的陈述，备货管理据此对照供应商的备货。",
  fromIntegration: { by: ["factory_id", "material_id"], add: true },
  title: ["factory_id", "material_id"],
  search: ["factory_id", "material_id"],
  fields: {
    factory_id: reference("master-data/factory", { label: "工厂", required: true }),
    material_id: reference("master-data/material", { label: "物料", required: true }),
    qty: quantity({ label: "库存数量", required: true, ...SIGNED, help: "非限制使用库存；SAP中可以为负" }),
    uom: choice({ label: "单位", required: true, dictionary: "uom" }),
    stated_at: dateTime({ label: "截至", required: true, help: "SAP取数的时点；更早的陈述不覆盖更晚的" }),
  },
  unique: [{ columns: ["factory_id", "material_id"], complaint: "该工厂的这个物料已有库存" }],
  list: {
    columns: ["factory_id", "material_id", "qty", "uom", "stated_at", "+hint"],
    filters: ["factory_id", "material_id", "material_id.material_type_id", "stated_at"],
    sort: "-stated_at",
    toggles: { stale_only: { label: "数据过期", where: where.set("stated_at"), worked: true } },
    card: ["material_id", "qty", "uom", "stated_at", "+hint"],
  },
  form: [section("工厂库存", ["factory_id", "material_id", "qty", "uom", "stated_at"])],
  related: [pointsAt("factory_id"), pointsAt("material_id")],
  removable: false,
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id" },
    grants: {},
  },
  views: [
    {
      screen: "purchase-orders/factory-stock",
      label: "工厂库存",
      extra: { hint: choice({ label: "提示", system: true, choices: HINTS, tones: { stale: "warning" } }) },
      grants: {
        planner: READ,
        buyer: READ,
        purchase_manager: READ,
        leader: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
