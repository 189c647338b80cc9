import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, StoredWork } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { unscopedLineCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { baseUnitStays, shelfLifeOfFood } from "./material.rules";
import { chosenByRisk, SOURCES_SCREEN, sourceColumns, sourceFigures, sourceLinks } from "./material-sources.server";

type MaterialRecord = RecordFor<"master-data/material">;

const ORDER = "purchase-orders/purchase-order";

/** Buyers learn which of their orders hold a material that was just stopped, each the number of its own. */
async function notifyBuyers({
  context,
  record,
  before,
}: Pick<StoredWork<MaterialRecord>, "context" | "record" | "before">): Promise<void> {
  if (before === null || before.material_status === "stopped" || record.material_status !== "stopped") return;
  const open = await unscopedRows(
    context,
    ORDER,
    ["buyer_id"],
    [
      where.not(where.oneOf("state", ["closed", "cancelled"])),
      where.someLine("purchase_order_items", where.eq("material_id", record.id)),
    ],
  );
  const counts = new Map<string, number>();
  for (const { buyer_id } of open) counts.set(buyer_id, (counts.get(buyer_id) ?? 0) + 1);
  for (const [buyer, count] of counts)
    await notify(context, {
      scenario: "material.stopped",
      to: [buyer],
      values: { material: `${String(record.code)} ${String(record.name)}`, count: String(count) },
      record: { entity: "master-data/material", id: record.id },
      path: `/purchase-orders/purchase-order?items.material_id=${record.id}`,
    });
}

export const materialServer: EntityServer<"master-data/material"> = {
  stored: notifyBuyers,
  afterTransition: notifyBuyers,
  rowLinks: async (context, ids) => sourceLinks(context, ids),
  extra: async (context, screen, ids) => (screen === SOURCES_SCREEN ? sourceColumns(context, ids) : new Map()),
  chosen: (context, toggle, rows) => chosenByRisk(context, toggle, rows as ConditionOn<"master-data/material">),
  figures: sourceFigures,
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
