import type { EntityServer } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

export const ioDataServer: EntityServer<"receiving/io-data"> = {
  /** The document a row was posted by, for whoever may open it; the rows are those this person was shown. */
  async rowLinks(context, ids) {
    const columns = ["id", "receipt_id", "return_id"] as const;
    const rows = await unscopedRows(context, "receiving/io-data", columns, [where.oneOf("id", ids)]);
    return new Map(
      rows.flatMap(({ id, receipt_id, return_id }) => {
        const entity = return_id === null ? "receiving/goods-receipt" : "receiving/purchase-return";
        const screen = screenFor(context, entity, "get");
        const href = screen && `/${screen.area}/${screen.key}/${return_id ?? receipt_id}`;
        return href ? [[id, [{ label: "来源单据", href }]] as const] : [];
      }),
    );
  },
};
