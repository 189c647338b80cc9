import type { Migration } from "../migrate.server";
import * as migration0001 from "./0001-core.server";
import * as migration0002 from "./0002-orders-and-registers.server";
import * as migration0003 from "./0003-warehouse.server";
import * as migration0004 from "./0004-work.server";
import * as migration0005 from "./0005-search.server";
import * as migration0006 from "./0006-purchase-order.server";
import * as migration0007 from "./0007-sign-in.server";
import * as migration0008 from "./0008-menus.server";
import * as migration0009 from "./0009-tabs.server";
import * as migration0010 from "./0010-account.server";
import * as migration0011 from "./0011-looks.server";
import * as migration0012 from "./0012-users.server";
import * as migration0013 from "./0013-sort-by-amount.server";
import * as migration0014 from "./0014-tickets.server";
import * as migration0015 from "./0015-parameter.server";
import * as migration0028 from "./0028-roles.server";
import * as migration0029 from "./0029-resources.server";
import * as migration0030 from "./0030-dictionary.server";
import * as migration0031 from "./0031-order-rule.server";
import * as migration0033 from "./0033-audit-entry.server";
import * as migration0034 from "./0034-user-log.server";
import * as migration0037 from "./0037-login-screens.server";
import * as migration0040 from "./0040-form.server";
import * as migration0041 from "./0041-number-rule.server";
import * as migration0043 from "./0043-jobs.server";
import * as migration0046 from "./0046-approval.server";
import * as migration0049 from "./0049-announce.server";
import * as migration0050 from "./0050-notices.server";
import * as migration0052 from "./0052-stored-file.server";
import * as migration0053 from "./0053-attachments.server";
import * as migration0055 from "./0055-role-reach.server";
import * as migration0060 from "./0060-interface-log.server";
import * as migration0063 from "./0063-import-batch.server";
import * as migration0064 from "./0064-daily-letter.server";
import * as migration0065 from "./0065-news.server";
import * as migration0068 from "./0068-task.server";
import * as migration0071 from "./0071-export-task.server";
import * as migration0074 from "./0074-supplier-file.server";
import * as migration0075 from "./0075-supplier-certificate.server";
import * as migration0076 from "./0076-supplier-change.server";
import * as migration0080 from "./0080-applicants.server";
import * as migration0081 from "./0081-supplier-registration.server";
import * as migration0086 from "./0086-source-data.server";
import * as migration0087 from "./0087-supplier-gate.server";
import * as migration0088 from "./0088-gate-forecast.server";
import * as migration0092 from "./0092-scoring-templates-and-risks.server";
import * as migration0093 from "./0093-audits-and-corrective-actions.server";
import * as migration0105 from "./0105-report-definition.server";
import * as migration0106 from "./0106-report-schedule.server";
import * as migration0110 from "./0110-admission.server";
import * as migration0111 from "./0111-sample-verification.server";
import * as migration0117 from "./0117-brand-authorization.server";
import * as migration0118 from "./0118-supplier-warning.server";
import * as migration0126 from "./0126-standard-clause.server";
import * as migration0130 from "./0130-covering-indexes-of-long-lists.server";
import * as migration0131 from "./0131-several-drafts-per-form.server";
import * as migration0135 from "./0135-many-accounts.server";
import * as migration0140 from "./0140-approval-tasks.server";
import * as migration0150 from "./0150-supplier-file-lead-times-reminders.server";
import * as migration0160 from "./0160-prequalification.server";
import * as migration0170 from "./0170-job-menu-names.server";
import * as migration0175 from "./0175-approval-record.server";
import * as migration0176 from "./0176-delivery-assessment.server";
import * as migration0180 from "./0180-registration-invite.server";
import * as migration0185 from "./0185-extension-fields.server";
import * as migration0190 from "./0190-freeze-conditions.server";
import * as migration0191 from "./0191-own-class-title.server";
import * as migration0192 from "./0192-second-review.server";
import * as migration0200 from "./0200-undelivered-calls.server";
import * as migration0201 from "./0201-recalled-messages.server";
import * as migration0205 from "./0205-admission-stages.server";
import * as migration0206 from "./0206-audit-sites.server";
import * as migration0210 from "./0210-supplier-warning-owner.server";
import * as migration0211 from "./0211-order-held-by-freeze.server";
import * as migration0212 from "./0212-correction-days-taken.server";
import * as migration0215 from "./0215-more-gate-checks.server";
import * as migration0216 from "./0216-source-sites.server";
import * as migration0217 from "./0217-factory-calendar.server";
import * as migration0220 from "./0220-composed-message.server";
import * as migration0221 from "./0221-letters-of-buyers.server";
import * as migration0225 from "./0225-supplier-warning-snooze.server";
import * as migration0226 from "./0226-related-parties.server";
import * as migration0230 from "./0230-member-request.server";
import * as migration0231 from "./0231-admission-checklist-proof.server";
import * as migration0232 from "./0232-files-alike.server";
import * as migration0235 from "./0235-exemption-orders.server";
import * as migration0236 from "./0236-source-samples.server";
import * as migration0237 from "./0237-report-sites.server";
import * as migration0238 from "./0238-factories-of-suppliers.server";
import * as migration0240 from "./0240-buyers-write-letters.server";
import * as migration0245 from "./0245-places-of-news.server";
import * as migration0246 from "./0246-rules-of-scenarios.server";
import * as migration0247 from "./0247-numbers-of-letters.server";
import * as migration0250 from "./0250-job-logs.server";
import * as migration0251 from "./0251-undelivered-answers.server";
import * as migration0252 from "./0252-undelivered-subjects.server";
import * as migration0255 from "./0255-supplier-file-changes.server";
import * as migration0260 from "./0260-sources-paused-and-freezes-weighed.server";
import * as migration0265 from "./0265-copied-files.server";
import * as migration0270 from "./0270-correction-rounds.server";
import * as migration0271 from "./0271-cycle-proposals.server";
import * as migration0272 from "./0272-class-audit-template.server";
import * as migration0276 from "./0276-suggestions-without-a-name.server";
import * as migration0277 from "./0277-tasks-put-off.server";
import * as migration0285 from "./0285-send-records-of-buyers.server";
import * as migration0286 from "./0286-params-of-runs.server";
import * as migration0287 from "./0287-owners-of-job-groups.server";
import * as migration0288 from "./0288-runs-of-reports.server";
import * as migration0290 from "./0290-suppliers-are-addressed-alike.server";
import * as migration0291 from "./0291-shown-stamps.server";
import * as migration0292 from "./0292-approvers-of-exemptions.server";
import * as migration0293 from "./0293-change-of-categories.server";
import * as migration0294 from "./0294-differences-worked-out-anew.server";

/** All migrations in the order in which they run. Written by `npm run db:generate`. */
export const migrations: Migration[] = [
  migration0001,
  migration0002,
  migration0003,
  migration0004,
  migration0005,
  migration0006,
  migration0007,
  migration0008,
  migration0009,
  migration0010,
  migration0011,
  migration0012,
  migration0013,
  migration0014,
  migration0015,
  migration0028,
  migration0029,
  migration0030,
  migration0031,
  migration0033,
  migration0034,
  migration0037,
  migration0040,
  migration0041,
  migration0043,
  migration0046,
  migration0049,
  migration0050,
  migration0052,
  migration0053,
  migration0055,
  migration0060,
  migration0063,
  migration0064,
  migration0065,
  migration0068,
  migration0071,
  migration0074,
  migration0075,
  migration0076,
  migration0080,
  migration0081,
  migration0086,
  migration0087,
  migration0088,
  migration0092,
  migration0093,
  migration0105,
  migration0106,
  migration0110,
  migration0111,
  migration0117,
  migration0118,
  migration0126,
  migration0130,
  migration0131,
  migration0135,
  migration0140,
  migration0150,
  migration0160,
  migration0170,
  migration0175,
  migration0176,
  migration0180,
  migration0185,
  migration0190,
  migration0191,
  migration0192,
  migration0200,
  migration0201,
  migration0205,
  migration0206,
  migration0210,
  migration0211,
  migration0212,
  migration0215,
  migration0216,
  migration0217,
  migration0220,
  migration0221,
  migration0225,
  migration0226,
  migration0230,
  migration0231,
  migration0232,
  migration0235,
  migration0236,
  migration0237,
  migration0238,
  migration0240,
  migration0245,
  migration0246,
  migration0247,
  migration0250,
  migration0251,
  migration0252,
  migration0255,
  migration0260,
  migration0265,
  migration0270,
  migration0271,
  migration0272,
  migration0276,
  migration0277,
  migration0285,
  migration0286,
  migration0287,
  migration0288,
  migration0290,
  migration0291,
  migration0292,
  migration0293,
  migration0294,
];
