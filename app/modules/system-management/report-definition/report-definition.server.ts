import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { definitionComplaints } from "~/engine/report/definition.server";
import { lastRuns } from "~/engine/report/report-runs.server";
import { mayTakeReport, reportSections } from "~/engine/report/run.server";
import { where } from "~/shared/condition";

const REPORT = "system-management/report-definition";
const ROLE = "system-management/role";

export const reportDefinitionServer: EntityServer<"system-management/report-definition"> = {
  async beforeSave({ context, record }) {
    return definitionComplaints(context, record);
  },
  /** Who may open it, and when anybody last took it away. */
  async extra(context, _screen, ids) {
    const asked = where.oneOf("root_id", ids);
    const lines = await unscopedLines(context, {
      entityKey: REPORT,
      lines: "audience",
      columns: ["root_id", "role_id"],
      where: [asked],
    });
    const roleIds = [...new Set(lines.map(({ role_id }) => role_id))];
    const roles = await unscopedRows(context, ROLE, ["id", "name"], [where.oneOf("id", roleIds)]);
    const names = new Map(roles.map(({ id, name }) => [id, name]));
    const last = await lastRuns(context, ids);
    const rolesOf = (id: string) =>
      lines.flatMap((line) => (line.root_id === id ? [names.get(line.role_id) ?? ""] : [])).join("、");
    return new Map(ids.map((id) => [id, { roles: rolesOf(id), last_run_at: last.get(id) ?? null }]));
  },
  async sections(context, record) {
    return reportSections(context, record);
  },
  async pages(context, record) {
    if (!mayTakeReport(context, record)) return [];
    return [
      { label: "导出 Excel", path: "xlsx", tone: "primary", download: true },
      { label: "导出 CSV", path: "csv", tone: "plain", download: true },
    ];
  },
};
