import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { limitFor } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import { factoryStock } from "../factory-stock/factory-stock.entity";
import { HINTS, isStale } from "../factory-stock/factory-stock.rules";
import { selectFactoryStock } from "./supplier-stock.query.server";

/* The factory's own stock beside what is agreed on: as the ERP said it last, worked out where it is read. */

type SupplierStockRecord = RecordFor<"purchase-orders/supplier-stock">;

const MATERIAL = "master-data/material";
/** Materials that a list names before it only counts them. */
const MOST_SHOWN = 3;

const amountOf = ({ qty, uom }: { qty: string; uom: string }) =>
  `${formatDecimal(qty)}${choiceLabel(factoryStock.fields.uom.options, uom)}`;
const minuteOf = (moment: string) => chinaTime(moment).slice(0, 16);

/** What the factories of these agreements have, in words with units, and since when that is known: the oldest of it. */
export async function factoryFigures(context: Context, ids: readonly string[], place: "list" | "file") {
  const known = await selectFactoryStock(context.services.database.connection(), ids);
  const names = await namesOf(context, known);
  const hours = await limitFor(context, "inventory.factoryHours");
  return new Map(
    ids.map((id) => {
      const own = known.filter(({ root_id }) => root_id === id);
      const parts = own.map((one) => {
        const material = own.length > 1 ? `${names.get(one.material_id) ?? ""} ` : "";
        const hint = isStale(one.stated_at, context.now, hours) ? `（${HINTS.stale}）` : "";
        return `${material}${amountOf(one)}${hint}`;
      });
      const shown = place === "list" ? parts.slice(0, MOST_SHOWN) : parts;
      const rest = parts.length - shown.length;
      const [oldest = null] = own.map(({ stated_at }) => stated_at).sort();
      const text = `${shown.join("；")}${rest > 0 ? `；另有${rest}种物料` : ""}`;
      return [id, { factory_qty: text === "" ? null : text, factory_at: oldest }];
    }),
  );
}

async function namesOf(context: Context, rows: readonly { material_id: string }[]) {
  const entity = context.services.registry.entity(MATERIAL);
  return labelsOf(context, entity, [...new Set(rows.map(({ material_id }) => material_id))]);
}

/** Each line with the factory's stock, empty where the ERP said nothing of it; nothing where it said nothing at all. */
export async function factorySection(context: Context, record: SupplierStockRecord): Promise<OwnSection[]> {
  const known = await selectFactoryStock(context.services.database.connection(), [record.id]);
  if (known.length === 0) return [];
  const lines = linesOf(record, "items");
  const names = await namesOf(
    context,
    lines.map(({ material_id }) => ({ material_id: String(material_id) })),
  );
  const hours = await limitFor(context, "inventory.factoryHours");
  const headings = ["物料", "工厂库存", "单位", "截至", "提示"];
  return [
    {
      kind: "table",
      title: "工厂库存",
      table: {
        caption: "SAP最近一次陈述的非限制使用库存，空白的没有陈述",
        columns: columnsOf(headings, ["工厂库存"]),
        rows: lines.map(({ id, material_id }) => {
          const one = known.find(({ line_id }) => line_id === id);
          const isOld = one !== undefined && isStale(one.stated_at, context.now, hours);
          return {
            id,
            cells: [
              { text: names.get(String(material_id)) ?? "" },
              { text: one ? formatDecimal(one.qty) : "" },
              { text: one ? choiceLabel(factoryStock.fields.uom.options, one.uom) : "" },
              { text: one ? minuteOf(one.stated_at) : "" },
              isOld ? { text: HINTS.stale, tone: "warning" as const } : { text: "" },
            ],
          };
        }),
      },
    },
  ];
}
