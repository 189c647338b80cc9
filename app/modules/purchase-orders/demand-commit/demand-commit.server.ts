import type { EntityServer } from "~/engine/entity/server-hooks";
import { limitFor } from "~/engine/parameters.server";
import { decimal, roundQuantity } from "~/shared/decimal";

export const demandCommitServer: EntityServer<"purchase-orders/demand-commit"> = {
  tolerances: {
    /** Packs and lots make orders a little larger than what was asked. */
    async to_order(context, lines) {
      const percent = await limitFor(context, "demand.overPercent");
      return new Map(
        lines.flatMap(({ line }): [string, string][] => {
          const { id, share_qty: share } = line;
          return typeof share === "string" ? [[id, roundQuantity(decimal(share).times(percent).div(100))]] : [];
        }),
      );
    },
  },
};
