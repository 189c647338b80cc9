import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { type FacetRow, readFacets } from "~/engine/operations/facets.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { screenFor } from "~/engine/operations/scope.server";
import { listPath, query } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { type BookPrice, comparedWith, type PricePosition, pricePositions } from "./price-position.rules";

type AdmissionRecord = RecordFor<"supplier-management/admission">;

const PRICE = "base-data/price-data";
const NUMBERS = ["本供应商未税单价", "其他供应商最低", "其他供应商中位", "供应商家数"];
const HEADINGS = ["物料", "单位", ...NUMBERS, "较最低", "较中位", "说明"];
/** Prices that are looked at; of the materials of one case there are far fewer. */
const MOST = 5000;

/**
 * For the materials of the case that stay in it: the supplier's newest price beside the lowest and the median of those of others that hold today.
 * Only for staff who may read prices, of prices they may read.
 */
export async function pricePosition(context: Context, record: AdmissionRecord): Promise<RecordTable[]> {
  if (context.actor.supplierId) return [];
  const screen = screenFor(context, PRICE, "get");
  const materials = [
    ...new Set(record.materials.flatMap((row) => (row.is_dropped || !row.material_id ? [] : [row.material_id]))),
  ];
  if (!screen || materials.length === 0 || typeof record.supplier_id !== "string") return [];
  const { prices } = await readFacets(context, {
    prices: {
      entity: PRICE,
      columns: ["supplier_id", "material_id", "currency", "uom", "untaxed_price", "valid_from", "valid_to"],
      where: [where.oneOf("material_id", materials), where.empty("closed_on")],
      sort: "-valid_from",
      limit: MOST,
    },
  });
  if (!prices || prices.length === 0) return [];
  const named = await labelsOf(context, context.services.registry.entity("master-data/material"), materials);
  const rows = materials.flatMap((material) => {
    const own = prices.filter(({ material_id: id }) => id === material);
    const href = `${listPath(screen)}${query([["material_id", material]])}`;
    return pricePositions(own.map(bookPrice), String(record.supplier_id), dayOf(context.now)).map((position, at) => ({
      id: `${material} ${at}`,
      cells: [{ text: named.get(material) ?? "", href }, ...cellsOf(context, position)],
    }));
  });
  if (rows.length === 0) return [];
  return [
    {
      kind: "table",
      first: true,
      title: "价格位置",
      table: {
        caption: "本供应商的价格与其他供应商有效价格的比较，均为未税单价",
        columns: columnsOf(HEADINGS, NUMBERS),
        rows,
      },
    },
  ];
}

function bookPrice(row: FacetRow): BookPrice {
  return {
    ...{ supplierId: row.supplier_id ?? "", currency: row.currency ?? "", uom: row.uom ?? "" },
    ...{ untaxed: row.untaxed_price ?? "0", validFrom: row.valid_from ?? "", validTo: row.valid_to ?? "" },
  };
}

function cellsOf(context: Context, { currency, uom, own, others, lowest, median }: PricePosition) {
  const { currency: money, uom: unit } = context.services.registry.entity(PRICE).fields;
  const shown = (field: typeof money, value: string) => (field ? kindOf(field).show(value, field.options) : value);
  const against = (other: string | null) => {
    if (!own || other === null) return { text: "" };
    const text = comparedWith(own.price, other);
    return text.startsWith("高") ? { text, tone: "warning" as const } : { text, tone: "done" as const };
  };
  const figure = (value: string | null | undefined) => ({ text: value ? formatDecimal(value, 2) : "" });
  return [
    { text: `${shown(money, currency)}/${shown(unit, uom)}` },
    own ? figure(own.price) : { text: "没有价格" },
    figure(lowest),
    figure(median),
    { text: String(others) },
    against(lowest),
    against(median),
    { text: own?.isOver ? `本供应商的价格已于${own.validTo}到期` : "" },
  ];
}
