import { expect, test } from "vitest";
import { changedTables, TableChanges } from "~/data/table-changes.server";

test.each<[string, string[]]>([
  [`insert into "supplier" ("id") values ($1)`, ["supplier"]],
  [`\n  UPDATE purchase_order SET state = $1`, ["purchase_order"]],
  ["delete from session where ended_at < $1", ["session"]],
  [
    "with gone as (delete from outbox where id = $1 returning id) insert into sent select id from gone",
    ["outbox", "sent"],
  ],
  ["merge into stock using news on true when matched then do nothing", ["stock"]],
  ["truncate table form_draft", ["form_draft"]],
  ["select updated_at from supplier", []],
])("看得出改的是哪几张表：%s", (statement, tables) => {
  expect(changedTables(statement)).toEqual(tables);
});

test("数值只在自己的表有变化时改变", () => {
  const changes = new TableChanges();
  const before = changes.of(["supplier", "factory"]);
  changes.note(["material"]);
  expect(changes.of(["supplier", "factory"])).toBe(before);
  changes.note(["factory"]);
  expect(changes.of(["supplier", "factory"])).not.toBe(before);
});
