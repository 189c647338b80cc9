import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import type { WarningProvider } from "~/engine/warnings/warnings.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { supplierCertificate } from "./supplier-certificate.entity";
import { REMINDERS } from "./supplier-certificate.rules";

const MOST = 1000;
/** What ran out longer ago is a matter of the list, not of a card on every page. */
const LOOKED_BACK_DAYS = 365;

/**
 * Certificates that run out within thirty days, and those that have: for staff who may read them, and for the supplier itself
 * (specification sections 3 and 5; wording of ruling 37).
 */
export const certificateWarnings: WarningProvider = {
  kind: "qualification",
  async find(context) {
    const screen = screenFor(context);
    if (!screen) return [];
    const today = dayOf(context.now);
    const { rows } = await listRecords(context, screen, {
      filters: Object.fromEntries(watched(context).map(([name, ...values]) => [name, values])),
      toggles: [],
      sort: ["valid_to"],
      page: 1,
      size: MOST,
      columns: ["certificate_name", "supplier_id", "valid_to", "state"],
    });
    return rows.map(({ id, values }) => {
      const end = String(values.valid_to);
      const left = daysBetween(today, end);
      const certificate = `资质证书“${String(values.certificate_name)}”`;
      const declared = values.state === "renewing" ? "（换证中）" : "";
      const isOver = left < 0;
      const when = isOver ? `已过期${-left}天` : `将于${end}到期（${left === 0 ? "今天" : `剩${left}天`}）`;
      return {
        objectId: id,
        stage: isOver ? "expired" : "due_soon",
        text: context.actor.supplierId
          ? `您的${certificate}${declared}${when}，请${isOver ? "立即" : "及时"}更新`
          : `供应商${String(values.supplier_id__label ?? "")}的${certificate}${declared}${when}`,
        href: recordPath(screen, id),
      };
    });
  },
  summary: (count) => `有${count}项资质即将到期或已过期`,
  listHref(context) {
    const screen = screenFor(context);
    const pairs = watched(context).flatMap(([name, ...values]) => values.map((value) => [name, value] as const));
    return screen ? listPath(screen) + query([...pairs, ["sort", "valid_to"]]) : "/";
  },
};

function screenFor(context: Context) {
  return context.services.registry
    .screensOf(supplierCertificate.key)
    .find((screen) => mayOnScreen(context, screen, "query"));
}

/** The filters of the list that show them. */
function watched(context: Context): [name: string, ...values: string[]][] {
  const today = dayOf(context.now);
  return [
    ["state", "valid", "renewing", "expired"],
    ["valid_to", addDays(today, -LOOKED_BACK_DAYS), addDays(today, REMINDERS[0])],
  ];
}
