import { seedOf } from "~/engine/entity/seed";
import { demoPurchaseNews } from "./purchase-news.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/purchase-news",
  rows: {
    names: ["marketNews", "riskNews"],
    async make({ add, at, move }) {
      const common = { content: "产区天气正常，收购价格平稳。", source: "批发市场周报" };
      await add("marketNews", { ...common, title: "玉米行情周报", news_kind: "market", index_id: at("indexCorn") });
      await add("riskNews", { ...common, title: "产区降雨偏多", news_kind: "risk" });
      await move("riskNews", "publish");
    },
  },
  demo: demoPurchaseNews,
});
