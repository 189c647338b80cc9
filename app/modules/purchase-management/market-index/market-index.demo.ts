import type { Context } from "~/engine/context.server";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { decimal, roundPrice } from "~/shared/decimal";

const INDEX = "purchase-management/market-index";
const PRICE = "purchase-management/market-price";
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

class MarketTeller {
  constructor(private readonly pen: DemoPen) {}

  private async by(account: "buyer1" | "manager1", day: string, hour: number) {
    return this.pen.context(this.pen.moment(day, hour), await this.pen.person(account));
  }

  /** The buyer enters, the manager decides on what jumped. */
  async tell(series: Series, position: number): Promise<void> {
    const { pen } = this;
    const buyer = await this.by("buyer1", pen.daysAgo(WEEKS * 7 + 7), 9);
    const made = await pen.together(buyer, () => this.entered(buyer, series, position));
    const { jump } = series;
    if (jump?.fate === "confirmed") await this.move(made, "confirm", { days: 1 });
    if (jump?.fate === "refused") await this.move(made, "refuse", { days: 0, reason: "小数点错位，请核对来源" });
  }

  /** The series with its values. @returns the last of them */
  private async entered(buyer: Context, series: Series, position: number): Promise<string> {
    const { pen } = this;
    const { code, name, kind = "market", region, spec, uom, base, trend, jump } = series;
    const { id } = await pen.create(buyer, INDEX, {
      ...{ code, name, price_kind: kind, uom, currency: "CNY", origin: "批发市场周报" },
      ...{ region: region ?? null, spec: spec ?? null },
      material_id: series.material ? await pen.idOf("master-data/material", series.material) : null,
      material_type_id: series.type ? await pen.idOf("master-data/material-type", series.type) : null,
    });
    const value = async (days: number, figure: number) => {
      const day = pen.daysAgo(days);
      const price = await pen.create({ ...buyer, now: pen.moment(day, 10) }, PRICE, {
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
    id: string,
    name: TransitionOf<typeof PRICE>,
    { days, reason }: { days: number; reason?: string },
  ): Promise<void> {
    const context = await this.by("manager1", this.pen.daysAgo(days), 15);
    const { entity } = this.pen.screen(PRICE);
    await applyTransition(context, { entity, id, name, ...(reason ? { reason } : {}) });
  }
}

/** Series of reference prices with the values of half a year, one that jumped in each way. */
export async function demoMarket(pen: DemoPen): Promise<void> {
  const teller = new MarketTeller(pen);
  for (const [position, series] of SERIES.entries()) await teller.tell(series, position);
}
