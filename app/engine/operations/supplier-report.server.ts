import { countBy } from "~/data/store.server";
import { addDays, dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { limitFor } from "../parameters.server";
import { factsOf, rowFilter, screenFor } from "./scope.server";
import { ofChosen } from "./supplier-figures.server";

const CERTIFICATE = "supplier-management/supplier-certificate";
const ADMISSION = "supplier-management/admission";
const RISK = "supplier-management/risk-event";
const FORECAST = "supplier-management/gate-forecast";

/** Certificates that end within days from today: after `from`, up to `to`. */
export interface CertificateBand {
  label: string;
  from: number | null;
  to: number | null;
}

/** When certificates end: over already, then as far as parameters say. A step that is not beyond the one before it is left out. */
export function certificateBands(limits: readonly number[]): CertificateBand[] {
  const steps: number[] = [];
  for (const limit of limits) if (limit > (steps.at(-1) ?? 0)) steps.push(limit);
  const last = steps.at(-1) ?? 0;
  return [
    { label: "已过期", from: null, to: -1 },
    ...steps.map((to, at): CertificateBand => {
      const before = steps[at - 1];
      return before === undefined
        ? { label: `${to}天内`, from: -1, to }
        : { label: `${before + 1}至${to}天`, from: before, to };
    }),
    { label: `${last}天以后`, from: last, to: null },
  ];
}

/** How many there are of each, by what they are counted by; null for what the person has no right to. */
export interface SupplierCounts {
  stage: Map<string, number>;
  region: Map<string, number>;
  risk: Map<string, number>;
  freeze: Map<string, number>;
  type: Map<string, number>;
  /** By when they end, and last those without an end. */
  certificates: { label: string; count: number }[] | null;
  admissions: Map<string, number> | null;
  risks: Map<string, number> | null;
  forecast: Map<string, number> | null;
}

type Query = Parameters<typeof countBy>[2][number];

/** Counts for the report about suppliers, all in one statement: of what this person sees on the screen, and of lists it may open. */
export async function supplierCounts(
  context: Context,
  screen: Screen,
  chosen: readonly Condition[] = [],
): Promise<SupplierCounts> {
  const facts = factsOf(context);
  const suppliers = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
  const queries: Query[] = ["stage", "region", "risk_level", "freeze_status", "supplier_type"].map((by) => ({
    table: screen.table,
    where: [...suppliers, where.eq("state", "active")],
    facts,
    by,
  }));
  const listed = (key: string, by: string, sets: readonly (readonly Condition[])[]): number | null => {
    const seen = screenFor(context, key, "query");
    if (!seen) return null;
    const { entity } = seen;
    const filter = [...rowFilter(context, entity), ...(seen.where ? [seen.where] : []), ...ofChosen(chosen)];
    const at = queries.length;
    for (const set of sets) queries.push({ table: tableOf(entity), where: [...filter, ...set], facts, by });
    return at;
  };
  const bands = certificateBands([
    await limitFor(context, "certificate.nearDays"),
    await limitFor(context, "certificate.midDays"),
    await limitFor(context, "certificate.farDays"),
  ]);
  const labels = [...bands.map(({ label }) => label), "长期有效"];
  const certificates = listed(CERTIFICATE, "state", certificateSets(dayOf(context.now), bands));
  const admissions = listed(ADMISSION, "state", [[]]);
  const risks = listed(RISK, "level", [[where.oneOf("state", ["new", "confirmed", "handling"])]]);
  const forecast = listed(FORECAST, "check_type", [[]]);
  const found = await countBy(context.services.database.connection(), "state", queries);
  const at = (place: number) => found[place] ?? new Map<string, number>();
  const all = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    stage: at(0),
    region: at(1),
    risk: at(2),
    freeze: at(3),
    type: at(4),
    certificates:
      certificates === null ? null : labels.map((label, place) => ({ label, count: all(at(certificates + place)) })),
    admissions: admissions === null ? null : at(admissions),
    risks: risks === null ? null : at(risks),
    forecast: forecast === null ? null : at(forecast),
  };
}

function certificateSets(today: string, bands: readonly CertificateBand[]): Condition[][] {
  const inUse = where.oneOf("state", ["valid", "renewing", "expired"]);
  return [
    ...bands.map(({ from, to }) => [
      inUse,
      where.set("valid_to"),
      ...(from === null ? [] : [where.atLeast("valid_to", addDays(today, from + 1))]),
      ...(to === null ? [] : [where.atMost("valid_to", addDays(today, to))]),
    ]),
    [inUse, where.empty("valid_to")],
  ];
}
