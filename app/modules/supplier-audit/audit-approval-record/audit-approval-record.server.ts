import type { Context } from "~/engine/context.server";
import type { EntityServer, RowLink } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { averageFigures } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";

const KEY = "supplier-audit/audit-approval-record";

/** Where the document of a row is opened by this person; null where it may not be. */
function documentPath(context: Context, kind: unknown, id: unknown): string | null {
  const screen = screenFor(context, String(kind), "get");
  return screen ? recordPath(screen, String(id)) : null;
}

async function documents(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RowLink[]>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedRows(context, KEY, ["id", "doc_type", "record_id"], [where.oneOf("id", ids)]);
  return new Map(
    rows.flatMap((row) => {
      const href = documentPath(context, row.doc_type, row.record_id);
      return href === null ? [] : [[row.id, [{ label: "打开", href }]] as const];
    }),
  );
}

export const auditApprovalRecordServer: EntityServer<"supplier-audit/audit-approval-record"> = {
  rowLinks: documents,
  figures: (context, screen) =>
    averageFigures(context, screen, {
      column: "hours",
      day: "decided_at",
      by: ["doc_type", "node"],
      caption: "节点平均耗时",
      axis: "审批节点",
      unit: "小时",
    }),
  async sections(context, record) {
    const { doc_no: number, doc_type: kind, record_id: id } = record;
    const href = documentPath(context, kind, id);
    if (href === null) return [];
    const title = "审批的单据";
    const columns = [{ key: "number", label: "单据编号", align: "start" as const }];
    const cells = [{ text: typeof number === "string" && number !== "" ? number : "打开单据", href }];
    return [{ kind: "table", title, table: { caption: title, columns, rows: [{ id: record.id, cells }] } }];
  },
};
