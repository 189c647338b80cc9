import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { Finding } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

/**
 * What the status of the ordered materials says: one that is stopped is not ordered by anybody, one on its way out is named. A line that
 * was chosen while its material could still be ordered is asked about again here.
 */
export async function materialFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const ids = [...new Set(linesOf(record, "items").map(({ material_id }) => String(material_id)))];
  if (ids.length === 0) return [];
  const wanted = [where.oneOf("id", ids), where.oneOf("material_status", ["stopped", "phase_out"])];
  const rows = await unscopedRows(context, "master-data/material", ["code", "material_status"], wanted);
  return rows
    .map(({ code, material_status }) => ({ code, isStopped: material_status === "stopped" }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, isStopped }) =>
      isStopped
        ? { check: "material", level: "block", text: `物料${code}已停用，不能采购` }
        : { check: "material", level: "note", text: `物料${code}淘汰中，请确认是否改用替代物料` },
    );
}

/** Only what forbids, for the moment of release: what is on its way out was said at the submission. */
export async function stoppedMaterials(context: Context, record: AnyRecord): Promise<Finding[]> {
  return (await materialFindings(context, record)).filter(({ level }) => level === "block");
}
