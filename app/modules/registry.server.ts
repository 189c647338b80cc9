import type { AnyEntity } from "~/engine/entity";
import { createRegistry, type Registration } from "~/engine/entity/registry";
import { reportNames } from "~/engine/report/names";
import { platformScenarios } from "~/engine/scenarios";
import { inOrder } from "~/shared/scenarios";
import { jobsOf } from "./jobs.server";
import { fieldOf } from "./master-data/field/field.entity";
import { fieldServer } from "./master-data/field/field.server";
import { menuGroups, modules, topTabs } from "./menu";
import { contractLines } from "./registry-contract.server";
import { masterLines } from "./registry-master.server";
import { purchaseLines } from "./registry-purchase.server";
import { supplierLines } from "./registry-supplier.server";
import { type Brought, systemLines } from "./registry-system.server";
import { auditApprovalRecordOf } from "./supplier-audit/audit-approval-record/audit-approval-record.entity";
import { auditApprovalRecordServer } from "./supplier-audit/audit-approval-record/audit-approval-record.server";
import { approvalDeputyOf } from "./system-management/approval-deputy/approval-deputy.entity";
import { approvalDeputyServer } from "./system-management/approval-deputy/approval-deputy.server";
import { approvable, approvalFlowOf } from "./system-management/approval-flow/approval-flow.entity";
import { approvalFlowServer } from "./system-management/approval-flow/approval-flow.server";
import { auditLogOf } from "./system-management/audit-log/audit-log.entity";
import { auditLogServer } from "./system-management/audit-log/audit-log.server";
import { passedWarningOf } from "./system-management/passed-warning/passed-warning.entity";
import { passedWarningScenarios } from "./system-management/passed-warning/passed-warning.scenarios";
import { passedWarningServer } from "./system-management/passed-warning/passed-warning.server";
import { reportDefinitionOf } from "./system-management/report-definition/report-definition.entity";
import { reportDefinitionServer } from "./system-management/report-definition/report-definition.server";
import { purchaseGroup } from "./user-administration/purchase-group/purchase-group.entity";

/** All entities of the product, in menu order: a file of lines for each top tab. Adding a screen is adding a line there. */
const lines = [...purchaseLines, ...supplierLines, ...contractLines, ...masterLines, ...systemLines];

/** The lines without those that are about what the others bring, and so bring nothing themselves. */
const plain = lines.filter((line) => typeof line !== "function");
const brought: Brought = {
  scenarios: inOrder(Object.assign({}, platformScenarios, ...plain.map(({ scenarios }) => scenarios))),
  jobs: jobsOf(plain),
};

export const registry = createRegistry({
  topTabs,
  modules,
  menuGroups,
  scenarios: platformScenarios,
  jobs: brought.jobs,
  registrations: withAuditLog(lines.map((line) => (typeof line === "function" ? line(brought) : line))),
});

/** Decisions are read under the names of the documents they are about; the list stands behind the last screen of its module. */
function withDecisions(others: readonly Registration[]): readonly Registration[] {
  const record = auditApprovalRecordOf(others.map(({ entity }) => entity));
  const at = others.findLastIndex(({ entity }) => entity.key.startsWith("supplier-audit/")) + 1;
  return [...others.slice(0, at), { entity: record, server: auditApprovalRecordServer }, ...others.slice(at)];
}

/** Flows are about whatever else says that it is approved. */
function withApprovals(others: readonly Registration[]): readonly Registration[] {
  const entities = others.map(({ entity }) => entity);
  return [
    ...others,
    {
      entity: approvalFlowOf(entities),
      over: approvalFlowOf,
      server: approvalFlowServer,
      group: "approvals",
      seed: () => import("./system-management/approval-flow/approval-flow.seed"),
    },
    {
      entity: approvalDeputyOf(approvable(entities)),
      server: approvalDeputyServer,
      group: "approvals",
      seed: () => import("./system-management/approval-deputy/approval-deputy.seed"),
    },
  ];
}

/** Fields are added to whatever says that it takes them; the screen stands among the others of master data. */
function withFields(others: readonly Registration[]): readonly Registration[] {
  const at = others.findIndex(({ entity }) => entity === purchaseGroup);
  const fields = {
    entity: fieldOf(others.map(({ entity }) => entity)),
    server: fieldServer,
    seed: () => import("./master-data/field/field.seed"),
  };
  return others.toSpliced(at, 0, fields);
}

/** Warnings are read under the names of the documents that have them. */
function withPassedWarnings(others: readonly Registration[]): readonly Registration[] {
  const entity = passedWarningOf(others.map((other) => other.entity));
  return [...others, { entity, server: passedWarningServer, scenarios: passedWarningScenarios, group: "logs" }];
}

/** Reports are about whatever is a list. */
function withReports(others: readonly Registration[]): readonly Registration[] {
  const entities = others.map(({ entity }) => entity);
  const listed = new Set(entities.map(({ key }) => key));
  const over = (all: readonly AnyEntity[]) => reportDefinitionOf(all, reportNames(all));
  return [
    ...others,
    {
      entity: over(entities),
      over: (all) => over(all.filter(({ key }) => listed.has(key))),
      server: reportDefinitionServer,
      seed: () => import("./system-management/report-definition/report-definition.seed"),
    },
  ];
}

/** The trail is written about everything else, so its screen comes last. */
function withAuditLog(written: readonly Registration[]): readonly Registration[] {
  const others = withReports(withPassedWarnings(withApprovals(withDecisions(withFields(written)))));
  const auditLog = auditLogOf(others.map(({ entity }) => entity));
  return [...others, { entity: auditLog, server: auditLogServer, group: "logs" }];
}
