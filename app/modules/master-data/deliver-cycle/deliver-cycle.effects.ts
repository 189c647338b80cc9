import type { Value, Work } from "~/engine/entity";

const NOTHING_PROPOSED: Readonly<Record<string, Value>> = {
  proposed_prepare_days: null,
  proposed_transit_days: null,
  proposal_reason: null,
  proposed_on: null,
};

/** Kept beside what is agreed, which stays in force until somebody of ours accepts. */
export function propose(work: Work<object>): void {
  work.set({
    proposed_prepare_days: work.input.prepare_days ?? null,
    proposed_transit_days: work.input.transit_days ?? null,
    proposal_reason: work.reason,
    proposed_on: work.today,
  });
}

export function endProposal(work: Work<object>): void {
  work.set(NOTHING_PROPOSED);
}

interface Proposed {
  proposed_prepare_days: number | null;
  proposed_transit_days: number | null;
  prepare_days: number;
  transit_days: number;
}

export function acceptProposal(work: Work<Proposed>): void {
  const { proposed_prepare_days, proposed_transit_days, prepare_days, transit_days } = work.record;
  work.set({
    ...NOTHING_PROPOSED,
    prepare_days: proposed_prepare_days ?? prepare_days,
    transit_days: proposed_transit_days ?? transit_days,
  });
}
