import type { Complaint } from "../entity";

/** Complaints in the order of the page, and those that belong to nothing on it. */
export interface PlacedComplaints {
  placed: Complaint[];
  elsewhere: Complaint[];
}

/**
 * Sorts complaints by where their controls stand.
 * @param names of the controls and tables of the page, from top to bottom
 */
export function placeComplaints(complaints: readonly Complaint[], names: readonly string[]): PlacedComplaints {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = ({ field }: Complaint) => places.get(field) ?? -1;
  return {
    placed: complaints.filter((one) => places.has(one.field)).sort((one, other) => placeOf(one) - placeOf(other)),
    elsewhere: complaints.filter((one) => !places.has(one.field)),
  };
}

/**
 * What is said on top of a page: its own problem, and complaints that stand at no control of it.
 * @param labelOf how a field is called in words; empty for what is no field
 */
export function problemOf(
  problem: string | undefined,
  elsewhere: readonly Complaint[],
  labelOf: (field: string) => string,
): { problem?: string } {
  const said = elsewhere.map(({ field, message }) => [labelOf(field), message].filter(Boolean).join("："));
  const whole = [...(problem === undefined ? [] : [problem]), ...said].join("；");
  return whole === "" ? {} : { problem: whole };
}
