import { refreshEndedRoles, releaseLocks } from "~/data/accounts.server";
import { dayOf } from "~/shared/calendar";
import type { JobHandler, JobWork } from "../jobs/handler.server";
import { endWhatLapsed } from "./run-out.server";

/** Grants that ended longer ago have been noticed. */
const ROLES_LOOKED_BACK_MS = 7 * 24 * 60 * 60_000;

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

/** Work of this part of the platform that is done now and then. */
export const sessionJobs: readonly JobHandler[] = [
  {
    key: "sessions-and-grants",
    label: "会话、锁定与授权到期",
    purpose: "把已过期的登录会话记为结束，到点解除账号锁定，并让到期的角色失效。",
    schedule: "0 * * * *",
    run: endWhatRanOut,
  },
];
