import { coaStandardSeed } from "./base-data/coa-standard/coa-standard.seed";
import { coaTemplateSeed } from "./base-data/coa-template/coa-template.seed";
import { coaTrustSeed } from "./base-data/coa-trust/coa-trust.seed";
import { logisticsVolumeSeed } from "./base-data/logistics-volume/logistics-volume.seed";
import { priceDataSeed } from "./base-data/price-data/price-data.seed";
import { provisionSeed } from "./base-data/provision/provision.seed";
import { provisionReceiptSeed } from "./base-data/provision-receipt/provision-receipt.seed";
import { receiveControlSeed } from "./base-data/receive-control/receive-control.seed";
import { sourceDataSeed } from "./base-data/source-data/source-data.seed";
import { sourcePercentageSeed } from "./base-data/source-percentage/source-percentage.seed";
import { standardClauseSeed } from "./base-data/standard-clause/standard-clause.seed";
import { vehicleTypeSeed } from "./base-data/vehicle-type/vehicle-type.seed";
import { contractSeed } from "./contract-management/contract/contract.seed";
import { companySeed } from "./master-data/company/company.seed";
import { deliverCycleSeed } from "./master-data/deliver-cycle/deliver-cycle.seed";
import { deliveryAssessmentSeed } from "./master-data/delivery-assessment/delivery-assessment.seed";
import { deliveryResultSeed } from "./master-data/delivery-result/delivery-result.seed";
import { factorySeed } from "./master-data/factory/factory.seed";
import { fieldSeed } from "./master-data/field/field.seed";
import { materialSeed } from "./master-data/material/material.seed";
import { materialTypeSeed } from "./master-data/material-type/material-type.seed";
import { purchaseOrgSeed } from "./master-data/purchase-org/purchase-org.seed";
import { supplierClassSeed } from "./master-data/supplier-class/supplier-class.seed";
import { typeInspectionDueSeed } from "./master-data/type-inspection-due/type-inspection-due.seed";
import { typeInspectionReportSeed } from "./master-data/type-inspection-report/type-inspection-report.seed";
import { typeInspectionRuleSeed } from "./master-data/type-inspection-rule/type-inspection-rule.seed";
import { undeliveredMailSeed } from "./master-data/undelivered-mail/undelivered-mail.seed";
import { undeliveredMailLogSeed } from "./master-data/undelivered-mail-log/undelivered-mail-log.seed";
import { warehouseSeed } from "./master-data/warehouse/warehouse.seed";
import { accountPriceSeed } from "./price-approval/account-price/account-price.seed";
import { allocationDetailSeed } from "./purchase-management/allocation-detail/allocation-detail.seed";
import { awardProposalSeed } from "./purchase-management/award-proposal/award-proposal.seed";
import { collectiveFactorySeed } from "./purchase-management/collective-factory/collective-factory.seed";
import { costModelSeed } from "./purchase-management/cost-model/cost-model.seed";
import { fiscalSupplySeed } from "./purchase-management/fiscal-supply/fiscal-supply.seed";
import { keyIndicatorSeed } from "./purchase-management/key-indicator/key-indicator.seed";
import { marketIndexSeed } from "./purchase-management/market-index/market-index.seed";
import { marketPriceSeed } from "./purchase-management/market-price/market-price.seed";
import { purchaseNewsSeed } from "./purchase-management/purchase-news/purchase-news.seed";
import { purchasePlanApplySeed } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.seed";
import { purchaseReportSeed } from "./purchase-management/purchase-report/purchase-report.seed";
import { quoteTemplateSeed } from "./purchase-management/quote-template/quote-template.seed";
import { rfqSeed } from "./purchase-management/rfq/rfq.seed";
import { demandCommitSeed } from "./purchase-orders/demand-commit/demand-commit.seed";
import { demandPlanSeed } from "./purchase-orders/demand-plan/demand-plan.seed";
import { purchaseOrderSeed } from "./purchase-orders/purchase-order/purchase-order.seed";
import { rushOrderSeed } from "./purchase-orders/rush-order/rush-order.seed";
import { supplierInventorySeed } from "./purchase-orders/supplier-inventory/supplier-inventory.seed";
import { supplierStockSeed } from "./purchase-orders/supplier-stock/supplier-stock.seed";
import { deliveryNoteSeed } from "./receiving/delivery-note/delivery-note.seed";
import { deliverySlotSeed } from "./receiving/delivery-slot/delivery-slot.seed";
import { goodsReceiptSeed } from "./receiving/goods-receipt/goods-receipt.seed";
import { inboundCoaSeed } from "./receiving/inbound-coa/inbound-coa.seed";
import { ioMarkSeed } from "./receiving/io-mark/io-mark.seed";
import { monthConfirmationSeed } from "./receiving/month-confirmation/month-confirmation.seed";
import { postingPeriodSeed } from "./receiving/posting-period/posting-period.seed";
import { purchaseReturnSeed } from "./receiving/purchase-return/purchase-return.seed";
import { recallDrillSeed } from "./receiving/recall-drill/recall-drill.seed";
import { sapMovementSeed } from "./receiving/sap-movement/sap-movement.seed";
import { supplierQuoteSeed } from "./receiving/supplier-quote/supplier-quote.seed";
import { auditRuleSeed } from "./supplier-audit/audit-rule/audit-rule.seed";
import { correctiveActionSeed } from "./supplier-audit/corrective-action/corrective-action.seed";
import { admissionSeed } from "./supplier-management/admission/admission.seed";
import { brandAuthorizationSeed } from "./supplier-management/brand-authorization/brand-authorization.seed";
import { gateExemptionSeed } from "./supplier-management/gate-exemption/gate-exemption.seed";
import { gateForecastSeed } from "./supplier-management/gate-forecast/gate-forecast.seed";
import { riskEventSeed } from "./supplier-management/risk-event/risk-event.seed";
import { sampleVerificationSeed } from "./supplier-management/sample-verification/sample-verification.seed";
import { scoringTemplateSeed } from "./supplier-management/scoring-template/scoring-template.seed";
import { supplierSeed } from "./supplier-management/supplier/supplier.seed";
import { supplierAuditSeed } from "./supplier-management/supplier-audit/supplier-audit.seed";
import { supplierBankAccountSeed } from "./supplier-management/supplier-bank-account/supplier-bank-account.seed";
import { supplierCertificateSeed } from "./supplier-management/supplier-certificate/supplier-certificate.seed";
import { supplierChangeSeed } from "./supplier-management/supplier-change/supplier-change.seed";
import { supplierSiteSeed } from "./supplier-management/supplier-site/supplier-site.seed";
import { supplierWarningSeed } from "./supplier-management/supplier-warning/supplier-warning.seed";
import { memberRequestSeed } from "./supplier-onboarding/member-request/member-request.seed";
import { preqApplicationSeed } from "./supplier-onboarding/preq-application/preq-application.seed";
import { preqQuestionSeed } from "./supplier-onboarding/preq-question/preq-question.seed";
import { prequalificationSeed } from "./supplier-onboarding/prequalification/prequalification.seed";
import { registrationInviteSeed } from "./supplier-onboarding/registration-invite/registration-invite.seed";
import { supplierRegistrationSeed } from "./supplier-onboarding/supplier-registration/supplier-registration.seed";
import { supplierFreezeSeed } from "./supplier-performance/supplier-freeze/supplier-freeze.seed";
import { approvalDeputySeed } from "./system-management/approval-deputy/approval-deputy.seed";
import { approvalFlowSeed } from "./system-management/approval-flow/approval-flow.seed";
import { composedMessageSeed } from "./system-management/composed-message/composed-message.seed";
import { dictionarySeed } from "./system-management/dictionary/dictionary.seed";
import { emailSeed } from "./system-management/email/email.seed";
import { formSeed } from "./system-management/form/form.seed";
import { formAnswerSeed } from "./system-management/form-answer/form-answer.seed";
import { formRequestSeed } from "./system-management/form-request/form-request.seed";
import { homepageNewsSeed } from "./system-management/homepage-news/homepage-news.seed";
import { homepageSuggestionSeed } from "./system-management/homepage-suggestion/homepage-suggestion.seed";
import { interfaceLogSeed } from "./system-management/interface-log/interface-log.seed";
import { jobSeed } from "./system-management/job/job.seed";
import { jobGroupSeed } from "./system-management/job-group/job-group.seed";
import { msgScenarioSeed } from "./system-management/msg-scenario/msg-scenario.seed";
import { msgSendRecordSeed } from "./system-management/msg-send-record/msg-send-record.seed";
import { msgTemplateSeed } from "./system-management/msg-template/msg-template.seed";
import { newsSeed } from "./system-management/news/news.seed";
import { numberRuleSeed } from "./system-management/number-rule/number-rule.seed";
import { orderRuleSeed } from "./system-management/order-rule/order-rule.seed";
import { parameterSeed } from "./system-management/parameter/parameter.seed";
import { reportDefinitionSeed } from "./system-management/report-definition/report-definition.seed";
import { resourceSeed } from "./system-management/resource/resource.seed";
import { roleSeed } from "./system-management/role/role.seed";
import { taskSeed } from "./system-management/task/task.seed";
import { userSeed } from "./system-management/user/user.seed";
import { purchaseGroupSeed } from "./user-administration/purchase-group/purchase-group.seed";

/**
 * Facts about entities, for tests and the demo alone; the program never loads them. The order is that in which the rows of the small
 * company are made: what points at others comes after them.
 */
export const seeds = [
  companySeed,
  purchaseOrgSeed,
  purchaseGroupSeed,
  factorySeed,
  warehouseSeed,
  jobGroupSeed,
  materialTypeSeed,
  standardClauseSeed,
  supplierClassSeed,
  materialSeed,
  supplierSeed,
  supplierSiteSeed,
  supplierCertificateSeed,
  supplierChangeSeed,
  brandAuthorizationSeed,
  supplierBankAccountSeed,
  contractSeed,
  sourceDataSeed,
  priceDataSeed,
  purchasePlanApplySeed,
  quoteTemplateSeed,
  rfqSeed,
  collectiveFactorySeed,
  awardProposalSeed,
  supplierQuoteSeed,
  accountPriceSeed,
  marketIndexSeed,
  marketPriceSeed,
  costModelSeed,
  purchaseNewsSeed,
  sourcePercentageSeed,
  fiscalSupplySeed,
  allocationDetailSeed,
  purchaseReportSeed,
  keyIndicatorSeed,
  provisionSeed,
  provisionReceiptSeed,
  receiveControlSeed,
  coaTemplateSeed,
  coaStandardSeed,
  vehicleTypeSeed,
  logisticsVolumeSeed,
  coaTrustSeed,
  inboundCoaSeed,
  undeliveredMailSeed,
  undeliveredMailLogSeed,
  deliverCycleSeed,
  typeInspectionRuleSeed,
  typeInspectionReportSeed,
  supplierFreezeSeed,
  gateExemptionSeed,
  typeInspectionDueSeed,
  supplierWarningSeed,
  gateForecastSeed,
  auditRuleSeed,
  scoringTemplateSeed,
  prequalificationSeed,
  preqApplicationSeed,
  preqQuestionSeed,
  admissionSeed,
  sampleVerificationSeed,
  supplierAuditSeed,
  correctiveActionSeed,
  formSeed,
  formRequestSeed,
  taskSeed,
  memberRequestSeed,
  supplierRegistrationSeed,
  registrationInviteSeed,
  newsSeed,
  composedMessageSeed,
  deliveryAssessmentSeed,
  deliveryResultSeed,
  fieldSeed,
  demandPlanSeed,
  demandCommitSeed,
  purchaseOrderSeed,
  rushOrderSeed,
  supplierInventorySeed,
  supplierStockSeed,
  deliverySlotSeed,
  deliveryNoteSeed,
  goodsReceiptSeed,
  purchaseReturnSeed,
  recallDrillSeed,
  ioMarkSeed,
  monthConfirmationSeed,
  sapMovementSeed,
  postingPeriodSeed,
  riskEventSeed,
  approvalDeputySeed,
  approvalFlowSeed,
  dictionarySeed,
  emailSeed,
  formAnswerSeed,
  homepageNewsSeed,
  homepageSuggestionSeed,
  interfaceLogSeed,
  jobSeed,
  msgScenarioSeed,
  msgSendRecordSeed,
  msgTemplateSeed,
  numberRuleSeed,
  orderRuleSeed,
  parameterSeed,
  reportDefinitionSeed,
  resourceSeed,
  roleSeed,
  userSeed,
] as const;

/** What tests call the rows of the small company. */
export type RowName = NonNullable<(typeof seeds)[number]["rows"]>["names"][number];
