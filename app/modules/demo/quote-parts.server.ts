import { z } from "zod";
import { workedElements } from "~/engine/formulas/asked-elements.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice, sum } from "~/shared/decimal";
import { DEMO_TEMPLATE, WORKED_TEMPLATE } from "../purchase-management/quote-template/quote-template.demo";
import type { DemoWriter } from "./demo-writer.server";

const KEY = "purchase-management/quote-template";
/** Parts of a price in percent, by place of the supplier; what is left, after what follows from them, is fee, profit and tax. */
const PARTS = [
  { RAW: "68", LABOR: "14", FREIGHT: "6" },
  { RAW: "65", LABOR: "17", FREIGHT: "5" },
  { RAW: "70", LABOR: "12", FREIGHT: "8" },
] as const;

const asked = z.array(
  z.object({
    ...{ id: z.string(), rfq_line: z.number(), code: z.string(), name: z.string(), kind: z.string() },
    ...{ required: z.boolean(), unit: z.string().nullable(), formula: z.string().nullable() },
  }),
);

const TEMPLATES = { plain: DEMO_TEMPLATE, worked: WORKED_TEMPLATE } as const;

/** The template that inquiries of the demo choose, if it is there. */
export async function demoTemplate(writer: DemoWriter, kind: keyof typeof TEMPLATES): Promise<string | null> {
  const [row] = await unscopedRows(
    writer.context(writer.now),
    KEY,
    ["id"],
    [where.eq("name", TEMPLATES[kind]), where.eq("state", "active")],
  );
  return row?.id ?? null;
}

/** What a supplier says its prices are made of: parts that add up to them, and answers to the terms. */
export async function saidBeside(
  writer: DemoWriter,
  quoteId: string,
  { place, prices }: { place: number; prices: ReadonlyMap<number, string> },
): Promise<Record<string, unknown>> {
  const entity = writer.screen("receiving/supplier-quote").entity;
  const { record } = await openRecord(writer.context(writer.now), { entity, id: quoteId, wanted: { labels: false } });
  const breakdown = asked.parse(linesOf(record, "breakdown"));
  const terms = linesOf(record, "terms");
  if (breakdown.length === 0) return {};
  const shares: Readonly<Record<string, string>> = PARTS[place % PARTS.length] ?? PARTS[0];
  const part = (price: string, code: string) =>
    roundPrice(
      decimal(price)
        .times(decimal(shares[code] ?? "0"))
        .div(100),
    );
  const partsOf = (line: number) => {
    const price = prices.get(line) ?? "0";
    const said = breakdown
      .filter(({ rfq_line }) => rfq_line === line)
      .map((row) => ({ ...row, amount: row.code === "LOSS" ? String(2 + place) : part(price, row.code) }));
    const worked = workedElements(said);
    const counted = said.flatMap(({ code, kind }, at) =>
      kind === "amount" && code !== "FEE" ? [worked[at]?.amount ?? null] : [],
    );
    const left = decimal(price).minus(sum(counted)).toFixed();
    return said.flatMap(({ id, code, formula, amount }) =>
      // Nobody says what is worked out.
      formula === null ? [{ id, amount: code === "FEE" ? left : amount }] : [{ id }],
    );
  };
  return {
    breakdown: [...new Set(breakdown.map(({ rfq_line }) => rfq_line))].flatMap(partsOf),
    terms: terms.map(({ id, code }) => ({ id, value: code === "CERT" ? "是" : "国产" })),
  };
}
