import { type Context, systemContext } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { refuseIf } from "~/engine/errors";
import { screenFor } from "~/engine/operations/scope.server";
import { gatherSupplierWarnings } from "~/engine/operations/supplier-warnings.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";
import { supplierWarning } from "./supplier-warning.entity";
import { snoozedBriefly } from "./supplier-warning.rules";

type SupplierWarningRecord = RecordFor<"supplier-management/supplier-warning">;

const { key } = supplierWarning;

/** Which documents each kind comes from. */
const SOURCES: Readonly<Record<string, string>> = {
  qualification: "supplier-management/supplier-certificate",
  type_inspection: "master-data/type-inspection-due",
  brand: "supplier-management/brand-authorization",
  agreement: "supplier-management/supplier-certificate",
  risk: "supplier-management/risk-event",
  audit: "supplier-management/supplier-audit",
};

export const supplierWarningServer: EntityServer<"supplier-management/supplier-warning"> = {
  /** A supplier asks what its papers and its stage stop today. */
  listPages: ({ actor }) => (actor.supplierId ? [{ label: "我的业务限制", path: "limits", tone: "primary" }] : []),
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, key, ["id", "due_date"], [where.oneOf("id", ids)]);
    const today = dayOf(context.now);
    return new Map(rows.map(({ id, due_date }) => [id, { days_left: due_date ? leftText(due_date, today) : null }]));
  },
  transitions: {
    remind: { check: hasReader },
    snooze: {
      async effect(context, { input, today }) {
        refuseIf(snoozedBriefly(String(input.until), today, await limitFor(context, "warning.snoozeDays")));
      },
    },
  },
  /** Leads from each row to the document it comes from; a supplier finds its own in the lists of its documents. */
  async rowLinks(context, ids) {
    if (context.actor.supplierId) return new Map();
    const rows = await unscopedRows(context, key, ["id", "kind", "source_id"], [where.oneOf("id", ids)]);
    return new Map(
      rows.flatMap(({ id, kind, source_id }) => {
        const screen = screenFor(context, SOURCES[kind] ?? "", "get");
        return screen && typeof source_id === "string"
          ? [[id, [{ label: "打开来源", href: recordPath(screen, source_id) }]] as const]
          : [];
      }),
    );
  },
};

/** Nobody is reminded who cannot sign in. */
async function hasReader(context: Context, record: SupplierWarningRecord): Promise<Finding[]> {
  const own = [where.eq("supplier_id", String(record.supplier_id)), where.eq("state", "active")];
  if ((await unscopedCount(context, "system-management/user", own)) > 0) return [];
  return [{ check: "account", level: "block", text: "该供应商没有可登录的平台账号，收不到提醒，请先开通账号" }];
}

/** Brings the list up to what the documents say now. @returns how many warnings there are */
export async function gatherWarnings(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "供应商预警汇总");
  return inTransaction(context, () => gatherSupplierWarnings(context));
}
