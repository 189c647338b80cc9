import type { Context } from "~/engine/context.server";
import { complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, RecordTable } from "~/engine/entity/server-hooks";
import { swapRowOrder } from "~/engine/operations/row-order.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { homepageNews } from "./homepage-news.entity";

type HomepageNewsRecord = RecordFor<"system-management/homepage-news">;

const NEWS = "system-management/news";
const KEY = homepageNews.key;
const MOST_PICTURES = 5;
/** So many stand on the list of the home page: those with a place first, then the newest. */
const ON_LIST = 6;
const NO_COVER = "轮播图新闻必须上传封面";
const TOO_MANY = `轮播图最多展示${MOST_PICTURES}条`;

const isShown = where.eq("state", "shown");
const slotLabels: Readonly<Record<string, string>> = { banner: "轮播图", list: "公告列表", alert: "顶部提醒条" };

async function hasCover(context: Context, newsId: unknown): Promise<boolean> {
  const [row] = await unscopedRows(context, NEWS, ["cover"], [where.eq("id", String(newsId))]);
  return Array.isArray(row?.cover) && row.cover.length > 0;
}

function otherPictures(context: Context, id: string): Promise<number> {
  return unscopedCount(context, KEY, [where.eq("slot", "banner"), isShown, where.not(where.eq("id", id))]);
}

type Placed = Readonly<Record<string, unknown>>;

/** Whether a place applies today; the answer is what the list says about it. */
function showingOf(place: Placed, newsState: unknown, today: string): string {
  if (place.state !== "shown") return "已撤下";
  if (newsState !== "published") return "新闻未在发布中";
  if (typeof place.from_date === "string" && place.from_date > today) return "未到展示日期";
  if (typeof place.to_date === "string" && place.to_date < today) return "已过展示日期";
  return "展示中";
}

async function showing(context: Context, ids: readonly string[]) {
  const columns = ["id", "news_id", "state", "from_date", "to_date"] as const;
  const rows = await unscopedRows(context, KEY, columns, [where.oneOf("id", ids)]);
  const news = await unscopedRows(context, NEWS, ["id", "state"], [newsOf(rows)]);
  const states = new Map(news.map(({ id, state }) => [id, state]));
  const today = dayOf(context.now);
  return new Map(rows.map((row) => [row.id, { showing: showingOf(row, states.get(row.news_id), today) }]));
}

const newsOf = (rows: readonly Placed[]) =>
  where.oneOf(
    "id",
    rows.map(({ news_id }) => String(news_id)),
  );

/** Whom news of an audience reach at all, and which of the named ones only some. */
const SIDES = {
  internal: { label: "内部", audiences: ["all", "internal"], targets: ["role", "factory", "user"] },
  supplier: { label: "供应商", audiences: ["all", "supplier_all"], targets: ["supplier", "supplier_class"] },
} as const;

interface Shown {
  id: string;
  slot: string;
  title: string;
  note: string;
}

/** What people of a side find on the home page today, as the home page itself puts it together. */
async function previewOf(context: Context, side: keyof typeof SIDES): Promise<Shown[]> {
  const { audiences, targets } = SIDES[side];
  const columns = ["id", "title", "audience", "is_top", "publish_at"] as const;
  const published = await unscopedRows(context, NEWS, columns, [where.eq("state", "published")]);
  const named = new Set(
    (
      await unscopedLines(context, {
        entityKey: NEWS,
        lines: "targets",
        columns: ["root_id"],
        where: [where.oneOf("target_type", targets)],
      })
    ).map(({ root_id: id }) => id),
  );
  const reaches = (row: Placed) =>
    audiences.some((one) => one === row.audience) || (row.audience === "listed" && named.has(String(row.id)));
  const newest = published.filter(reaches).sort(newestFirst);
  const byId = new Map(newest.map((row) => [row.id, row]));
  const today = dayOf(context.now);
  const placeColumns = ["id", "news_id", "slot", "short_title", "sort_no", "state", "from_date", "to_date"] as const;
  const places = (await unscopedRows(context, KEY, placeColumns, [isShown]))
    .filter((row) => byId.has(row.news_id) && showingOf(row, "published", today) === "展示中")
    .sort((a, b) => Number(a.sort_no ?? Number.MAX_SAFE_INTEGER) - Number(b.sort_no ?? Number.MAX_SAFE_INTEGER));
  const entry = (slot: string, row: Placed, title: unknown, note: string): Shown => ({
    id: `${slot} ${String(row.id)}`,
    slot: slotLabels[slot] ?? slot,
    title: String(title ?? row.title),
    note: [note, row.audience === "listed" ? "仅指定对象可见" : ""].filter(Boolean).join("，"),
  });
  const placed = (slot: string): Shown[] => {
    const seen = new Set<string>();
    return places.flatMap((place) => {
      const row = byId.get(place.news_id);
      if (place.slot !== slot || !row || seen.has(row.id)) return [];
      seen.add(row.id);
      return [entry(slot, row, place.short_title, "")];
    });
  };
  const first = placed("list");
  const rest = newest
    .filter(({ id }) => !first.some((one) => one.id === `list ${id}`))
    .map((row) => entry("list", row, null, "最新发布"));
  return [...placed("alert"), ...placed("banner"), ...[...first, ...rest].slice(0, ON_LIST)];
}

function newestFirst(a: Placed, b: Placed): number {
  const top = Number(b.is_top === true) - Number(a.is_top === true);
  return top !== 0 ? top : String(b.publish_at ?? "").localeCompare(String(a.publish_at ?? ""));
}

async function preview(context: Context, side: keyof typeof SIDES): Promise<RecordTable> {
  const title = `首页预览（${SIDES[side].label}）`;
  const rows = await previewOf(context, side);
  return {
    kind: "table",
    title,
    table: {
      caption: `${SIDES[side].label}人员今天在首页看到的新闻，按先后`,
      columns: [
        { key: "slot", label: "位置", align: "start" },
        { key: "title", label: "标题", align: "start" },
        { key: "note", label: "说明", align: "start" },
      ],
      rows: rows.map(({ id, slot, title: text, note }) => ({ id, cells: [{ text: slot }, { text }, { text: note }] })),
    },
  };
}

const transition = (direction: "up" | "down") => ({
  effect: (context: Context, work: Work<HomepageNewsRecord>) =>
    swapRowOrder(context, homepageNews, work, { by: "sort_no", group: "slot", among: [isShown], direction }),
});

export const homepageNewsServer: EntityServer<"system-management/homepage-news"> = {
  extra: (context, _screen, ids) => showing(context, ids),
  sections: async (context) => [await preview(context, "internal"), await preview(context, "supplier")],
  async beforeSave({ context, record, before }) {
    const { news_id: newsId, slot } = record;
    if (slot !== "banner") return [];
    if (!(await hasCover(context, newsId))) return [complain("news_id", NO_COVER)];
    if (before?.slot === "banner") return [];
    return (await otherPictures(context, record.id)) < MOST_PICTURES ? [] : [complain("slot", TOO_MANY)];
  },
  transitions: {
    up: transition("up"),
    down: transition("down"),
    restore: {
      async check(context, record): Promise<Finding[]> {
        const [news] = await unscopedRows(context, NEWS, ["state"], [where.eq("id", String(record.news_id))]);
        const block = (text: string): Finding[] => [{ check: "place", level: "block", text }];
        if (news?.state !== "published") return block("只能展示已发布的新闻");
        if (record.slot !== "banner") return [];
        if (!(await hasCover(context, record.news_id))) return block(NO_COVER);
        return (await otherPictures(context, record.id)) < MOST_PICTURES ? [] : block(TOO_MANY);
      },
    },
  },
};
