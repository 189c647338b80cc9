import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, RecordTable, RowLink } from "~/engine/entity/server-hooks";
import { sendTrial } from "~/engine/notify/trial.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { recordPath } from "~/engine/screen/address";
import type { NotificationChannel } from "~/shared/scenarios";
import { comparedLines } from "./msg-template.compare";

const TEMPLATE = "system-management/msg-template";

const CHANGE = {
  same: { text: "未变" },
  added: { text: "新增", tone: "done" as const },
  removed: { text: "删去", tone: "refused" as const },
};

/** The words that apply beside those before, line by line. */
function comparison(record: AnyRecord): RecordTable[] {
  const rows = [...linesOf(record, "revisions")].sort((a, b) => Number(b.revision) - Number(a.revision));
  const before = rows[1];
  if (!before) return [];
  const text = (one: Readonly<Record<string, unknown>>) => `${String(one.title)}\n${String(one.content)}`;
  const title = `版本对比（版本${String(before.revision)} → 版本${String(record.revision)}）`;
  return [
    {
      kind: "table",
      title,
      table: {
        caption: "当前版本与上一版本，逐行；第一行是标题",
        columns: [
          { key: "change", label: "变化", align: "start" },
          { key: "text", label: "文字", align: "start" },
        ],
        rows: comparedLines(text(before), text(record)).map(({ change, line }, index) => ({
          id: String(index),
          cells: [CHANGE[change], { text: line }],
        })),
      },
    },
  ];
}

export const msgTemplateServer: EntityServer<"system-management/msg-template"> = {
  async sections(_context: Context, record) {
    return comparison(record);
  },
  /** The page of a template shows its wording with the samples. */
  async rowLinks(context, ids) {
    const screen = context.services.registry.screen(TEMPLATE);
    if (!screen || !mayOnScreen(context, screen, "get")) return new Map();
    const may = mayOnScreen(context, screen, "edit");
    return new Map(
      ids.map((id): [string, RowLink[]] => [
        id,
        [
          ...(may ? [{ label: "编辑", href: `${recordPath(screen, id)}/edit` }] : []),
          { label: "预览", href: recordPath(screen, id) },
        ],
      ]),
    );
  },
  transitions: {
    try: {
      async effect(context, { record }) {
        const words = { title: String(record.title), content: String(record.content) };
        const by = (channel: NotificationChannel) => (record.channel === channel ? words : null);
        await sendTrial(context, String(record.scenario), {
          site: by("site"),
          email: by("email"),
          wecom: by("wecom"),
          sms: by("sms"),
        });
      },
    },
  },
  /** Other words are another version; the one before stays to go back to. */
  async prepare({ context, record, before, set }) {
    if (before && before.title === record.title && before.content === record.content) return;
    const rows = linesOf(record, "revisions");
    const last = Math.max(0, ...rows.map((row) => Number(row.revision)));
    const revision = last + 1;
    set({ revision });
    putLines(record, "revisions", [
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
    ]);
  },
};
