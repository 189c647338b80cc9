import { may } from "~/engine/access/permissions";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { spares } from "./parameter.rules";

const KEY = "system-management/parameter";
const RESTORE = "恢复默认";

const isOther = (row: Readonly<Record<string, unknown>>) => (row.value ?? "") !== (row.default_value ?? "");

export const parameterServer: EntityServer<"system-management/parameter"> = {
  async beforeSave({ context, record }) {
    const own = spares(context.ip, { key: String(record.key), value: record.value });
    return own ? [own] : [];
  },
  async stored({ context, record, before }) {
    if (!before || record.param_group !== "security" || before.value === record.value) return;
    // Whoever turns the locks himself is told along with the others: it may not have been him.
    await notify(context, {
      scenario: "security.parameter-changed",
      values: {
        name: String(record.name),
        from: before.value ?? "",
        to: record.value ?? "",
        who: context.actor.name,
      },
      toRoles: ["system_admin"],
      path: `/${KEY}/${record.id}`,
    });
  },
  async pages({ actor }, record) {
    return isOther(record) && may(actor.permissions, "parameter.edit")
      ? [{ label: RESTORE, path: "restore", tone: "plain" }]
      : [];
  },
  async rowLinks(context, ids) {
    if (ids.length === 0 || !may(context.actor.permissions, "parameter.edit")) return new Map();
    const rows = await unscopedRows(context, KEY, ["id", "value", "default_value"], [where.oneOf("id", ids)]);
    return new Map(rows.filter(isOther).map(({ id }) => [id, [{ label: RESTORE, href: `/${KEY}/${id}/restore` }]]));
  },
};
