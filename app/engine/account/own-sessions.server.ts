import { endOtherSessions, type OwnSession, selectSessions } from "~/data/passwords.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { notifyMember } from "../session/security-notifications.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

const MOST = 50;
const RECENT = 10;

/** Where the own account is signed in now; the present session first. */
export async function liveSessions(context: Context): Promise<OwnSession[]> {
  const { userId, session } = ownOf(context);
  const wanted = { userId, present: session.idHash, liveAt: context.now.toISOString(), limit: MOST };
  return selectSessions(context.services.database.connection(), wanted);
}

/** The last times somebody signed in to the own account, newest first. */
export async function recentSignIns(context: Context): Promise<OwnSession[]> {
  const { userId, session } = ownOf(context);
  const wanted = { userId, present: session.idHash, liveAt: null, limit: MOST };
  const all = await selectSessions(context.services.database.connection(), wanted);
  return all.sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1)).slice(0, RECENT);
}

/**
 * Signs the own account out elsewhere. The present session is never among them: that one is left by signing out.
 * @param ids as `liveSessions` names them, or `all`; foreign ones end nothing
 * @returns how many were ended
 * @throws AppError("malformed")
 */
export async function endSessions(context: Context, ids: readonly string[] | "all"): Promise<number> {
  const { userId, session } = ownOf(context);
  if (ids !== "all" && (ids.length === 0 || ids.length > MOST || ids.some((id) => !/^[0-9a-f]{16}$/.test(id))))
    throw new AppError("malformed", { message: "请选择要退出的登录设备" });
  const present = session.idHash;
  if (ids !== "all" && ids.some((id) => present.startsWith(id)))
    throw new AppError("wrong_state", { message: "不能在这里退出当前设备，请使用退出登录" });
  return asOwner(context, async () => {
    const connection = context.services.database.connection();
    const at = context.now.toISOString();
    const ended = await endOtherSessions(connection, { userId, present, ids, at, reason: "forced" });
    if (ended > 0) {
      await auditAccount(context, userId, { action: "end-sessions", label: "退出其他登录设备" });
      const values = { count: String(ended) };
      await notifyMember(context.services, { userId, at, scenario: "account.sessions-ended", values });
    }
    return ended;
  });
}
