import { choice, date, defineEntity, noSupplier, percent, pointsAt, reference, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { endsAfterStart, foreignOrigin, oneSubject } from "./duty-rate.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "edit", "delete", ...READ] as const;

/** What duty goods bear by where they come from, for quotes whose supplier states none. */
export const dutyRate = defineEntity({
  key: "base-data/duty-rate",
  label: "关税税率",
  kind: "register",
  purpose: "进口货物按原产地和品类的关税税率：供应商报了境外原产地而没有写明关税的，比价按它计算到岸成本。",
  title: ["origin", "material_id", "material_type_id"],
  search: ["material_id", "material_type_id", "basis"],
  fields: {
    origin: choice({ label: "原产地", required: true, dictionary: "origin" }),
    material_id: reference("master-data/material", { label: "物料", help: "与物料类型最多填一个；先于物料类型的" }),
    material_type_id: reference("master-data/material-type", {
      label: "物料类型",
      help: "含其下级；物料和类型都留空的，为该原产地的其他所有物料",
    }),
    rate: percent({ label: "关税税率", required: true, min: "0", max: "100" }),
    valid_from: date({ label: "生效日期", required: true, initial: "today" }),
    valid_to: date({ label: "失效日期", help: "当天仍有效，留空为长期" }),
    basis: text({ label: "依据", maxLength: 200, help: "如税则号列、协定税率" }),
  },
  rules: [foreignOrigin, oneSubject, endsAfterStart],
  list: {
    columns: ["origin", "material_type_id", "material_id", "rate", "valid_from", "valid_to", "basis"],
    filters: ["origin", "material_id", "material_type_id", "rate", "valid_from", "valid_to"],
    sort: "-valid_from",
    toggles: {
      valid_only: {
        label: "有效",
        where: where.all(where.pastBy("valid_from", -1), where.any(where.empty("valid_to"), where.coming("valid_to"))),
      },
    },
    card: ["origin", "material_type_id", "material_id", "rate"],
  },
  form: [
    section("适用范围", ["origin", "material_type_id", "material_id"]),
    section("税率", ["rate", "valid_from", "valid_to", "basis"]),
  ],
  related: [pointsAt("material_id", { fact: "material_status" }), pointsAt("material_type_id")],
  access: {
    suppliers: noSupplier,
    grants: {
      purchase_manager: WRITE,
      buyer: READ,
      leader: READ,
      finance: READ,
      finance_lead: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
});
