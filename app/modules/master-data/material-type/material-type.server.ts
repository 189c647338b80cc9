import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { levelComplaints } from "./material-type.rules";

const KEY = "master-data/material-type";

export const materialTypeServer: EntityServer<"master-data/material-type"> = {
  async beforeSave({ context, record }) {
    if (typeof record.parent_id !== "string") return [];
    const [parent] = await unscopedRows(context, KEY, ["parent_id", "category"], [where.eq("id", record.parent_id)]);
    const complaint = levelComplaints(
      { id: record.id, parent_id: record.parent_id, category: record.category },
      {
        parent: parent ? { parent_id: parent.parent_id, category: parent.category } : null,
        childCount: await unscopedCount(context, KEY, [where.eq("parent_id", record.id)]),
      },
    );
    return complaint ? [complaint] : [];
  },
};
