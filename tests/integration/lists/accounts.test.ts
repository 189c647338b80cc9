import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen("system-management/user");
const connection = () => world.engine.database.connection();

async function found(filters: Record<string, readonly string[]>): Promise<string[]> {
  const context = await world.as("admin");
  const { rows } = await listRecords(context, screen, {
    filters,
    toggles: [],
    sort: ["accountname"],
    page: 1,
    size: 50,
  });
  return rows
    .map(({ values }) => String(values.accountname))
    .filter((name) => name.startsWith("many."))
    .sort();
}

async function explained(condition: string): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain select state, count(*) from app_user as t
    where ${sql.raw(condition)} group by state`.execute(connection());
  return rows.map((row) => Object.values(row).join()).join("\n");
}

test("按姓名和账号的任意部分筛选，大小写不分；绕过系统写入、还没进检索的账号也找得到", async () => {
  const admin = await world.as("admin");
  for (const [accountname, username] of [
    ["many.Wang01", "王伟强"],
    ["many.li_02", "李小伟"],
  ] as const)
    await createRecord(admin, {
      screen,
      values: { accountname, username, user_type: "internal", phone: "13800138000" },
    });
  await sql`insert into app_user (id, accountname, username, user_type, state, factory_scope, purchase_group_scope, material_scope, source)
    values (${world.engine.newId()}, 'many.raw03', '王伟', 'internal', 'active', 'all', 'all', 'all', 'local')`.execute(
    connection(),
  );
  expect(await found({ username: ["王伟"] })).toEqual(["many.Wang01", "many.raw03"]);
  expect(await found({ username: ["伟"] })).toEqual(["many.Wang01", "many.li_02", "many.raw03"]);
  expect(await found({ accountname: ["WANG0"] })).toEqual(["many.Wang01"]);
  expect(await found({ accountname: ["i_0"] })).toEqual(["many.li_02"]);
  expect(await found({ accountname: ["%"] })).toEqual([]);
  // By sound people search, they do not filter.
  expect(await found({ username: ["wangwei"] })).toEqual([]);
  expect(await found({ username: ["王伟"], state: ["blocked"] })).toEqual([]);
});

test("账号很多时按姓名筛选不通读：先问检索索引", async () => {
  await sql`insert into app_user (id, accountname, username, user_type, role_names, state, factory_scope, purchase_group_scope, material_scope, source, search_text, search_grams)
    select gen_random_uuid(), 'bulk' || n, '姓名' || n, 'internal', '角色' || n % 5, 'active', 'all', 'all', 'all', 'local', repeat(md5(n::text), 12), array[n::text]
    from generate_series(1, 5000) n`.execute(connection());
  await sql`analyze app_user`.execute(connection());
  const byName = await explained(
    "(t.search_grams is null or t.search_grams @> array['王伟']::text[]) and t.username like '%王伟%'",
  );
  expect(byName).toContain("app_user_search_idx");
  expect(byName).toContain("app_user_unread_idx");
  expect(byName).not.toContain("Seq Scan");
});
