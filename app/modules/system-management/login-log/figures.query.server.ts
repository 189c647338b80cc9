import { sql } from "kysely";
import type { Connection } from "~/data/database.server";

/** Attempts by day, by hour of the day, and the accounts and addresses with most failures; days and hours are China's. */
export interface LoginFigures {
  days: { day: string; ok: number; failed: number }[];
  hours: { hour: number; ok: number; failed: number }[];
  accounts: FailureRow[];
  addresses: FailureRow[];
}

export interface FailureRow {
  /** Account as it was typed, or address. */
  name: string;
  failed: number;
  /** Different addresses of an account, or accounts of an address. */
  others: number;
  lastAt: string;
}

/** @param since instant from which attempts count */
export async function selectLoginFigures(connection: Connection, since: string, most: number): Promise<LoginFigures> {
  const attempts = sql`login_log where event in ('login', 'lock') and created_at >= ${since}::timestamptz`;
  const counts = sql`count(*) filter (where result = 'ok')::int as ok, count(*) filter (where result = 'fail')::int as failed`;
  const days = await sql<LoginFigures["days"][number]>`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, ${counts} from ${attempts} group by 1 order by 1`.execute(
    connection,
  );
  const hours = await sql<LoginFigures["hours"][number]>`
    select extract(hour from created_at at time zone 'Asia/Shanghai')::int as hour, ${counts} from ${attempts} group by 1 order by 1`.execute(
    connection,
  );
  const ranking = (own: "account" | "ip", other: "account" | "ip") =>
    sql<FailureRow>`select ${sql.ref(own)} as name, count(*)::int as failed, count(distinct ${sql.ref(other)})::int as others,
        max(created_at) as "lastAt" from ${attempts} and result = 'fail' and coalesce(${sql.ref(own)}, '') <> ''
      group by 1 order by 2 desc, 4 desc limit ${most}`.execute(connection);
  return {
    days: days.rows,
    hours: hours.rows,
    accounts: (await ranking("account", "ip")).rows,
    addresses: (await ranking("ip", "account")).rows,
  };
}
