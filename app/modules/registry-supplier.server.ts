import type { Registration } from "~/engine/entity/registry";
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

/** The lines of the registry under the tab 供应商, in menu order. How suppliers come in, are looked after, judged and audited: one line for each entity. */
const lines = [
  {
    entity: supplierRegistration,
    server: supplierRegistrationServer,
    scenarios: supplierRegistrationScenarios,
    seed: () => import("./supplier-onboarding/supplier-registration/supplier-registration.seed"),
  },
  {
    entity: registrationInvite,
    server: registrationInviteServer,
    seed: () => import("./supplier-onboarding/registration-invite/registration-invite.seed"),
  },
  {
    entity: memberRequest,
    jobs: memberRequestJobs,
    scenarios: memberRequestScenarios,
    seed: () => import("./supplier-onboarding/member-request/member-request.seed"),
  },
  {
    entity: prequalification,
    server: prequalificationServer,
    scenarios: prequalificationScenarios,
    seed: () => import("./supplier-onboarding/prequalification/prequalification.seed"),
  },
  {
    entity: preqApplication,
    server: preqApplicationServer,
    scenarios: preqApplicationScenarios,
    seed: () => import("./supplier-onboarding/preq-application/preq-application.seed"),
  },
  {
    entity: preqQuestion,
    server: preqQuestionServer,
    scenarios: preqQuestionScenarios,
    seed: () => import("./supplier-onboarding/preq-question/preq-question.seed"),
  },
  {
    entity: supplier,
    server: supplierServer,
    questions: supplierQuestions,
    scenarios: supplierScenarios,
    seed: () => import("./supplier-management/supplier/supplier.seed"),
  },
  {
    entity: supplierChange,
    server: supplierChangeServer,
    scenarios: supplierChangeScenarios,
    seed: () => import("./supplier-management/supplier-change/supplier-change.seed"),
  },
  {
    entity: supplierCertificate,
    server: supplierCertificateServer,
    jobs: supplierCertificateJobs,
    scenarios: supplierCertificateScenarios,
    warnings: [certificateWarnings],
    seed: () => import("./supplier-management/supplier-certificate/supplier-certificate.seed"),
  },
  {
    entity: supplierSite,
    server: supplierSiteServer,
    seed: () => import("./supplier-management/supplier-site/supplier-site.seed"),
  },
  {
    entity: supplierBankAccount,
    server: supplierBankAccountServer,
    seed: () => import("./supplier-management/supplier-bank-account/supplier-bank-account.seed"),
  },
  {
    entity: admission,
    server: admissionServer,
    scenarios: admissionScenarios,
    seed: () => import("./supplier-management/admission/admission.seed"),
  },
  {
    entity: sampleVerification,
    server: sampleVerificationServer,
    scenarios: sampleVerificationScenarios,
    seed: () => import("./supplier-management/sample-verification/sample-verification.seed"),
  },
  {
    entity: supplierAudit,
    server: supplierAuditServer,
    scenarios: supplierAuditScenarios,
    seed: () => import("./supplier-management/supplier-audit/supplier-audit.seed"),
  },
  {
    entity: scoringTemplate,
    server: scoringTemplateServer,
    seed: () => import("./supplier-management/scoring-template/scoring-template.seed"),
  },
  {
    entity: brandAuthorization,
    server: brandAuthorizationServer,
    scenarios: brandAuthorizationScenarios,
    warnings: [brandWarnings],
    seed: () => import("./supplier-management/brand-authorization/brand-authorization.seed"),
  },
  {
    entity: riskEvent,
    server: riskEventServer,
    jobs: riskEventJobs,
    scenarios: riskEventScenarios,
    seed: () => import("./supplier-management/risk-event/risk-event.seed"),
  },
  {
    entity: supplierWarning,
    server: supplierWarningServer,
    jobs: supplierWarningJobs,
    scenarios: supplierWarningScenarios,
    seed: () => import("./supplier-management/supplier-warning/supplier-warning.seed"),
  },
  {
    entity: gateExemption,
    server: gateExemptionServer,
    scenarios: gateExemptionScenarios,
    seed: () => import("./supplier-management/gate-exemption/gate-exemption.seed"),
  },
  {
    entity: gateForecast,
    server: gateForecastServer,
    jobs: gateForecastJobs,
    seed: () => import("./supplier-management/gate-forecast/gate-forecast.seed"),
  },
  {
    entity: supplierFreeze,
    server: supplierFreezeServer,
    scenarios: supplierFreezeScenarios,
    seed: () => import("./supplier-performance/supplier-freeze/supplier-freeze.seed"),
  },
  {
    entity: correctiveAction,
    server: correctiveActionServer,
    scenarios: correctiveActionScenarios,
    seed: () => import("./supplier-audit/corrective-action/corrective-action.seed"),
  },
  { entity: auditRule, seed: () => import("./supplier-audit/audit-rule/audit-rule.seed") },
] as const;

/** What the compiler knows of them: `entity-map.ts` reads it. */
export type SupplierLines = typeof lines;

// Held against the type here and not at the array: hooks are typed by the map that is read off it.
export const supplierLines: readonly Registration[] = lines;
