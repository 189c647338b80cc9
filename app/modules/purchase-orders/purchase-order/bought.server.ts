import type { Published } from "~/engine/entity/server-hooks";
import {
  askedBoughtSchema,
  askedLastPricesSchema,
  askedSuppliedOrdersSchema,
  askedSuppliedSchema,
} from "~/engine/operations/bought.server";
import { selectBought, selectLastPrices, selectSupplied, selectSuppliedOrders } from "./bought.query.server";

/** What was paid last for materials, published as `purchase-orders/purchase-order.last_prices`. */
export const lastPrices: Published = (context, input) =>
  selectLastPrices(context.services.database.connection(), askedLastPricesSchema.parse(input));

/** What was ordered and received by month, published as `purchase-orders/purchase-order.bought`. */
export const bought: Published = (context, input) =>
  selectBought(context.services.database.connection(), askedBoughtSchema.parse(input));

/** The same by supplier, with what went back and is still to come, published as `purchase-orders/purchase-order.supplied`. */
export const supplied: Published = (context, input) =>
  selectSupplied(context.services.database.connection(), askedSuppliedSchema.parse(input));

/** Order by order, published as `purchase-orders/purchase-order.supplied_orders`. */
export const suppliedOrders: Published = (context, input) =>
  selectSuppliedOrders(context.services.database.connection(), askedSuppliedOrdersSchema.parse(input));
