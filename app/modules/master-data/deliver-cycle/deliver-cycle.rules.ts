import { type Complaint, complain, ok, type Value } from "~/engine/entity";
import { addDays } from "~/shared/calendar";

interface Parts {
  prepare_days: number;
  transit_days: number;
  inspect_days: number;
}

/** Days from the order to goods that may be used. */
export function totalDays({ prepare_days, transit_days, inspect_days }: Parts): number {
  return prepare_days + transit_days + inspect_days;
}

interface Aimed {
  material_id: string | null;
  material_type_id: string | null;
}

/** A cycle is about one material, or about a type of them. */
export function oneSubject({ material_id, material_type_id }: Aimed): Complaint | null {
  if (material_id === null && material_type_id === null) return complain("material_id", "请选择物料或物料类型");
  return material_id !== null && material_type_id !== null
    ? complain("material_type_id", "物料和物料类型只选一项")
    : ok;
}

interface Season {
  season_from: string | null;
  season_to: string | null;
  season_extra: number | null;
}

/** A season has a beginning, an end and what it costs. */
export function seasonWhole({ season_from, season_to, season_extra }: Season): Complaint | null {
  const given = [season_from, season_to, season_extra].filter((one) => one !== null && one !== "").length;
  if (given === 0 || given === 3) return ok;
  const field = !season_from ? "season_from" : !season_to ? "season_to" : "season_extra";
  return complain(field, "旺季开始、旺季结束和旺季加天数须一起填写");
}

export function endsAfterStart({
  valid_from,
  valid_to,
}: {
  valid_from: string;
  valid_to: string | null;
}): Complaint | null {
  return valid_to !== null && valid_to < valid_from ? complain("valid_to", "失效日期不能早于生效日期") : ok;
}

/** A cycle as it is looked up. Days are texts, a season is two month-days that may cross the end of the year. */
export interface LeadTime extends Season {
  id: string;
  material_id: string | null;
  material_type_id: string | null;
  supplier_id: string | null;
  factory_id: string | null;
  total_days: number;
  valid_from: string;
  valid_to: string | null;
}

/** What an order line asks about. `types` are those of the material: its own first, then the one above. */
export interface LeadQuestion {
  supplierId: string;
  factoryId: string | null;
  orderDate: string;
  materialId: string;
  types: readonly string[];
}

/** How narrowly a cycle describes what is asked about; null when it does not speak of it. */
function closeness(one: LeadTime, asked: LeadQuestion): number | null {
  const speaks =
    (one.supplier_id === null || one.supplier_id === asked.supplierId) &&
    (one.factory_id === null || one.factory_id === asked.factoryId) &&
    one.valid_from <= asked.orderDate &&
    (one.valid_to === null || asked.orderDate <= one.valid_to);
  const level = one.material_type_id === null ? -1 : asked.types.indexOf(one.material_type_id);
  const subject = one.material_id === asked.materialId ? 3 : level === 0 ? 2 : level > 0 ? 1 : null;
  if (!speaks || subject === null) return null;
  return subject * 4 + (one.supplier_id === null ? 0 : 2) + (one.factory_id === null ? 0 : 1);
}

/** Whether a day lies in the season; one from December to February crosses the end of the year. */
export function inSeason(day: string, { season_from, season_to }: Season): boolean {
  if (!season_from || !season_to) return false;
  const monthDay = day.slice(5);
  return season_from <= season_to
    ? season_from <= monthDay && monthDay <= season_to
    : season_from <= monthDay || monthDay <= season_to;
}

/**
 * The lead time that counts for an order line: the most narrowly described one in force on the day of the order, material before
 * type, supplier before factory; the later start decides between equals. The season counts where the order or the arrival lies in it.
 * @returns null where no cycle speaks about it
 */
export function leadTimeFor(all: readonly LeadTime[], asked: LeadQuestion): { id: string; days: number } | null {
  const [best] = all
    .flatMap((one) => {
      const score = closeness(one, asked);
      return score === null ? [] : [{ one, score }];
    })
    .sort((a, b) => b.score - a.score || (a.one.valid_from < b.one.valid_from ? 1 : -1));
  if (!best) return null;
  const { one } = best;
  const arrival = addDays(asked.orderDate, one.total_days);
  const isBusy = inSeason(asked.orderDate, one) || inSeason(arrival, one);
  return { id: one.id, days: one.total_days + (isBusy ? (one.season_extra ?? 0) : 0) };
}

interface Proposed {
  proposed_on: string | null;
}

export function isProposed({ proposed_on }: Proposed): boolean {
  return proposed_on !== null;
}

export function isFree({ proposed_on }: Proposed): boolean {
  return proposed_on === null;
}

/** A proposal says something else than what is agreed. */
export function proposesOther(
  { prepare_days, transit_days }: Pick<Parts, "prepare_days" | "transit_days">,
  input: Readonly<Record<string, Value>>,
): Complaint | null {
  return input.prepare_days === prepare_days && input.transit_days === transit_days
    ? complain("prepare_days", "建议与现行周期相同，无需提出")
    : ok;
}

/**
 * The value that four fifths of the others do not exceed; null where there are too few.
 * @param least fewer deliveries say nothing
 */
export function p80(days: readonly number[], least: number): number | null {
  if (days.length < least) return null;
  const sorted = [...days].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.8) - 1] ?? null;
}

/**
 * What a cycle should be by what suppliers confirmed; null where it is long enough, or nobody knows.
 * @param tolerated by how much, in percent, it may be exceeded before it counts as too short
 */
export function betterTotal(total: number, actual: number | null, tolerated: number): number | null {
  return actual !== null && actual * 100 > total * (100 + tolerated) ? actual : null;
}
