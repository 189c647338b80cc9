import { sql } from "kysely";
import { openDatabase } from "~/data/database.server";
import { silentLog } from "../../support/database";
import type { Place } from "./demo-copy";

/** Everything a person leaves behind by working in the shell; what only counts requests (limits, form ids) is left out. */
const TABLES = [
  "app_user",
  "audit_log",
  "form_draft",
  "inbox",
  "known_device",
  "login_log",
  "menu_favourite",
  "menu_visit",
  "notification_choice",
  "password_history",
  "session",
  "supplier_class",
  "user_preference",
  "user_role",
  "user_secret",
  "user_tab",
  "warning_dismissal",
] as const;

/** What jobs do when their hour has come is no part of it: of the messages those about the person's own account stay, and what people did. */
const ONLY: Readonly<Partial<Record<(typeof TABLES)[number], ReturnType<typeof sql>>>> = {
  audit_log: sql`where channel <> 'system'`,
  inbox: sql`where kind = 'security'`,
};

/** Rows of those tables as JSON, from where nobody writes. */
export type Rows = ReadonlyMap<string, readonly string[]>;

export async function rowsIn(place: Place): Promise<Rows> {
  const database = await openDatabase({ ...place, log: silentLog });
  try {
    const found = new Map<string, readonly string[]>();
    for (const table of TABLES) {
      const query = sql<{
        text: string;
      }>`select to_jsonb(t)::text as text from ${sql.table(table)} t ${ONLY[table] ?? sql``}`;
      const { rows } = await query.execute(database.connection());
      found.set(
        table,
        rows.map(({ text }) => text),
      );
    }
    return found;
  } finally {
    await database.close();
  }
}

const MOMENT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(\+00:00|Z)?/g;
const ID = /[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
/** Names of single requests and sessions, and what a session has been told about its rights so far. */
const OWN = /"(csrf|request_id|session_id|seen_rights)": ("[^"]*"|null)/g;
/** Digests, salts and tokens. */
const SECRET = /\$argon2id[^"]+|[\da-f]{64}|[\w-]{43}/g;

/**
 * What there is now and was not before, one table after the other, without what differs from run to run: moments, secrets and the
 * ids of what was made. Ids that were there before keep their value.
 */
export function changedRows(before: Rows, after: Rows): Record<string, string[]> {
  const known = new Set([...before.values()].flat().flatMap((text) => text.match(ID) ?? []));
  const comparable = (text: string) =>
    text
      .replaceAll(OWN, '"$1": "<own>"')
      .replaceAll(MOMENT, "<at>")
      .replaceAll(ID, (id) => (known.has(id) ? id : "<new>"))
      .replaceAll(SECRET, "<secret>");
  return Object.fromEntries(
    [...after].map(([table, rows]) => {
      const old = new Set(before.get(table));
      const changed = rows.filter((text) => !old.has(text)).map(comparable);
      return [table, changed.sort()];
    }),
  );
}
