import { endsOn, listedWarnings } from "~/engine/warnings/listed.server";
import { brandAuthorization } from "./brand-authorization.entity";

/** Brand authorisations that run out within the window: for staff who may read them, and for the supplier itself. */
export const brandWarnings = listedWarnings({
  kind: "brand",
  // After certificates, contracts and type inspections.
  place: 1,
  entity: brandAuthorization.key,
  day: "effective_to",
  columns: ["number", "brand_name", "supplier_id.name"],
  shown: ({ today, until }) => ({ filters: { state: ["valid"], effective_to: [today, until] } }),
  say(row, { today, isSupplier }) {
    const name = `品牌授权书（${String(row.brand_name)}）${endsOn(String(row.effective_to), today)}`;
    return {
      stage: "due_soon",
      text: isSupplier
        ? `您的${name}，请及时续签并更新`
        : `供应商${String(row["supplier_id.name__label"] ?? "")}的${name}`,
    };
  },
  summary: (count, days) => `有${count}份品牌授权将在${days}天内到期`,
});
