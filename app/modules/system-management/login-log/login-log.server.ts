import type { Context } from "~/engine/context.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { deviceLabel } from "~/engine/session/device.server";
import { where } from "~/shared/condition";

/** What a program calls itself is long; a list says browser and system. */
export async function clients(context: Context, entity: string, ids: readonly string[]) {
  const rows = await unscopedRows(context, entity, ["id", "device"], [where.oneOf("id", ids)]);
  return new Map(
    rows.map(({ id, device }) => [String(id), { client: typeof device === "string" ? deviceLabel(device) : null }]),
  );
}

export const loginLogServer: EntityServer = {
  extra: (context, _screen, ids) => clients(context, "system-management/login-log", ids),
};
