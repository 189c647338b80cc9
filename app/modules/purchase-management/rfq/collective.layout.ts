import { section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { rfqBasics, rfqParts, rfqSchedule } from "./rfq.layout";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "delete", "edit", ...READ] as const;

/** Inquiries that bundle several factories, as central buyers follow them; what is made here is one of them. */
export const collectiveView = {
  screen: "purchase-management/rfq-collective",
  label: "集采询价列表",
  noun: "集采询价单",
  where: where.eq("mode", "collective"),
  initial: { mode: "collective" },
  list: {
    columns: [
      "number",
      "title",
      "factory_count",
      "+bundle_qty",
      "+progress",
      "volume_saving",
      "deadline",
      "reminded_at",
      "distributed_at",
      "state",
    ],
    filters: [
      "number",
      "title",
      "items.material_id",
      "items.factory_id",
      "buyer_id",
      "deadline",
      "purchase_group_id",
      "state",
    ],
    sort: "-created_at",
    toggles: {
      to_distribute: {
        label: "待分配到工厂",
        where: where.all(where.eq("state", "done"), where.empty("distributed_at")),
      },
    },
    batch: ["submit", "remind"],
    rowActions: ["submit", "award", "distribute"],
    card: ["title", "factory_count", "+progress", "deadline"],
  },
  form: [rfqBasics, section("集采", ["factory_count", "volume_saving", "distributed_at"]), rfqSchedule, ...rfqParts],
  extra: {
    progress: text({ label: "已报/邀请", system: true }),
    bundle_qty: text({ label: "汇总数量", system: true, help: "各工厂合计，不同单位分开列出" }),
  },
  grants: {
    buyer: WRITE,
    purchase_manager: WRITE,
    leader: READ,
    finance: READ,
    finance_lead: READ,
    supervisor: READ,
    system_admin: READ,
  },
} as const;
