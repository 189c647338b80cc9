import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "~/data/database.server";
import { insertRow, insertRows, type Row, TextList, updateEach, updateRows } from "~/data/store.server";
import { initialLimit } from "../../support/limits";
import { sharedStorage } from "./open-storage";

/*
 * Rows that are stored together keep every kind of column exactly as a row that is stored alone, and as one that is changed into it: whichever
 * way a record is written, it is the same record.
 */

const FACTS = {
  supplierId: null,
  userId: null,
  today: "2025-03-03",
  now: "2025-03-03T02:00:00.000Z",
  limit: initialLimit,
};
const COLUMNS = ["amount", "tally", "large", "words", "object", "list", "grams", "day", "at", "flag", "ref"] as const;

const REF = "0190a000-0000-7000-8000-00000000000a";
const WORDS = '行一\n行二\t\'单\' "双" \\ \\n \\u0041 {"a":1} [] null $1 ? 😀👨‍👩‍👧 𠮷 é';

/** Every kind of column at its least, at its most, and empty. */
const SAMPLES: Record<string, Row> = {
  numbers: {
    amount: "12345678901234567890.123456789012",
    tally: 2_147_483_647,
    large: "9223372036854775807",
    words: "0.1",
    flag: true,
  },
  negative: {
    amount: "-0.000000000001",
    tally: -2_147_483_648,
    large: "-9223372036854775808",
    words: "1e5",
    flag: false,
  },
  zeros: { amount: "0.100000000000", tally: 0, large: "0", words: "", flag: false },
  texts: {
    words: WORDS,
    object: { 名称: WORDS, 空: null, 深: { 列: [1, "二", null, [], {}] }, 数: 0.1 },
    list: [{ id: REF, name: WORDS, size: 9_007_199_254_740_991 }, "文", 1, true, null],
    grams: new TextList(["", WORDS, "null", "NULL", "{}", "a,b", '"']),
  },
  blank: { object: {}, list: [], grams: new TextList([]) },
  days: { day: "2024-02-29", at: "2025-03-03T15:59:59.999Z", ref: REF },
  midnight: { day: "0001-01-01", at: "2025-12-31T16:00:00.000Z", ref: REF },
  nothing: {},
};

let connection: Connection;
const stored = async (id: string) =>
  (
    await sql<Row>`select amount::text, tally, large::text, words, object, list, jsonb_typeof(object) as kind, grams, day::text, at, flag, ref,
      num_nulls(amount, tally, large, words, object, list, grams, day, at, flag, ref) as empty from every_kind where id = ${id}`.execute(
      connection,
    )
  ).rows[0];
const rowOf = (id: string, sample: Row): Row => ({
  id,
  version: 1,
  ...Object.fromEntries(COLUMNS.map((column) => [column, sample[column] ?? null])),
});

beforeAll(async () => {
  const database = await sharedStorage();
  connection = database.connection();
  await sql`drop table if exists every_kind`.execute(connection);
  await sql`create table every_kind (id text primary key, version int not null, amount numeric(40, 12), tally int, large bigint, words text,
    object jsonb, list jsonb, grams text[], day date, at timestamptz, flag boolean, ref uuid)`.execute(connection);
});

describe("一起存的行与单独存的行一样", () => {
  test("每一类列：十二位小数、大整数、引号换行表情、结构、列表、文本数组、日期、时刻、是否、空", async () => {
    for (const [name, sample] of Object.entries(SAMPLES))
      await insertRow(connection, "every_kind", rowOf(`one ${name}`, sample));
    await insertRows(
      connection,
      "every_kind",
      Object.entries(SAMPLES).map(([name, sample]) => rowOf(`many ${name}`, sample)),
    );
    for (const name of Object.keys(SAMPLES)) expect(await stored(`many ${name}`)).toEqual(await stored(`one ${name}`));
    expect(await stored("many numbers")).toMatchObject({
      amount: "12345678901234567890.123456789012",
      tally: 2_147_483_647,
      large: "9223372036854775807",
      words: "0.1",
      flag: true,
    });
    expect(await stored("many negative")).toMatchObject({ amount: "-0.000000000001", words: "1e5", flag: false });
    expect(await stored("many texts")).toMatchObject({
      words: WORDS,
      object: SAMPLES.texts?.object,
      list: SAMPLES.texts?.list,
      grams: ["", WORDS, "null", "NULL", "{}", "a,b", '"'],
    });
    expect(await stored("many blank")).toMatchObject({ object: {}, list: [], grams: [], empty: 8 });
    expect(await stored("many days")).toMatchObject({ day: "2024-02-29", ref: REF });
    expect(await stored("many nothing")).toMatchObject({ kind: null, empty: COLUMNS.length });
  });

  test("改成同样的值，一行改或许多行一起改，也一样", async () => {
    const names = Object.keys(SAMPLES);
    for (const name of names) {
      const { id, ...values } = rowOf(`changed ${name}`, SAMPLES[name] ?? {});
      await insertRow(connection, "every_kind", rowOf(String(id), {}));
      await updateRows(connection, "every_kind", values, {
        where: [{ op: "eq", column: "id", value: String(id) }],
        facts: FACTS,
      });
    }
    await insertRows(
      connection,
      "every_kind",
      names.map((name) => rowOf(`changed together ${name}`, {})),
    );
    await updateEach(connection, "every_kind", {
      columns: COLUMNS,
      rows: names.map((name) => ({ ...rowOf(`changed together ${name}`, SAMPLES[name] ?? {}), version: 2 })),
      where: [],
      facts: FACTS,
    });
    for (const name of names) {
      expect(await stored(`changed ${name}`)).toEqual(await stored(`one ${name}`));
      expect(await stored(`changed together ${name}`)).toEqual(await stored(`one ${name}`));
    }
  });

  test("结构列里给的文字就是文字，一行还是多行都不当作结构来读", async () => {
    const texts = ["文", '{"a":1}', "null", ""];
    for (const [at, text] of texts.entries())
      await insertRow(connection, "every_kind", rowOf(`text one ${at}`, { object: text }));
    await insertRows(
      connection,
      "every_kind",
      texts.map((text, at) => rowOf(`text many ${at}`, { object: text })),
    );
    for (const [at, text] of texts.entries()) {
      expect(await stored(`text one ${at}`)).toMatchObject({ kind: "string", object: text });
      expect(await stored(`text many ${at}`)).toEqual(await stored(`text one ${at}`));
    }
  });
});
