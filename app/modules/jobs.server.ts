import { refreshEndedRoles, releaseLocks } from "~/data/accounts.server";
import { purgeApplicantCodes } from "~/data/applicants.server";
import { purgeDrafts } from "~/data/drafts.server";
import { purgeImports } from "~/data/imports.server";
import { purgeInbox } from "~/data/inbox.server";
import { purgeCalls } from "~/data/integrations.server";
import { purgeMail, purgeSendRecords } from "~/data/mail.server";
import { purgeNotified } from "~/data/notifications.server";
import { purgeRecoveries } from "~/data/recovery.server";
import { purgeRequests } from "~/data/repeats.server";
import { purgeReportRuns } from "~/data/report-runs.server";
import { purgeResultPages } from "~/data/result-pages.server";
import { purgeFailures, purgeSessions } from "~/data/sessions.server";
import { purgeAddresses, purgeDevices, purgeLoginEvents, purgeProofs } from "~/data/sign-in.server";
import { purgeSignInTickets } from "~/data/single-sign-on.server";
import { purgeTickets } from "~/data/tickets.server";
import { purgePayloads } from "~/data/user-sync.server";
import { remindAndEscalate } from "~/engine/approval/upkeep.server";
import { type EngineServices, systemContext } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { date, integer, reference, yesNo } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { makeExports } from "~/engine/exports/worker.server";
import { removeLooseFiles, removeUnknownBytes, scanWaitingFiles } from "~/engine/files/upkeep.server";
import { finishImports } from "~/engine/imports/batch.server";
import { notifyFailingSystems } from "~/engine/integrations/health.server";
import type { JobHandler, JobWork } from "~/engine/jobs/handler.server";
import { purgeEndedRuns } from "~/engine/jobs/runs.server";
import { sendDailyDigests } from "~/engine/notify/daily-digest.server";
import { intParameter } from "~/engine/parameters.server";
import { sendReports } from "~/engine/report/send.server";
import { fillSearchColumns } from "~/engine/search/upkeep.server";
import { endWhatLapsed } from "~/engine/session/run-out.server";
import { remindOfTasks } from "~/engine/tasks/upkeep.server";
import { takeDroppedPeople } from "~/engine/user-sync/drop-folder.server";
import { dayOf } from "~/shared/calendar";
import { refreshInspections } from "./master-data/type-inspection-due/type-inspection-due.server";
import {
  sendUndelivered,
  sendUndeliveredByTime,
  type UndeliveredRound,
} from "./master-data/undelivered-mail/undelivered-mail.server";
import { forecastGate } from "./supplier-management/gate-forecast/gate-forecast.server";
import { noticeDeliveryStops } from "./supplier-management/risk-event/risk-deliveries.server";
import { takeDroppedRisks } from "./supplier-management/risk-event/risk-source.server";
import { refreshAllCompleteness } from "./supplier-management/supplier-certificate/completeness.server";
import { gatherWarnings } from "./supplier-management/supplier-warning/supplier-warning.server";
import { goOnWithMembers } from "./supplier-onboarding/member-request/member-request.server";

const REPEATS_RETENTION_MS = 24 * 60 * 60_000;
const PAYLOADS_RETENTION_MS = 30 * 24 * 60 * 60_000;
const SESSIONS_RETENTION_MS = 30 * 24 * 60 * 60_000;
/** Grants that ended longer ago have been noticed. */
const ROLES_LOOKED_BACK_MS = 7 * 24 * 60 * 60_000;
const INBOX_RETENTION_MS = 365 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DEVICES_RETENTION_MS = 365 * 24 * 60 * 60_000;
/** Catalogue: bodies are kept for 180 days. */
const CALLS_RETENTION_MS = 180 * 24 * 60 * 60_000;
const MAIL_RETENTION_MS = 365 * 24 * 60 * 60_000;
/** What is told once is not told again as long as it may still be found. */
const NOTIFIED_RETENTION_MS = 2 * 365 * 24 * 60 * 60_000;
/** Who opened a link is asked long after the link has ended. */
const TICKETS_RETENTION_MS = 365 * 24 * 60 * 60_000;

/** Rows that have served their time; the periods are those people were promised, or long enough that nobody asks any more. */
async function purgeOldRows({ services, given }: JobWork): Promise<undefined> {
  const now = services.clock().getTime();
  const givenDays = typeof given.login_days === "number" ? given.login_days : null;
  const loginsKept = (givenDays ?? (await intParameter(services, "log.keepDays"))) * DAY_MS;
  const draftsKept = (await intParameter(services, "forms.draftKeepDays")) * DAY_MS;
  const before = (ms: number) => new Date(now - ms).toISOString();
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    await purgeRequests(connection, before(REPEATS_RETENTION_MS));
    await purgeFailures(connection, before(REPEATS_RETENTION_MS));
    await purgeApplicantCodes(connection, before(REPEATS_RETENTION_MS));
    await purgeDrafts(connection, before(draftsKept));
    await purgeSessions(connection, before(SESSIONS_RETENTION_MS));
    await purgeAddresses(connection, before(REPEATS_RETENTION_MS));
    await purgeDevices(connection, before(DEVICES_RETENTION_MS));
    await purgeLoginEvents(connection, before(loginsKept));
    await purgeProofs(connection, before(0));
    await purgeSignInTickets(connection, before(REPEATS_RETENTION_MS));
    await purgeRecoveries(connection, before(SESSIONS_RETENTION_MS));
    await purgeMail(connection, before(MAIL_RETENTION_MS));
    await purgeSendRecords(connection, before(MAIL_RETENTION_MS));
    await purgeNotified(connection, before(NOTIFIED_RETENTION_MS));
    await purgeCalls(connection, before(CALLS_RETENTION_MS));
    await purgeTickets(connection, before(TICKETS_RETENTION_MS));
    await purgeInbox(connection, before(INBOX_RETENTION_MS));
    await purgeReportRuns(connection, before(MAIL_RETENTION_MS), before(REPEATS_RETENTION_MS));
    await purgePayloads(connection, before(PAYLOADS_RETENTION_MS));
    await purgeImports(connection, before(PAYLOADS_RETENTION_MS));
    await purgeResultPages(connection, before(0));
  });
}

/** Sessions, locks and grants whose time is over are noted as ended. */
async function endWhatRanOut({ services }: JobWork): Promise<undefined> {
  const now = services.clock();
  await endWhatLapsed(services);
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    await releaseLocks(connection, now.toISOString());
    await refreshEndedRoles(connection, dayOf(new Date(now.getTime() - ROLES_LOOKED_BACK_MS)));
  });
}

/**
 * All work that is done now and then, in the order in which a new installation lists it. Adding a job is adding an entry here: key,
 * label, purpose, default schedule and what it does; it is on the screen 任务调度 from the next start on.
 */
export const jobs: readonly JobHandler[] = [
  {
    key: "sessions-and-grants",
    label: "会话、锁定与授权到期",
    purpose: "把已过期的登录会话记为结束，到点解除账号锁定，并让到期的角色失效。",
    schedule: "0 * * * *",
    run: endWhatRanOut,
  },
  {
    key: "forget-old-rows",
    label: "过期数据清理",
    purpose: "删除超过保留期的草稿、会话、登录日志、站内信、已发邮件和链接；不运行时数据只会越积越多。",
    schedule: "10 * * * *",
    params: {
      login_days: integer({
        label: "登录日志保留",
        unit: "天",
        min: "30",
        max: "3650",
        help: "只用于这一次；留空按参数“log.keepDays”",
      }),
    },
    run: purgeOldRows,
  },
  {
    key: "deadlines",
    label: "到期与提醒",
    purpose:
      "按「什么时候会发生什么」处理到期的单据，每天从设定的钟点起提醒一轮快到期和逾期的，到日子的发出每周、每月的汇总；不运行时没有单据按时生效或失效，也没有人被提醒。",
    schedule: "*/5 * * * *",
    timeoutS: 3600,
    params: {
      remind: yesNo({ label: "现在提醒", help: "不等设定的钟点，把应提醒而没有提醒的都提醒一遍；提醒过的不重复" }),
    },
    async run({ context, given, signal, say }) {
      const { lapsed, reminded, digested, failed } = await workDeadlines(context, {
        goesOn: () => !signal.aborted,
        remindNow: given.remind === true,
      });
      for (const sentence of failed) say(sentence);
      if (lapsed + reminded + digested === 0) return undefined;
      return `到期处理${lapsed}张，提醒${reminded}张${digested > 0 ? `，汇总${digested}份` : ""}`;
    },
  },
  {
    key: "people-files",
    label: "人事文件同步",
    purpose: "读取人事主数据放到约定文件夹（MDM_DROP_DIR）的人员文件，检查后执行；没有设置文件夹时不做任何事。",
    schedule: "*/10 * * * *",
    run: takeDroppedPeople,
  },
  {
    key: "risk-files",
    label: "风险数据接收",
    purpose:
      "读取外部数据方放到约定文件夹（RISK_DROP_DIR）的风险事件文件，同一事件只收一次；没有设置文件夹时不做任何事。",
    schedule: "*/15 * * * *",
    run: takeDroppedRisks,
  },
  {
    key: "risk-deliveries",
    label: "断供识别",
    purpose: "已确认交期的订单逾期超过7天未交的供应商，各记一件断供风险事件待研判；不运行时断供要靠人发现。",
    schedule: "40 7 * * *",
    async run({ services }) {
      const noticed = await noticeDeliveryStops(services);
      return noticed > 0 ? `识别${noticed}件断供风险` : undefined;
    },
  },
  {
    key: "member-accounts",
    label: "成员账号开通",
    purpose: "企业管理员同意的成员加入申请开通账号，被拒绝的写信告知申请人；不运行时同意了也没有账号。",
    schedule: "* * * * *",
    awaited: true,
    async run({ services }) {
      const done = await goOnWithMembers(services);
      return done > 0 ? `处理${done}份成员加入申请` : undefined;
    },
  },
  {
    key: "type-inspections",
    label: "型检到期清单",
    purpose: "按货源、报告和规则更新型检到期清单；不运行时清单只在货源和报告变化时更新，提醒按旧的日期说。",
    schedule: "0 6 * * *",
    async run({ services }) {
      await refreshInspections(services);
      return undefined;
    },
  },
  {
    key: "supplier-warnings",
    label: "供应商预警汇总",
    purpose: "把资质、型检、品牌授权的到期情况和未了结的风险汇总到供应商预警；不运行时列表停在上次的情况。",
    schedule: "20 * * * *",
    async run({ services }) {
      return `共${await gatherWarnings(services)}条预警`;
    },
  },
  {
    key: "gate-forecast",
    label: "限单预告推算",
    purpose: "推算未来30天内将不能下达的订单，供限单预告查看；报告、货源或冻结有变化后可再次运行。",
    schedule: "10 6 * * *",
    async run({ services }) {
      const { orders, found } = await forecastGate(services);
      return `推算${orders}张订单，预告${found}条`;
    },
  },
  {
    key: "undelivered-mail",
    label: "未交货邮件",
    purpose: "按启用的方案提醒供应商即将到期和逾期未交的订单行，每个方案每天最多一次；不运行时没有人被提醒。",
    schedule: "0 8 * * *",
    run: async ({ services, say }) => notificationsOf(await sendUndelivered(services), say),
  },
  {
    key: "undelivered-mail-by-time",
    label: "未交货邮件（按表达式）",
    purpose: "到点执行发送时间为Cron表达式的未交货邮件方案；不运行时这些方案不发送，恢复后补发一次。",
    schedule: "*/10 * * * *",
    run: async ({ services, say }) => notificationsOf(await sendUndeliveredByTime(services), say),
  },
  {
    key: "supplier-completeness",
    label: "供应商资料完整度",
    purpose: "按现行的必备资质规则重新计算每家供应商的资料完整度和待补充资料；不运行时只在档案变化时更新。",
    schedule: "30 2 * * *",
    timeoutS: 3600,
    params: {
      supplier_id: reference("supplier-management/supplier", {
        label: "供应商",
        help: "只核对这一家；留空核对全部",
      }),
    },
    async run({ services, given, signal }) {
      const only = typeof given.supplier_id === "string" ? given.supplier_id : null;
      const looked = await refreshAllCompleteness(services, () => !signal.aborted, only);
      return looked > 0 ? `核对${looked}家供应商` : undefined;
    },
  },
  {
    key: "imports",
    label: "导入接续",
    purpose: "把离开页面后没有做完的导入接着检查和执行，完成后通知上传的人。",
    schedule: "* * * * *",
    awaited: true,
    async run({ services, signal }) {
      const ended = await finishImports(services, () => !signal.aborted);
      return ended > 0 ? `处理完${ended}个导入批次` : undefined;
    },
  },
  {
    key: "exports",
    label: "后台导出",
    purpose: "生成导出中心里排队的文件，完成后通知；到期的文件在这里删除。不运行时导出一直排队。",
    schedule: "* * * * *",
    awaited: true,
    timeoutS: 3600,
    async run({ services, signal }) {
      const { done, failed, expired } = await makeExports(services, signal);
      if (done + failed + expired === 0) return undefined;
      return `生成${done}个文件，失败${failed}个，到期清理${expired}个`;
    },
  },
  {
    key: "reports",
    label: "报表定时生成",
    purpose: "到时间的报表为每个接收人按其权限各生成一份，放进导出中心并通知；不运行时没有人收到。",
    schedule: "30 6 * * *",
    params: {
      day: date({
        label: "补生成",
        notInFuture: true,
        help: "补这一天该生成而没有生成的定时报表；留空为今天。同一天生成过的不再重复",
      }),
      report_id: reference("system-management/report-definition", {
        label: "报表",
        help: "只生成这一张；留空为全部到时间的报表",
      }),
    },
    async run({ services, given, signal }) {
      const { day, report_id: report } = given;
      const { begun, refused } = await sendReports(services, () => !signal.aborted, {
        ...(typeof day === "string" ? { day } : {}),
        ...(typeof report === "string" ? { report } : {}),
      });
      if (begun + refused === 0) return undefined;
      return `排入${begun}份报表${refused > 0 ? `，${refused}人无权查看，没有生成` : ""}`;
    },
  },
  {
    key: "approval-reminders",
    label: "审批催办与升级",
    purpose: "审批超过时限时每天提醒审批人一次，流程要求的再加请其直接上级；不运行时没有人被催。",
    schedule: "15 * * * *",
    async run({ context, signal, say }) {
      const { reminded, escalated, failed } = await remindAndEscalate(context, () => !signal.aborted);
      for (const title of failed) say(`${title}：催办没有成功，其余照常`);
      return reminded + escalated > 0 ? `提醒${reminded}个步骤，升级${escalated}个步骤` : undefined;
    },
  },
  {
    key: "task-reminders",
    label: "任务到期提醒",
    purpose: "任务截止前一天和逾期后每天提醒处理人一次，逾期3天的同时通知其上级；不运行时没有人被提醒。",
    schedule: "25 * * * *",
    async run({ context, signal, say }) {
      const { reminded, failed } = await remindOfTasks(context, () => !signal.aborted);
      for (const title of failed) say(`${title}：提醒没有成功，其余照常`);
      return reminded > 0 ? `提醒${reminded}项任务` : undefined;
    },
  },
  {
    key: "daily-letters",
    label: "每日汇总邮件",
    purpose: "把选择每日汇总的人积下的通知合成一封邮件；不运行时这些通知一直等着，只能在站内看到。",
    schedule: "30 8 * * *",
    async run({ services, signal }) {
      const written = await sendDailyDigests(services, () => !signal.aborted);
      return written > 0 ? `写出${written}封汇总邮件` : undefined;
    },
  },
  {
    key: "interface-health",
    label: "接口成功率检查",
    purpose: "一小时内发往同一系统的报文成功率低于80%时提醒系统管理员；不运行时只在放弃重发后才有提醒。",
    schedule: "5 * * * *",
    async run({ services }) {
      const notified = await notifyFailingSystems(services);
      return notified > 0 ? `${notified}个系统的成功率过低` : undefined;
    },
  },
  {
    key: "job-runs",
    label: "任务执行日志清理",
    purpose: "删除超过保留天数的执行日志，每个任务最近一次的始终保留。",
    schedule: "50 3 * * *",
    async run({ services }) {
      const kept = (await intParameter(services, "job.keepDays")) * DAY_MS;
      const gone = await purgeEndedRuns(services, new Date(services.clock().getTime() - kept));
      return gone > 0 ? `清理执行日志${gone}条` : undefined;
    },
  },
  {
    key: "loose-files",
    label: "无主文件清理",
    purpose:
      "删除上传后一天内没有保存到单据的文件、没传完的文件、已删除单据的文件，以及存储中没有任何记录的内容；不运行时只多占空间。",
    schedule: "30 3 * * *",
    timeoutS: 3600,
    async run({ services, signal }) {
      const removed = await removeLooseFiles(services, () => signal.aborted);
      const unknown = await removeUnknownBytes(services, () => signal.aborted);
      const said = [
        ...(removed > 0 ? [`已清理${removed}个文件`] : []),
        ...(unknown > 0 ? [`已清走没有记录的内容${unknown}份`] : []),
      ];
      return said.length > 0 ? said.join("，") : undefined;
    },
  },
  {
    key: "file-scan",
    label: "附件病毒检查",
    purpose: "把新上传的附件交给病毒扫描服务检查；不运行时附件一直显示待检查，不能下载。没有配置扫描服务时不做任何事。",
    schedule: "*/2 * * * *",
    awaited: true,
    async run({ services, signal }) {
      const { clean, infected, failed } = await scanWaitingFiles(services, () => signal.aborted);
      if (clean + infected + failed === 0) return undefined;
      return `通过${clean}个，隔离${infected}个，未能检查${failed}个（下次再试）`;
    },
  },
  {
    key: "search-columns",
    label: "搜索内容补全",
    purpose: "为绕过系统写入的记录补上搜索内容，使其可按名称和拼音找到。",
    schedule: "40 2 * * *",
    timeoutS: 3600,
    async run({ services, signal }) {
      const read = await fillSearchColumns(services, () => !signal.aborted);
      return read > 0 ? `已补全${read}条记录` : undefined;
    },
  },
];

/** Runs every job once, one after the other, whatever its time; harmless when several processes do it, or when it is done twice. */
export async function runHourlyPurge(services: EngineServices): Promise<void> {
  for (const job of jobs) {
    const context = systemContext(services, job.label);
    const work = { services, context, given: {}, signal: new AbortController().signal, say: () => undefined };
    const summary = await job.run(work);
    if (summary) services.log.info({ job: job.key, summary }, "job done");
  }
}

/** What a round of reminders came to, in one sentence. @throws AppError where a plan failed, which is named in the log */
function notificationsOf({ plans, lines, failed }: UndeliveredRound, say: JobWork["say"]): string | undefined {
  const notified = lines > 0 ? `${plans}个方案提醒${lines}行订单` : undefined;
  if (failed.length === 0) return notified;
  if (notified) say(notified);
  for (const title of failed) say(`方案「${title}」没有执行成功`);
  throw new AppError("invalid", { message: `${failed.length}个方案没有执行成功，原因见系统运行日志` });
}
