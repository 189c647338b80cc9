import { sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import type {
  AskedMarketValues,
  AskedReadings,
  IndexReading,
  MarketValue,
} from "~/engine/operations/market-price.server";
import type { DayValue } from "./market-price.rules";

/** Types of material stand in two levels; a tree that was deepened is followed a little further, one that runs in a circle ends. */
const MOST_LEVELS = 6;

/** Values of a series are written one after the other, until the transaction ends: each is compared with the one before it. */
export async function holdSeries(connection: Connection, indexId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market index ${indexId}`}, 0))`.execute(connection);
}

const dayValues = z.array(
  z.object({
    id: z.string(),
    price_date: z.string(),
    value: z.string(),
    previous_value: z.string().nullable(),
    standing: z.string(),
  }),
);

/** The last value that counts before a day; null for none. */
export async function selectPrevious(connection: Connection, indexId: string, day: string): Promise<string | null> {
  const { rows } = await sql`
    select value::text as value from market_price
    where index_id = ${indexId}::uuid and standing = 'valid' and price_date < ${day}::date
    order by price_date desc limit 1`.execute(connection);
  return z.array(z.object({ value: z.string() })).parse(rows)[0]?.value ?? null;
}

/** The last value that counts until a day and everything behind it up to the next one that counts, in the order of their days. */
export async function selectAround(connection: Connection, indexId: string, day: string): Promise<DayValue[]> {
  const { rows } = await sql`
    select id, price_date::text as price_date, value::text as value, previous_value::text as previous_value, standing
    from market_price
    where index_id = ${indexId}::uuid
      and price_date >= coalesce((select max(price_date) from market_price
        where index_id = ${indexId}::uuid and standing = 'valid' and price_date <= ${day}::date), ${day}::date)
      and price_date <= coalesce((select min(price_date) from market_price
        where index_id = ${indexId}::uuid and standing = 'valid' and price_date > ${day}::date), 'infinity'::date)
    order by price_date`.execute(connection);
  return dayValues.parse(rows);
}

const points = z.array(z.object({ price_date: z.string(), value: z.string() }));

/** The newest values of a series that count, in the order of their days. */
export async function selectSeries(connection: Connection, indexId: string, most: number) {
  const { rows } = await sql`
    select price_date::text as price_date, value::text as value from market_price
    where index_id = ${indexId}::uuid and standing = 'valid' order by price_date desc limit ${most}`.execute(
    connection,
  );
  return points.parse(rows).reverse();
}

const latest = z.array(
  z.object({ index_id: z.string(), price_date: z.string(), value: z.string(), change_rate: z.string().nullable() }),
);

/** The newest value of each series that counts. */
export async function selectLatest(connection: Connection, indexIds: readonly string[]) {
  if (indexIds.length === 0) return [];
  const { rows } = await sql`
    select i.id as index_id, p.price_date::text as price_date, p.value::text as value, p.change_rate::text as change_rate
    from jsonb_array_elements_text(${JSON.stringify(indexIds)}::jsonb) as wanted(id)
    join market_index i on i.id = wanted.id::uuid
    cross join lateral (
      select price_date, value, change_rate from market_price
      where index_id = i.id and standing = 'valid' order by price_date desc limit 1) p`.execute(connection);
  return latest.parse(rows);
}

const measures = z.array(
  z.object({ id: z.string(), currency: z.string(), uom: z.string(), region: z.string().nullable() }),
);

/** What these values are in, and where their series comes from. */
export async function selectMeasures(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql`
    select p.id, i.currency, i.uom, i.region
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted(id)
    join market_price p on p.id = wanted.id::uuid
    join market_index i on i.id = p.index_id`.execute(connection);
  return measures.parse(rows);
}

const found = z.array(
  z.object({
    n: z.coerce.number(),
    index_id: z.string(),
    code: z.string(),
    name: z.string(),
    value: z.string(),
    price_date: z.string(),
    uom: z.string(),
    currency: z.string(),
    tax_included: z.boolean(),
  }),
);

/**
 * What the indices of materials said on days, in one statement: of each index in use the newest value of the day or of so many days before
 * it. What a material costs to carry is no price of it: freight is left out.
 */
export async function selectValuesOn(
  connection: Connection,
  asked: AskedMarketValues,
  validDays: number,
): Promise<MarketValue[][]> {
  if (asked.length === 0) return [];
  const questions = JSON.stringify(asked.map((one, n) => ({ n, ...one })));
  const { rows } = await sql`
    select q.n, i.id as index_id, i.code, i.name, p.value::text as value, p.price_date::text as price_date, i.uom,
      i.currency, i.tax_included
    from jsonb_to_recordset(${questions}::jsonb) as q(n int, "materialId" uuid, day date)
    join material m on m.id = q."materialId"
    -- The types of a material once for each, not for each index beside it: that is what the offset is for.
    cross join lateral (
      select array(
        with recursive up as (
          select t.id, t.parent_id, 1 as level from material_type t where t.id = m.material_type_id
          union all
          select t.id, t.parent_id, up.level + 1 from material_type t join up on t.id = up.parent_id
          where up.level < ${MOST_LEVELS})
        select id from up) as ids
      offset 0) types
    join market_index i on i.enabled and i.price_kind <> 'freight'
      and (i.material_id = m.id or i.material_type_id = any(types.ids))
    cross join lateral (
      select v.value, v.price_date from market_price v
      where v.index_id = i.id and v.standing = 'valid' and v.price_date <= q.day
        and v.price_date >= q.day - ${validDays}::int
      order by v.price_date desc limit 1) p
    order by q.n, i.material_id is null, i.price_kind <> 'market', i.price_kind <> 'benchmark', i.code`.execute(
    connection,
  );
  const answers: MarketValue[][] = asked.map(() => []);
  for (const { n, index_id, code, name, value, price_date, uom, currency, tax_included } of found.parse(rows))
    answers[n]?.push({
      ...{ indexId: index_id, code, name, value, date: price_date },
      ...{ uom, currency, taxIncluded: tax_included },
    });
  return answers;
}

/** Digits of a mean: far beyond those of a value. */
const MEAN_DECIMALS = 12;

const readings = z.array(
  z.object({
    index_id: z.string(),
    code: z.string(),
    name: z.string(),
    uom: z.string(),
    currency: z.string(),
    enabled: z.boolean(),
    day: z.string(),
    value: z.string().nullable(),
    price_date: z.string().nullable(),
    average: z.string().nullable(),
  }),
);

/**
 * What indices, named by id, code, or (where no code is so) by name as a formula reads it, said on days, in one statement.
 * @param validDays how old a price may be; @param meanDays over how many days the mean goes
 */
export async function selectReadings(
  connection: Connection,
  { indexIds, codes, days }: AskedReadings,
  { validDays, meanDays }: { validDays: number; meanDays: number },
): Promise<IndexReading[]> {
  if ((indexIds.length === 0 && codes.length === 0) || days.length === 0) return [];
  const { rows } = await sql`
    select i.id as index_id, i.code, i.name, i.uom, i.currency, i.enabled, asked.day,
      p.value::text as value, p.price_date::text as price_date, m.average::text as average
    from market_index i
    cross join jsonb_array_elements_text(${JSON.stringify([...new Set(days)])}::jsonb) as asked(day)
    left join lateral (
      select v.value, v.price_date from market_price v
      where v.index_id = i.id and v.standing = 'valid' and v.price_date <= asked.day::date
        and v.price_date >= asked.day::date - ${validDays}::int
      order by v.price_date desc limit 1) p on true
    left join lateral (
      select round(avg(v.value), ${MEAN_DECIMALS}::int) as average from market_price v
      where v.index_id = i.id and v.standing = 'valid' and v.price_date <= asked.day::date
        and v.price_date > asked.day::date - ${meanDays}::int) m on true
    where i.id::text in (select jsonb_array_elements_text(${JSON.stringify(indexIds)}::jsonb))
      or i.code in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))
      or (normalize(i.name, nfkc) in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))
        and not exists (select from market_index c where c.code = normalize(i.name, nfkc)))
    order by i.code, asked.day`.execute(connection);
  return readings
    .parse(rows)
    .map(({ index_id, price_date, ...one }) => ({ ...one, indexId: index_id, date: price_date }));
}
