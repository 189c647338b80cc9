import { refreshEndedRoles, releaseLocks } from "~/data/accounts.server";
import { asking, jobAsker } from "~/data/asking.server";
import { forgetDrafts } from "~/data/drafts.server";
import { forgetInbox } from "~/data/inbox.server";
import { forgetMail } from "~/data/mail.server";
import { forgetRecoveries } from "~/data/recovery.server";
import { forgetRequests } from "~/data/repeats.server";
import { forgetResultPages } from "~/data/result-pages.server";
import { endRunOutSessions, forgetFailures, forgetSessions } from "~/data/sessions.server";
import { forgetAddresses, forgetDevices, forgetLoginEvents, forgetProofs } from "~/data/sign-in.server";
import { forgetSignInTickets } from "~/data/single-sign-on.server";
import { forgetTickets } from "~/data/tickets.server";
import { forgetPayloads } from "~/data/user-sync.server";
import type { EngineServices } from "~/engine/context.server";
import { intParameter } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { moveDueContracts } from "./contract-management/contract/contract.server";
import { blockExpiredAccounts } from "./system-management/user/user.server";

const EVERY_MS = 60 * 60_000;
const REPEATS_KEPT_MS = 24 * 60 * 60_000;
const DRAFTS_KEPT_MS = 30 * 24 * 60 * 60_000;
const SESSIONS_KEPT_MS = 30 * 24 * 60 * 60_000;
/** Grants that ended longer ago have been noticed. */
const ROLES_LOOKED_BACK_MS = 7 * 24 * 60 * 60_000;
const INBOX_KEPT_MS = 365 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DEVICES_KEPT_MS = 365 * 24 * 60 * 60_000;
const MAIL_KEPT_MS = 180 * 24 * 60 * 60_000;
/** Who opened a link is asked long after the link has ended. */
const TICKETS_KEPT_MS = 365 * 24 * 60 * 60_000;

/** What has to be done now and then; harmless when several processes do it, or when it is done twice. */
export async function keepHouse(services: EngineServices): Promise<void> {
  const now = services.clock().getTime();
  const loginsKept = (await intParameter(services, "log.keepDays")) * DAY_MS;
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    await forgetRequests(connection, new Date(now - REPEATS_KEPT_MS).toISOString());
    await forgetFailures(connection, new Date(now - REPEATS_KEPT_MS).toISOString());
    await forgetDrafts(connection, new Date(now - DRAFTS_KEPT_MS).toISOString());
    await forgetSessions(connection, new Date(now - SESSIONS_KEPT_MS).toISOString());
    await endRunOutSessions(connection, new Date(now).toISOString());
    await forgetAddresses(connection, new Date(now - REPEATS_KEPT_MS).toISOString());
    await forgetDevices(connection, new Date(now - DEVICES_KEPT_MS).toISOString());
    await forgetLoginEvents(connection, new Date(now - loginsKept).toISOString());
    await forgetProofs(connection, new Date(now).toISOString());
    await forgetSignInTickets(connection, new Date(now - REPEATS_KEPT_MS).toISOString());
    await forgetRecoveries(connection, new Date(now - SESSIONS_KEPT_MS).toISOString());
    await forgetMail(connection, new Date(now - MAIL_KEPT_MS).toISOString());
    await forgetTickets(connection, new Date(now - TICKETS_KEPT_MS).toISOString());
    await releaseLocks(connection, new Date(now).toISOString());
    await refreshEndedRoles(connection, dayOf(new Date(now - ROLES_LOOKED_BACK_MS)));
    await forgetInbox(connection, new Date(now - INBOX_KEPT_MS).toISOString());
    await forgetPayloads(connection, new Date(now - DRAFTS_KEPT_MS).toISOString());
    await forgetResultPages(connection, new Date(now).toISOString());
  });
  const blocked = await blockExpiredAccounts(services);
  if (blocked > 0) services.log.info({ blocked }, "accounts blocked by the calendar");
  const moved = await moveDueContracts(services);
  if (moved > 0) services.log.info({ moved }, "contracts moved by the calendar");
}

/** Keeps house at start and every hour. @returns a function that stops it and waits for a round under way */
export function startHousekeeping(services: EngineServices): () => Promise<void> {
  let round = Promise.resolve();
  const begin = () => {
    round = asking(jobAsker("housekeeping"), () => keepHouse(services)).catch((error: unknown) =>
      services.log.error({ err: error }, "housekeeping failed"),
    );
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
