const CHANGED = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?(\w+)/gi;

/**
 * The tables a statement may have changed, by their plain names. Words of other clauses ("for update of t") come along: a name too many
 * only has something read anew that need not be. What triggers change is not seen.
 */
export function changedTables(statement: string): string[] {
  return [...statement.matchAll(CHANGED)].flatMap(([, table]) => (table ? [table.toLowerCase()] : []));
}

/** How often this process has changed its tables: what was read from them stays true until the number is another one. */
export class TableChanges {
  readonly #counts = new Map<string, number>();

  note(tables: Iterable<string>): void {
    for (const table of tables) this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
  }

  of(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#counts.get(table) ?? 0), 0);
  }
}
