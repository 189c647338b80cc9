import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { EntityServer, RowLink } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { deviceLabel } from "~/engine/session/device.server";
import { where } from "~/shared/condition";

/** What a program calls itself is long; a list says browser and system. */
export async function clients(
  context: Context,
  entity: "system-management/login-log" | "system-management/online-session",
  ids: readonly string[],
) {
  const rows = await unscopedRows(context, entity, ["id", "device"], [where.oneOf("id", ids)]);
  return new Map(
    rows.map(({ id, device }) => [id, { client: typeof device === "string" ? deviceLabel(device) : null }]),
  );
}

/** Where the account of a row is locked at this moment, the way to unlock it. */
async function unlocking(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RowLink[]>> {
  if (ids.length === 0 || !may(context.actor.permissions, "users.enable")) return new Map();
  const rows = await unscopedRows(context, "system-management/login-log", ["id", "user_id"], [where.oneOf("id", ids)]);
  const people = [...new Set(rows.flatMap(({ user_id }) => (typeof user_id === "string" ? [user_id] : [])))];
  if (people.length === 0) return new Map();
  const wanted = [where.oneOf("id", people), where.eq("state", "locked")];
  const found = await unscopedRows(context, "system-management/user", ["id"], wanted);
  const locked = new Set(found.map(({ id }) => id));
  return new Map(
    rows
      .filter(({ user_id }) => locked.has(String(user_id)))
      .map(({ id, user_id }) => [
        id,
        [{ label: "解锁账号", href: `/system-management/users/${String(user_id)}/unlock` }],
      ]),
  );
}

export const loginLogServer: EntityServer<"system-management/login-log"> = {
  rowLinks: unlocking,
  listPages: () => [{ label: "统计", path: "figures", tone: "plain" }],
  extra: (context, _screen, ids) => clients(context, "system-management/login-log", ids),
};
