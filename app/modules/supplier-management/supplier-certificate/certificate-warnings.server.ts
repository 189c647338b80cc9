import { endsOn, listedWarnings } from "~/engine/warnings/listed.server";
import { daysBetween } from "~/shared/calendar";
import { supplierCertificate } from "./supplier-certificate.entity";

/**
 * Certificates that run out soon, and those that have: for staff who may read them, and for the supplier itself
 * (specification sections 3 and 5; wording of ruling 37).
 */
export const certificateWarnings = listedWarnings({
  kind: "qualification",
  entity: supplierCertificate.key,
  day: "valid_to",
  columns: ["certificate_name", "supplier_id.name", "state"],
  // What ran out longer ago is a matter of the list, not of a card on every page.
  daysBack: "certificate.lookBackDays",
  shown: ({ since, until }) => ({
    filters: {
      state: ["valid", "renewing", "expired"],
      valid_to: [since, until],
    },
  }),
  say(row, { today, isSupplier }) {
    const end = String(row.valid_to);
    const left = daysBetween(today, end);
    const isOver = left < 0;
    const declared = row.state === "renewing" ? "（换证中）" : "";
    const when = isOver ? `已过期${-left}天` : endsOn(end, today);
    const name = `资质证书“${String(row.certificate_name)}”${declared}${when}`;
    return {
      stage: isOver ? "expired" : "due_soon",
      text: isSupplier
        ? `您的${name}，请${isOver ? "立即" : "及时"}更新`
        : `供应商${String(row["supplier_id.name__label"] ?? "")}的${name}`,
    };
  },
  summary: (count) => `有${count}项资质即将到期或已过期`,
});
