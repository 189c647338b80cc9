import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const NEWS = "purchase-management/purchase-news";

const NEWS_ROWS = [
  {
    ...{ title: "食用油行情周报", news_kind: "market", index: "ZS-SOYOIL", source: "批发市场周报", days: 9 },
    ...{ summary: "到港量增加，价格高位震荡", content: "本周到港量增加，贸易商报价平稳。\n\n预计下周在高位小幅波动。" },
    fate: "published",
  },
  {
    ...{ title: "葵花籽产区减产", news_kind: "risk", index: "ZS-SUN", source: "产地采购员走访", days: 6 },
    ...{
      summary: "预计新货上市推迟两周",
      content: "产区降雨偏多，新货上市预计推迟两周，价格上涨。\n\n请提前安排备货。",
    },
    fate: "published",
  },
  {
    ...{ title: "旺季备货安排", news_kind: "notice", source: "采购部", days: 20 },
    ...{ summary: "各组月底前报备货计划", content: "旺季临近，各采购组请在月底前提交备货计划。" },
    fate: "published",
  },
  {
    ...{ title: "食品接触材料新标准", news_kind: "policy", source: "标准公告摘编", days: 45 },
    ...{ summary: "过渡期一年", content: "新标准发布，过渡期一年。请提醒包材供应商更新检验报告。" },
    fate: "published",
  },
  {
    ...{ title: "速冻果品价格上涨十倍", news_kind: "market", index: "ZS-FRUIT", source: "行情网站", days: 4 },
    ...{ summary: "数据有误，已撤回", content: "网站报价大幅上涨。" },
    fate: "withdrawn",
  },
  {
    ...{ title: "奶粉拍卖结果解读", news_kind: "market", index: "ZS-MILK", source: "拍卖公告", days: 1 },
    ...{ summary: "涨幅超出预期", content: "最近一次拍卖成交价上涨，原因待核实。" },
    fate: "draft",
  },
] as const;

/** News of the market and of purchasing in every state, some of a series. */
export async function demoPurchaseNews(pen: DemoPen): Promise<void> {
  for (const one of NEWS_ROWS) await tell(pen, one);
}

async function tell(
  pen: DemoPen,
  { index, days, fate, ...values }: (typeof NEWS_ROWS)[number] & { index?: string },
): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(days), 11), await pen.person("buyer1"));
  const { id } = await pen.create(context, NEWS, {
    ...values,
    index_id: index === undefined ? null : await pen.idOf("purchase-management/market-index", index),
    period_from: values.news_kind === "market" ? pen.daysAgo(days + 6) : null,
    period_to: values.news_kind === "market" ? pen.daysAgo(days) : null,
  });
  const move = async (ago: number, name: TransitionOf<typeof NEWS>, reason?: string) => {
    const manager = pen.context(pen.moment(pen.daysAgo(ago), 15), await pen.person("manager1"));
    await applyTransition(manager, { entity: pen.screen(NEWS).entity, id, name, ...(reason ? { reason } : {}) });
  };
  if (fate !== "draft") await move(days, "publish");
  if (fate === "withdrawn") await move(days - 1, "withdraw", "引用的数据有误");
}
