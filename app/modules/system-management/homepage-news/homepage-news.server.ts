import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const MOST_PICTURES = 5;

export const homepageNewsServer: EntityServer = {
  async beforeSave({ context, record, before }) {
    const { news_id: newsId, slot } = record;
    if (slot !== "banner") return [];
    const [row] = await unscopedRows(context, "system-management/news", ["cover"], [where.eq("id", String(newsId))]);
    if (!Array.isArray(row?.cover) || row.cover.length === 0) return [complain("news_id", "轮播图新闻必须上传封面")];
    if (before?.slot === "banner") return [];
    const others = await unscopedCount(context, "system-management/homepage-news", [where.eq("slot", "banner")]);
    return others < MOST_PICTURES ? [] : [complain("slot", `轮播图最多展示${MOST_PICTURES}条`)];
  },
};
