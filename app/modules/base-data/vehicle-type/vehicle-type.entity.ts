import { defineEntity, everySupplierWhen, number, quantity, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;

/** What a vehicle takes; loads are planned against it. */
export const vehicleType = defineEntity({
  key: "base-data/vehicle-type",
  label: "车型",
  kind: "register",
  purpose: "送货车辆有哪几种、各装多少立方米和多少千克；按包装尺寸测算装载率时使用。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "车型编码", required: true, maxLength: 20, unique: "车型编码已存在" }),
    name: text({ label: "车型名称", required: true, maxLength: 60, help: "如9.6米厢式" }),
    load_m3: number({ label: "装载容积", required: true, precision: 10, scale: 3, positive: true, unit: "m³" }),
    load_kg: quantity({ label: "载重", required: true, positive: true, unit: "千克" }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  access: {
    suppliers: everySupplierWhen(where.eq("enabled", true)),
    suppliersMayWrite: [],
    grants: {
      planner: "all",
      system_admin: "all",
      warehouse: ["add", "edit", ...read],
      buyer: read,
      purchase_manager: read,
      master_data: read,
      supervisor: read,
      supplier: read,
    },
  },
});
