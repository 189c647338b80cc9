import type { EntityServer } from "~/engine/entity/server-hooks";
import { purgeBatch } from "~/engine/imports/batch.server";
import { importPages, importTable } from "~/engine/imports/pages.server";

export const importBatchServer: EntityServer<"system-management/import-batch"> = {
  pages: importPages,
  async sections(context, record) {
    return [await importTable(context, record)];
  },
  transitions: {
    discard: {
      async effect(context, { record }) {
        await purgeBatch(context, record.id);
      },
    },
  },
};
