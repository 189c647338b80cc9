import { may } from "~/engine/access/permissions";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { batchPages, batchTable, purgePeople } from "~/engine/user-sync/batch-model.server";

export const userLogServer: EntityServer<"user-administration/user-log"> = {
  listPages({ actor }) {
    return may(actor.permissions, "user-log.import") ? [{ label: "导入人员", path: "import", tone: "primary" }] : [];
  },
  pages: batchPages,
  async sections(context, record) {
    return [await batchTable(context, record.id)];
  },
  transitions: {
    discard: {
      async effect(context, { record }) {
        await purgePeople(context, record.id);
      },
    },
  },
};
