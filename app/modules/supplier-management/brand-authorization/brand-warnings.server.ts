import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import type { WarningProvider } from "~/engine/warnings/warnings.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { brandAuthorization } from "./brand-authorization.entity";

/** The same window as certificates (specification section 5). */
const WINDOW_DAYS = 30;
const MOST = 1000;

/** Brand authorisations that run out within the window: for staff who may read them, and for the supplier itself. */
export const brandWarnings: WarningProvider = {
  kind: "brand",
  async find(context) {
    const screen = screenFor(context);
    if (!screen) return [];
    const { rows } = await listRecords(context, screen, {
      filters: Object.fromEntries(expiring(context).map(([name, ...values]) => [name, values])),
      toggles: [],
      sort: ["effective_to"],
      page: 1,
      size: MOST,
      columns: ["number", "brand_name", "supplier_id.name", "effective_to"],
    });
    const today = dayOf(context.now);
    return rows.map(({ id, values }) => {
      const end = String(values.effective_to);
      const days = daysBetween(today, end);
      const name = `品牌授权书（${String(values.brand_name)}）将于${end}到期（${days === 0 ? "今天" : `剩${days}天`}）`;
      return {
        objectId: id,
        stage: "due_soon",
        text: context.actor.supplierId
          ? `您的${name}，请及时续签并更新`
          : `供应商${String(values["supplier_id.name__label"] ?? "")}的${name}`,
        href: recordPath(screen, id),
      };
    });
  },
  summary: (count) => `有${count}份品牌授权将在${WINDOW_DAYS}天内到期`,
  listHref(context) {
    const screen = screenFor(context);
    const pairs = expiring(context).flatMap(([name, ...values]) => values.map((value) => [name, value] as const));
    return screen ? listPath(screen) + query([...pairs, ["sort", "effective_to"]]) : "/";
  },
};

function screenFor(context: Context) {
  return context.services.registry
    .screensOf(brandAuthorization.key)
    .find((screen) => mayOnScreen(context, screen, "query"));
}

/** The filters of the list that show them. */
function expiring(context: Context): [name: string, ...values: string[]][] {
  const today = dayOf(context.now);
  return [
    ["state", "valid"],
    ["effective_to", today, addDays(today, WINDOW_DAYS)],
  ];
}
