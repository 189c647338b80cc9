import { createHash } from "node:crypto";
import { insertAudit } from "~/data/audit.server";
import { menuRowAt, noteRights, sessionExists } from "~/data/guard.server";
import { may } from "../access/permissions";
import type { Actor, Context, EngineServices } from "../context.server";
import { AppError } from "../errors";
import { leaveNotice, type OpenSession } from "./session.server";
import { stored, tokenHash } from "./token.server";

/** Sessions a process remembers having drawn, by the rights they were drawn with. */
const SESSIONS_KNOWN = 10_000;
const drawn = new WeakMap<EngineServices, Map<string, string>>();
const marks = new WeakMap<Actor, string>();

/** What a person may do and see, as one short text: roles, permissions, personal scope. */
function rightsOf(actor: Actor): string {
  const known = marks.get(actor);
  if (known !== undefined) return known;
  const permissions = [...actor.permissions].map(([id, actions]) => `${id}:${[...actions].sort().join(",")}`).sort();
  const stopped = [...(actor.stopped ?? [])].sort();
  const text = JSON.stringify([
    [...actor.roles].sort(),
    permissions,
    actor.scopes,
    stopped,
    [...(actor.reach ?? [])].sort(),
  ]);
  const mark = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  marks.set(actor, mark);
  return mark;
}

/**
 * Guard step 7: rights are read anew as soon as their version moves; here the person is told, once, on the next page. Asks the
 * database only when this process has not drawn the session with these rights before.
 */
export async function noticeNewRights({ context }: OpenSession): Promise<void> {
  const { session, services, actor } = context;
  if (!session) return;
  const known = drawn.get(services) ?? new Map<string, string>();
  drawn.set(services, known);
  const rights = rightsOf(actor);
  if (known.get(session.idHash) === rights) return;
  const changed = await stored(() => noteRights(services.database.connection(), session.idHash, rights));
  if (known.size >= SESSIONS_KNOWN) known.clear();
  known.set(session.idHash, rights);
  if (changed) await leaveNotice(context, { level: "info", body: "您的权限已更新" });
}

/** True for a token that was given out once, whatever became of its session; false for one that is made up. */
export async function isKnownToken(services: EngineServices, token: string): Promise<boolean> {
  return stored(() => sessionExists(services.database.connection(), tokenHash(token)));
}

/**
 * What is said of an address without a screen (specification sections 2 and 8). Null: no menu leads there, it is just an unknown path.
 * A menu that leads to a screen this program does not have is a fault somebody has to hear of: it goes to the audit trail.
 */
export async function unknownScreen(context: Context, path: string): Promise<AppError | null> {
  const { services, actor } = context;
  const connection = services.database.connection();
  const row = await stored(() => menuRowAt(connection, path));
  if (!row || actor.kind !== "user") return null;
  if (actor.stopped?.has(row.name)) return new AppError("stopped");
  if (!may(actor.permissions, `${row.name}.query`))
    return new AppError("forbidden", { values: { permission: `${row.name}.query` } });
  await insertAudit(connection, {
    id: services.newId(),
    at: context.now.toISOString(),
    userId: actor.id,
    userName: actor.name,
    userSupplierId: actor.supplierId,
    entity: "system-management/resource",
    recordId: services.newId(),
    recordNumber: row.name,
    action: "module-not-found",
    label: `菜单「${row.title}」没有对应的页面`,
    changes: [],
    reason: path,
    staffChanges: [],
    staffReason: null,
    requestId: context.requestId,
    ip: context.ip,
    channel: context.channel,
    suppliers: [],
  });
  return new AppError("not_found", {
    message: "页面不存在（MODULE_NOT_FOUND）",
    facts: { code: "MODULE_NOT_FOUND" },
  });
}
