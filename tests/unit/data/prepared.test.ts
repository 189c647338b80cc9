import { expect, test } from "vitest";
import { PreparedStatements } from "~/data/prepared.server";

test("预备语句：语句太多时只忘记很少用的，常用的保持原名；本身太多时全部重来", () => {
  const statements = new PreparedStatements(150);
  const connection = {};
  const often = (text: string) => [1, 2, 3].map(() => statements.nameOf(connection, text)).at(-1);
  const name = often("select often");
  for (let at = 0; at < 5_000; at += 1) statements.nameOf(connection, `select once ${at}`);
  expect(statements.nameOf(connection, "select often")).toBe(name);

  for (let at = 0; at < 2_000; at += 1) often(`select kept ${at}`);
  expect(statements.nameOf(connection, "select often")).toBeUndefined();
});
