import { endsOn, listedWarnings } from "~/engine/warnings/listed.server";
import { contract } from "./contract.entity";

/** Contracts in force that run out within the window: for staff who may read contracts, and for the supplier itself. */
export const contractWarnings = listedWarnings({
  kind: "contract",
  entity: contract.key,
  day: "end_date",
  columns: ["number", "title", "supplier_id"],
  shown: ({ today, until }) => ({ filters: { state: ["effective"], end_date: [today, until] } }),
  say(row, { today, isSupplier }) {
    const name = `合同${String(row.number)}“${String(row.title)}”${endsOn(String(row.end_date), today)}`;
    return {
      stage: "due_soon",
      text: isSupplier ? `您的${name}，请及时联系采购员续签` : `与${String(row.supplier_id__label ?? "")}的${name}`,
    };
  },
  summary: (count, days) => `有${count}份合同将在${days}天内到期`,
});
