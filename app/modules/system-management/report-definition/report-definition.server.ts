import type { EntityServer } from "~/engine/entity/server-hooks";
import { definitionComplaints } from "~/engine/report/definition.server";
import { mayTakeReport, reportSections } from "~/engine/report/run.server";

export const reportDefinitionServer: EntityServer = {
  async beforeSave({ context, record }) {
    return definitionComplaints(context, record);
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
