import type { Connection, Database } from "~/data/database.server";

/** Statements of ours while some work is done; those that begin, mark and end transactions do not count. */
export async function countQueries(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const connection: Connection = database.connection();
  const executor = connection.getExecutor();
  const provider = Object.getPrototypeOf(executor) as { executeQuery: (query: { sql: string }) => unknown };
  // Transactions have executors of their own, of the same kind or its parent.
  const holders = [provider, Object.getPrototypeOf(provider)].filter(
    (one) => one && Object.hasOwn(one, "executeQuery"),
  ) as (typeof provider)[];
  const originals = holders.map((one) => one.executeQuery);
  holders.forEach((one, position) => {
    const original = originals[position];
    one.executeQuery = function executeQuery(this: unknown, query: { sql: string }, ...rest: unknown[]) {
      if (!/set_config/.test(query.sql)) statements.push(query.sql);
      return original?.call(this, query, ...(rest as []));
    };
  });
  try {
    await work();
  } finally {
    holders.forEach((one, position) => {
      const original = originals[position];
      if (original) one.executeQuery = original;
    });
  }
  return statements;
}
