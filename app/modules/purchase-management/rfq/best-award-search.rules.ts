import { decimal, roundMoney } from "~/shared/decimal";
import type { Solve } from "~/shared/linear-model";
import {
  type AwardPart,
  type Breach,
  breachesOf,
  type Limit,
  type LimitKind,
  measure,
  type Study,
  totalsOf,
} from "./best-award.rules";
import {
  anyModel,
  chosenModel,
  costModel,
  type Held,
  type Layout,
  layoutOf,
  loosenedBy,
  missModel,
  partsOf,
  tightenedBy,
} from "./best-award-model.rules";
import type { Scenario } from "./comparison-ways.rules";

/*
 * Ways to award: each is the least cost within its limits. Limits that cannot be met together give way by their priority; where those that are
 * mandatory contradict each other, a smallest set that does is named.
 */

/** Ways to award that are proposed. */
export const PROPOSALS = { cheapest: "成本最低", few: "限定家数", quota: "保持配额", own: "自定条件" } as const;
export type ProposalName = keyof typeof PROPOSALS;

/** What can be delivered at all, whatever anybody wishes. */
const FACTS: readonly LimitKind[] = ["lot", "capacity", "approved", "excluded"];

/** An award that is proposed. */
export interface Proposal {
  parts: AwardPart[];
  totals: Omit<Scenario, "name">;
  /** Limits that gave way, the one to be kept longest first. */
  relaxed: Breach[];
  /** How far from the best it may be at most, in parts of it. */
  gap: number;
}

export type Outcome =
  | ({ kind: "found" } & Proposal)
  /** Mandatory limits of which each can be met without one of the others, and all cannot. */
  | {
      kind: "conflict";
      limits: Limit[];
      /** False: the time was short, fewer may conflict. */
      isSmallest: boolean;
    }
  /** The time was short. */
  | { kind: "unknown" };

/** A layout with who solves it. */
interface Bench {
  layout: Layout;
  solve: Solve;
}

const asSaid = (limits: readonly Limit[]): Held[] => limits.map((limit) => ({ limit, looser: 0 }));
/** How often an award that rounding pushed over a limit is rounded anew. */
const TRIES = 3;

interface Found {
  parts: AwardPart[];
  gap: number;
}

/** What rounding pushed over limits that are held as they were said; what gave way is measured by whoever tells of it. */
function pushedOver(
  { layout: { study } }: Bench,
  held: readonly Held[],
  parts: readonly AwardPart[],
): Map<string, string> {
  const said = held.flatMap(({ limit, looser }) => (looser === 0 ? [limit] : []));
  return new Map(breachesOf(study, said, parts).map(({ limit, measured }) => [limit.id, measured.excess]));
}

/** The cheapest award within limits, which it keeps to the cent. */
async function cheapest(bench: Bench, held: readonly Held[]): Promise<Found | "impossible" | "unknown"> {
  const { layout, solve } = bench;
  const solved = await solve(costModel(layout, held));
  if (solved.status !== "solved") return solved.status;
  const { gap, values } = solved;
  let parts = partsOf(layout, values);
  let now = held;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const over = pushedOver(bench, held, parts);
    if (over.size === 0) break;
    now = now.map((one) => {
      const excess = over.get(one.limit.id);
      if (excess === undefined) return one;
      return {
        ...one,
        looser: one.looser - tightenedBy(layout, { limit: one.limit, excess: decimal(excess) }, values),
      };
    });
    const chosen = await solve(chosenModel(layout, now, values));
    // These offers do it with nothing to spare: others may.
    const again = chosen.status === "impossible" ? await solve(costModel(layout, now)) : chosen;
    if (again.status !== "solved") return "unknown";
    parts = partsOf(layout, again.values);
  }
  return pushedOver(bench, held, parts).size === 0 ? { parts, gap } : "unknown";
}

const canBe = async ({ layout, solve }: Bench, limits: readonly Limit[]) =>
  (await solve(anyModel(layout, asSaid(limits)))).status;

/** Takes away what is not needed for the contradiction, one after the other. */
async function conflictOf(bench: Bench, mandatory: readonly Limit[]): Promise<Outcome> {
  let rest = [...mandatory];
  let isSmallest = true;
  for (const limit of mandatory) {
    const without = rest.filter(({ id }) => id !== limit.id);
    const status = await canBe(bench, without);
    if (status === "impossible") rest = without;
    if (status === "unknown") isSmallest = false;
  }
  return { kind: "conflict", limits: rest, isSmallest };
}

const isMandatory = ({ priority }: Limit) => priority === null;

/** Limits that may give way, the one to be kept longest first. */
function givingWay(limits: readonly Limit[]): Limit[] {
  return limits
    .filter((limit) => !isMandatory(limit))
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || (a.id < b.id ? -1 : 1));
}

/** How limits are held where not all can be: each, by its priority, missed as little as those before it allow. */
async function heldByPriority({ layout, solve }: Bench, limits: readonly Limit[]): Promise<Held[]> {
  let held = asSaid(limits.filter(isMandatory));
  for (const limit of givingWay(limits)) {
    const solved = await solve(missModel(layout, held, limit));
    // Without time to find out by how much, it is not held at all.
    if (solved.status !== "solved") continue;
    const looser = loosenedBy(solved.values.at(-1) ?? 0, measure(layout.study, limit, []));
    held = [...held, { limit, looser }];
  }
  return held;
}

interface Answered {
  outcome: Outcome;
  /** How limits were held for it. */
  held: Held[];
}

function foundOf({ layout: { study } }: Bench, limits: readonly Limit[], { parts, gap }: Found): Outcome {
  const totals = totalsOf(study, parts);
  if (!totals) return { kind: "unknown" };
  const { name: _name, ...sums } = totals;
  const ordered = [...limits.filter(isMandatory), ...givingWay(limits)];
  return { kind: "found", parts, gap, totals: sums, relaxed: breachesOf(study, ordered, parts) };
}

async function proposed(bench: Bench, limits: readonly Limit[]): Promise<Answered> {
  const all = asSaid(limits);
  const found = await cheapest(bench, all);
  if (typeof found !== "string") return { outcome: foundOf(bench, limits, found), held: all };
  if (found === "unknown") return { outcome: { kind: "unknown" }, held: all };
  const mandatory = limits.filter(isMandatory);
  const isImpossible = mandatory.length === limits.length || (await canBe(bench, mandatory)) === "impossible";
  if (isImpossible) return { outcome: await conflictOf(bench, mandatory), held: all };
  const held = await heldByPriority(bench, limits);
  const second = await cheapest(bench, held);
  return { outcome: typeof second === "string" ? { kind: "unknown" } : foundOf(bench, limits, second), held };
}

/** The best award within limits, or why there is none. */
export async function proposeAward(study: Study, limits: readonly Limit[], solve: Solve): Promise<Outcome> {
  if (study.places.length === 0) return { kind: "unknown" };
  return (await proposed({ layout: layoutOf(study), solve }, limits)).outcome;
}

/** What one limit costs. */
export interface LimitCost {
  limit: Limit;
  /** How much less the award would cost without it; null: the time was short. */
  cost: string | null;
}

/** What each limit costs: what the award would cost without it. */
async function limitCosts(bench: Bench, { outcome, held }: Answered): Promise<LimitCost[]> {
  if (outcome.kind !== "found") return [];
  const { study } = bench.layout;
  const own = decimal(outcome.totals.full);
  const lessWithout = async (rest: readonly Held[]): Promise<string | null> => {
    const found = await cheapest(bench, rest);
    if (typeof found === "string") return null;
    const less = own.minus(decimal(totalsOf(study, found.parts)?.full ?? outcome.totals.full));
    // An award within a limit is one without it as well: what is dearer was not looked for long enough.
    return roundMoney(less.gt(0) ? less : decimal(0));
  };
  // Where no limit costs anything, none has to be looked at by itself.
  const isFree = held.length > 1 && (await lessWithout([])) === "0.00";
  const costs: LimitCost[] = [];
  for (const { limit } of held) {
    const rest = held.filter((one) => one.limit.id !== limit.id);
    costs.push({ limit, cost: isFree ? "0.00" : await lessWithout(rest) });
  }
  return costs;
}

/** What somebody wishes of an award. */
export interface Wishes {
  limits: readonly Limit[];
  /** So many suppliers where few are proposed. */
  fewSuppliers: number;
  /** And so many for each line. */
  fewPerLine: number;
  /** So many points a share may differ from the quota where quotas are kept. */
  quotaPoints: string;
}

export interface Proposed {
  name: ProposalName;
  limits: readonly Limit[];
  outcome: Outcome;
}

export interface AwardStudy {
  proposals: Proposed[];
  /** Of the limits of the own way. */
  costs: LimitCost[];
  /** Lines that nobody offers. */
  uncovered: readonly number[];
}

/** Ways to award that make sense for a study, with their limits. */
export function proposalsOf(
  study: Study,
  { limits, fewSuppliers, fewPerLine, quotaPoints }: Wishes,
): Omit<Proposed, "outcome">[] {
  const facts = limits.filter(({ kind }) => FACTS.includes(kind));
  const few: Limit = { id: "few", priority: null, kind: "suppliers", most: fewSuppliers };
  const perLine: Limit = { id: "few_per_line", priority: null, kind: "line_suppliers", most: fewPerLine };
  const quota: Limit = { id: "quota", priority: null, kind: "quota", points: quotaPoints };
  return [
    { name: "cheapest", limits: facts },
    { name: "few", limits: [...facts, few, perLine] },
    ...(study.quotas.length > 0 ? [{ name: "quota" as const, limits: [...facts, quota] }] : []),
    { name: "own", limits },
  ];
}

/**
 * All ways to award side by side.
 * @param onProposal told after each of them
 */
export async function studyAwards(
  study: Study,
  wishes: Wishes,
  solve: Solve,
  onProposal?: () => Promise<void>,
): Promise<AwardStudy> {
  const { uncovered } = study;
  if (study.places.length === 0) return { proposals: [], costs: [], uncovered };
  const bench = { layout: layoutOf(study), solve };
  const proposals: Proposed[] = [];
  let costs: LimitCost[] = [];
  for (const { name, limits } of proposalsOf(study, wishes)) {
    const one = await proposed(bench, limits);
    proposals.push({ name, limits, outcome: one.outcome });
    if (name === "own") costs = await limitCosts(bench, one);
    await onProposal?.();
  }
  return { proposals, costs, uncovered };
}
