import pg from "pg";
import { newToken, tokenHash } from "~/engine/session/token.server";

/** Where people of tests sit, as the server would see it. */
const ADDRESS = "127.0.0.1";

/**
 * Opens a session of an account in the database of a running product, as a proven password does; answers its token.
 * @param databaseUrl on the server of this run; the embedded engine lets nobody else in
 */
export async function newSessionOf(databaseUrl: string, account: string): Promise<string> {
  const token = newToken();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into session (id_hash, user_id, csrf, issued_at, expires_at, last_seen_at, ip, device, channel)
        select $1, id, $2, now(), now() + interval '7 days', now(), $3, 'tests', 'password' from app_user where accountname = $4`,
      [tokenHash(token), newToken(), ADDRESS, account],
    );
    if (rowCount !== 1) throw new Error(`no account ${account}`);
    return token;
  } finally {
    await client.end();
  }
}
