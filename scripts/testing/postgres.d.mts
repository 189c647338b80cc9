/** A PostgreSQL server of a test, see postgres.mjs. */
export interface TestPostgres {
  /** Address of its database `postgres`, as the login role `portal`. */
  url: string;
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export function startPostgres(): Promise<TestPostgres>;
