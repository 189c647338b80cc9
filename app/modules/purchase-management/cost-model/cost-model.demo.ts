import type { DemoPen } from "~/engine/entity/seed";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { decimal, roundPrice } from "~/shared/decimal";
import { dueOf } from "./cost-model.server";

const KEY = "purchase-management/cost-model";
/** Values of the market are weekly; a model of the past looked at them so many days ago. */
const LOOKED = [84, 56, 28, 0] as const;

interface Story {
  name: string;
  /** Code of the material, or of the type. */
  material?: string;
  type?: string;
  uom: string;
  index: string;
  /** How much of the index one unit takes, in units of the index. */
  usage: string;
  labour: string;
  formula: string;
  days: number;
  fate: "draft" | "active" | "expired" | "renewed";
}

/** With tax, as the series are. */
const LADEN = "RAW * (1 + LOSS) + LABOR + FREIGHT + FEE";
/** The same, with an element that is a formula over others. */
const SPENT = "原料含损耗 + LABOR + FREIGHT + FEE";

/** On the mean of a month, with what keeping the price costs. */
const HEDGED = "index('ZS-SOYOIL', month_avg) * 0.9 * (1 + LOSS) + WORK + FEE + HEDGE";

const STORIES: readonly Story[] = [
  {
    ...{ name: "葵花籽应有成本", material: "Y0400001", uom: "t", index: "ZS-SUN", usage: "1", labour: "180" },
    ...{ formula: LADEN, days: 120, fate: "renewed" },
  },
  {
    ...{ name: "大豆油应有成本", type: "Y03", uom: "t", index: "ZS-SOYOIL", usage: "0.9", labour: "120" },
    ...{ formula: HEDGED, days: 90, fate: "active" },
  },
  {
    ...{ name: "纸箱应有成本", type: "B01", uom: "pcs", index: "ZS-PAPER", usage: "0.0006", labour: "0.25" },
    ...{ formula: SPENT, days: 40, fate: "draft" },
  },
  {
    ...{ name: "包装膜应有成本", type: "B02", uom: "kg", index: "ZS-FILM", usage: "0.00105", labour: "0.6" },
    ...{ formula: LADEN, days: 150, fate: "expired" },
  },
];

class CostTeller {
  constructor(private readonly pen: DemoPen) {}

  private async by(account: "buyer1" | "manager1", days: number, hour: number) {
    return this.pen.context(this.pen.moment(this.pen.daysAgo(days), hour), await this.pen.person(account));
  }

  private move(context: Awaited<ReturnType<CostTeller["by"]>>, id: string, name: string, reason?: string) {
    const { entity } = this.pen.screen(KEY);
    return applyTransition(context, { entity, id, name, ...(reason ? { reason } : {}) });
  }

  private async made(story: Story, days: number, labour: string): Promise<string> {
    const { name, material, type, uom, index, usage, formula } = story;
    const { id } = await this.pen.create(await this.by("buyer1", days, 9), KEY, {
      ...{ name, base_uom: uom, currency: "CNY", formula, valid_from: this.pen.daysAgo(days) },
      material_id: material ? await this.pen.idOf("master-data/material", material) : null,
      category_id: type ? await this.pen.idOf("master-data/material-type", type) : null,
      elements: [
        {
          ...{ code: "RAW", name: "原料", kind: "index", value: usage, show_to_supplier: true },
          index_id: await this.pen.idOf("purchase-management/market-index", index),
        },
        { code: "LOSS", name: "损耗", kind: "rate", value: "2", show_to_supplier: true },
        { code: "LABOR", name: "人工和能耗", kind: "quote", value: labour },
        {
          code: "FREIGHT",
          name: "运费",
          kind: "fixed",
          value: roundPrice(decimal(labour).times("0.6")),
          show_to_supplier: true,
        },
        { code: "FEE", name: "管理费和利润", kind: "rate", value: "3", base: "RAW + LABOR", show_to_supplier: true },
        ...(formula === SPENT
          ? [{ code: "SPENT", name: "原料含损耗", kind: "formula", formula: "原料 * (1 + 损耗)" }]
          : []),
        // What templates take over: one that suppliers' own figures make up, one they cannot know.
        ...(type === "Y03"
          ? [
              {
                ...{ code: "WORK", name: "加工和运费", kind: "formula", formula: "人工和能耗 + 运费" },
                show_to_supplier: true,
              },
              {
                ...{ code: "HEDGE", name: "套期成本", kind: "formula", formula: "index('ZS-SOYOIL') * 0.005" },
                show_to_supplier: true,
              },
            ]
          : []),
      ],
    });
    return id;
  }

  /** The model followed the market as its job does, at moments of the past. */
  private async followed(id: string, since: number): Promise<void> {
    const entity = this.pen.context(this.pen.now).services.registry.entity(KEY);
    for (const days of LOOKED.filter((one) => one < since)) {
      const context = this.pen.context(this.pen.moment(this.pen.daysAgo(days), 8));
      await this.pen.together(context, async () => {
        const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
        for (const name of await dueOf(context, record)) await applyTransition(context, { entity, id, name });
      });
    }
  }

  async tell(story: Story): Promise<void> {
    const { days, fate, labour } = story;
    const first = await this.made(story, days, labour);
    if (fate === "draft") return;
    await this.move(await this.by("manager1", days, 15), first, "activate");
    if (fate === "expired") {
      await this.move(await this.by("manager1", 20, 15), first, "expire", "改为年度定价，不再按行情核算");
      return;
    }
    if (fate === "active") return this.followed(first, days);
    const renewed = LOOKED[0] + 7;
    const second = await this.made(story, renewed, roundPrice(decimal(labour).times("1.1")));
    await this.move(await this.by("manager1", renewed, 15), second, "activate");
    await this.followed(second, renewed);
  }
}

/** Models in every state: one in its second version that proposes a review, one of a type, one that waits, one that has ended. */
export async function demoCostModels(pen: DemoPen): Promise<void> {
  const teller = new CostTeller(pen);
  for (const story of STORIES) await teller.tell(story);
}
