import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { announce } from "~/engine/notify/announce.server";
import { askReaders, lateReaders, ownReceipts, readNews } from "~/engine/notify/news-receipts.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { audienceOf } from "../audience.server";

const NEWS = "system-management/news";
const RECEIPT = "system-management/news-receipt";
const BOARD = "system-management/news-board";
const CONFIRM = "确认已阅读";

async function tell(
  context: Context,
  record: AnyRecord,
  to: readonly string[],
  scenario: "news.published" | "news.to-confirm" | "news.reminded",
): Promise<void> {
  await announce(context, {
    scenario,
    to,
    values: { title: String(record.title), summary: String(record.summary ?? "") },
    record: { entity: NEWS, id: record.id, number: String(record.number) },
  });
}

export const newsServer: EntityServer = {
  async opened(context, record) {
    if (record.state === "published") await readNews(context, record.id);
  },
  async pages(context, record) {
    if (record.state !== "published" || record.must_ack !== true) return [];
    const receipt = (await ownReceipts(context, [record.id])).get(record.id);
    return receipt && !receipt.confirmed ? [{ label: CONFIRM, path: "acknowledge", tone: "primary" }] : [];
  },
  async extra(context, screen, ids) {
    if (screen === BOARD) {
      const own = await ownReceipts(context, ids);
      return new Map(ids.map((id) => [id, { mine: mineOf(own.get(id)) }]));
    }
    const these = where.oneOf("news_id", ids);
    const [asked, read, confirmed] = await unscopedCountsBy(context, RECEIPT, "news_id", [
      [these],
      [these, where.set("read_at")],
      [these, where.set("confirmed_at")],
    ]);
    return new Map(
      ids.map((id) => [
        id,
        { asked: asked?.get(id) ?? 0, read: read?.get(id) ?? 0, confirmed: confirmed?.get(id) ?? 0 },
      ]),
    );
  },
  transitions: {
    publish: {
      async effect(context, { record }) {
        const readers = await askReaders(context, record.id, audienceOf(record));
        await tell(context, record, readers, record.must_ack === true ? "news.to-confirm" : "news.published");
      },
    },
    remind: {
      async effect(context, { record }) {
        const late = await lateReaders(context, record.id, record.must_ack === true);
        await tell(context, record, late, "news.reminded");
      },
    },
  },
};

function mineOf(receipt: { read: boolean; confirmed: boolean } | undefined): string {
  if (receipt?.confirmed) return "已确认";
  return receipt?.read ? "已读" : "未读";
}

/**
 * Publishes what was to wait until now, and takes off the board what is over; to be run every few minutes, and harmless when run again.
 * @returns how many news moved
 */
export async function moveDueNews(context: Context): Promise<number> {
  const entity = context.services.registry.entity(NEWS);
  const now = context.now.toISOString();
  const due = [
    { name: "publish", which: [where.eq("state", "scheduled"), where.atMost("publish_at", now)] },
    { name: "expire", which: [where.eq("state", "published"), where.atMost("expire_at", now)] },
  ];
  let moved = 0;
  for (const { name, which } of due) {
    for (const { id } of await unscopedRows(context, NEWS, ["id"], which)) {
      await applyTransition(context, { entity, id: String(id), name });
      moved += 1;
    }
  }
  return moved;
}
