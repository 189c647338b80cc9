import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import {
  type AgreedPrice,
  agreedPriceSchema,
  type CutPrice,
  pricesToWriteSchema,
} from "~/engine/operations/price-book.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { holdPrices } from "./price-data.query.server";
import { cutBy, restored, revokedOn } from "./price-data.rules";

const KEY = "base-data/price-data";
const COLUMNS = [
  "id",
  "supplier_id",
  "material_id",
  "factory_id",
  "company_id",
  "currency",
  "uom",
  "price",
  "untaxed_price",
  "tax_rate",
  "credit_days",
  "valid_from",
  "valid_to",
  "agreed_to",
  "price_kind",
  "source_no",
  "source_id",
  "approved_at",
  "approved_by",
  "ended_by_id",
  "closed_on",
] as const;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

function rowsOf(context: Context, conditions: Parameters<typeof unscopedRows<typeof KEY, "id">>[3]) {
  return unscopedRows(context, KEY, COLUMNS, conditions);
}

/** The same thing bought for the same place: one price holds for it on a day. */
function isSame(row: Row, price: AgreedPrice): boolean {
  return (
    row.supplier_id === price.supplierId &&
    row.material_id === price.materialId &&
    row.factory_id === price.factoryId &&
    row.company_id === price.companyId &&
    row.currency === price.currency
  );
}

const span = ({ validFrom, validTo }: AgreedPrice) => ({ valid_from: validFrom, valid_to: validTo });

/** Rows that some of these prices would cut, with the place of each of those. */
async function cutRows(context: Context, prices: readonly AgreedPrice[]) {
  if (prices.length === 0) return [];
  const rows = await rowsOf(context, [
    where.empty("closed_on"),
    where.oneOf("supplier_id", [...new Set(prices.map(({ supplierId }) => supplierId))]),
    where.oneOf("material_id", [...new Set(prices.map(({ materialId }) => materialId))]),
  ]);
  const firstDay = (price: AgreedPrice) => price.validFrom;
  return rows.flatMap((row) => {
    const meeting = prices
      .map((price, position) => ({ price, position, cut: isSame(row, price) ? cutBy(row, span(price)) : null }))
      .filter(({ cut }) => cut !== null)
      .sort((a, b) => (firstDay(a.price) < firstDay(b.price) ? -1 : 1));
    const [first] = meeting;
    return first?.cut ? [{ row, position: first.position, cut: first.cut }] : [];
  });
}

/**
 * Which prices end earlier once these are approved, published as `base-data/price-data.would_cut`: what whoever submits and whoever
 * approves is shown.
 */
export const wouldCut: Published = async (context, input): Promise<CutPrice[]> =>
  (await cutRows(context, z.array(agreedPriceSchema).parse(input))).map(({ row, position }) => ({
    ...{ position, id: row.id, price: row.price, sourceNo: row.source_no },
    ...{ validFrom: row.valid_from, validTo: row.valid_to },
  }));

/**
 * Writes the prices of an approved document, published as `base-data/price-data.write`: what holds on the same days ends the day before.
 * To be asked inside the transaction of the approval; of two documents about one supplier the second one waits here.
 */
export const writePrices: Published = async (context, input): Promise<string[]> => {
  const { sourceId, sourceNo, approvedAt, approvedBy, prices } = pricesToWriteSchema.parse(input);
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(KEY);
  await holdPrices(
    context.services.database.connection(),
    prices.map(({ supplierId }) => supplierId),
  );
  for (const { row, cut } of await cutRows(system, prices))
    await applyTransition(system, {
      entity,
      id: row.id,
      name: "cut",
      input: { ended_by_id: sourceId, ...(cut.closes ? {} : { valid_to: cut.valid_to }) },
    });
  const written: string[] = [];
  for (const price of prices) {
    const { id } = await createRecord(system, {
      screen: context.services.registry.mainScreen(KEY),
      values: {
        supplier_id: price.supplierId,
        material_id: price.materialId,
        factory_id: price.factoryId,
        company_id: price.companyId,
        ...{ currency: price.currency, uom: price.uom, tax_rate: price.taxRate, credit_days: price.creditDays },
        ...{ price: price.price, untaxed_price: price.untaxedPrice, price_kind: price.priceKind },
        ...{ valid_from: price.validFrom, valid_to: price.validTo, agreed_to: price.validTo },
        ...{ source_no: sourceNo, source_id: sourceId, approved_at: approvedAt, approved_by: approvedBy },
        scales: price.scales.map(({ fromQty, ...scale }) => ({
          ...{ from_qty: fromQty, price: scale.price, untaxed_price: scale.untaxedPrice },
        })),
      },
    });
    written.push(id);
  }
  return written;
};

const revoked = z.object({ sourceId: z.string() });

/**
 * Takes the prices of a document back, published as `base-data/price-data.revoke`: days on which they held stay, what they cut holds
 * again for as long as it was approved. To be asked inside the transaction of the document.
 */
export const revokePrices: Published = async (context, input): Promise<{ restored: number }> => {
  const { sourceId } = revoked.parse(input);
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(KEY);
  const today = dayOf(context.now);
  const own = () => rowsOf(system, [where.eq("source_id", sourceId)]);
  await holdPrices(
    context.services.database.connection(),
    (await own()).map(({ supplier_id }) => supplier_id),
  );
  for (const row of await own()) {
    const cut = row.closed_on === null ? revokedOn(row, today) : null;
    // What has ended already is no longer restored when what ended it goes: its own approval is gone.
    if (!cut && row.ended_by_id === null) continue;
    const valid_to = cut ? (cut.closes ? null : cut.valid_to) : row.closed_on === null ? row.valid_to : null;
    await applyTransition(system, {
      entity,
      id: row.id,
      name: "revoke",
      input: valid_to === null ? {} : { valid_to },
    });
  }
  let count = 0;
  for (const former of await rowsOf(system, [where.eq("ended_by_id", sourceId)]))
    if (await restore(system, former, today)) count += 1;
  return { restored: count };
};

/** @returns whether the price holds again */
async function restore(system: Context, former: Row, today: string): Promise<boolean> {
  const others = await rowsOf(system, [
    where.empty("closed_on"),
    where.eq("supplier_id", former.supplier_id),
    where.eq("material_id", former.material_id),
    where.eq("company_id", former.company_id),
    where.eq("currency", former.currency),
    former.factory_id === null ? where.empty("factory_id") : where.eq("factory_id", former.factory_id),
    where.not(where.eq("id", former.id)),
  ]);
  const found = restored(former, others, today);
  if (!found) return false;
  const next = others
    .filter(({ valid_from }) => valid_from > found.valid_to)
    .sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))[0];
  // Where the next price still cuts it short, it is that one which ended it.
  const endedBy = found.valid_to < former.agreed_to ? (next?.source_id ?? null) : null;
  const days = { valid_from: found.valid_from, valid_to: found.valid_to, ended_by_id: endedBy };
  const entity = system.services.registry.entity(KEY);
  if (found.extends) {
    await applyTransition(system, { entity, id: former.id, name: "restore", input: days });
    return true;
  }
  const scales = await unscopedLines(system, {
    entityKey: KEY,
    lines: "scales",
    columns: ["from_qty", "price", "untaxed_price"],
    where: [where.eq("root_id", former.id)],
  });
  const { id: _id, closed_on: _closed, ended_by_id: _ended, ...terms } = former;
  const screen = system.services.registry.mainScreen(KEY);
  await createRecord(system, {
    screen: { ...screen, initial: { ...screen.initial, ended_by_id: endedBy } },
    values: { ...terms, valid_from: days.valid_from, valid_to: days.valid_to, scales },
  });
  return true;
}
