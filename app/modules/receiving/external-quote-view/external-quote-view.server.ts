import type { Context } from "~/engine/context.server";
import { anotherLink, closedWhy } from "~/engine/embedded/another-link.server";
import type { EntityServer, RecordFacts, RecordTable } from "~/engine/entity/server-hooks";
import { columnsOf } from "~/engine/screen/table-columns";
import { deviceLabel } from "~/engine/session/device.server";
import { noteLapsed, visitsOf } from "~/engine/tickets/tickets.server";
import { chinaTime } from "~/shared/calendar";

const KEY = "receiving/external-quote-view";
/** Visits the page tells. */
const MOST = 100;

/** What stands in the way of a link that is in force as such. */
async function standing(context: Context, { id, state }: { id: string; state: string }): Promise<RecordFacts[]> {
  const why = state === "live" ? await closedWhy(context, id) : null;
  return why === null
    ? []
    : [{ kind: "facts", title: "现在打不开", facts: [{ label: "原因", text: why, tone: "warning" }] }];
}

async function visits(context: Context, id: string): Promise<RecordTable[]> {
  const rows = await visitsOf(context, id, MOST);
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      title: "访问记录",
      table: {
        caption: `最近${MOST}次，新的在前；下载的附件也在其中`,
        columns: columnsOf(["时间", "地址", "设备", "内容"]),
        rows: rows.map(({ id: visit, at, ip, device, file }) => ({
          id: visit,
          cells: [
            { text: chinaTime(at) },
            { text: ip ?? "" },
            { text: device ? deviceLabel(device) : "" },
            { text: file === null ? "打开页面" : `下载附件：${file}` },
          ],
        })),
      },
    },
  ];
}

export const externalQuoteViewServer: EntityServer<typeof KEY> = {
  // What ran out since is not in force, though nobody has told it yet.
  freshen: noteLapsed,
  sections: async (context, record) => [...(await standing(context, record)), ...(await visits(context, record.id))],
  transitions: {
    renew: {
      async effect(context, work) {
        const { address, expiresAt, recipient } = await anotherLink(context, work.record.id);
        work.reveal({
          label: "新链接",
          value: address,
          note: `请复制后只交给${recipient || "原审批人"}，关闭后不能再次显示，页面水印写明该账号。`,
          expiresAt,
        });
      },
    },
  },
};
