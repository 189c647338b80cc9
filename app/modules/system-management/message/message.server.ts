import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, OwnSection } from "~/engine/entity/server-hooks";
import { subjectOf } from "~/engine/notify/messages.server";
import { listRecords } from "~/engine/operations/list.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { recordPath } from "~/engine/screen/address";
import { chinaTime } from "~/shared/calendar";
import { NOTIFICATION_CHANNELS, SEND_STATES, SKIP_REASONS } from "~/shared/scenarios";

const SENT = "system-management/msg-send-record";

const start = (key: string, label: string) => ({ key, label, align: "start" as const });

async function subjectSection(context: Context, record: AnyRecord): Promise<OwnSection[]> {
  const subject = await subjectOf(context, record.id);
  if (!subject) return [];
  const number = typeof record.record_number === "string" ? record.record_number : "查看";
  return [
    {
      kind: "table",
      title: "业务单据",
      table: {
        caption: "消息说的是哪张单据",
        columns: [start("kind", "单据"), start("number", "单号")],
        rows: [{ id: record.id, cells: [{ text: subject.label }, { text: number, href: subject.href }] }],
      },
    },
  ];
}

/** 送达情况: by which channels the reader was told of the same thing at the same moment, and what became of it. */
async function deliverySection(context: Context, record: AnyRecord): Promise<OwnSection[]> {
  const screen = context.services.registry.screen(SENT);
  if (!screen || typeof record.user_id !== "string" || !mayOnScreen(context, screen, "query")) return [];
  const at = chinaTime(String(record.at)).slice(0, 16);
  const { rows } = await listRecords(context, screen, {
    filters: { scenario: [String(record.scenario)], user_id: [record.user_id], at: [at, at] },
    toggles: [],
    sort: ["-at"],
    page: 1,
    size: 10,
    columns: ["title", "at", "channel", "address", "status", "skip_reason", "error", "sent_at", "read_at"],
  });
  const word = (labels: Readonly<Record<string, string>>, value: unknown) => labels[String(value)] ?? "";
  const time = (value: unknown) => (typeof value === "string" ? chinaTime(value).slice(0, 16) : "");
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      title: "送达情况",
      table: {
        caption: "同一时刻按各渠道通知该接收人的结果",
        columns: [
          start("channel", "渠道"),
          start("address", "接收地址"),
          start("status", "状态"),
          start("reason", "原因"),
          start("sent_at", "发送时间"),
          start("read_at", "阅读时间"),
        ],
        rows: rows.map(({ id, values }) => ({
          id,
          cells: [
            { text: word(NOTIFICATION_CHANNELS, values.channel), href: recordPath(screen, id) },
            { text: String(values.address ?? "") },
            { text: word(SEND_STATES, values.status) },
            { text: word(SKIP_REASONS, values.skip_reason) || String(values.error ?? "") },
            { text: time(values.sent_at) },
            { text: time(values.read_at) },
          ],
        })),
      },
    },
  ];
}

export const messageServer: EntityServer<"system-management/message"> = {
  sections: async (context, record) => [
    ...(await subjectSection(context, record)),
    ...(await deliverySection(context, record)),
  ],
};
