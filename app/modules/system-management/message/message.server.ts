import type { EntityServer } from "~/engine/entity/server-hooks";
import { subjectOf } from "~/engine/notify/messages.server";

export const messageServer: EntityServer = {
  async sections(context, record) {
    const subject = await subjectOf(context, record.id);
    if (!subject) return [];
    const number = typeof record.record_number === "string" ? record.record_number : "查看";
    return [
      {
        kind: "table",
        title: "关联单据",
        table: {
          caption: "消息说的是哪张单据",
          columns: [
            { key: "kind", label: "单据", align: "start" },
            { key: "number", label: "单号", align: "start" },
          ],
          rows: [{ id: record.id, cells: [{ text: subject.label }, { text: number, href: subject.href }] }],
        },
      },
    ];
  },
};
