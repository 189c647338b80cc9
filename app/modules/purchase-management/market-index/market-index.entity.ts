import {
  choice,
  date,
  defineEntity,
  noSupplier,
  percent,
  person,
  pointedAtBy,
  pointsAt,
  price,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { BUYERS } from "~/shared/jobs-of-people";
import { MARKET_KINDS, oneSubject } from "./market-index.rules";

const READ = ["query", "get", "export"] as const;
const KEEP = ["add", "edit", "import", ...READ] as const;

/** A series of reference prices; its values are rows of `market-price` (decision 0168). */
export const marketIndex = defineEntity({
  key: "purchase-management/market-index",
  label: "行情指数",
  kind: "register",
  purpose: "原料、包材、运费等参考价格的序列：说的是什么、哪个产地和规格、什么单位和币种、数据从哪里来。",
  imports: { key: "code" },
  search: ["code", "name", "material_id", "material_type_id"],
  fields: {
    code: text({ label: "指数编码", required: true, maxLength: 20, unique: "指数编码已存在" }),
    name: text({ label: "指数名称", required: true, maxLength: 60 }),
    price_kind: choice({ label: "价格类别", required: true, initial: "market", choices: MARKET_KINDS }),
    material_id: reference("master-data/material", { label: "关联物料" }),
    material_type_id: reference("master-data/material-type", {
      label: "关联物料类型",
      help: "适用该类型（含其下级）的所有物料",
    }),
    region: text({ label: "产地/地区", maxLength: 60 }),
    spec: text({ label: "规格等级", maxLength: 60 }),
    currency: choice({ label: "币种", required: true, initial: "CNY", dictionary: "currency" }),
    uom: choice({ label: "单位", required: true, dictionary: "uom" }),
    tax_included: yesNo({ label: "含税", initial: true }),
    origin: text({ label: "数据来源", required: true, maxLength: 100 }),
    buyer_id: person({ label: "关注采购员", may: BUYERS, help: "行情大幅变动时通知；留空通知全部采购员" }),
    enabled: yesNo({ label: "启用", initial: true, help: "停用后不能再登记价格，也不再作为参考" }),
  },
  rules: [oneSubject],
  list: {
    columns: [
      "code",
      "name",
      "price_kind",
      "material_id",
      "material_type_id",
      "region",
      "spec",
      "+latest_value",
      "currency",
      "uom",
      "+latest_date",
      "+change_rate",
      "enabled",
    ],
    filters: ["code", "name", "price_kind", "material_id", "material_type_id", "region", "buyer_id", "enabled"],
    sort: "code",
    card: ["name", "+latest_value", "uom", "+latest_date", "+change_rate"],
  },
  form: [
    section("指数", ["code", "name", "price_kind", "material_id", "material_type_id", "region", "spec"]),
    section("计价与来源", ["currency", "uom", "tax_included", "origin", "buyer_id", "enabled"]),
  ],
  related: [
    pointsAt("material_id", { fact: "material_status" }),
    pointedAtBy("purchase-management/market-price", "index_id", { label: "行情价格", fact: "value" }),
    pointedAtBy("purchase-management/purchase-news", "index_id", { label: "采购资讯", fact: "news_kind" }),
  ],
  removable: false,
  access: { suppliers: noSupplier, grants: {} },
  views: [
    {
      screen: "purchase-management/market-index",
      label: "行情指数",
      extra: {
        latest_value: price({ label: "最新价格", system: true }),
        latest_date: date({ label: "最新日期", system: true }),
        change_rate: percent({ label: "环比", system: true }),
      },
      grants: {
        buyer: KEEP,
        purchase_manager: KEEP,
        leader: READ,
        planner: READ,
        finance: READ,
        finance_lead: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
