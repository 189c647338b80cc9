import { type NewsPlacement, selectNewsOnHome } from "~/data/news-receipts.server";
import { type Row, selectRows } from "~/data/store.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import { choiceLabel } from "../entity/dictionary";
import { tableOf } from "../entity/table-names";
import { refsOf } from "../files/file-fields";
import { factsOf, mayOnScreen, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { listPath, recordPath } from "../screen/address";
import type { HomeBlock, HomeEntry } from "./blocks.server";

const BOARD = "system-management/news-board";
/** So many of the newest are looked at; what was put in a place by hand stands there longer only while it is among them. */
const LOOKED_AT = 100;
const ON_LIST = 6;

interface NewsOnHome {
  rows: Row[];
  placements: NewsPlacement[];
  receipts: Map<string, { read: boolean; confirmed: boolean }>;
  boardPath: string;
  entry(row: Row): HomeEntry;
}

const looked = new WeakMap<Context, Promise<NewsOnHome | null>>();

/** What concerns the person, read once for all blocks of its page. */
function newsOf(context: Context): Promise<NewsOnHome | null> {
  const known = looked.get(context);
  if (known) return known;
  const read = readNews(context);
  looked.set(context, read);
  return read;
}

async function readNews(context: Context): Promise<NewsOnHome | null> {
  const { services, actor, now } = context;
  const screen = services.registry.screen(BOARD);
  if (!screen || !actor.id || !mayOnScreen(context, screen, "get")) return null;
  const { entity } = screen;
  const userId = actor.id;
  return reading(context, async () => {
    const connection = services.database.connection();
    const rows = await selectRows(connection, {
      table: tableOf(entity),
      columns: ["id", "title", "category", "summary", "cover", "must_ack", "is_top", "publish_at"],
      where: [where.eq("state", "published"), ...rowFilter(context, entity)],
      facts: factsOf(context),
      sort: [
        { by: "is_top", descending: true },
        { by: "publish_at", descending: true },
      ],
      limit: LOOKED_AT,
    });
    const ids = rows.map(({ id }) => String(id));
    const { placements, receipts } =
      ids.length > 0
        ? await selectNewsOnHome(connection, { userId, today: dayOf(now), newsIds: ids })
        : { placements: [], receipts: new Map() };
    const options = entity.fields.category?.options;
    return {
      rows,
      placements,
      receipts,
      boardPath: listPath(screen),
      entry: (row) => {
        const receipt = receipts.get(String(row.id));
        const mark =
          row.must_ack === true && receipt && !receipt.confirmed
            ? ({ text: "待确认", tone: "warning" } as const)
            : receipt && !receipt.read
              ? ({ text: "未读", tone: "waiting" } as const)
              : null;
        const category = options ? choiceLabel(options, String(row.category)) : "";
        return {
          text: String(row.title),
          href: recordPath(screen, String(row.id)),
          note: [category, row.summary].filter(Boolean).join(" · "),
          at: typeof row.publish_at === "string" ? chinaTime(row.publish_at).slice(0, 10) : "",
          ...(mark ? { mark } : {}),
        };
      },
    };
  });
}

/** News in a place, each once and under the title it has there. */
function placed({ rows, placements }: NewsOnHome, slot: string): Row[] {
  const titles = new Map<string, string | null>();
  for (const one of placements)
    if (one.slot === slot && !titles.has(one.newsId)) titles.set(one.newsId, one.shortTitle);
  return [...titles].flatMap(([newsId, shortTitle]) =>
    rows.filter(({ id }) => id === newsId).map((row) => ({ ...row, title: shortTitle ?? row.title })),
  );
}

/** Above everything: what administrators put there, first in words, then with its picture. */
export const newsOnTop: HomeBlock = {
  key: "news-on-top",
  place: "top",
  async load(context) {
    const news = await newsOf(context);
    if (!news) return null;
    const pictured = (row: Row): HomeEntry => {
      const entry = news.entry(row);
      const [cover] = refsOf(row.cover);
      return cover ? { ...entry, picture: `${entry.href}/files/${cover.id}` } : entry;
    };
    const entries = [...placed(news, "alert").map(news.entry), ...placed(news, "banner").map(pictured)];
    return { title: "重要公告", entries };
  },
};

/** Those put on the list in their order, then the newest. */
export const newsOnList: HomeBlock = {
  key: "news",
  place: "main",
  async load(context) {
    const news = await newsOf(context);
    if (!news) return null;
    const first = placed(news, "list");
    const rows = [...first, ...news.rows.filter(({ id }) => !first.some((one) => one.id === id))].slice(0, ON_LIST);
    const unread = news.rows.filter(({ id }) => news.receipts.get(String(id))?.read === false).length;
    const label = unread > 0 ? `查看全部（未读 ${unread}）` : "查看全部";
    return { title: "新闻公告", all: { label, href: news.boardPath }, entries: rows.map(news.entry) };
  },
};
