import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { removeRecord } from "~/engine/operations/remove.server";
import { ORDER, order, released } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const { database } = world.engine;
const asSupplier = <T>(work: () => Promise<T>): Promise<T> =>
  database.transaction({ role: "supplier", userId: world.accounts.supplierA, supplierId: world.ids.supplierA }, work);

test("以数据库所有者身份执行的函数都固定了查找路径", async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      and not coalesce(proconfig::text, '') like '%search_path=%'`.execute(database.connection());
  expect(rows).toEqual([]);
});

test("供应商角色能读的人名视图里没有登录账号", async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'app_user_title'`.execute(
    database.connection(),
  );
  expect(rows.map((row) => row.name)).not.toContain("accountname");
});

test("供应商角色写不进其他供应商看得到的历史", async () => {
  const row = sql`insert into audit_log (id, at, user_id, user_name, entity, record_id, action, label, changes, request_id, channel, suppliers)
    values (${world.engine.newId()}, now(), ${world.accounts.supplierA}, '伪造', ${ORDER}, ${world.engine.newId()}, 'x', '伪造', '[]', 'x', 'page', ${[world.ids.supplierB]}::uuid[])`;
  await expect(asSupplier(() => row.execute(database.connection()))).rejects.toThrow();
});

test("供应商角色只能提出等待答复的变更和收回它，不能替采购方答复", async () => {
  const { id: root } = await released(world);
  const propose = (result: string, by = "supplier") => {
    const id = world.engine.newId();
    const row = sql`insert into purchase_order_changes (id, root_id, line_no, version, raised_by, content, reason, result)
      values (${id}, ${root}, 90, 1, ${by}, '[]', '测试', ${result})`;
    return asSupplier(() => row.execute(database.connection())).then(() => id);
  };
  await expect(propose("accepted")).rejects.toThrow(/row-level security/);
  await expect(propose("pending", "buyer")).rejects.toThrow(/row-level security/);
  const id = await propose("pending");
  const set = (result: string) =>
    asSupplier(() =>
      sql`update purchase_order_changes set result = ${result} where id = ${id}`.execute(database.connection()),
    );
  await expect(set("accepted")).rejects.toThrow(/row-level security/);
  await expect(set("refused")).rejects.toThrow(/row-level security/);
  expect((await set("withdrawn")).numAffectedRows).toBe(1n);
  // What is over stays as it is.
  expect((await set("withdrawn")).numAffectedRows).toBe(0n);
});

test("删除的单据在审计里留下删除前的内容", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await order(world, buyer, { remark: "将被删除的备注" });
  await removeRecord(buyer, { screen: world.screen(ORDER), id });
  const { rows } = await sql<{ text: string }>`
    select (changes || staff_changes)::text as text from audit_log where record_id = ${id} and action = 'remove'`.execute(
    database.connection(),
  );
  expect(rows[0]?.text).toContain("将被删除的备注");
});
