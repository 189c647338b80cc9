import { defineEntity, noSupplier, section, text, yesNo } from "~/engine/entity";
import { CREDIT_CODE_PATTERN } from "~/shared/credit-code";
import { registerGrants } from "../register-grants";
import { taxNumberFits } from "./company.rules";

export const company = defineEntity({
  key: "master-data/company",
  label: "公司",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "签订合同、下达订单和收取发票的法人公司，名称和税号以营业执照为准。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "公司编码", required: true, maxLength: 20, unique: "公司编码已存在" }),
    name: text({ label: "公司名称", required: true, maxLength: 100, unique: "公司名称已存在" }),
    tax_number: text({
      label: "统一社会信用代码",
      required: true,
      help: "18位，同时是纳税人识别号",
      pattern: { expression: CREDIT_CODE_PATTERN, complaint: "统一社会信用代码为18位数字和大写字母，请核对" },
      unique: "该统一社会信用代码已存在",
    }),
    address: text({ label: "注册地址", required: true }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  rules: [taxNumberFits],
  list: {
    columns: ["code", "name", "tax_number", "address", "enabled"],
    filters: ["code", "name", "tax_number", "enabled"],
    sort: "code",
  },
  form: [section("基本信息", ["code", "name", "tax_number", "address", "enabled"])],
  access: { suppliers: noSupplier, suppliersMayReadTitle: true, grants: registerGrants },
});
