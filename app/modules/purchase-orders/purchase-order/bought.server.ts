import type { Published } from "~/engine/entity/server-hooks";
import { askedBoughtSchema, askedLastPricesSchema } from "~/engine/operations/bought.server";
import { selectBought, selectLastPrices } from "./bought.query.server";

/** What was paid last for materials, published as `purchase-orders/purchase-order.last_prices`. */
export const lastPrices: Published = (context, input) =>
  selectLastPrices(context.services.database.connection(), askedLastPricesSchema.parse(input));

/** What was ordered and received by month, published as `purchase-orders/purchase-order.bought`. */
export const bought: Published = (context, input) =>
  selectBought(context.services.database.connection(), askedBoughtSchema.parse(input));
