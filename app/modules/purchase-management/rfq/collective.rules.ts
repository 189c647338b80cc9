import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal, decimalOrZero, formatDecimal, quotient, roundMoney, roundPercent, sum } from "~/shared/decimal";

export const RFQ_MODES = { single: "单独询价", collective: "集采" } as const;

interface Item {
  id: string;
  line_no: number;
  material_id: string;
  factory_id: string;
  qty: string;
  uom: string;
  last_price: string | null;
  not_bought: boolean;
  withdrawn: boolean;
}

interface Award {
  id: string;
  item_no: number;
  supplier_id: string;
  share: string;
  award_price: string | null;
  award_qty: string | null;
  split_qty: string | null;
}

/** Factories whose demand is bundled; null where nothing is. */
export function factoryCount({
  mode,
  items,
}: {
  mode: string;
  items: readonly Pick<Item, "factory_id" | "withdrawn">[];
}): number | null {
  if (mode !== "collective") return null;
  return new Set(items.filter(({ withdrawn }) => !withdrawn).map(({ factory_id }) => factory_id)).size;
}

/** What goes to a factory: as split by hand, or else as awarded. */
export const givenQty = ({ split_qty, award_qty }: Pick<Award, "split_qty" | "award_qty">) => split_qty ?? award_qty;

/**
 * What one line saves against the last price, rounded to the cent: the inquiry and the factories add up the same figures. Null where nothing
 * can be compared, negative where more is paid.
 */
export function savedOn(last: string | null, { price, qty }: { price: string | null; qty: string | null }) {
  return last === null || price === null || qty === null
    ? null
    : roundMoney(decimal(last).minus(decimal(price)).times(decimal(qty)));
}

/** The savings of lines together; null where none can be compared. */
export function savedTogether(lines: readonly (string | null)[]): string | null {
  return lines.every((line) => line === null) ? null : roundMoney(sum(lines));
}

/** 集采节约额: awarded prices against what each factory paid last itself; null where nothing can be compared. */
export function bundledSaving({
  mode,
  items,
  awards,
}: {
  mode: string;
  items: readonly Pick<Item, "line_no" | "last_price">[];
  awards: readonly Pick<Award, "item_no" | "award_price" | "award_qty" | "split_qty">[];
}): string | null {
  if (mode !== "collective") return null;
  return savedTogether(
    awards.map((award) =>
      savedOn(items.find(({ line_no }) => line_no === award.item_no)?.last_price ?? null, {
        price: award.award_price,
        qty: givenQty(award),
      }),
    ),
  );
}

/** A bundle is more than one factory. */
export function severalFactories(rfq: { mode: string; items: readonly Pick<Item, "factory_id" | "withdrawn">[] }) {
  const count = factoryCount(rfq);
  return count !== null && count < 2 ? complain("mode", "集采至少需要两个工厂参与") : ok;
}

/** What is bundled is added up: one unit for a material. */
export function oneUnitAMaterial({
  mode,
  items,
}: {
  mode: string;
  items: readonly Pick<Item, "material_id" | "uom">[];
}): Complaint | null {
  if (mode !== "collective") return ok;
  const at = items.findIndex(({ material_id, uom }, index) =>
    items.slice(0, index).some((one) => one.material_id === material_id && one.uom !== uom),
  );
  return at < 0
    ? ok
    : complain(lineField("items", at + 1, "uom"), `第${at + 1}行与同一物料的其他行单位不一致，集采须统一单位`);
}

const isBought = ({ not_bought, withdrawn }: Pick<Item, "not_bought" | "withdrawn">) => !not_bought && !withdrawn;

/** Lines that are bought, by material. */
export function bundles<I extends Pick<Item, "material_id" | "not_bought" | "withdrawn">>(items: readonly I[]): I[][] {
  const found = new Map<string, I[]>();
  for (const item of items.filter(isBought))
    found.set(item.material_id, [...(found.get(item.material_id) ?? []), item]);
  return [...found.values()];
}

interface Chosen {
  item_no: number;
  supplier_id: string;
  share: string;
  not_lowest_reason: string | null;
}

/** Lines of a bundle that nobody was awarded yet take the shares of the one that was: by default they are equal over factories. */
export function equalShares(
  items: readonly Pick<Item, "line_no" | "material_id" | "not_bought" | "withdrawn">[],
  awards: readonly Chosen[],
): Chosen[] {
  return bundles(items).flatMap((own) => {
    const awarded = own.find(({ line_no }) => awards.some(({ item_no }) => item_no === line_no));
    if (!awarded) return [];
    const model = awards.filter(({ item_no }) => item_no === awarded.line_no);
    return own
      .filter(({ line_no }) => !awards.some(({ item_no }) => item_no === line_no))
      .flatMap(({ line_no }) =>
        model.map(({ supplier_id, share, not_lowest_reason }) => ({
          ...{ item_no: line_no, supplier_id, share },
          not_lowest_reason: not_lowest_reason ?? "各工厂份额与集采结果一致",
        })),
      );
  });
}

/** Shares that differ between the factories of a bundle, one sentence each. */
export function unequalShares(
  items: readonly Item[],
  awards: readonly Pick<Award, "item_no" | "supplier_id" | "share">[],
): string[] {
  const sharesOf = (lineNo: number) =>
    awards
      .filter(({ item_no }) => item_no === lineNo)
      .map(({ supplier_id, share }) => `${supplier_id} ${decimal(share).toFixed()}`)
      .sort()
      .join();
  return bundles(items).flatMap((own) => {
    const [first, ...rest] = own;
    const other = first && rest.find(({ line_no }) => sharesOf(line_no) !== sharesOf(first.line_no));
    return other
      ? [`工厂份额与集采结果不一致：行${first.line_no}与行${other.line_no}是同一物料，各工厂的供应商和份额须相同`]
      : [];
  });
}

/** A split by hand gives each factory what it gets and each supplier what was approved of a material, or says where it does not. */
export function splitFaults(
  items: readonly Item[],
  awards: readonly Award[],
  given: ReadonlyMap<string, string>,
): string[] {
  const whole = (own: readonly Award[]) => sum(own.map(({ award_qty }) => decimalOrZero(award_qty)));
  const split = (own: readonly Award[]) =>
    sum(own.map(({ id, award_qty }) => decimal(given.get(id) ?? award_qty ?? "0")));
  const differs = (own: readonly Award[]) => !whole(own).eq(split(own));
  const text = (own: readonly Award[]) =>
    `应为${formatDecimal(whole(own).toFixed())}，现为${formatDecimal(split(own).toFixed())}`;
  return bundles(items).flatMap((own) => {
    const mine = awards.filter(({ item_no }) => own.some(({ line_no }) => line_no === item_no));
    const lines = own.flatMap(({ line_no }) => {
      const rows = mine.filter(({ item_no }) => item_no === line_no);
      return differs(rows) ? [`工厂份额与集采结果不一致：行${line_no}的数量合计${text(rows)}`] : [];
    });
    const suppliers = [...new Set(mine.map(({ supplier_id }) => supplier_id))].flatMap((id) => {
      const rows = mine.filter(({ supplier_id }) => supplier_id === id);
      const named = rows.map(({ item_no }) => item_no).join("、");
      return differs(rows) ? [`工厂份额与集采结果不一致：行${named}中同一供应商的数量合计${text(rows)}`] : [];
    });
    return [...lines, ...suppliers];
  });
}

/** What one supplier offers for all lines of a bundle. */
export interface BundleOffer {
  supplierId: string;
  /** By number of the line: what is compared of a unit, and how much is offered of it; null: all that is asked for. */
  lines: ReadonlyMap<number, { price: string; offerQty: string | null }>;
}

/** What a unit of the bundle costs of a supplier that offers every line, on average over the factories; null of anybody else. */
export function bundlePrice(own: readonly Pick<Item, "line_no" | "qty">[], offer: BundleOffer): string | null {
  const parts = own.map(({ line_no, qty }) => ({ qty, price: offer.lines.get(line_no)?.price ?? null }));
  if (parts.some(({ price }) => price === null)) return null;
  const whole = sum(parts.map(({ qty }) => qty));
  if (whole.eq(0)) return null;
  return quotient(sum(parts.map(({ qty, price }) => decimal(qty).times(decimalOrZero(price)))), whole)
    .round(6)
    .toFixed(6);
}

/** The cheapest offers of a bundle one after the other, until what is asked for is covered: shares in percent. */
export function cheapestFirst(
  own: readonly Pick<Item, "line_no" | "qty">[],
  offers: readonly BundleOffer[],
): { supplierId: string; share: string }[] {
  const whole = sum(own.map(({ qty }) => qty));
  const ranked = offers
    .flatMap((offer) => {
      const price = bundlePrice(own, offer);
      return price === null ? [] : [{ offer, price: decimal(price) }];
    })
    .sort((a, b) => a.price.cmp(b.price));
  // Shares are equal over factories: the line of which a supplier offers the smallest part decides for all of them.
  const mostOf = ({ lines }: BundleOffer) =>
    own.reduce((most, { line_no, qty }) => {
      const offered = lines.get(line_no)?.offerQty ?? null;
      if (offered === null || decimal(qty).eq(0)) return most;
      const part = quotient(decimal(offered).times(100), decimal(qty)).round(2, 0);
      return part.lt(most) ? part : most;
    }, decimal("100"));
  let rest = decimal("100");
  const found: { supplierId: string; share: string }[] = [];
  for (const { offer } of ranked) {
    if (whole.eq(0) || rest.lte(0)) break;
    const most = mostOf(offer);
    const share = most.lt(rest) ? most : rest;
    if (share.lte(0)) continue;
    found.push({ supplierId: offer.supplierId, share: roundPercent(share) });
    rest = rest.minus(share);
  }
  return found;
}
