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
import { integer } from "../entity";
import { intParameter } from "../parameters.server";
import type { JobHandler, JobWork } from "./handler.server";
import { purgeEndedRuns } from "./runs.server";

const REPEATS_RETENTION_MS = 24 * 60 * 60_000;
const PAYLOADS_RETENTION_MS = 30 * 24 * 60 * 60_000;
const SESSIONS_RETENTION_MS = 30 * 24 * 60 * 60_000;
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

/** Work of this part of the platform that is done now and then. */
export const upkeepJobs: readonly JobHandler[] = [
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
];
