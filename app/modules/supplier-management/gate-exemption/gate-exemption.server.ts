import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, RecordTable } from "~/engine/entity/server-hooks";
import { refuseIf } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { GATE_ACTIONS, GATE_CHECKS, type GateAction, type GateCheck } from "~/shared/supplier-gate";
import { blocked, lights, own, ownComing, sources } from "./gate-blocked.server";
import { gateExemption } from "./gate-exemption.entity";
import { notTooLong } from "./gate-exemption.rules";
import type { GateReason } from "./gate-reason.rules";
import { countExempted, gate, supplierGate } from "./supplier-gate.server";

type GateExemptionRecord = RecordFor<"supplier-management/gate-exemption">;

const { key } = gateExemption;
const COUNTED = ["pending", "second", "effective", "used_up", "expired", "revoked"];

const actions = Object.keys(GATE_ACTIONS) as GateAction[];
const checks = Object.keys(GATE_CHECKS) as GateCheck[];

export const gateExemptionServer: EntityServer<"supplier-management/gate-exemption"> = {
  async beforeSave({ context, record }) {
    const long = notTooLong(record, await limitFor(context, "exemption.mostDays"));
    return [
      ...(long ? [long] : []),
      ...(await blacklisted(context, record)),
      ...(await forged(context, record)),
      ...(await tooOften(context, record)),
    ];
  },
  /** What the gate says now about what the exemption opens. */
  async sections(context, record) {
    const opened = actions.filter((action) => record[`on_${action}`] === true);
    const rows: RecordTable["table"]["rows"] = [];
    for (const action of opened) {
      const reasons = await supplierGate(context, {
        action,
        supplierId: String(record.supplier_id),
        materialIds: typeof record.material_id === "string" ? [record.material_id] : [],
        factoryId: typeof record.factory_id === "string" ? record.factory_id : null,
      });
      for (const reason of reasons)
        rows.push({
          id: `${action}-${rows.length}`,
          cells: [
            { text: GATE_ACTIONS[action] },
            { text: GATE_CHECKS[reason.check] },
            {
              text: reason.severity === "refuse" ? "不通过" : "提醒",
              tone: reason.severity === "refuse" ? "refused" : "warning",
            },
            { text: reason.text },
            documentCell(context, reason.document),
            { text: `${reason.cure.who}：${reason.cure.how}` },
          ],
        });
    }
    const columns = [
      { key: "action", label: "业务" },
      { key: "check", label: "检查项" },
      { key: "result", label: "结果" },
      { key: "text", label: "说明" },
      { key: "document", label: "依据" },
      { key: "cure", label: "如何解除" },
    ].map((column) => ({ ...column, align: "start" as const }));
    return [
      { kind: "table", title: "当前限制明细", table: { caption: "现在查询的结果，生效中的放行已计入", columns, rows } },
    ];
  },
  // The longest may have become shorter since it was written.
  transitions: {
    submit: {
      async effect(context, { record }) {
        refuseIf(notTooLong(record, await limitFor(context, "exemption.mostDays")));
      },
    },
  },
  publishes: { gate, use: countExempted, blocked, lights, own, ownComing, sources },
  listPages: () => [{ label: "业务校验查询", path: "ask", tone: "primary" }],
};

/** The document that shows a reason, with the way to it for whoever may open such documents. */
function documentCell(context: Context, document: GateReason["document"]): { text: string; href?: string } {
  if (document === null) return { text: "" };
  const screen = screenFor(context, document.entity, "get");
  return { text: document.label, ...(screen ? { href: recordPath(screen, document.id) } : {}) };
}

async function blacklisted(context: Context, record: GateExemptionRecord): Promise<Complaint[]> {
  const [supplier] = await ask(context, "supplier-management/supplier", "standing", [String(record.supplier_id)]);
  return supplier?.stage === "blacklisted" ? [complain("supplier_id", "黑名单供应商不可放行")] : [];
}

/** A forged certificate is not excused until a genuine one of its kind is there. */
async function forged(context: Context, record: GateExemptionRecord): Promise<Complaint[]> {
  if (record.lifts_certificate !== true) return [];
  const supplierId = String(record.supplier_id);
  const materialIds = typeof record.material_id === "string" ? [record.material_id] : [];
  const reasons = await supplierGate(context, { action: "rfq", supplierId, materialIds });
  const isFinal = reasons.some(({ check, final }) => check === "certificate" && final);
  return isFinal ? [complain("lifts_certificate", "造假作废的资质不可放行")] : [];
}

/** So often in a row for the same supplier and material, pauses apart; then the cause has to be cured. */
async function tooOften(context: Context, record: GateExemptionRecord): Promise<Complaint[]> {
  const material = record.material_id;
  const before = await unscopedRows(
    context,
    key,
    ["valid_from", "valid_to", ...checks.map((check) => `lifts_${check}` as const)],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      typeof material === "string" ? where.eq("material_id", material) : where.empty("material_id"),
      where.oneOf("state", COUNTED),
      where.not(where.eq("id", record.id)),
    ],
  );
  const same = before.filter((one) =>
    checks.some((check) => one[`lifts_${check}`] === true && record[`lifts_${check}`] === true),
  );
  const pause = await limitFor(context, "exemption.pauseDays");
  const most = await limitFor(context, "exemption.mostInARow");
  let start = String(record.valid_from);
  let count = 1;
  for (const one of same.sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))) {
    if (one.valid_to < addDays(start, -pause - 1)) break;
    if (one.valid_from > String(record.valid_to)) continue;
    count += 1;
    start = one.valid_from;
  }
  return count > most ? [complain("valid_from", `同一供应商物料连续放行不得超过${most}次`)] : [];
}
