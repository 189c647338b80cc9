import type { EntityServer } from "~/engine/entity/server-hooks";
import { forgetBatch } from "~/engine/imports/batch.server";
import { importPages, importTable } from "~/engine/imports/pages.server";

export const importBatchServer: EntityServer = {
  pages: importPages,
  async sections(context, record) {
    return [await importTable(context, record)];
  },
  transitions: {
    discard: {
      async check({ actor }, record) {
        const isMine = record.created_by === actor.id;
        return isMine ? [] : [{ check: "owner", level: "block", text: "只有上传文件的人可以放弃", personal: true }];
      },
      async effect(context, { record }) {
        await forgetBatch(context, record.id);
      },
    },
  },
};
