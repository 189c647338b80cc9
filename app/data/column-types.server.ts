import pg from "pg";

type Parse = (text: string) => unknown;

/** Type numbers of PostgreSQL (pg_type.oid), scalar and array. */
const OID = {
  int8: [20, 1016],
  date: [1082, 1182],
  timestamp: [1114, 1115],
  timestamptz: [1184, 1185],
  numeric: [1700, 1231],
} as const;
const TEXT_ARRAY = 1009;

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY as number);

const asText: Parse = (text) => text;

/**
 * "2025-01-02 03:04:05.678+08" to "2025-01-01T19:04:05.678Z"; without a zone the text is UTC already. Milliseconds, as
 * JavaScript's own `toISOString`. What no Date can hold ("infinity", years before Christ) stays as it came.
 */
function asInstant(text: string): string {
  const zone = /[+-]\d\d(:\d\d){0,2}$/.exec(text)?.[0];
  const clock = (zone === undefined ? text : text.slice(0, -zone.length)).replace(" ", "T");
  const instant = new Date(`${clock}${zone === undefined ? "Z" : zone.length === 3 ? `${zone}:00` : zone}`);
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
}

const parsers = new Map<number, Parse>();
function register([scalar, array]: readonly [number, number], parse: Parse): void {
  parsers.set(scalar, parse);
  parsers.set(array, (text) => parseTextArray(text).map((entry) => (entry === null ? null : parse(entry))));
}
register(OID.int8, asText);
register(OID.numeric, asText);
register(OID.date, asText);
register(OID.timestamp, asInstant);
register(OID.timestamptz, asInstant);

/**
 * How columns arrive in JavaScript, the same on both engines: `numeric` and `int8` as string, `date` as "YYYY-MM-DD",
 * `timestamp` and `timestamptz` as ISO string in UTC, `int4` as number, `jsonb` parsed; arrays accordingly.
 * Given to a pool as its `types`; `pg`'s global parsers stay untouched.
 */
export const columnTypes = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parse {
    return (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format as "text");
  },
} as pg.CustomTypesConfig;
