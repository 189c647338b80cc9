import type { Migration } from "../migrate.server";
import * as migration0001 from "./0001-core.server";
import * as migration0002 from "./0002-orders-and-registers.server";
import * as migration0003 from "./0003-warehouse.server";
import * as migration0004 from "./0004-work.server";
import * as migration0005 from "./0005-search.server";
import * as migration0006 from "./0006-purchase-order.server";
import * as migration0013 from "./0013-sort-by-amount.server";

/** All migrations in the order in which they run. Written by `npm run db:generate`. */
export const migrations: Migration[] = [
  migration0001,
  migration0002,
  migration0003,
  migration0004,
  migration0005,
  migration0006,
  migration0013,
];
