import type { Registration } from "~/engine/entity/registry";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { stickyMessages } from "~/engine/notify/sticky-messages.server";
import type { Scenarios } from "~/shared/scenarios";
import { composedMessage } from "./system-management/composed-message/composed-message.entity";
import { composedMessageScenarios } from "./system-management/composed-message/composed-message.scenarios";
import { composedMessageServer } from "./system-management/composed-message/composed-message.server";
import { conversionTask } from "./system-management/conversion-task/conversion-task.entity";
import { conversionTaskServer } from "./system-management/conversion-task/conversion-task.server";
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
import { accessRequest } from "./user-administration/access-request/access-request.entity";
import { accessRequestScenarios } from "./user-administration/access-request/access-request.scenarios";
import { accessRequestServer } from "./user-administration/access-request/access-request.server";
import { purchaseGroup } from "./user-administration/purchase-group/purchase-group.entity";
import { purchaseGroupServer } from "./user-administration/purchase-group/purchase-group.server";
import { userLog, userLogRow } from "./user-administration/user-log/user-log.entity";
import { userLogServer } from "./user-administration/user-log/user-log.server";

/** What the lines of the registry bring beside their definitions, for definitions that are about it. */
export interface Brought {
  scenarios: Scenarios;
  jobs: readonly JobHandler[];
}

/** The lines of the registry under the tab 系统, in menu order. Accounts, messages, forms, jobs and settings: one line for each entity. */
const lines = [
  {
    entity: purchaseGroup,
    server: purchaseGroupServer,
    seed: () => import("./user-administration/purchase-group/purchase-group.seed"),
  },
  {
    entity: accessRequest,
    server: accessRequestServer,
    scenarios: accessRequestScenarios,
    seed: () => import("./user-administration/access-request/access-request.seed"),
  },
  { entity: userLog, server: userLogServer },
  { entity: userLogRow },
  { entity: user, server: userServer, group: "accounts", seed: () => import("./system-management/user/user.seed") },
  { entity: role, server: roleServer, group: "accounts", seed: () => import("./system-management/role/role.seed") },
  {
    entity: resource,
    server: resourceServer,
    group: "accounts",
    seed: () => import("./system-management/resource/resource.seed"),
  },
  { entity: task, server: taskServer, seed: () => import("./system-management/task/task.seed") },
  ({ scenarios }: Brought) => ({
    entity: messageOf(scenarios),
    server: messageServer,
    warnings: [stickyMessages],
    group: "notices",
  }),
  {
    entity: composedMessage,
    server: composedMessageServer,
    scenarios: composedMessageScenarios,
    group: "notices",
    seed: () => import("./system-management/composed-message/composed-message.seed"),
  },
  ({ scenarios }: Brought) => ({
    entity: msgScenarioOf(scenarios),
    server: msgScenarioServer,
    group: "notices",
    seed: () => import("./system-management/msg-scenario/msg-scenario.seed"),
  }),
  ({ scenarios }: Brought) => ({
    entity: msgTemplateOf(scenarios),
    server: msgTemplateServer,
    group: "notices",
    seed: () => import("./system-management/msg-template/msg-template.seed"),
  }),
  ({ scenarios }: Brought) => ({
    entity: msgSendRecordOf(scenarios),
    server: msgSendRecordServer,
    group: "notices",
    seed: () => import("./system-management/msg-send-record/msg-send-record.seed"),
  }),
  ({ scenarios }: Brought) => ({
    entity: emailOf(scenarios),
    server: emailServer,
    group: "notices",
    seed: () => import("./system-management/email/email.seed"),
  }),
  {
    entity: news,
    server: newsServer,
    scenarios: newsScenarios,
    group: "content",
    seed: () => import("./system-management/news/news.seed"),
  },
  { entity: newsReceipt, group: "content" },
  {
    entity: homepageNews,
    server: homepageNewsServer,
    group: "content",
    seed: () => import("./system-management/homepage-news/homepage-news.seed"),
  },
  {
    entity: homepageSuggestion,
    server: homepageSuggestionServer,
    scenarios: homepageSuggestionScenarios,
    group: "content",
    seed: () => import("./system-management/homepage-suggestion/homepage-suggestion.seed"),
  },
  {
    entity: dictionary,
    server: dictionaryServer,
    group: "settings",
    seed: () => import("./system-management/dictionary/dictionary.seed"),
  },
  {
    entity: questionnaire,
    server: questionnaireServer,
    group: "forms",
    seed: () => import("./system-management/form/form.seed"),
  },
  {
    entity: questionnaireRequest,
    server: questionnaireRequestServer,
    scenarios: formRequestScenarios,
    group: "forms",
    seed: () => import("./system-management/form-request/form-request.seed"),
  },
  {
    entity: questionnaireAnswer,
    server: questionnaireAnswerServer,
    group: "forms",
    seed: () => import("./system-management/form-answer/form-answer.seed"),
  },
  {
    entity: orderRule,
    server: orderRuleServer,
    group: "settings",
    seed: () => import("./system-management/order-rule/order-rule.seed"),
  },
  {
    entity: parameter,
    server: parameterServer,
    scenarios: parameterScenarios,
    group: "settings",
    seed: () => import("./system-management/parameter/parameter.seed"),
  },
  ({ jobs }: Brought) => ({
    entity: jobOf(jobs),
    server: jobServer,
    group: "jobs",
    seed: () => import("./system-management/job/job.seed"),
  }),
  {
    entity: jobGroup,
    server: jobGroupServer,
    group: "jobs",
    seed: () => import("./system-management/job-group/job-group.seed"),
  },
  { entity: jobRun, server: jobRunServer, group: "jobs" },
  { entity: jobOperationLog, server: jobOperationLogServer, group: "jobs" },
  { entity: jobLogClearing, server: jobLogClearingServer, group: "jobs" },
  {
    entity: numberRule,
    server: numberRuleServer,
    group: "settings",
    seed: () => import("./system-management/number-rule/number-rule.seed"),
  },
  { entity: onlineSession, server: onlineSessionServer, group: "accounts" },
  { entity: loginLog, server: loginLogServer, group: "logs" },
  { entity: exportTask, server: exportTaskServer },
  { entity: reportRun, server: reportRunServer },
  { entity: importBatch, server: importBatchServer, group: "logs" },
  { entity: conversionTask, server: conversionTaskServer },
  {
    entity: interfaceLog,
    server: interfaceLogServer,
    group: "logs",
    seed: () => import("./system-management/interface-log/interface-log.seed"),
  },
] as const;

/** What the compiler knows of them: `entity-map.ts` reads it. */
export type SystemLines = typeof lines;

// Held against the type here and not at the array: hooks are typed by the map that is read off it.
export const systemLines: readonly (Registration | ((brought: Brought) => Registration))[] = lines;
