import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dailyFigures } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";

const CHANGED = "单据状态已变化，不能重发";

/** A call about a document that has gone on makes no sense to the other side any more. */
async function documentMovedOn(context: Context, record: AnyRecord): Promise<Finding[]> {
  const { document_entity: key, document_id: id, valid_states: states } = record;
  if (typeof key !== "string" || typeof id !== "string" || typeof states !== "string") return [];
  const [row] = await unscopedRows(context, key, ["state"], [where.eq("id", id)]);
  return row && states.split(",").includes(String(row.state))
    ? []
    : [{ check: "document", level: "block", text: CHANGED }];
}

export const interfaceLogServer: EntityServer = {
  figures: (context, screen) =>
    dailyFigures(context, screen, {
      caption: "近30天往来与失败",
      unit: "次",
      failed: ["failed", "dead"],
      succeeded: "近7天成功率",
      recentDays: 7,
      averaged: { column: "cost_ms", caption: "近7天平均耗时", unit: "毫秒" },
    }),
  transitions: { resend: { check: documentMovedOn } },
};
