import { choice, date, defineEntity, noSupplier, quantity, reference, section, text } from "~/engine/entity";
import { ALL_KINDS, KIND_TONES, SIGNED } from "../io-data/movements.fields";
import { signOfKind } from "../io-mark/io-mark.rules";

const READ = ["query", "get", "export"] as const;

/** Movements as the ERP books them, to compare ours with; they come through `POST /v2/sap/master-data`. */
export const sapMovement = defineEntity({
  key: "receiving/sap-movement",
  label: "SAP出入库",
  kind: "register",
  purpose: "SAP下发的物料凭证行，只用来与平台过账核对；每行只收一次，重复下发不改变任何数据。",
  fromIntegration: { by: "sap_key", add: true },
  title: ["sap_key"],
  fields: {
    sap_key: text({
      label: "SAP凭证",
      required: true,
      maxLength: 30,
      unique: "该SAP凭证行已登记",
      found: "start",
      help: "凭证号/年度/行，例如 5000012345/2026/1",
      pattern: { expression: /^[0-9A-Z]{1,10}\/20\d\d\/[1-9]\d{0,3}$/, complaint: "请按“凭证号/年度/行”填写" },
    }),
    io_type: choice({ label: "移动类型", required: true, choices: ALL_KINDS, tones: KIND_TONES }),
    post_date: date({ label: "过账日期", required: true }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    factory_id: reference("master-data/factory", { label: "工厂", required: true }),
    material_id: reference("master-data/material", { label: "物料", required: true }),
    batch_no: text({ label: "批号", maxLength: 60, found: "start" }),
    qty: quantity({ label: "数量", required: true, ...SIGNED, help: "入库为正，退货和冲销为负" }),
    uom: choice({ label: "单位", required: true, dictionary: "uom" }),
    source_no: text({ label: "平台单号", maxLength: 60, found: "start", help: "平台收货单或退货单的单号" }),
  },
  rules: [signOfKind],
  list: {
    columns: [
      "sap_key",
      "io_type",
      "post_date",
      "supplier_id",
      "factory_id",
      "material_id",
      "batch_no",
      "qty",
      "uom",
      "source_no",
    ],
    filters: ["sap_key", "post_date", "supplier_id", "factory_id", "material_id", "batch_no", "io_type", "source_no"],
    sort: "-post_date",
  },
  form: [
    section("移动", ["sap_key", "io_type", "post_date", "material_id", "batch_no", "qty", "uom"]),
    section("往来", ["supplier_id", "factory_id", "source_no"]),
  ],
  removable: false,
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id" },
    grants: { finance: READ, finance_lead: READ, buyer: READ, supervisor: READ, system_admin: READ },
  },
});
