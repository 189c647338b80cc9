import { createRegistry, type Registration } from "~/engine/entity/registry";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { stickyMessages } from "~/engine/notify/sticky-messages.server";
import { platformScenarios } from "~/engine/scenarios";
import { inOrder, type Scenarios } from "~/shared/scenarios";
import { coaStandard } from "./base-data/coa-standard/coa-standard.entity";
import { coaStandardScenarios } from "./base-data/coa-standard/coa-standard.scenarios";
import { coaStandardServer } from "./base-data/coa-standard/coa-standard.server";
import { coaTemplate } from "./base-data/coa-template/coa-template.entity";
import { coaTemplateServer } from "./base-data/coa-template/coa-template.server";
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
import { contract } from "./contract-management/contract/contract.entity";
import { contractServer } from "./contract-management/contract/contract.server";
import { contractWarnings } from "./contract-management/contract/contract-warnings.server";
import { jobsOf } from "./jobs.server";
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
import { fieldOf } from "./master-data/field/field.entity";
import { fieldServer } from "./master-data/field/field.server";
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
import { menuGroups, modules, topTabs } from "./menu";
import { accountPrice } from "./price-approval/account-price/account-price.entity";
import { accountPriceScenarios } from "./price-approval/account-price/account-price.scenarios";
import { accountPriceServer } from "./price-approval/account-price/account-price.server";
import { allocationDetail } from "./purchase-management/allocation-detail/allocation-detail.entity";
import { allocationDetailScenarios } from "./purchase-management/allocation-detail/allocation-detail.scenarios";
import { allocationDetailServer } from "./purchase-management/allocation-detail/allocation-detail.server";
import { awardProposal } from "./purchase-management/award-proposal/award-proposal.entity";
import { awardProposalJobs } from "./purchase-management/award-proposal/award-proposal.jobs.server";
import { awardProposalScenarios } from "./purchase-management/award-proposal/award-proposal.scenarios";
import { awardProposalServer } from "./purchase-management/award-proposal/award-proposal.server";
import { collectiveFactory } from "./purchase-management/collective-factory/collective-factory.entity";
import { collectiveFactoryScenarios } from "./purchase-management/collective-factory/collective-factory.scenarios";
import { collectiveFactoryServer } from "./purchase-management/collective-factory/collective-factory.server";
import { costModel } from "./purchase-management/cost-model/cost-model.entity";
import { costModelJobs } from "./purchase-management/cost-model/cost-model.jobs.server";
import { costModelScenarios } from "./purchase-management/cost-model/cost-model.scenarios";
import { costModelServer } from "./purchase-management/cost-model/cost-model.server";
import { fiscalSupply } from "./purchase-management/fiscal-supply/fiscal-supply.entity";
import { fiscalSupplyScenarios } from "./purchase-management/fiscal-supply/fiscal-supply.scenarios";
import { fiscalSupplyServer } from "./purchase-management/fiscal-supply/fiscal-supply.server";
import { keyIndicator } from "./purchase-management/key-indicator/key-indicator.entity";
import { keyIndicatorJobs } from "./purchase-management/key-indicator/key-indicator.jobs.server";
import { keyIndicatorScenarios } from "./purchase-management/key-indicator/key-indicator.scenarios";
import { keyIndicatorServer } from "./purchase-management/key-indicator/key-indicator.server";
import { marketIndex } from "./purchase-management/market-index/market-index.entity";
import { marketIndexServer } from "./purchase-management/market-index/market-index.server";
import { marketPrice } from "./purchase-management/market-price/market-price.entity";
import { marketPriceScenarios } from "./purchase-management/market-price/market-price.scenarios";
import { marketPriceServer } from "./purchase-management/market-price/market-price.server";
import { purchaseNews } from "./purchase-management/purchase-news/purchase-news.entity";
import { purchaseNewsScenarios } from "./purchase-management/purchase-news/purchase-news.scenarios";
import { purchaseNewsServer } from "./purchase-management/purchase-news/purchase-news.server";
import { purchasePlanApply } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.entity";
import { purchasePlanScenarios } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.scenarios";
import { purchasePlanApplyServer } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.server";
import { purchaseRecord } from "./purchase-management/purchase-record/purchase-record.entity";
import { purchaseRecordServer } from "./purchase-management/purchase-record/purchase-record.server";
import { purchaseReport } from "./purchase-management/purchase-report/purchase-report.entity";
import { purchaseReportServer } from "./purchase-management/purchase-report/purchase-report.server";
import { quoteTemplate } from "./purchase-management/quote-template/quote-template.entity";
import { quoteTemplateServer } from "./purchase-management/quote-template/quote-template.server";
import { rfq } from "./purchase-management/rfq/rfq.entity";
import { rfqJobs } from "./purchase-management/rfq/rfq.jobs.server";
import { rfqScenarios } from "./purchase-management/rfq/rfq.scenarios";
import { rfqServer } from "./purchase-management/rfq/rfq.server";
import { demandCommit } from "./purchase-orders/demand-commit/demand-commit.entity";
import { demandCommitScenarios } from "./purchase-orders/demand-commit/demand-commit.scenarios";
import { demandCommitServer } from "./purchase-orders/demand-commit/demand-commit.server";
import { demandPlan } from "./purchase-orders/demand-plan/demand-plan.entity";
import { demandPlanScenarios } from "./purchase-orders/demand-plan/demand-plan.scenarios";
import { demandPlanServer } from "./purchase-orders/demand-plan/demand-plan.server";
import { purchaseOrder } from "./purchase-orders/purchase-order/purchase-order.entity";
import { purchaseOrderScenarios } from "./purchase-orders/purchase-order/purchase-order.scenarios";
import { purchaseOrderServer } from "./purchase-orders/purchase-order/purchase-order.server";
import { rushOrder } from "./purchase-orders/rush-order/rush-order.entity";
import { rushOrderScenarios } from "./purchase-orders/rush-order/rush-order.scenarios";
import { rushOrderServer } from "./purchase-orders/rush-order/rush-order.server";
import { supplierInventory } from "./purchase-orders/supplier-inventory/supplier-inventory.entity";
import { supplierInventoryScenarios } from "./purchase-orders/supplier-inventory/supplier-inventory.scenarios";
import { supplierInventoryServer } from "./purchase-orders/supplier-inventory/supplier-inventory.server";
import { supplierStock } from "./purchase-orders/supplier-stock/supplier-stock.entity";
import { supplierStockScenarios } from "./purchase-orders/supplier-stock/supplier-stock.scenarios";
import { supplierStockServer } from "./purchase-orders/supplier-stock/supplier-stock.server";
import { deliveryNote } from "./receiving/delivery-note/delivery-note.entity";
import { deliveryNoteJobs } from "./receiving/delivery-note/delivery-note.jobs.server";
import { deliveryNoteScenarios } from "./receiving/delivery-note/delivery-note.scenarios";
import { deliveryNoteServer } from "./receiving/delivery-note/delivery-note.server";
import { deliverySlot } from "./receiving/delivery-slot/delivery-slot.entity";
import { deliverySlotServer } from "./receiving/delivery-slot/delivery-slot.server";
import { goodsReceipt } from "./receiving/goods-receipt/goods-receipt.entity";
import { goodsReceiptScenarios } from "./receiving/goods-receipt/goods-receipt.scenarios";
import { goodsReceiptServer } from "./receiving/goods-receipt/goods-receipt.server";
import { inboundCoa } from "./receiving/inbound-coa/inbound-coa.entity";
import { inboundCoaScenarios } from "./receiving/inbound-coa/inbound-coa.scenarios";
import { inboundCoaServer } from "./receiving/inbound-coa/inbound-coa.server";
import { ioData } from "./receiving/io-data/io-data.entity";
import { ioDataServer } from "./receiving/io-data/io-data.server";
import { postingPeriod } from "./receiving/posting-period/posting-period.entity";
import { postingPeriodServer } from "./receiving/posting-period/posting-period.server";
import { purchaseReturn } from "./receiving/purchase-return/purchase-return.entity";
import { purchaseReturnScenarios } from "./receiving/purchase-return/purchase-return.scenarios";
import { purchaseReturnServer } from "./receiving/purchase-return/purchase-return.server";
import { recallDrill } from "./receiving/recall-drill/recall-drill.entity";
import { recallDrillScenarios } from "./receiving/recall-drill/recall-drill.scenarios";
import { recallDrillServer } from "./receiving/recall-drill/recall-drill.server";
import { recallDrillWarnings } from "./receiving/recall-drill/recall-drill-warnings.server";
import { supplierQuote } from "./receiving/supplier-quote/supplier-quote.entity";
import { supplierQuoteScenarios } from "./receiving/supplier-quote/supplier-quote.scenarios";
import { supplierQuoteServer } from "./receiving/supplier-quote/supplier-quote.server";
import { auditApprovalRecordOf } from "./supplier-audit/audit-approval-record/audit-approval-record.entity";
import { auditApprovalRecordServer } from "./supplier-audit/audit-approval-record/audit-approval-record.server";
import { auditRule } from "./supplier-audit/audit-rule/audit-rule.entity";
import { correctiveAction } from "./supplier-audit/corrective-action/corrective-action.entity";
import { correctiveActionScenarios } from "./supplier-audit/corrective-action/corrective-action.scenarios";
import { correctiveActionServer } from "./supplier-audit/corrective-action/corrective-action.server";
import { admission } from "./supplier-management/admission/admission.entity";
import { admissionScenarios } from "./supplier-management/admission/admission.scenarios";
import { admissionServer } from "./supplier-management/admission/admission.server";
import { brandAuthorization } from "./supplier-management/brand-authorization/brand-authorization.entity";
import { brandAuthorizationScenarios } from "./supplier-management/brand-authorization/brand-authorization.scenarios";
import { brandAuthorizationServer } from "./supplier-management/brand-authorization/brand-authorization.server";
import { brandWarnings } from "./supplier-management/brand-authorization/brand-warnings.server";
import { gateExemption } from "./supplier-management/gate-exemption/gate-exemption.entity";
import { gateExemptionScenarios } from "./supplier-management/gate-exemption/gate-exemption.scenarios";
import { gateExemptionServer } from "./supplier-management/gate-exemption/gate-exemption.server";
import { gateForecast } from "./supplier-management/gate-forecast/gate-forecast.entity";
import { gateForecastJobs } from "./supplier-management/gate-forecast/gate-forecast.jobs.server";
import { gateForecastServer } from "./supplier-management/gate-forecast/gate-forecast.server";
import { riskEvent } from "./supplier-management/risk-event/risk-event.entity";
import { riskEventJobs } from "./supplier-management/risk-event/risk-event.jobs.server";
import { riskEventScenarios } from "./supplier-management/risk-event/risk-event.scenarios";
import { riskEventServer } from "./supplier-management/risk-event/risk-event.server";
import { sampleVerification } from "./supplier-management/sample-verification/sample-verification.entity";
import { sampleVerificationScenarios } from "./supplier-management/sample-verification/sample-verification.scenarios";
import { sampleVerificationServer } from "./supplier-management/sample-verification/sample-verification.server";
import { scoringTemplate } from "./supplier-management/scoring-template/scoring-template.entity";
import { scoringTemplateServer } from "./supplier-management/scoring-template/scoring-template.server";
import { supplier } from "./supplier-management/supplier/supplier.entity";
import { supplierQuestions } from "./supplier-management/supplier/supplier.questions.server";
import { supplierScenarios } from "./supplier-management/supplier/supplier.scenarios";
import { supplierServer } from "./supplier-management/supplier/supplier.server";
import { supplierAudit } from "./supplier-management/supplier-audit/supplier-audit.entity";
import { supplierAuditScenarios } from "./supplier-management/supplier-audit/supplier-audit.scenarios";
import { supplierAuditServer } from "./supplier-management/supplier-audit/supplier-audit.server";
import { supplierBankAccount } from "./supplier-management/supplier-bank-account/supplier-bank-account.entity";
import { supplierBankAccountServer } from "./supplier-management/supplier-bank-account/supplier-bank-account.server";
import { certificateWarnings } from "./supplier-management/supplier-certificate/certificate-warnings.server";
import { supplierCertificate } from "./supplier-management/supplier-certificate/supplier-certificate.entity";
import { supplierCertificateJobs } from "./supplier-management/supplier-certificate/supplier-certificate.jobs.server";
import { supplierCertificateScenarios } from "./supplier-management/supplier-certificate/supplier-certificate.scenarios";
import { supplierCertificateServer } from "./supplier-management/supplier-certificate/supplier-certificate.server";
import { supplierChange } from "./supplier-management/supplier-change/supplier-change.entity";
import { supplierChangeScenarios } from "./supplier-management/supplier-change/supplier-change.scenarios";
import { supplierChangeServer } from "./supplier-management/supplier-change/supplier-change.server";
import { supplierSite } from "./supplier-management/supplier-site/supplier-site.entity";
import { supplierSiteServer } from "./supplier-management/supplier-site/supplier-site.server";
import { supplierWarning } from "./supplier-management/supplier-warning/supplier-warning.entity";
import { supplierWarningJobs } from "./supplier-management/supplier-warning/supplier-warning.jobs.server";
import { supplierWarningScenarios } from "./supplier-management/supplier-warning/supplier-warning.scenarios";
import { supplierWarningServer } from "./supplier-management/supplier-warning/supplier-warning.server";
import { memberRequest } from "./supplier-onboarding/member-request/member-request.entity";
import { memberRequestJobs } from "./supplier-onboarding/member-request/member-request.jobs.server";
import { memberRequestScenarios } from "./supplier-onboarding/member-request/member-request.scenarios";
import { preqApplication } from "./supplier-onboarding/preq-application/preq-application.entity";
import { preqApplicationScenarios } from "./supplier-onboarding/preq-application/preq-application.scenarios";
import { preqApplicationServer } from "./supplier-onboarding/preq-application/preq-application.server";
import { preqQuestion } from "./supplier-onboarding/preq-question/preq-question.entity";
import { preqQuestionScenarios } from "./supplier-onboarding/preq-question/preq-question.scenarios";
import { preqQuestionServer } from "./supplier-onboarding/preq-question/preq-question.server";
import { prequalification } from "./supplier-onboarding/prequalification/prequalification.entity";
import { prequalificationScenarios } from "./supplier-onboarding/prequalification/prequalification.scenarios";
import { prequalificationServer } from "./supplier-onboarding/prequalification/prequalification.server";
import { registrationInvite } from "./supplier-onboarding/registration-invite/registration-invite.entity";
import { registrationInviteServer } from "./supplier-onboarding/registration-invite/registration-invite.server";
import { supplierRegistration } from "./supplier-onboarding/supplier-registration/supplier-registration.entity";
import { supplierRegistrationScenarios } from "./supplier-onboarding/supplier-registration/supplier-registration.scenarios";
import { supplierRegistrationServer } from "./supplier-onboarding/supplier-registration/supplier-registration.server";
import { supplierFreeze } from "./supplier-performance/supplier-freeze/supplier-freeze.entity";
import { supplierFreezeScenarios } from "./supplier-performance/supplier-freeze/supplier-freeze.scenarios";
import { supplierFreezeServer } from "./supplier-performance/supplier-freeze/supplier-freeze.server";
import { approvalDeputyOf } from "./system-management/approval-deputy/approval-deputy.entity";
import { approvalDeputyServer } from "./system-management/approval-deputy/approval-deputy.server";
import { approvable, approvalFlowOf } from "./system-management/approval-flow/approval-flow.entity";
import { approvalFlowServer } from "./system-management/approval-flow/approval-flow.server";
import { auditLogOf } from "./system-management/audit-log/audit-log.entity";
import { auditLogServer } from "./system-management/audit-log/audit-log.server";
import { composedMessage } from "./system-management/composed-message/composed-message.entity";
import { composedMessageScenarios } from "./system-management/composed-message/composed-message.scenarios";
import { composedMessageServer } from "./system-management/composed-message/composed-message.server";
import { dictionary } from "./system-management/dictionary/dictionary.entity";
import { dictionaryServer } from "./system-management/dictionary/dictionary.server";
import { emailOf } from "./system-management/email/email.entity";
import { emailServer } from "./system-management/email/email.server";
import { exportTask } from "./system-management/export-task/export-task.entity";
import { exportTaskServer } from "./system-management/export-task/export-task.server";
import { questionnaire } from "./system-management/form/form.entity";
import { questionnaireServer } from "./system-management/form/form.server";
import { questionnaireAnswer } from "./system-management/form-answer/form-answer.entity";
import { questionnaireAnswerServer } from "./system-management/form-answer/form-answer.server";
import { questionnaireRequest } from "./system-management/form-request/form-request.entity";
import { formRequestScenarios } from "./system-management/form-request/form-request.scenarios";
import { questionnaireRequestServer } from "./system-management/form-request/form-request.server";
import { homepageNews } from "./system-management/homepage-news/homepage-news.entity";
import { homepageNewsServer } from "./system-management/homepage-news/homepage-news.server";
import { homepageSuggestion } from "./system-management/homepage-suggestion/homepage-suggestion.entity";
import { homepageSuggestionScenarios } from "./system-management/homepage-suggestion/homepage-suggestion.scenarios";
import { homepageSuggestionServer } from "./system-management/homepage-suggestion/homepage-suggestion.server";
import { importBatch } from "./system-management/import-batch/import-batch.entity";
import { importBatchServer } from "./system-management/import-batch/import-batch.server";
import { interfaceLog } from "./system-management/interface-log/interface-log.entity";
import { interfaceLogServer } from "./system-management/interface-log/interface-log.server";
import { jobOf } from "./system-management/job/job.entity";
import { jobServer } from "./system-management/job/job.server";
import { jobGroup } from "./system-management/job-group/job-group.entity";
import { jobGroupServer } from "./system-management/job-group/job-group.server";
import { jobLogClearing } from "./system-management/job-log-clearing/job-log-clearing.entity";
import { jobLogClearingServer } from "./system-management/job-log-clearing/job-log-clearing.server";
import { jobOperationLog } from "./system-management/job-operation-log/job-operation-log.entity";
import { jobOperationLogServer } from "./system-management/job-operation-log/job-operation-log.server";
import { jobRun } from "./system-management/job-run/job-run.entity";
import { jobRunServer } from "./system-management/job-run/job-run.server";
import { loginLog } from "./system-management/login-log/login-log.entity";
import { loginLogServer } from "./system-management/login-log/login-log.server";
import { messageOf } from "./system-management/message/message.entity";
import { messageServer } from "./system-management/message/message.server";
import { msgScenarioOf } from "./system-management/msg-scenario/msg-scenario.entity";
import { msgScenarioServer } from "./system-management/msg-scenario/msg-scenario.server";
import { msgSendRecordOf } from "./system-management/msg-send-record/msg-send-record.entity";
import { msgSendRecordServer } from "./system-management/msg-send-record/msg-send-record.server";
import { msgTemplateOf } from "./system-management/msg-template/msg-template.entity";
import { msgTemplateServer } from "./system-management/msg-template/msg-template.server";
import { news, newsReceipt } from "./system-management/news/news.entity";
import { newsScenarios } from "./system-management/news/news.scenarios";
import { newsServer } from "./system-management/news/news.server";
import { numberRule } from "./system-management/number-rule/number-rule.entity";
import { numberRuleServer } from "./system-management/number-rule/number-rule.server";
import { onlineSession } from "./system-management/online-session/online-session.entity";
import { onlineSessionServer } from "./system-management/online-session/online-session.server";
import { orderRule } from "./system-management/order-rule/order-rule.entity";
import { orderRuleServer } from "./system-management/order-rule/order-rule.server";
import { parameter } from "./system-management/parameter/parameter.entity";
import { parameterScenarios } from "./system-management/parameter/parameter.scenarios";
import { parameterServer } from "./system-management/parameter/parameter.server";
import { reportDefinitionOf } from "./system-management/report-definition/report-definition.entity";
import { reportDefinitionServer } from "./system-management/report-definition/report-definition.server";
import { reportRun } from "./system-management/report-run/report-run.entity";
import { reportRunServer } from "./system-management/report-run/report-run.server";
import { resource } from "./system-management/resource/resource.entity";
import { resourceServer } from "./system-management/resource/resource.server";
import { role } from "./system-management/role/role.entity";
import { roleServer } from "./system-management/role/role.server";
import { task } from "./system-management/task/task.entity";
import { taskServer } from "./system-management/task/task.server";
import { user } from "./system-management/user/user.entity";
import { userServer } from "./system-management/user/user.server";
import { purchaseGroup } from "./user-administration/purchase-group/purchase-group.entity";
import { purchaseGroupServer } from "./user-administration/purchase-group/purchase-group.server";
import { userLog, userLogRow } from "./user-administration/user-log/user-log.entity";
import { userLogServer } from "./user-administration/user-log/user-log.server";

/** What the lines of the registry bring beside their definitions, for definitions that are about it. */
interface Brought {
  scenarios: Scenarios;
  jobs: readonly JobHandler[];
}

/** All entities of the product, in menu order. Adding a screen is adding a line here. */
const lines: readonly (Registration | ((brought: Brought) => Registration))[] = [
  { entity: purchaseOrder, server: purchaseOrderServer, scenarios: purchaseOrderScenarios },
  { entity: demandPlan, server: demandPlanServer, scenarios: demandPlanScenarios },
  { entity: demandCommit, server: demandCommitServer, scenarios: demandCommitScenarios },
  { entity: rushOrder, server: rushOrderServer, scenarios: rushOrderScenarios },
  { entity: supplierInventory, server: supplierInventoryServer, scenarios: supplierInventoryScenarios },
  { entity: supplierStock, server: supplierStockServer, scenarios: supplierStockScenarios },
  { entity: purchasePlanApply, server: purchasePlanApplyServer, scenarios: purchasePlanScenarios },
  { entity: rfq, server: rfqServer, jobs: rfqJobs, scenarios: rfqScenarios },
  { entity: collectiveFactory, server: collectiveFactoryServer, scenarios: collectiveFactoryScenarios },
  {
    entity: awardProposal,
    server: awardProposalServer,
    jobs: awardProposalJobs,
    scenarios: awardProposalScenarios,
  },
  { entity: allocationDetail, server: allocationDetailServer, scenarios: allocationDetailScenarios },
  { entity: fiscalSupply, server: fiscalSupplyServer, scenarios: fiscalSupplyScenarios },
  { entity: accountPrice, server: accountPriceServer, scenarios: accountPriceScenarios },
  { entity: quoteTemplate, server: quoteTemplateServer },
  { entity: purchaseRecord, server: purchaseRecordServer },
  { entity: purchaseReport, server: purchaseReportServer },
  {
    entity: keyIndicator,
    server: keyIndicatorServer,
    jobs: keyIndicatorJobs,
    scenarios: keyIndicatorScenarios,
  },
  { entity: costModel, server: costModelServer, jobs: costModelJobs, scenarios: costModelScenarios },
  { entity: purchaseNews, server: purchaseNewsServer, scenarios: purchaseNewsScenarios },
  { entity: marketPrice, server: marketPriceServer, scenarios: marketPriceScenarios },
  { entity: marketIndex, server: marketIndexServer },
  {
    entity: deliveryNote,
    server: deliveryNoteServer,
    jobs: deliveryNoteJobs,
    scenarios: deliveryNoteScenarios,
  },
  { entity: deliverySlot, server: deliverySlotServer },
  { entity: inboundCoa, server: inboundCoaServer, scenarios: inboundCoaScenarios },
  { entity: goodsReceipt, server: goodsReceiptServer, scenarios: goodsReceiptScenarios },
  { entity: purchaseReturn, server: purchaseReturnServer, scenarios: purchaseReturnScenarios },
  { entity: ioData, server: ioDataServer },
  { entity: supplierQuote, server: supplierQuoteServer, scenarios: supplierQuoteScenarios },
  {
    entity: recallDrill,
    server: recallDrillServer,
    scenarios: recallDrillScenarios,
    warnings: [recallDrillWarnings],
  },
  { entity: postingPeriod, server: postingPeriodServer },
  { entity: supplierRegistration, server: supplierRegistrationServer, scenarios: supplierRegistrationScenarios },
  { entity: registrationInvite, server: registrationInviteServer },
  { entity: memberRequest, jobs: memberRequestJobs, scenarios: memberRequestScenarios },
  { entity: prequalification, server: prequalificationServer, scenarios: prequalificationScenarios },
  { entity: preqApplication, server: preqApplicationServer, scenarios: preqApplicationScenarios },
  { entity: preqQuestion, server: preqQuestionServer, scenarios: preqQuestionScenarios },
  { entity: supplier, server: supplierServer, questions: supplierQuestions, scenarios: supplierScenarios },
  { entity: supplierChange, server: supplierChangeServer, scenarios: supplierChangeScenarios },
  {
    entity: supplierCertificate,
    server: supplierCertificateServer,
    jobs: supplierCertificateJobs,
    scenarios: supplierCertificateScenarios,
    warnings: [certificateWarnings],
  },
  { entity: supplierSite, server: supplierSiteServer },
  { entity: supplierBankAccount, server: supplierBankAccountServer },
  { entity: admission, server: admissionServer, scenarios: admissionScenarios },
  { entity: sampleVerification, server: sampleVerificationServer, scenarios: sampleVerificationScenarios },
  { entity: supplierAudit, server: supplierAuditServer, scenarios: supplierAuditScenarios },
  { entity: scoringTemplate, server: scoringTemplateServer },
  {
    entity: brandAuthorization,
    server: brandAuthorizationServer,
    scenarios: brandAuthorizationScenarios,
    warnings: [brandWarnings],
  },
  { entity: riskEvent, server: riskEventServer, jobs: riskEventJobs, scenarios: riskEventScenarios },
  { entity: sourceData, server: sourceDataServer, scenarios: sourceDataScenarios },
  { entity: sourcePercentage, server: sourcePercentageServer, scenarios: sourcePercentageScenarios },
  {
    entity: supplierWarning,
    server: supplierWarningServer,
    jobs: supplierWarningJobs,
    scenarios: supplierWarningScenarios,
  },
  { entity: gateExemption, server: gateExemptionServer, scenarios: gateExemptionScenarios },
  { entity: gateForecast, server: gateForecastServer, jobs: gateForecastJobs },
  { entity: supplierFreeze, server: supplierFreezeServer, scenarios: supplierFreezeScenarios },
  { entity: correctiveAction, server: correctiveActionServer, scenarios: correctiveActionScenarios },
  { entity: auditRule },
  { entity: contract, server: contractServer, warnings: [contractWarnings] },
  { entity: standardClause, server: standardClauseServer },
  { entity: provision, server: provisionServer, jobs: provisionJobs, scenarios: provisionScenarios },
  {
    entity: provisionReceipt,
    server: provisionReceiptServer,
    scenarios: provisionReceiptScenarios,
    warnings: [provisionReceiptWarnings],
  },
  { entity: priceData, server: priceDataServer, scenarios: priceDataScenarios },
  { entity: receiveControl, server: receiveControlServer },
  { entity: coaTemplate, server: coaTemplateServer },
  { entity: coaStandard, server: coaStandardServer, scenarios: coaStandardScenarios },
  { entity: logisticsVolume, server: logisticsVolumeServer, scenarios: logisticsVolumeScenarios },
  { entity: vehicleType },
  { entity: company },
  { entity: factory, server: factoryServer },
  { entity: warehouse },
  { entity: purchaseOrg, server: purchaseOrgServer },
  { entity: material, server: materialServer, scenarios: materialScenarios },
  { entity: materialType, server: materialTypeServer },
  { entity: supplierClass, server: supplierClassServer },
  { entity: deliverCycle, server: deliverCycleServer, scenarios: deliverCycleScenarios },
  { entity: deliveryAssessment, server: deliveryAssessmentServer },
  {
    entity: deliveryResult,
    server: deliveryResultServer,
    jobs: deliveryResultJobs,
    scenarios: deliveryResultScenarios,
  },
  {
    entity: undeliveredMail,
    server: undeliveredMailServer,
    jobs: undeliveredMailJobs,
    scenarios: undeliveredMailScenarios,
  },
  { entity: undeliveredMailLog, server: undeliveredMailLogServer, scenarios: undeliveredMailLogScenarios },
  { entity: typeInspectionReport, server: typeInspectionReportServer, scenarios: typeInspectionReportScenarios },
  {
    entity: typeInspectionDue,
    server: typeInspectionDueServer,
    jobs: typeInspectionDueJobs,
    scenarios: typeInspectionDueScenarios,
    warnings: [typeInspectionWarnings],
  },
  { entity: typeInspectionRule, server: typeInspectionRuleServer },
  { entity: purchaseGroup, server: purchaseGroupServer },
  { entity: userLog, server: userLogServer },
  { entity: userLogRow },
  { entity: user, server: userServer, group: "accounts" },
  { entity: role, server: roleServer, group: "accounts" },
  { entity: resource, server: resourceServer, group: "accounts" },
  { entity: task, server: taskServer },
  ({ scenarios }) => ({
    entity: messageOf(scenarios),
    server: messageServer,
    warnings: [stickyMessages],
    group: "notices",
  }),
  { entity: composedMessage, server: composedMessageServer, scenarios: composedMessageScenarios, group: "notices" },
  ({ scenarios }) => ({ entity: msgScenarioOf(scenarios), server: msgScenarioServer, group: "notices" }),
  ({ scenarios }) => ({ entity: msgTemplateOf(scenarios), server: msgTemplateServer, group: "notices" }),
  ({ scenarios }) => ({ entity: msgSendRecordOf(scenarios), server: msgSendRecordServer, group: "notices" }),
  ({ scenarios }) => ({ entity: emailOf(scenarios), server: emailServer, group: "notices" }),
  { entity: news, server: newsServer, scenarios: newsScenarios, group: "content" },
  { entity: newsReceipt, group: "content" },
  { entity: homepageNews, server: homepageNewsServer, group: "content" },
  {
    entity: homepageSuggestion,
    server: homepageSuggestionServer,
    scenarios: homepageSuggestionScenarios,
    group: "content",
  },
  { entity: dictionary, server: dictionaryServer, group: "settings" },
  { entity: questionnaire, server: questionnaireServer, group: "forms" },
  { entity: questionnaireRequest, server: questionnaireRequestServer, scenarios: formRequestScenarios, group: "forms" },
  { entity: questionnaireAnswer, server: questionnaireAnswerServer, group: "forms" },
  { entity: orderRule, server: orderRuleServer, group: "settings" },
  { entity: parameter, server: parameterServer, scenarios: parameterScenarios, group: "settings" },
  ({ jobs }) => ({ entity: jobOf(jobs), server: jobServer, group: "jobs" }),
  { entity: jobGroup, server: jobGroupServer, group: "jobs" },
  { entity: jobRun, server: jobRunServer, group: "jobs" },
  { entity: jobOperationLog, server: jobOperationLogServer, group: "jobs" },
  { entity: jobLogClearing, server: jobLogClearingServer, group: "jobs" },
  { entity: numberRule, server: numberRuleServer, group: "settings" },
  { entity: onlineSession, server: onlineSessionServer, group: "accounts" },
  { entity: loginLog, server: loginLogServer, group: "logs" },
  { entity: exportTask, server: exportTaskServer },
  { entity: reportRun, server: reportRunServer },
  { entity: importBatch, server: importBatchServer, group: "logs" },
  { entity: interfaceLog, server: interfaceLogServer, group: "logs" },
];

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
    { entity: approvalFlowOf(entities), over: approvalFlowOf, server: approvalFlowServer, group: "approvals" },
    { entity: approvalDeputyOf(approvable(entities)), server: approvalDeputyServer, group: "approvals" },
  ];
}

/** Fields are added to whatever says that it takes them; the screen stands among the others of master data. */
function withFields(others: readonly Registration[]): readonly Registration[] {
  const at = others.findIndex(({ entity }) => entity === purchaseGroup);
  const fields = { entity: fieldOf(others.map(({ entity }) => entity)), server: fieldServer };
  return others.toSpliced(at, 0, fields);
}

/** Reports are about whatever is a list. */
function withReports(others: readonly Registration[]): readonly Registration[] {
  const entities = others.map(({ entity }) => entity);
  return [...others, { entity: reportDefinitionOf(entities), server: reportDefinitionServer }];
}

/** The trail is written about everything else, so its screen comes last. */
function withAuditLog(written: readonly Registration[]): readonly Registration[] {
  const others = withReports(withApprovals(withDecisions(withFields(written))));
  const auditLog = auditLogOf(others.map(({ entity }) => entity));
  return [...others, { entity: auditLog, server: auditLogServer, group: "logs" }];
}
