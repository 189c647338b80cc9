import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { labelsOfEach } from "~/engine/operations/labels.server";
import { decimal, roundMoney } from "~/shared/decimal";
import { type AwardPart, breachesOf, type Limit, type Study, sourceKey, totalsOf } from "../rfq/best-award.rules";
import type { AwardFacts } from "../rfq/best-award.server";
import type { AwardStudy, Outcome } from "../rfq/best-award-search.rules";
import { breachText, type Called, limitText } from "../rfq/best-award-words.rules";
import { pricedAt } from "../rfq/comparison.rules";
import type { Scenario } from "../rfq/comparison-ways.rules";
import { shareOf } from "../rfq/rfq.rules";
import { OUTCOMES, WAYS, WEIGHTS } from "./award-proposal.rules";

const wayKey = z.enum(Object.keys(WAYS) as [keyof typeof WAYS, ...(keyof typeof WAYS)[]]);
const outcomeKey = z.enum(Object.keys(OUTCOMES) as [keyof typeof OUTCOMES, ...(keyof typeof OUTCOMES)[]]);
const weightKey = z.enum(Object.keys(WEIGHTS) as [keyof typeof WEIGHTS, ...(keyof typeof WEIGHTS)[]]);
const figure = z.string().nullable();

/** What a study found, as the job hands it to the document. */
export const foundSchema = z.object({
  round_no: z.number(),
  quotes_mark: z.string(),
  uncovered: figure,
  ways: z.array(
    z.object({
      ...{ way: wayKey, outcome: outcomeKey, suppliers: z.number().nullable() },
      ...{
        amount: figure,
        last: figure,
        saving: figure,
        surplus: figure,
        term_cost: figure,
        duty: figure,
        full: figure,
      },
      ...{ held_to: figure, relaxed: figure, conflict: figure, gap: figure },
    }),
  ),
  /** By the id of the limit. */
  costs: z.array(z.object({ id: z.string(), cost: figure })),
  parts: z.array(
    z.object({
      ...{ way: wayKey, item_no: z.number(), supplier_id: z.string(), material: z.string(), supplier_name: z.string() },
      ...{ share: z.string(), qty: z.string(), price: z.string(), amount: z.string() },
    }),
  ),
});
export type Found = z.infer<typeof foundSchema>;
type FoundWay = Found["ways"][number];

/** How people call suppliers, lines of an inquiry and what is asked for there. */
export interface CalledThere extends Called {
  material(line: number): string;
}

/** The names of an inquiry at this moment. */
export async function calledOf(context: Context, { rfq, problem }: AwardFacts): Promise<CalledThere> {
  const { registry } = context.services;
  const supplierIds = [...problem.bids, ...problem.quotas].map(({ supplierId }) => supplierId);
  const invited = rfq.suppliers.map(({ supplier_id }) => supplier_id);
  const [names, materials] = await labelsOfEach(context, [
    { target: registry.entity("supplier-management/supplier"), ids: [...supplierIds, ...invited] },
    { target: registry.entity("master-data/material"), ids: rfq.items.map(({ material_id }) => material_id) },
  ]);
  const materialOf = new Map(rfq.items.map(({ line_no, material_id }) => [line_no, materials?.get(material_id)]));
  return {
    supplier: (id) => names?.get(id) ?? "供应商",
    line: (line) => `行${line}`,
    material: (line) => materialOf.get(line) ?? "物料",
  };
}

const totals = (sums: Omit<Scenario, "name"> | null) => ({
  suppliers: sums?.supplierIds.length ?? null,
  ...{ amount: sums?.amount ?? null, last: sums?.last ?? null, saving: sums?.saving ?? null },
  ...{
    surplus: sums?.surplus ?? null,
    term_cost: sums?.termCost ?? null,
    duty: sums?.duty ?? null,
    full: sums?.full ?? null,
  },
});

const listed = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join("；"));
const weightOf = ({ priority }: Limit) => weightKey.parse(priority === null ? "must" : `p${priority}`);

function partsOfWay(
  { study, called }: { study: Study; called: CalledThere },
  way: FoundWay["way"],
  parts: readonly AwardPart[],
): Found["parts"] {
  const byKey = new Map(
    study.places.map((place) => [sourceKey({ line: place.line.line, supplierId: place.bid.supplierId }), place]),
  );
  return parts.flatMap((part) => {
    const place = byKey.get(sourceKey(part));
    if (!place) return [];
    const qty = shareOf(place.line.qty, part.share);
    const { paid } = pricedAt(place, qty, study.basis);
    return [
      {
        ...{ way, item_no: part.line, supplier_id: part.supplierId, share: part.share, qty },
        ...{ material: called.material(part.line), supplier_name: called.supplier(part.supplierId) },
        ...{ price: paid.toFixed(), amount: roundMoney(paid.times(decimal(qty))) },
      },
    ];
  });
}

/** What a study found, in words and decimals. */
export function foundOf(
  { study, facts, limits }: { study: Study; facts: AwardFacts; limits: readonly Limit[] },
  { proposals, costs, uncovered }: AwardStudy,
  called: CalledThere,
): Found {
  const said = (limit: Limit) => `${limitText(limit, called)}（${WEIGHTS[weightOf(limit)]}）`;
  const broken = (breaches: Extract<Outcome, { kind: "found" }>["relaxed"]) =>
    listed(breaches.map((breach) => `${limitText(breach.limit, called)}：${breachText(breach)}`));
  const ways = proposals.map(({ name, limits: own, outcome }): FoundWay => {
    const isFound = outcome.kind === "found";
    return {
      ...{ way: name, outcome: outcome.kind, held_to: listed(own.map(said)) },
      ...totals(isFound ? outcome.totals : null),
      relaxed: isFound ? broken(outcome.relaxed) : null,
      conflict:
        outcome.kind === "conflict"
          ? `${outcome.limits.map((limit) => limitText(limit, called)).join("；")}${outcome.isSmallest ? "" : "（时间不足，可能更少）"}`
          : null,
      gap: isFound ? decimal(outcome.gap).times(100).toFixed(4) : null,
    };
  });
  const isKnown = new Set(
    study.places.map((place) => sourceKey({ line: place.line.line, supplierId: place.bid.supplierId })),
  );
  const manual = facts.manual.filter((part) => isKnown.has(sourceKey(part)));
  const byHand: FoundWay[] =
    manual.length === 0
      ? []
      : [
          {
            ...{ way: "manual", outcome: "found", held_to: null, conflict: null, gap: null },
            ...totals(totalsOf(study, manual)),
            relaxed: broken(breachesOf(study, limits, manual)),
          },
        ];
  return {
    ...{ round_no: facts.rfq.round_no, quotes_mark: facts.mark },
    uncovered: uncovered.length === 0 ? null : uncovered.map((line) => `行${line}`).join("、"),
    ways: [...ways, ...byHand],
    costs: costs.map(({ limit: { id }, cost }) => ({ id, cost })),
    parts: [
      ...proposals.flatMap(({ name, outcome }) =>
        outcome.kind === "found" ? partsOfWay({ study, called }, name, outcome.parts) : [],
      ),
      ...partsOfWay({ study, called }, "manual", manual),
    ],
  };
}
