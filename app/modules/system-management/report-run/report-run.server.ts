import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { reportRun } from "./report-run.entity";

export const reportRunServer: EntityServer<"system-management/report-run"> = {
  /** The file lies with its task in the export center, for whoever it was made for. */
  async rowLinks(context, ids) {
    const links = new Map<string, { label: string; href: string }[]>();
    if (ids.length === 0 || context.actor.id === null) return links;
    const own = [
      where.oneOf("id", ids),
      where.eq("status", "done"),
      where.eq("user_id", context.actor.id),
      where.set("task_id"),
    ];
    for (const { id, task_id } of await unscopedRows(context, reportRun.key, ["id", "task_id"], own))
      links.set(id, [{ label: "取文件", href: `/system-management/export-center/${String(task_id)}` }]);
    return links;
  },
};
