import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import type { WarningProvider } from "~/engine/warnings/warnings.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { contract } from "./contract.entity";

/** Expiry warnings look so far ahead (specification section 5). */
const WINDOW_DAYS = 30;
const MOST = 1000;

/** Contracts in force that run out within the window: for staff who may read contracts, and for the supplier itself. */
export const contractWarnings: WarningProvider = {
  kind: "contract",
  async find(context) {
    const screen = screenFor(context);
    if (!screen) return [];
    const { rows } = await listRecords(context, screen, {
      filters: Object.fromEntries(expiring(context).map(([name, ...values]) => [name, values])),
      toggles: [],
      sort: ["end_date"],
      page: 1,
      size: MOST,
      columns: ["number", "title", "supplier_id", "end_date"],
    });
    const today = dayOf(context.now);
    return rows.map(({ id, values }) => {
      const name = `合同${String(values.number)}“${String(values.title)}”`;
      const end = String(values.end_date);
      const when = `将于${end}到期（${left(daysBetween(today, end))}）`;
      return {
        objectId: id,
        stage: "due_soon",
        text: context.actor.supplierId
          ? `您的${name}${when}，请及时联系采购员续签`
          : `与${String(values.supplier_id__label ?? "")}的${name}${when}`,
        href: recordPath(screen, id),
      };
    });
  },
  summary: (count) => `有${count}份合同将在${WINDOW_DAYS}天内到期`,
  listHref(context) {
    const screen = screenFor(context);
    const pairs = expiring(context).flatMap(([name, ...values]) => values.map((value) => [name, value] as const));
    return screen ? listPath(screen) + query([...pairs, ["sort", "end_date"]]) : "/";
  },
};

function screenFor(context: Context) {
  return context.services.registry.screensOf(contract.key).find((screen) => mayOnScreen(context, screen, "query"));
}

/** The filters of the contract list that show them. */
function expiring(context: Context): [name: string, ...values: string[]][] {
  const today = dayOf(context.now);
  return [
    ["state", "effective"],
    ["end_date", today, addDays(today, WINDOW_DAYS)],
  ];
}

function left(days: number): string {
  return days === 0 ? "今天" : `剩${days}天`;
}
