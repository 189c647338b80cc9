import { listedWarnings } from "~/engine/warnings/listed.server";
import { provisionReceipt } from "./provision-receipt.entity";

const late = (due: unknown, today: string) => typeof due === "string" && due < today;

/** What a supplier has not accepted yet, from sign-in on, on every page; staff see the progress in their list. */
const listed = listedWarnings({
  kind: "provision",
  place: -1,
  entity: provisionReceipt.key,
  day: "due_on",
  columns: ["provision_id", "must_accept"],
  shown: () => ({ filters: { state: ["pending"] } }),
  say(row, { today }) {
    const title = `《${String(row.provision_id__label ?? "")}》`;
    if (!late(row.due_on, today)) {
      const until = typeof row.due_on === "string" ? `，确认期限${row.due_on}` : "";
      return { stage: "due_soon", text: `请您阅读并确认${title}${until}` };
    }
    return row.must_accept === true
      ? {
          stage: "blocked",
          text: `请先阅读并确认${title}：确认期限${String(row.due_on)}已过，您暂时不能报价和提交送货单`,
        }
      : { stage: "overdue", text: `请您阅读并确认${title}：确认期限${String(row.due_on)}已过` };
  },
  summary: (count) => `您有${count}份规定等待阅读并确认，逾期的必须确认以后才能报价和送货`,
});

export const provisionReceiptWarnings = {
  ...listed,
  async find(context: Parameters<typeof listed.find>[0]) {
    if (!context.actor.supplierId) return [];
    const found = await listed.find(context);
    return found.map((one) => ({ ...one, href: `${one.href}/accept` }));
  },
};
