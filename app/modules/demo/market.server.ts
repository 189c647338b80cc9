import type { Context } from "~/engine/context.server";
import type { TransitionOf } from "~/engine/entity/entity-map";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";

const INDEX = "purchase-management/market-index";
const PRICE = "purchase-management/market-price";
const NEWS = "purchase-management/purchase-news";
/** Half a year and a little more of weeks: behind the day most prices of the demo began. */
const WEEKS = 32;
/** Swings of a series: far below what has to be confirmed. */
const SWING = 0.04;
const WEEKS_PER_SWING = 5;

interface Series {
  code: string;
  name: string;
  /** Of all materials of a type, or of the one of a code. */
  type?: string;
  material?: string;
  kind?: "market" | "cost" | "benchmark" | "freight";
  region?: string;
  spec?: string;
  uom: string;
  base: number;
  /** How far it went in all, as a part of the base. */
  trend: number;
  /** Its last value, as a multiple of the one before it, and what became of that. */
  jump?: { times: number; fate: "confirmed" | "waiting" | "refused" };
}

/** Invented series; prices are of the height of the demo's materials. */
const SERIES: readonly Series[] = [
  { code: "ZS-WHEAT", name: "小麦粉", type: "Y01", region: "豫北", spec: "一等", uom: "t", base: 4100, trend: 0.06 },
  { code: "ZS-SUGAR", name: "白砂糖", type: "Y02", region: "桂南", spec: "一级", uom: "t", base: 6300, trend: -0.08 },
  { code: "ZS-SOYOIL", name: "大豆油", type: "Y03", region: "沿海", spec: "一级", uom: "t", base: 8600, trend: 0.12 },
  {
    ...{ code: "ZS-SUN", name: "葵花籽", material: "Y0400001", region: "河套", spec: "大片", uom: "t", base: 9600 },
    trend: 0.15,
    jump: { times: 1.18, fate: "confirmed" },
  },
  { code: "ZS-NUT", name: "坚果籽仁综合", type: "Y04", uom: "kg", base: 38, trend: 0.05 },
  {
    ...{ code: "ZS-MILK", name: "全脂奶粉", type: "Y05", region: "进口", uom: "t", base: 31500, trend: 0.1 },
    jump: { times: 1.17, fate: "waiting" },
  },
  { code: "ZS-PORK", name: "冻猪肉", type: "Y06", spec: "2号肉", uom: "kg", base: 23, trend: -0.12 },
  {
    ...{ code: "ZS-FRUIT", name: "速冻果品", type: "Y07", uom: "kg", base: 9.5, trend: 0.03 },
    jump: { times: 10, fate: "refused" },
  },
  { code: "ZS-PAPER", name: "瓦楞原纸", type: "B01", kind: "cost", spec: "120克", uom: "t", base: 3150, trend: -0.05 },
  { code: "ZS-FILM", name: "包装膜", type: "B02", kind: "cost", spec: "18微米", uom: "t", base: 9100, trend: 0.04 },
  { code: "ZS-GLASS", name: "玻璃瓶内部基准", type: "B03", kind: "benchmark", uom: "pcs", base: 1.2, trend: 0.02 },
  { code: "ZS-FREIGHT", name: "干线公路运费", kind: "freight", region: "华东", uom: "t", base: 260, trend: 0.07 },
];

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

class MarketTeller {
  readonly indices = new Map<string, string>();

  constructor(
    private readonly writer: DemoWriter,
    private readonly organisation: Organisation,
  ) {}

  private async by(account: "buyer1" | "manager1", day: string, hour: number) {
    return this.writer.context(this.writer.moment(day, hour), await this.writer.person(account));
  }

  /** The buyer enters, the manager decides on what jumped. */
  async tell(series: Series, position: number): Promise<void> {
    const { writer } = this;
    const buyer = await this.by("buyer1", writer.daysAgo(WEEKS * 7 + 7), 9);
    const made = await writer.together(buyer, () => this.entered(buyer, series, position));
    const { jump } = series;
    if (jump?.fate === "confirmed") await this.move(PRICE, made, "confirm", { days: 1 });
    if (jump?.fate === "refused") await this.move(PRICE, made, "refuse", { days: 0, reason: "小数点错位，请核对来源" });
  }

  /** The series with its values. @returns the last of them */
  private async entered(buyer: Context, series: Series, position: number): Promise<string> {
    const { writer } = this;
    const { code, name, kind = "market", region, spec, uom, base, trend, jump } = series;
    const [material] = series.material
      ? await unscopedRows(buyer, "master-data/material", ["id"], [where.eq("code", series.material)])
      : [];
    const { id } = await writer.create(buyer, INDEX, {
      ...{ code, name, price_kind: kind, uom, currency: "CNY", origin: "批发市场周报" },
      ...{ region: region ?? null, spec: spec ?? null },
      material_id: material?.id ?? null,
      material_type_id: series.type ? this.organisation.materialTypes.get(series.type) : null,
    });
    this.indices.set(code, id);
    const value = async (days: number, figure: number) => {
      const day = writer.daysAgo(days);
      const price = await writer.create({ ...buyer, now: writer.moment(day, 10) }, PRICE, {
        ...{ index_id: id, price_date: day },
        value: roundPrice(decimal(figure.toFixed(figure < 100 ? 2 : 0))),
      });
      return price.id;
    };
    let last = base;
    let made = "";
    for (let week = WEEKS; week > 0; week -= 1) {
      const passed = WEEKS - week;
      const wave = Math.sin(passed / WEEKS_PER_SWING + position) * SWING;
      last = base * (1 + (trend * passed) / WEEKS + wave);
      made = await value(week * 7, last);
    }
    return jump ? value(1, last * jump.times) : made;
  }

  async move(
    key: typeof PRICE | typeof NEWS,
    id: string,
    name: TransitionOf<typeof PRICE> | TransitionOf<typeof NEWS>,
    { days, reason }: { days: number; reason?: string },
  ): Promise<void> {
    const context = await this.by("manager1", this.writer.daysAgo(days), 15);
    const { entity } = this.writer.screen(key);
    await applyTransition(context, { entity, id, name, ...(reason ? { reason } : {}) });
  }

  async news({ index, days, fate, ...values }: (typeof NEWS_ROWS)[number] & { index?: string }): Promise<void> {
    const context = await this.by("buyer1", this.writer.daysAgo(days), 11);
    const { id } = await this.writer.create(context, NEWS, {
      ...values,
      index_id: index === undefined ? null : this.indices.get(index),
      period_from: values.news_kind === "market" ? this.writer.daysAgo(days + 6) : null,
      period_to: values.news_kind === "market" ? this.writer.daysAgo(days) : null,
    });
    if (fate !== "draft") await this.move(NEWS, id, "publish", { days });
    if (fate === "withdrawn") await this.move(NEWS, id, "withdraw", { days: days - 1, reason: "引用的数据有误" });
  }
}

/** Series of reference prices with the values of half a year, one that jumped in each way, and news in every state. */
export async function loadMarket(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const teller = new MarketTeller(writer, organisation);
  for (const [position, series] of SERIES.entries()) await teller.tell(series, position);
  for (const one of NEWS_ROWS) await teller.news(one);
}
