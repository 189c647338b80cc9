import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedLineCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { baseUnitStays, shelfLifeOfFood } from "./material.rules";

export const materialServer: EntityServer = {
  async beforeSave({ context, record, before }) {
    const typeId = String(record.material_type_id);
    const [type] = await unscopedRows(context, "master-data/material-type", ["category"], [where.eq("id", typeId)]);
    const isUnitChanged = before !== null && before.uom !== record.uom;
    const used = isUnitChanged
      ? await unscopedLineCount(context, "purchase-orders/purchase-order", "items", [
          where.eq("material_id", record.id),
        ])
      : 0;
    return [
      shelfLifeOfFood(type?.category, record.shelf_life_days),
      baseUnitStays(before?.uom ?? record.uom, record.uom, used),
    ].flatMap((complaint) => complaint ?? []);
  },
};
