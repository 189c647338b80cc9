import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOfEach } from "~/engine/operations/labels.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { bundlePrice, givenQty, savedOn } from "./collective.rules";
import { rfqLines } from "./rfq.fields";
import { comparablePrice, isUntaxed, type Offer } from "./rfq.rules";
import { PART } from "./rfq-collective.server";
import { offersOf, type RfqFacts, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const NOTHING = "—";
const STATES: Readonly<Record<string, string>> = {
  joined: "参与中",
  leaving: "待同意退出",
  left: "已退出",
  distributed: "已分配",
  ended: "已结束",
};

interface Drawn {
  rfq: RfqFacts;
  offers: readonly Offer[];
  factory(id: string): string;
  material(id: string): string;
  supplier(id: string): string;
  /** State of the part of a factory, and the way to it. */
  part(factoryId: string): { text: string; href?: string };
}

const money = (value: string | null) => (value === null ? NOTHING : formatDecimal(value, 2));
const unit = (uom: string) => choiceLabel(rfqLines.items.fields.uom.options, uom);

/** What a bundled inquiry shows beside others: factories, offers by bundle and factory, what each factory gets. */
export async function collectiveSections(context: Context, record: RfqRecord): Promise<OwnSection[]> {
  if (record.mode !== "collective") return [];
  const rfq = rfqFacts.parse(record);
  const isOpen = record.opened_at !== null && may(context.actor.permissions, "supplier-quote.get");
  const offers = isOpen ? await offersOf(context, rfq, "shown") : [];
  const { registry } = context.services;
  const [factories, materials, suppliers] = await labelsOfEach(context, [
    { target: registry.entity("master-data/factory"), ids: rfq.items.map(({ factory_id }) => factory_id) },
    { target: registry.entity("master-data/material"), ids: rfq.items.map(({ material_id }) => material_id) },
    {
      target: registry.entity("supplier-management/supplier"),
      ids: [...offers.map(({ supplierId }) => supplierId), ...rfq.awards.map(({ supplier_id }) => supplier_id)],
    },
  ]);
  const parts = await unscopedRows(context, PART, ["id", "factory_id", "state"], [where.eq("rfq_id", rfq.id)]);
  const screen = screenFor(context, PART, "get");
  const drawn: Drawn = {
    ...{ rfq, offers },
    factory: (id) => factories?.get(id) ?? "",
    material: (id) => materials?.get(id) ?? "",
    supplier: (id) => suppliers?.get(id) ?? "供应商",
    part(factoryId) {
      const part = parts.find(({ factory_id }) => factory_id === factoryId);
      if (!part) return { text: "未发布" };
      const text = STATES[part.state] ?? part.state;
      return screen ? { text, href: recordPath(screen, part.id) } : { text };
    },
  };
  return [...byFactory(drawn), ...quantityChart(drawn), ...compared(drawn), ...given(drawn)];
}

function byFactory({ rfq, offers, factory, material, part }: Drawn): OwnSection[] {
  const headings = ["工厂", "询价行", "物料", "数量", "需求日期", "工厂上次价", "运费", "参与情况"];
  const freightOf = (lineNo: number) => {
    const own = rfq.awards.filter(({ item_no }) => item_no === lineNo).map(({ supplier_id }) => supplier_id);
    const found = offers.filter(({ line, supplierId }) => line === lineNo && own.includes(supplierId));
    const known = found.flatMap(({ freight }) => freight ?? []);
    return known.length === 0 ? NOTHING : [...new Set(known.map((value) => formatDecimal(value, 2)))].join("、");
  };
  const rows = [...rfq.items].sort(
    (a, b) => factory(a.factory_id).localeCompare(factory(b.factory_id)) || a.line_no - b.line_no,
  );
  return [
    {
      kind: "table",
      title: "工厂明细",
      first: true,
      table: {
        caption: `各参与工厂的需求（${rfq.currency}）；运费为所定供应商的报价，每单位含税`,
        columns: columnsOf(headings, ["询价行", "数量", "工厂上次价", "运费"]),
        rows: rows.map((item) => ({
          id: item.id,
          cells: [
            { text: factory(item.factory_id) },
            { text: String(item.line_no) },
            { text: material(item.material_id) },
            { text: `${formatDecimal(item.qty)} ${unit(item.uom)}` },
            { text: item.required_date ?? "" },
            { text: money(item.last_price) },
            { text: freightOf(item.line_no) },
            item.withdrawn ? { text: "已退出", tone: "closed" as const } : part(item.factory_id),
          ],
        })),
      },
    },
  ];
}

function quantityChart({ rfq, factory, material }: Drawn): OwnSection[] {
  const items = rfq.items.filter(({ withdrawn }) => !withdrawn);
  const materials = [...new Set(items.map(({ material_id }) => material_id))];
  const factories = [...new Set(items.map(({ factory_id }) => factory_id))];
  const units = new Set(items.map(({ uom }) => uom));
  const [uom] = units;
  // Different units have no common axis.
  if (units.size !== 1 || uom === undefined) return [];
  return [
    {
      kind: "chart",
      title: "各工厂数量构成",
      chart: {
        kind: "bar",
        caption: "按物料比较各工厂的数量",
        axis: "物料",
        unit: unit(uom),
        labels: materials.map(material),
        series: factories.map((factoryId) => ({
          label: factory(factoryId),
          values: materials.map((id) =>
            roundQuantity(
              sum(
                items.filter((item) => item.material_id === id && item.factory_id === factoryId).map(({ qty }) => qty),
              ),
            ),
          ),
        })),
      },
    },
  ];
}

/** Each bundle as a whole, and below it factory by factory, where freight makes the difference. */
function compared({ rfq, offers, factory, material, supplier }: Drawn): OwnSection[] {
  if (offers.length === 0) return [];
  const untaxed = isUntaxed(offers);
  const suppliers = [...new Set(offers.map(({ supplierId }) => supplierId))];
  const offered = suppliers.map((supplierId) => ({
    supplierId,
    lines: new Map(
      offers
        .filter((one) => one.supplierId === supplierId && decimal(one.price).gt(0))
        .map((one) => [one.line, { price: comparablePrice(one, untaxed), offerQty: null }]),
    ),
  }));
  const items = rfq.items.filter(({ withdrawn }) => !withdrawn);
  const row = (id: string, label: string, prices: readonly (string | null)[], freights: readonly string[]) => {
    const known = prices.flatMap((price) => (price === null ? [] : [decimal(price)]));
    const lowest = known.reduce((least, price) => (price.lt(least) ? price : least), known[0] ?? decimal("0"));
    return {
      id,
      cells: [
        { text: label },
        ...prices.map((price, at) => {
          if (price === null) return { text: NOTHING };
          const text = `${formatDecimal(price, 4)}${freights[at] ?? ""}`;
          return decimal(price).eq(lowest) ? { text: `${text}（最低）`, tone: "done" as const } : { text };
        }),
      ],
    };
  };
  const rows = [...new Set(items.map(({ material_id }) => material_id))].flatMap((id) => {
    const own = items.filter(({ material_id }) => material_id === id);
    return [
      row(
        id,
        `${material(id)} 汇总`,
        offered.map((one) => bundlePrice(own, one)),
        [],
      ),
      ...own.map((item) =>
        row(
          item.id,
          `行${item.line_no} ${factory(item.factory_id)}`,
          offered.map(({ lines }) => lines.get(item.line_no)?.price ?? null),
          suppliers.map((one) => {
            const freight = offers.find((offer) => offer.line === item.line_no && offer.supplierId === one)?.freight;
            return freight ? `（含运费${formatDecimal(freight, 2)}）` : "";
          }),
        ),
      ),
    ];
  });
  const headings = ["物料 / 工厂", ...suppliers.map(supplier)];
  return [
    {
      kind: "table",
      title: "汇总与分厂比价",
      first: true,
      table: {
        caption: `${untaxed ? "各家税率不同，按不含税" : "按含税"}单价加运费；汇总为按数量加权的平均，没有报全部工厂的不参加汇总比较`,
        columns: columnsOf(headings, headings.slice(1)),
        rows,
      },
    },
  ];
}

/** What each factory gets, and what it saves against its own last price. */
function given({ rfq, offers, factory, material, supplier }: Drawn): OwnSection[] {
  if (!["priced", "done"].includes(rfq.state)) return [];
  const headings = [
    "工厂",
    "物料",
    "供应商",
    "份额%",
    "核定数量",
    "分到工厂数量",
    "工厂上次价",
    "定价",
    "运费",
    "节约额",
  ];
  const rows = rfq.awards.flatMap((award) => {
    const item = rfq.items.find(({ line_no }) => line_no === award.item_no);
    if (!item) return [];
    const freight = offers.find((one) => one.line === item.line_no && one.supplierId === award.supplier_id)?.freight;
    const saving = savedOn(item.last_price, { price: award.award_price, qty: givenQty(award) });
    return [
      {
        id: award.id,
        cells: [
          { text: factory(item.factory_id) },
          { text: `行${item.line_no} ${material(item.material_id)}` },
          { text: supplier(award.supplier_id) },
          { text: formatDecimal(award.share) },
          { text: award.award_qty === null ? NOTHING : `${formatDecimal(award.award_qty)} ${unit(item.uom)}` },
          { text: award.split_qty === null ? "未分配" : `${formatDecimal(award.split_qty)} ${unit(item.uom)}` },
          { text: money(item.last_price) },
          { text: money(award.award_price) },
          { text: money(freight ?? null) },
          { text: money(saving) },
        ],
      },
    ];
  });
  return [
    {
      kind: "table",
      title: "分配结果",
      table: {
        caption: "各工厂的供应商、数量和与本厂上次价相比的节约额",
        columns: columnsOf(headings, headings.slice(3)),
        rows,
      },
    },
  ];
}
