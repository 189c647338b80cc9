import type { EntityServer } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";

export const msgTemplateServer: EntityServer = {
  /** Other words are another version; the one before stays to go back to. */
  async prepare({ context, record, before, set }) {
    if (before && before.title === record.title && before.content === record.content) return;
    const rows = linesOf(record, "revisions");
    const last = Math.max(0, ...rows.map((row) => Number(row.revision)));
    const revision = last + 1;
    set({ revision });
    record.revisions = [
      ...rows,
      {
        id: context.services.newId(),
        line_no: revision * 10,
        revision,
        title: record.title,
        content: record.content,
        saved_by: context.actor.name,
        saved_at: context.now.toISOString(),
      },
    ];
  },
};
