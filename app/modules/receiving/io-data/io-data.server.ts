import type { EntityServer, RowLink } from "~/engine/entity/server-hooks";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { tracePath } from "~/modules/receiving/batch-trace/index.page.server";
import { where } from "~/shared/condition";
import { markRows } from "../io-mark/marks.server";

export const ioDataServer: EntityServer<"receiving/io-data"> = {
  posted: markRows,
  /** The document a row was posted by and the way of its batch, for whoever may open them; the rows are those this person was shown. */
  async rowLinks(context, ids) {
    const columns = ["id", "receipt_id", "return_id", "supplier_id", "material_id", "batch_no"] as const;
    const rows = await unscopedRows(context, "receiving/io-data", columns, [where.oneOf("id", ids)]);
    return new Map(
      rows.map(({ id, receipt_id, return_id, supplier_id, material_id, batch_no }): [string, RowLink[]] => {
        const entity = return_id === null ? "receiving/goods-receipt" : "receiving/purchase-return";
        const screen = screenFor(context, entity, "get");
        const document = screen && `/${screen.area}/${screen.key}/${return_id ?? receipt_id}`;
        const key = { supplierId: supplier_id, materialId: material_id, batch: batch_no ?? "" };
        const trace = batch_no === null ? null : tracePath(context, key);
        return [
          id,
          [
            ...(document ? [{ label: "来源单据", href: document }] : []),
            ...(trace ? [{ label: "追溯", href: trace }] : []),
          ],
        ];
      }),
    );
  },
};
