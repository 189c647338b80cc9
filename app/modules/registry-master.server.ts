import type { Registration } from "~/engine/entity/registry";
import { coaStandard } from "./base-data/coa-standard/coa-standard.entity";
import { coaStandardScenarios } from "./base-data/coa-standard/coa-standard.scenarios";
import { coaStandardServer } from "./base-data/coa-standard/coa-standard.server";
import { coaTemplate } from "./base-data/coa-template/coa-template.entity";
import { coaTemplateServer } from "./base-data/coa-template/coa-template.server";
import { coaTrust } from "./base-data/coa-trust/coa-trust.entity";
import { coaTrustScenarios } from "./base-data/coa-trust/coa-trust.scenarios";
import { coaTrustServer } from "./base-data/coa-trust/coa-trust.server";
import { dutyRate } from "./base-data/duty-rate/duty-rate.entity";
import { dutyRateServer } from "./base-data/duty-rate/duty-rate.server";
import { logisticsVolume } from "./base-data/logistics-volume/logistics-volume.entity";
import { logisticsVolumeScenarios } from "./base-data/logistics-volume/logistics-volume.scenarios";
import { logisticsVolumeServer } from "./base-data/logistics-volume/logistics-volume.server";
import { priceData } from "./base-data/price-data/price-data.entity";
import { priceDataScenarios } from "./base-data/price-data/price-data.scenarios";
import { priceDataServer } from "./base-data/price-data/price-data.server";
import { provision } from "./base-data/provision/provision.entity";
import { provisionJobs } from "./base-data/provision/provision.jobs.server";
import { provisionScenarios } from "./base-data/provision/provision.scenarios";
import { provisionServer } from "./base-data/provision/provision.server";
import { provisionReceipt } from "./base-data/provision-receipt/provision-receipt.entity";
import { provisionReceiptScenarios } from "./base-data/provision-receipt/provision-receipt.scenarios";
import { provisionReceiptServer } from "./base-data/provision-receipt/provision-receipt.server";
import { provisionReceiptWarnings } from "./base-data/provision-receipt/provision-receipt-warnings.server";
import { receiveControl } from "./base-data/receive-control/receive-control.entity";
import { receiveControlServer } from "./base-data/receive-control/receive-control.server";
import { sourceData } from "./base-data/source-data/source-data.entity";
import { sourceDataScenarios } from "./base-data/source-data/source-data.scenarios";
import { sourceDataServer } from "./base-data/source-data/source-data.server";
import { sourcePercentage } from "./base-data/source-percentage/source-percentage.entity";
import { sourcePercentageScenarios } from "./base-data/source-percentage/source-percentage.scenarios";
import { sourcePercentageServer } from "./base-data/source-percentage/source-percentage.server";
import { standardClause } from "./base-data/standard-clause/standard-clause.entity";
import { standardClauseServer } from "./base-data/standard-clause/standard-clause.server";
import { vehicleType } from "./base-data/vehicle-type/vehicle-type.entity";
import { company } from "./master-data/company/company.entity";
import { deliverCycle } from "./master-data/deliver-cycle/deliver-cycle.entity";
import { deliverCycleScenarios } from "./master-data/deliver-cycle/deliver-cycle.scenarios";
import { deliverCycleServer } from "./master-data/deliver-cycle/deliver-cycle.server";
import { deliveryAssessment } from "./master-data/delivery-assessment/delivery-assessment.entity";
import { deliveryAssessmentServer } from "./master-data/delivery-assessment/delivery-assessment.server";
import { deliveryResult } from "./master-data/delivery-result/delivery-result.entity";
import { deliveryResultJobs } from "./master-data/delivery-result/delivery-result.jobs.server";
import { deliveryResultScenarios } from "./master-data/delivery-result/delivery-result.scenarios";
import { deliveryResultServer } from "./master-data/delivery-result/delivery-result.server";
import { factory } from "./master-data/factory/factory.entity";
import { factoryServer } from "./master-data/factory/factory.server";
import { material } from "./master-data/material/material.entity";
import { materialScenarios } from "./master-data/material/material.scenarios";
import { materialServer } from "./master-data/material/material.server";
import { materialType } from "./master-data/material-type/material-type.entity";
import { materialTypeServer } from "./master-data/material-type/material-type.server";
import { purchaseOrg } from "./master-data/purchase-org/purchase-org.entity";
import { purchaseOrgServer } from "./master-data/purchase-org/purchase-org.server";
import { supplierClass } from "./master-data/supplier-class/supplier-class.entity";
import { supplierClassServer } from "./master-data/supplier-class/supplier-class.server";
import { typeInspectionDue } from "./master-data/type-inspection-due/type-inspection-due.entity";
import { typeInspectionDueJobs } from "./master-data/type-inspection-due/type-inspection-due.jobs.server";
import { typeInspectionDueScenarios } from "./master-data/type-inspection-due/type-inspection-due.scenarios";
import {
  typeInspectionDueServer,
  typeInspectionWarnings,
} from "./master-data/type-inspection-due/type-inspection-due.server";
import { typeInspectionReport } from "./master-data/type-inspection-report/type-inspection-report.entity";
import { typeInspectionReportScenarios } from "./master-data/type-inspection-report/type-inspection-report.scenarios";
import { typeInspectionReportServer } from "./master-data/type-inspection-report/type-inspection-report.server";
import { typeInspectionRule } from "./master-data/type-inspection-rule/type-inspection-rule.entity";
import { typeInspectionRuleServer } from "./master-data/type-inspection-rule/type-inspection-rule.server";
import { undeliveredMail } from "./master-data/undelivered-mail/undelivered-mail.entity";
import { undeliveredMailJobs } from "./master-data/undelivered-mail/undelivered-mail.jobs.server";
import { undeliveredMailScenarios } from "./master-data/undelivered-mail/undelivered-mail.scenarios";
import { undeliveredMailServer } from "./master-data/undelivered-mail/undelivered-mail.server";
import { undeliveredMailLog } from "./master-data/undelivered-mail-log/undelivered-mail-log.entity";
import { undeliveredMailLogScenarios } from "./master-data/undelivered-mail-log/undelivered-mail-log.scenarios";
import { undeliveredMailLogServer } from "./master-data/undelivered-mail-log/undelivered-mail-log.server";
import { warehouse } from "./master-data/warehouse/warehouse.entity";

/** The lines of the registry under the tab 基础资料, in menu order. What the other tabs refer to: one line for each entity. */
const lines = [
  {
    entity: sourceData,
    server: sourceDataServer,
    scenarios: sourceDataScenarios,
    seed: () => import("./base-data/source-data/source-data.seed"),
  },
  {
    entity: sourcePercentage,
    server: sourcePercentageServer,
    scenarios: sourcePercentageScenarios,
    seed: () => import("./base-data/source-percentage/source-percentage.seed"),
  },
  {
    entity: standardClause,
    server: standardClauseServer,
    seed: () => import("./base-data/standard-clause/standard-clause.seed"),
  },
  {
    entity: provision,
    server: provisionServer,
    jobs: provisionJobs,
    scenarios: provisionScenarios,
    seed: () => import("./base-data/provision/provision.seed"),
  },
  {
    entity: provisionReceipt,
    server: provisionReceiptServer,
    scenarios: provisionReceiptScenarios,
    warnings: [provisionReceiptWarnings],
    seed: () => import("./base-data/provision-receipt/provision-receipt.seed"),
  },
  {
    entity: priceData,
    server: priceDataServer,
    scenarios: priceDataScenarios,
    seed: () => import("./base-data/price-data/price-data.seed"),
  },
  {
    entity: receiveControl,
    server: receiveControlServer,
    seed: () => import("./base-data/receive-control/receive-control.seed"),
  },
  { entity: coaTemplate, server: coaTemplateServer, seed: () => import("./base-data/coa-template/coa-template.seed") },
  {
    entity: coaStandard,
    server: coaStandardServer,
    scenarios: coaStandardScenarios,
    seed: () => import("./base-data/coa-standard/coa-standard.seed"),
  },
  {
    entity: coaTrust,
    server: coaTrustServer,
    scenarios: coaTrustScenarios,
    seed: () => import("./base-data/coa-trust/coa-trust.seed"),
  },
  {
    entity: logisticsVolume,
    server: logisticsVolumeServer,
    scenarios: logisticsVolumeScenarios,
    seed: () => import("./base-data/logistics-volume/logistics-volume.seed"),
  },
  {
    entity: dutyRate,
    server: dutyRateServer,
    seed: () => import("./base-data/duty-rate/duty-rate.seed"),
  },
  { entity: vehicleType, seed: () => import("./base-data/vehicle-type/vehicle-type.seed") },
  { entity: company, seed: () => import("./master-data/company/company.seed") },
  { entity: factory, server: factoryServer, seed: () => import("./master-data/factory/factory.seed") },
  { entity: warehouse, seed: () => import("./master-data/warehouse/warehouse.seed") },
  {
    entity: purchaseOrg,
    server: purchaseOrgServer,
    seed: () => import("./master-data/purchase-org/purchase-org.seed"),
  },
  {
    entity: material,
    server: materialServer,
    scenarios: materialScenarios,
    seed: () => import("./master-data/material/material.seed"),
  },
  {
    entity: materialType,
    server: materialTypeServer,
    seed: () => import("./master-data/material-type/material-type.seed"),
  },
  {
    entity: supplierClass,
    server: supplierClassServer,
    seed: () => import("./master-data/supplier-class/supplier-class.seed"),
  },
  {
    entity: deliverCycle,
    server: deliverCycleServer,
    scenarios: deliverCycleScenarios,
    seed: () => import("./master-data/deliver-cycle/deliver-cycle.seed"),
  },
  {
    entity: deliveryAssessment,
    server: deliveryAssessmentServer,
    seed: () => import("./master-data/delivery-assessment/delivery-assessment.seed"),
  },
  {
    entity: deliveryResult,
    server: deliveryResultServer,
    jobs: deliveryResultJobs,
    scenarios: deliveryResultScenarios,
    seed: () => import("./master-data/delivery-result/delivery-result.seed"),
  },
  {
    entity: undeliveredMail,
    server: undeliveredMailServer,
    jobs: undeliveredMailJobs,
    scenarios: undeliveredMailScenarios,
    seed: () => import("./master-data/undelivered-mail/undelivered-mail.seed"),
  },
  {
    entity: undeliveredMailLog,
    server: undeliveredMailLogServer,
    scenarios: undeliveredMailLogScenarios,
    seed: () => import("./master-data/undelivered-mail-log/undelivered-mail-log.seed"),
  },
  {
    entity: typeInspectionReport,
    server: typeInspectionReportServer,
    scenarios: typeInspectionReportScenarios,
    seed: () => import("./master-data/type-inspection-report/type-inspection-report.seed"),
  },
  {
    entity: typeInspectionDue,
    server: typeInspectionDueServer,
    jobs: typeInspectionDueJobs,
    scenarios: typeInspectionDueScenarios,
    warnings: [typeInspectionWarnings],
    seed: () => import("./master-data/type-inspection-due/type-inspection-due.seed"),
  },
  {
    entity: typeInspectionRule,
    server: typeInspectionRuleServer,
    seed: () => import("./master-data/type-inspection-rule/type-inspection-rule.seed"),
  },
] as const;

/** What the compiler knows of them: `entity-map.ts` reads it. */
export type MasterLines = typeof lines;

// Held against the type here and not at the array: hooks are typed by the map that is read off it.
export const masterLines: readonly Registration[] = lines;
