import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, RecordTable } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { FREEZE, proposeFreeze } from "../proposed-freeze.server";

type RiskEventRecord = RecordFor<"supplier-management/risk-event">;

export const AUDIT = "supplier-management/supplier-audit";
const BEGUN = [FREEZE, AUDIT] as const;
const ENDED = ["cancelled", "rejected", "released", "closed"];

const tables = z.custom<RecordTable[]>();

/** What hangs on the supplier: open orders, contracts, materials nobody else delivers. Only while the event runs. */
export async function impactOf(context: Context, record: RiskEventRecord): Promise<RecordTable[]> {
  if (!["new", "confirmed", "handling"].includes(record.state)) return [];
  const [table] = await ask(context, {
    entityKey: FREEZE,
    name: "impact",
    input: { supplierId: String(record.supplier_id) },
    answer: tables,
  });
  return table ? [{ ...table, title: "影响范围" }] : [];
}

/** Documents that were begun from this event, as far as this person may open them. */
export async function begunBy(context: Context, record: RiskEventRecord): Promise<RecordTable[]> {
  const rows: RecordTable["table"]["rows"] = [];
  for (const key of BEGUN) {
    const entity = context.services.registry.entity(key);
    const own = [where.eq("source_no", String(record.number)), where.eq("supplier_id", String(record.supplier_id))];
    const found = await rowsWithinReach(context, key, ["id", "number", "state"], own);
    for (const { id, number, state } of found?.rows ?? [])
      rows.push({
        id,
        cells: [
          { text: entity.label },
          { text: String(number), ...(found ? { href: recordPath(found.screen, id) } : {}) },
          { text: entity.states?.[state] ?? "" },
        ],
      });
  }
  const title = "由本事件发起的单据";
  return rows.length === 0
    ? []
    : [{ kind: "table", title, table: { caption: title, columns: columnsOf(["单据", "编号", "状态"]), rows } }];
}

/** A second draft for the same event helps nobody. */
export async function openProposal(
  context: Context,
  key: (typeof BEGUN)[number],
  number: string | null,
): Promise<Finding[]> {
  const open = [where.eq("source_no", String(number)), where.not(where.oneOf("state", ENDED))];
  const [row] = await unscopedRows(context, key, ["number"], open);
  const { label } = context.services.registry.entity(key);
  return row ? [{ check: "proposed", level: "block", text: `本事件已发起${label}【${String(row.number)}】` }] : [];
}

/** A freeze for the event. */
export function freezeFor(context: Context, { record, today }: Work<RiskEventRecord>): Promise<void> {
  return proposeFreeze(context, "核对并提交由风险事件发起的冻结单", {
    supplier_id: record.supplier_id,
    source_type: "risk",
    source_no: record.number,
    reason: `风险事件${String(record.number)}：${String(record.title)}`,
    effective_from: today,
  });
}

/** A special audit for the event. @throws AppError("invalid") for an audit on site without a site */
export async function proposeAudit(context: Context, { record, input }: Work<RiskEventRecord>): Promise<void> {
  if (input.mode === "onsite" && !input.site) {
    const message = "现场审核请选择生产基地";
    throw new AppError("invalid", { message, complaints: [complain("site", message)] });
  }
  await createRecord(consequenceOf(context), {
    screen: context.services.registry.mainScreen(AUDIT),
    values: {
      supplier_id: record.supplier_id,
      site_id: input.site ?? "",
      audit_type: "special",
      mode: input.mode,
      template_id: input.template,
      plan_date: input.plan_date,
      leader_id: input.leader,
      source_no: record.number,
      classes: [{ material_type_id: input.material_type }],
    },
  });
}
