import type { EntityServer } from "~/engine/entity/server-hooks";
import { seriesChart } from "../market-price/series.server";

export const purchaseNewsServer: EntityServer<"purchase-management/purchase-news"> = {
  async sections(context, record) {
    return typeof record.index_id === "string" ? seriesChart(context, record.index_id) : [];
  },
};
