import { sql } from "kysely";
import type { Connection } from "./database.server";

/** What a person chose, by name; empty for one who never chose. */
export async function selectPreferences(connection: Connection, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ preferences: Record<string, unknown> }>`
    select preferences from user_preference where user_id = ${userId}`.execute(connection);
  return rows[0]?.preferences ?? {};
}

/** Replaces the named choices of a person by these; choices under other names stay. */
export async function upsertPreferences(
  connection: Connection,
  userId: string,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`insert into user_preference (user_id, preferences) values (${userId}, ${JSON.stringify(values)}::jsonb)
    on conflict (user_id) do update set preferences = (user_preference.preferences - ${[...names]}::text[]) || excluded.preferences`.execute(
    connection,
  );
}
