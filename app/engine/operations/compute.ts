import type { AnyEntity, AnyLine, AnyRecord, Complaint, Lines, LinesMap, Rule, RuleFacts } from "../entity";

/** Child rows of a record by name; empty for a name it does not carry. */
function rowsOf(record: AnyRecord | AnyLine, name: string): AnyLine[] {
  const value: unknown = record[name];
  return Array.isArray(value) ? value : [];
}

function computeLines(map: LinesMap, record: AnyRecord | AnyLine): void {
  for (const [name, lines] of Object.entries<Lines>(map)) {
    for (const row of rowsOf(record, name)) {
      computeLines(lines.lines, row);
      for (const [field, compute] of Object.entries(lines.compute)) {
        if (compute) row[field] = compute(row);
      }
    }
  }
}

/** Works out all computed values in place, deepest rows first, so that sums see what they add up. */
export function computeRecord(entity: AnyEntity, record: AnyRecord): void {
  computeLines(entity.lines, record);
  for (const [field, compute] of Object.entries<unknown>(entity.compute ?? {})) {
    if (typeof compute === "function") record[field] = compute(record);
  }
}

/** Complaints of the definition's pure rules; all of them, so that a form is corrected once. */
export function ruleComplaints(entity: AnyEntity, record: AnyRecord, facts: RuleFacts): Complaint[] {
  const rules: readonly Rule<AnyRecord>[] = entity.rules ?? [];
  return rules.flatMap((rule) => rule(record, {}, new Map(), facts) ?? []);
}
