import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { peopleOf } from "~/engine/notify/audience.server";
import { takeBack } from "~/engine/notify/messages.server";
import { notify } from "~/engine/notify/notify.server";
import { unscopedCountsBy } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { audienceOf } from "../audience.server";

type ComposedMessageRecord = RecordFor<"system-management/composed-message">;

const MESSAGE = "system-management/message";
/** Which event a message of each level is. */
const SCENARIO_OF = { info: "message.info", todo: "message.todo", warning: "message.warning" } as const;
const ALL_READ = "已阅读的消息不能撤回";

const level = z.enum(["info", "todo", "warning"]);

const noReaders = () => new AppError("invalid", { message: "发送对象中没有可以接收消息的账号" });

/** How many of the messages are there, are read and were taken back, by id of what was written. */
async function fates(context: Context, ids: readonly string[]) {
  const these = where.oneOf("composed_id", ids);
  const [received, read, recalled] = await unscopedCountsBy(context, MESSAGE, "composed_id", [
    [these],
    [these, where.set("read_at")],
    [these, where.eq("state", "recalled")],
  ]);
  return new Map(
    ids.map((id) => [
      id,
      { received: received?.get(id) ?? 0, read: read?.get(id) ?? 0, recalled: recalled?.get(id) ?? 0 },
    ]),
  );
}

export const composedMessageServer: EntityServer<"system-management/composed-message"> = {
  extra: (context, _screen, ids) => fates(context, ids),
  transitions: {
    send: {
      async check(context, record): Promise<Finding[]> {
        const { length } = await peopleOf(context, audienceOf(record));
        return length === 0
          ? [{ check: "readers", level: "block", text: noReaders().message }]
          : [{ check: "readers", level: "note", text: `将发给${length}个账号` }];
      },
      async effect(context, { record }) {
        const to = await peopleOf(context, audienceOf(record));
        const { id, title, content, path, record_number: number } = record;
        const notified = await notify(context, {
          scenario: SCENARIO_OF[level.parse(record.level)],
          to,
          values: { title: String(title), content: String(content) },
          number: textOf(number),
          composed: id,
          sticky: record.sticky === true,
          ...(textOf(path) === null ? {} : { path: String(path).replace(/^\/web(?=\/)/, "") }),
        });
        if (notified === 0) throw noReaders();
      },
    },
    recall: {
      async check(context, record): Promise<Finding[]> {
        const { received = 0, read = 0 } = (await fates(context, [record.id])).get(record.id) ?? {};
        const unread = await unreadOf(context, record);
        if (unread === 0) return [{ check: "read", level: "block", text: ALL_READ }];
        return read === 0
          ? []
          : [
              {
                check: "read",
                level: "note",
                text: `${received}人中${read}人已阅读，${ALL_READ}，只从其余${unread}人撤回`,
              },
            ];
      },
      async effect(context, { record }) {
        if ((await takeBack(context, record.id)) === 0) throw new AppError("invalid", { message: ALL_READ });
      },
    },
  },
};

async function unreadOf(context: Context, { id }: ComposedMessageRecord): Promise<number> {
  const [unread] = await unscopedCountsBy(context, MESSAGE, "composed_id", [
    [where.eq("composed_id", id), where.eq("state", "unread")],
  ]);
  return unread?.get(id) ?? 0;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
