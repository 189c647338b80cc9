import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conditionSql, policyText } from "~/data/condition-sql.server";
import { CASES, COLUMNS, MOMENT, ROWS, SUPPLIER } from "../../support/condition-cases";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

beforeAll(async () => {
  const connection = database.connection();
  const columns = Object.entries(COLUMNS).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  await sql`create table judged (${sql.join(columns)})`.execute(connection);
  for (const row of ROWS) {
    const values = Object.keys(COLUMNS).map((name) => row[name]);
    await sql`insert into judged values (${sql.join(values)})`.execute(connection);
  }
});

const facts = { supplierId: SUPPLIER, ...MOMENT };

/** Conditions whose answer depends neither on the hour at which the tests run nor on a parameter. */
const still = CASES.filter(([, condition]) => !/"(moment|contains|parameter)"/.test(JSON.stringify(condition)));

describe("数据库对条件的判断与内存中一致", () => {
  test.each(CASES)("%s", async (_name, condition, ids) => {
    const { rows } = await sql<{ id: number }>`
      select id from judged as t where ${conditionSql(condition, "t", facts)} order by id`.execute(
      database.connection(),
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test.each(still)("作为行级策略：%s", async (_name, condition, ids) => {
    const rows = await database.transaction({ role: "owner", supplierId: SUPPLIER }, async () => {
      const text = sql.raw(policyText(condition, "judged"));
      return (await sql<{ id: number }>`select id from judged where ${text} order by id`.execute(database.connection()))
        .rows;
    });
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });
});
