/** What the check needs to know of a contract; a missing day leaves that side open (imported old contracts). */
export interface CheckedContract {
  id: string;
  number: string;
  state: string;
  start_date: string | null;
  end_date: string | null;
}

export type ContractVerdict =
  | { verdict: "in_range"; contract: CheckedContract }
  | { verdict: "out_of_range"; contract: CheckedContract }
  | { verdict: "none" };

/** States in which a contract counts for the check: signed, in force, and expired ones to say by how much. */
export const COUNTING_STATES = ["signed", "effective", "expired"] as const;

/** Both days included (specification section 5). */
export function isInRange(contract: CheckedContract, day: string): boolean {
  return (
    (contract.start_date === null || contract.start_date <= day) &&
    (contract.end_date === null || day <= contract.end_date)
  );
}

function rank(contract: CheckedContract, day: string): [number, number, string] {
  return [isInRange(contract, day) ? 0 : 1, contract.state === "effective" ? 0 : 1, contract.start_date ?? ""];
}

/**
 * The contract an order of that day stands on: in range first, then in force, then the latest start. Any valid contract
 * of supplier and company is enough.
 */
export function checkContracts(contracts: readonly CheckedContract[], day: string): ContractVerdict {
  const [best] = [...contracts].sort((a, b) => {
    const [rangeA, stateA, startA] = rank(a, day);
    const [rangeB, stateB, startB] = rank(b, day);
    return rangeA - rangeB || stateA - stateB || (startA < startB ? 1 : startA > startB ? -1 : 0);
  });
  if (!best) return { verdict: "none" };
  return { verdict: isInRange(best, day) ? "in_range" : "out_of_range", contract: best };
}
