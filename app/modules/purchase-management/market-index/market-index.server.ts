import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { selectLatest } from "../market-price/market-price.query.server";
import { seriesChart } from "../market-price/series.server";

type MarketIndexRecord = RecordFor<"purchase-management/market-index">;

const PRICE = "purchase-management/market-price";
/** What the values of a series are in: changed behind them, each would mean something else. */
const MEASURES = { currency: "币种", uom: "单位", tax_included: "含税" } as const;

async function measureStays(
  context: Context,
  record: MarketIndexRecord,
  before: MarketIndexRecord | null,
): Promise<Complaint[]> {
  const names = Object.keys(MEASURES) as (keyof typeof MEASURES)[];
  const changed = names.find((name) => before !== null && before[name] !== record[name]);
  if (!changed) return [];
  const values = await unscopedCount(context, PRICE, [where.eq("index_id", record.id)]);
  return values > 0 ? [complain(changed, `该指数已有价格，不能修改${MEASURES[changed]}，请另建指数`)] : [];
}

export const marketIndexServer: EntityServer<"purchase-management/market-index"> = {
  beforeSave: ({ context, record, before }) => measureStays(context, record, before),
  sections: (context, record) => seriesChart(context, record.id),
  async extra(context, _screen, ids) {
    const latest = await selectLatest(context.services.database.connection(), ids);
    return new Map(
      latest.map(({ index_id, value, price_date, change_rate }) => [
        index_id,
        { latest_value: value, latest_date: price_date, change_rate },
      ]),
    );
  },
};
