import type { EntityServer } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

export const ioDataServer: EntityServer<"receiving/io-data"> = {
  /** The receipt a row was posted by, for whoever may open it; the rows are those this person was shown. */
  async rowLinks(context, ids) {
    const screen = screenFor(context, "receiving/goods-receipt", "get");
    if (!screen) return new Map();
    const rows = await unscopedRows(context, "receiving/io-data", ["id", "receipt_id"], [where.oneOf("id", ids)]);
    return new Map(
      rows.map(({ id, receipt_id }) => [
        id,
        [{ label: "来源单据", href: `/${screen.area}/${screen.key}/${receipt_id}` }],
      ]),
    );
  },
};
