import { type Context, systemContext } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { notify, notifyOnce } from "~/engine/notify/notify.server";
import { screenFor } from "~/engine/operations/scope.server";
import { gatherSupplierWarnings } from "~/engine/operations/supplier-warnings.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";
import { supplierWarning } from "./supplier-warning.entity";

const { key } = supplierWarning;

/** Which documents each kind comes from. */
const SOURCES: Readonly<Record<string, string>> = {
  qualification: "supplier-management/supplier-certificate",
  type_inspection: "master-data/type-inspection-due",
  brand: "supplier-management/brand-authorization",
  agreement: "supplier-management/supplier-certificate",
  risk: "supplier-management/risk-event",
};

export const supplierWarningServer: EntityServer<"supplier-management/supplier-warning"> = {
  /** A supplier asks what its papers and its stage stop today. */
  listPages: ({ actor }) => (actor.supplierId ? [{ label: "我的业务限制", path: "limits", tone: "primary" }] : []),
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, key, ["id", "due_date"], [where.oneOf("id", ids)]);
    const today = dayOf(context.now);
    return new Map(rows.map(({ id, due_date }) => [id, { days_left: due_date ? leftText(due_date, today) : null }]));
  },
  async afterTransition({ context, transition, record }) {
    if (transition === "remind") await remind(context, record);
  },
  transitions: { remind: { check: hasReader } },
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
async function hasReader(context: Context, record: AnyRecord): Promise<Finding[]> {
  const own = [where.eq("supplier_id", String(record.supplier_id)), where.eq("state", "active")];
  if ((await unscopedCount(context, "system-management/user", own)) > 0) return [];
  return [{ check: "account", level: "block", text: "该供应商没有可登录的平台账号，收不到提醒，请先开通账号" }];
}

const labelOfKind = (kind: unknown) => supplierWarning.fields.kind.options.choices?.[String(kind)] ?? "";

async function remind(context: Context, record: AnyRecord): Promise<void> {
  const due = typeof record.due_date === "string" ? record.due_date : null;
  await notify(context, {
    scenario: "supplier-warning.reminded",
    values: {
      kind: labelOfKind(record.kind),
      subject: String(record.subject),
      due: due === null ? "请尽快处理" : `${due}到期（${leftText(due, dayOf(context.now))}）`,
    },
    toSuppliers: [String(record.supplier_id)],
    record: { entity: key, id: record.id },
  });
}

/**
 * Notifies everybody who looks after suppliers of what waits in the list, in one message; to be run once a week, and harmless when run again
 * on the same day.
 * @returns how many people were told
 */
export async function notifyOwnersOfWarnings(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "供应商预警周报");
  const rows = await unscopedRows(
    context,
    key,
    ["owner_id", "kind", "level"],
    [where.eq("state", "open"), where.set("owner_id")],
  );
  const byOwner = new Map<string, { kind: unknown; level: unknown }[]>();
  for (const { owner_id, kind, level } of rows) {
    const own = byOwner.get(String(owner_id)) ?? [];
    byOwner.set(String(owner_id), [...own, { kind, level }]);
  }
  let notified = 0;
  for (const [owner, own] of byOwner) {
    const kinds = Object.entries<string>(supplierWarning.fields.kind.options.choices ?? {}).flatMap(([kind, label]) => {
      const count = own.filter((one) => one.kind === kind).length;
      return count > 0 ? [`${label}${count}条`] : [];
    });
    const values = {
      count: String(own.length),
      blocked: String(own.filter(({ level }) => level === "block").length),
      kinds: kinds.join("、"),
    };
    notified += await inTransaction(context, () =>
      notifyOnce(context, `${dayOf(context.now)} ${owner}`, {
        scenario: "supplier-warning.weekly",
        values,
        to: [owner],
        path: "/supplier-management/supplier-warning?mine_only=1",
      }),
    );
  }
  return notified;
}

/** Brings the list up to what the documents say now. @returns how many warnings there are */
export async function gatherWarnings(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "供应商预警汇总");
  return inTransaction(context, () => gatherSupplierWarnings(context));
}
