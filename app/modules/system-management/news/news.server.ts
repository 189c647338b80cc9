import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { complain } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, Finding, OwnSection, RowLink } from "~/engine/entity/server-hooks";
import { askReaders, lateReaders, ownReceipts, readNews } from "~/engine/notify/news-receipts.server";
import { notify } from "~/engine/notify/notify.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, query } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { audienceOf } from "../audience.server";
import { rateText } from "./news.rules";

type NewsRecord = RecordFor<"system-management/news">;

const NEWS = "system-management/news";
const RECEIPT = "system-management/news-receipt";
const MESSAGE = "system-management/message";
const BOARD = "system-management/news-board";
const CONFIRM = "确认已阅读";

async function notifyNow(
  context: Context,
  record: NewsRecord,
  to: readonly string[],
  scenario: "news.published" | "news.to-confirm" | "news.reminded",
): Promise<void> {
  await notify(context, {
    scenario,
    to,
    values: { title: String(record.title), summary: record.summary ?? "" },
    record: { entity: NEWS, id: record.id, number: String(record.number) },
  });
}

/** Whoever edits not all news edits those about purchasing. */
const OWN_KIND = "purchase";
const OWN_KIND_ONLY = "您只能管理“采购资讯”类别的新闻";

function mayEdit({ actor }: Context, record: NewsRecord): boolean {
  return actor.kind === "system" || record.category === OWN_KIND || may(actor.permissions, "news-all.edit");
}

async function ownKind(context: Context, record: NewsRecord): Promise<Finding[]> {
  return mayEdit(context, record) ? [] : [{ check: "category", level: "block", text: OWN_KIND_ONLY, personal: true }];
}

/** How many were asked, have read and have confirmed, by id of the news, narrowed by further conditions on the readers. */
async function readersOf(context: Context, ids: readonly string[], more: readonly ConditionOn<typeof RECEIPT>[] = []) {
  const these = [where.oneOf("news_id", ids), ...more];
  const [asked, read, confirmed] = await unscopedCountsBy(context, RECEIPT, "news_id", [
    these,
    [...these, where.set("read_at")],
    [...these, where.set("confirmed_at")],
  ]);
  return (id: string) => ({
    asked: asked?.get(id) ?? 0,
    read: read?.get(id) ?? 0,
    confirmed: confirmed?.get(id) ?? 0,
  });
}

function readersPath(screen: Screen, newsId: string, more: readonly (readonly [string, string])[] = []): string {
  return listPath(screen) + query([["news_id", newsId], ...more]);
}

/** 阅读与确认情况: in all and by side, with the ways to the readers and to the messages that told them. */
async function readingOf(context: Context, record: NewsRecord): Promise<OwnSection[]> {
  const { registry } = context.services;
  const receipts = registry.screen(RECEIPT);
  const seen = receipts && mayOnScreen(context, receipts, "query") ? receipts : null;
  const mustAck = record.must_ack === true;
  const sides = [
    { side: "内部员工", more: [where.empty("supplier_id")] },
    { side: "供应商", more: [where.set("supplier_id")] },
    { side: "合计", more: [] },
  ];
  const rows = [];
  for (const { side, more } of sides) {
    const { asked, read, confirmed } = (await readersOf(context, [record.id], more))(record.id);
    const confirming = mustAck ? [{ text: String(confirmed) }, { text: rateText(confirmed, asked) }] : [];
    rows.push({
      id: side,
      cells: [
        side === "合计" && seen ? { text: side, href: readersPath(seen, record.id) } : { text: side },
        { text: String(asked) },
        { text: String(read) },
        { text: rateText(read, asked) },
        ...confirming,
      ],
    });
  }
  if (rows.every(({ cells }) => cells[1]?.text === "0")) return [];
  const title = "阅读与确认情况";
  const end = (key: string, label: string) => ({ key, label, align: "end" as const });
  const columns = [
    { key: "side", label: "读者", align: "start" as const },
    end("asked", "应读"),
    end("read", "阅读数"),
    end("read_rate", "阅读率"),
    ...(mustAck ? [end("confirmed", "确认数"), end("ack_rate", "确认率")] : []),
  ];
  const messages = registry.screen(MESSAGE);
  const ways = [
    ...(seen
      ? [{ label: "还没有阅读的人", text: "查看", href: readersPath(seen, record.id, [["unread_only", "1"]]) }]
      : []),
    ...(seen && mustAck
      ? [{ label: "还没有确认的人", text: "查看", href: readersPath(seen, record.id, [["unconfirmed_only", "1"]]) }]
      : []),
    ...(messages && mayOnScreen(context, messages, "query")
      ? [
          {
            label: "发出的站内消息",
            text: "查看",
            href: listPath(messages) + query([["record_number", String(record.number)]]),
          },
        ]
      : []),
  ];
  return [
    { kind: "table", title, table: { caption: "应读、已读和已确认的账号数", columns, rows } },
    ...(ways.length > 0 ? [{ kind: "facts" as const, title: "名单与消息", facts: ways }] : []),
  ];
}

export const newsServer: EntityServer<"system-management/news"> = {
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
    const counts = await readersOf(context, ids);
    const rows = await unscopedRows(context, NEWS, ["id", "must_ack"], [where.oneOf("id", ids)]);
    return new Map(
      rows.map(({ id, must_ack: mustAck }) => {
        const { asked, read, confirmed } = counts(id);
        const ackRate = mustAck === true ? rateText(confirmed, asked) : "";
        return [id, { asked, read, read_rate: rateText(read, asked), confirmed, ack_rate: ackRate }];
      }),
    );
  },
  /** Who edits one kind of news only finds it out beside the field. */
  async beforeSave({ context, record, before }) {
    const refused = [record, ...(before ? [before] : [])].some((one) => !mayEdit(context, one));
    return refused ? [complain("category", OWN_KIND_ONLY)] : [];
  },
  async rowLinks(context, ids) {
    const screen = context.services.registry.screen(RECEIPT);
    if (!screen || !mayOnScreen(context, screen, "query")) return new Map();
    const notified = await unscopedCountsBy(context, RECEIPT, "news_id", [[where.oneOf("news_id", ids)]]);
    return new Map(
      [...(notified[0]?.keys() ?? [])].map((id): [string, RowLink[]] => [
        id,
        [{ label: "阅读情况", href: readersPath(screen, id) }],
      ]),
    );
  },
  async sections(context, record, screen) {
    return `${screen.area}/${screen.key}` === NEWS ? readingOf(context, record) : [];
  },
  transitions: {
    publish: {
      check: ownKind,
      async effect(context, { record }) {
        const readers = await askReaders(context, record.id, audienceOf(record));
        await notifyNow(context, record, readers, record.must_ack === true ? "news.to-confirm" : "news.published");
      },
    },
    ...Object.fromEntries(
      ["schedule", "unschedule", "recall", "pin", "unpin"].map((name) => [name, { check: ownKind }]),
    ),
    remind: {
      check: ownKind,
      async effect(context, { record }) {
        const late = await lateReaders(context, record.id, record.must_ack === true);
        await notifyNow(context, record, late, "news.reminded");
      },
    },
  },
};

function mineOf(receipt: { read: boolean; confirmed: boolean } | undefined): string {
  if (receipt?.confirmed) return "已确认";
  return receipt?.read ? "已读" : "未读";
}
