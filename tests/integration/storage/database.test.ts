import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import { type Database, type Identity, openDatabase, type StorageMeter } from "~/data/database.server";
import { newServerUrl, openStorage, recordedLog, sharedStorage } from "./open-storage";

const OWNER: Identity = { role: "owner" };

async function rows<T>(database: Database, query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.connection())).rows;
}

/** A table of orders, behind row-level security for suppliers. */
async function withOrders(database: Database): Promise<void> {
  await sql`
    drop table if exists supplier, purchase_order, salary;
    do $$ begin create role app_staff nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role app_supplier nologin; exception when duplicate_object then null; end $$;
    create table supplier (id uuid primary key);
    create table purchase_order (
      id int primary key, supplier_id uuid not null constraint order_supplier references supplier (id), amount numeric(20, 4)
    );
    create table salary (id int);
    alter table purchase_order enable row level security;
    grant select, insert, update, delete on purchase_order to app_staff, app_supplier;
    grant select on supplier to app_staff, app_supplier;
    create policy staff on purchase_order to app_staff using (true);
    create policy supplier on purchase_order to app_supplier
      using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);
  `.execute(database.connection());
  for (const id of [SUPPLIER_A, SUPPLIER_B])
    await sql`insert into supplier values (${id})`.execute(database.connection());
}
const SUPPLIER_A = "0190a000-0000-7000-8000-00000000000a";
const SUPPLIER_B = "0190b000-0000-7000-8000-00000000000b";
const asSupplier = (supplierId: string): Identity => ({ role: "supplier", userId: "u", supplierId });
const addOrder = (database: Database, id: number, supplierId: string) =>
  sql`insert into purchase_order values (${id}, ${supplierId}, 1.5)`.execute(database.connection());
const orderIds = async (database: Database) =>
  (await rows(database, sql<{ id: number }>`select id from purchase_order order by id`)).map(({ id }) => id);

describe("连接与取值", () => {
  test("打开后可以查询，报告引擎与版本", async () => {
    const database = await sharedStorage();
    await database.ping();
    expect(database.version).toMatch(/^\d+\.\d+/);
    expect(database.engine).toBe(process.env.TEST_DATABASE_URL ? "server" : "embedded");
  });

  test("常用的语句在连接里留着不再重新解析；前面有连接池时不留", async () => {
    const keptBy = async (database: Database) =>
      database.transaction(OWNER, async () => {
        for (let time = 0; time < 4; time += 1) await rows(database, sql`select ${time}::int as often_asked`);
        return rows(database, sql`select name from pg_prepared_statements where statement like ${"%often_asked"}`);
      });
    expect(await keptBy(await openStorage())).toHaveLength(1);
    expect(await keptBy(await openStorage({ pooler: true }))).toHaveLength(0);
  });

  test("服务器不编译语句，编译比执行久得多；前面有连接池时由数据库自己设定", async () => {
    const compiles = async (database: Database) => {
      const [row] = await rows<{ jit: string }>(database, sql`select current_setting('jit') as jit`);
      return row?.jit;
    };
    const database = await openStorage();
    // The embedded engine has no compiler to turn off.
    expect(await compiles(database)).toBe(database.engine === "server" ? "off" : "on");
    expect(await compiles(await openStorage({ pooler: true }))).toBe("on");
  });

  test("参数原样进出：中文、引号、空值、布尔、大文本、JSON", async () => {
    const database = await sharedStorage();
    const long = "长".repeat(300_000);
    const values = { text: "供应商「O'Neil」\\ $1 ?", none: null, yes: true, long, data: { 名称: ["甲", 2] } };
    const [row] = await rows(
      database,
      sql<
        typeof values
      >`select ${values.text}::text as text, ${values.none}::text as none, ${values.yes}::boolean as yes,
        ${values.long}::text as long, ${JSON.stringify(values.data)}::jsonb as data`,
    );
    expect(row).toEqual(values);
  });

  test("金额与长整数是字符串，日期是 YYYY-MM-DD，时刻是 UTC 的 ISO 文本，数组亦然", async () => {
    const database = await sharedStorage();
    const [row] = await rows(
      database,
      sql`select 0.1::numeric + 0.2 as sum, 12345678901234567890.1200::numeric(30, 4) as large, 9007199254740993::int8 as long,
        count(*) as count, 7::int4 as small, date '2025-02-28' as day,
        timestamptz '2025-01-01 00:30:00.125+08' as instant, timestamp '2025-01-01 00:30:00' as plain,
        array[1.10, null, -2]::numeric[] as amounts, array[date '2025-02-28'] as days,
        array[timestamptz '2025-01-01 08:00:00+08'] as instants, timestamptz 'infinity' as forever`,
    );
    expect(row).toEqual({
      sum: "0.3",
      large: "12345678901234567890.1200",
      long: "9007199254740993",
      count: "1",
      small: 7,
      day: "2025-02-28",
      instant: "2024-12-31T16:30:00.125Z",
      plain: "2025-01-01T00:30:00.000Z",
      amounts: ["1.10", null, "-2"],
      days: ["2025-02-28"],
      instants: ["2025-01-01T00:00:00.000Z"],
      forever: "infinity",
    });
  });

  test("慢查询进日志，只有语句没有参数", async () => {
    const log = recordedLog();
    const database = await openStorage({ log, slowQueryMs: 0 });
    await rows(database, sql`select ${"密封报价 88.00"}::text as price`);
    const slow = log.lines.filter((line) => line.startsWith("slow query"));
    expect(slow.some((line) => line.includes("as price"))).toBe(true);
    expect(slow.join()).not.toContain("88.00");
  });

  test("慢查询说出是哪个页面的哪个请求问的；请求知道自己问了几次", async () => {
    const log = recordedLog();
    const database = await openStorage({ log, slowQueryMs: 0 });
    const work = (page: string) => ({ requestId: `id of ${page}`, page, queries: 0, dbMs: 0 });
    const [list, record] = [work("GET /list"), work("GET /record")];
    await Promise.all([
      asking(list, async () => {
        await rows(database, sql`select 1 as of_list`);
        await database.transaction(OWNER, () => rows(database, sql`select 2 as of_list`));
      }),
      asking(record, () => rows(database, sql`select 3 as of_record`)),
      asking(jobAsker("housekeeping"), () => rows(database, sql`select 4 as of_job`)),
    ]);
    await rows(database, sql`select 5 as of_nobody`);
    const said = (what: string) => log.lines.filter((line) => line.startsWith("slow query") && line.includes(what));
    for (const line of said("of_list")) expect(line).toContain('"page":"GET /list","requestId":"id of GET /list"');
    expect(said("of_list")).toHaveLength(2);
    expect(said("of_record").join()).toContain('"page":"GET /record"');
    expect(said("of_job").join()).toMatch(/"page":"housekeeping","durationMs"/);
    expect(said("of_nobody").join()).not.toContain("page");
    // Beginning, settings and commit of the transaction are statements as well.
    expect([list.queries, record.queries]).toEqual([5, 1]);
    expect(list.dbMs).toBeGreaterThan(0);
  });

  test("语句、等待和重做都数得到", async () => {
    const counted: string[] = [];
    const meter: StorageMeter = {
      statement: (kind, _durationMs, failed) => void counted.push(failed ? `${kind} failed` : kind),
      waited: () => void counted.push("waited"),
      repeated: () => void counted.push("repeated"),
      restarted: () => void counted.push("restarted"),
    };
    const database = await openStorage({ meter });
    counted.length = 0;
    await rows(database, sql`select 1`);
    await rows(database, sql`selekt 1`).catch(() => undefined);
    let tries = 0;
    await database.transaction(OWNER, async () => {
      tries += 1;
      if (tries > 1) return;
      await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(database.connection());
    });
    const begun = ["waited", "start", "select"];
    expect(counted).toEqual([
      ...["waited", "select", "waited", "other failed"],
      ...[...begun, "other failed", "rollback", "repeated", ...begun, "commit"],
    ]);
    expect(database.load()).toEqual({ open: 1, idle: 1, waiting: 0 });
  });

  test("编码不是 UTF8、或不认识汉字的服务器数据库被拒绝", async () => {
    const forms = [
      ["encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'", /编码是 SQL_ASCII，需要 UTF8/],
      ["encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", /lc_ctype 是 C，不认识汉字/],
    ] as const;
    for (const [form, message] of forms) {
      const databaseUrl = await newServerUrl(onTestFinished, `${form} template template0`);
      // The embedded database is always made right.
      if (databaseUrl === undefined) return;
      const opening = openDatabase({ databaseUrl, dataDir: "", log: recordedLog() });
      await expect(opening).rejects.toMatchObject({ code: "engine", message });
    }
  });

  test("关闭两次没有关系，关闭后的查询说明不可用", async () => {
    const database = await openStorage();
    await Promise.all([database.close(), database.close()]);
    await expect(database.ping()).rejects.toMatchObject({ name: "StorageError", code: "unavailable" });
  });
});

describe("事务", () => {
  test("成功则全部写入，出错则什么也不留", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    await database.transaction(OWNER, async () => {
      expect(database.inTransaction()).toBe(true);
      await addOrder(database, 1, SUPPLIER_A);
      await addOrder(database, 2, SUPPLIER_A);
    });
    const failing = database.transaction(OWNER, async () => {
      await addOrder(database, 3, SUPPLIER_A);
      throw new Error("检验不通过");
    });
    await expect(failing).rejects.toThrow("检验不通过");
    expect(database.inTransaction()).toBe(false);
    expect(await orderIds(database)).toEqual([1, 2]);
  });

  test("改了哪张表，语句之后和提交之后各记一次；别的表不动", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    const orders = () => database.changesOf(["purchase_order"]);
    const before = [orders(), database.changesOf(["session"])];
    let within = 0;
    await database.transaction(OWNER, async () => {
      await addOrder(database, 1, SUPPLIER_A);
      within = orders();
    });
    expect(within).toBeGreaterThan(before[0] ?? 0);
    expect(orders()).toBeGreaterThan(within);
    const after = orders();
    await orderIds(database);
    expect([orders(), database.changesOf(["session"])]).toEqual([after, before[1]]);
  });

  test("同一身份的内层事务并入外层，外层出错时一起撤销", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    const identity: Identity = { role: "staff", userId: "u1" };
    const outer = database.transaction(identity, async () => {
      await database.transaction({ role: "staff", userId: "u1" }, () => addOrder(database, 1, SUPPLIER_A));
      expect(await orderIds(database)).toEqual([1]);
      throw new Error("外层失败");
    });
    await expect(outer).rejects.toThrow("外层失败");
    expect(await orderIds(database)).toEqual([]);
  });

  test("别的身份不能并入正在进行的事务", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    const others: Identity[] = [OWNER, { role: "staff", userId: "u2" }, asSupplier(SUPPLIER_A)];
    for (const other of others) {
      const work = mustNotRun();
      const outer = database.transaction({ role: "staff", userId: "u1" }, () => database.transaction(other, work));
      await expect(outer).rejects.toThrow(/a transaction as/);
    }
  });

  test("角色和身份只在事务里有效", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    const who = sql<{ role: string; user: string | null; supplier: string | null }>`
      select current_user::text as role, nullif(current_setting('app.user_id', true), '') as "user",
        nullif(current_setting('app.supplier_id', true), '') as supplier`;
    const inside = await database.transaction(asSupplier(SUPPLIER_A), () => rows(database, who));
    expect(inside).toEqual([{ role: "app_supplier", user: "u", supplier: SUPPLIER_A }]);
    const [owner] = await rows(database, sql<{ role: string }>`select session_user::text as role`);
    expect(await rows(database, who)).toEqual([{ role: owner?.role, user: null, supplier: null }]);
  });

  test("数据库要求重来的事务会重做，最多重做五次", async () => {
    const database = await sharedStorage();
    const conflict = (code: string) =>
      sql
        .raw(`do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`)
        .execute(database.connection());
    let tries = 0;
    const third = await database.transaction(OWNER, async () => {
      tries += 1;
      if (tries === 1) await conflict("40001");
      if (tries === 2) await conflict("40P01").catch((cause) => Promise.reject(new Error("wrapped", { cause })));
      return tries;
    });
    expect(third).toBe(3);
    tries = 0;
    const never = database.transaction(OWNER, async () => {
      tries += 1;
      await conflict("40001");
    });
    await expect(never).rejects.toMatchObject({ code: "unavailable", cause: { code: "40001" } });
    expect(tries).toBe(6);
  });

  test("被吞掉的语句错误不会当作提交成功", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    const work = database.transaction(OWNER, async () => {
      await addOrder(database, 1, SUPPLIER_A);
      await sql`select 1 / 0`.execute(database.connection()).catch(() => undefined);
    });
    await expect(work).rejects.toThrow("nothing was committed");
    expect(await orderIds(database)).toEqual([]);
  });

  test("事务结束后还在跑的工作不能以所有者身份继续", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: Promise<unknown>[] = [];
    await database.transaction(asSupplier(SUPPLIER_A), async () => {
      const kept = database.connection();
      late.push(gate.then(() => orderIds(database)));
      late.push(gate.then(() => sql`select 1`.execute(kept)));
    });
    release();
    for (const result of await Promise.allSettled(late)) expect(result).toMatchObject({ status: "rejected" });
  });

  test("事务里直接用连接池是立即报错，不是死锁", async () => {
    const database = await sharedStorage();
    const pool = database.connection();
    const work = database.transaction(OWNER, () => sql`select 1`.execute(pool));
    await expect(work).rejects.toThrow("a query on the pool inside a transaction");
    await database.ping();
  });

  test("事务等待一个等不到连接的查询时，超时报不可用，不是死锁", async () => {
    const database = await openStorage({ connectionTimeoutMs: 200, poolSize: 1 });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const outsider = begun.then(() => database.ping()); // started outside, so it asks the pool
    const work = database.transaction(OWNER, async () => {
      begin();
      await outsider;
    });
    await expect(work).rejects.toMatchObject({ code: "unavailable" });
    await database.ping();
  });
});

describe("错误与行级安全", () => {
  test("唯一键、外键、无权限各有代码，并说出约束与表", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    await addOrder(database, 1, SUPPLIER_A);
    await expect(addOrder(database, 1, SUPPLIER_A)).rejects.toMatchObject({
      name: "StorageError",
      code: "unique",
      constraint: "purchase_order_pkey",
      table: "purchase_order",
      cause: { code: "23505" },
    });
    await expect(addOrder(database, 2, "0190c000-0000-7000-8000-00000000000c")).rejects.toMatchObject({
      code: "referenced",
      constraint: "order_supplier",
    });
    const salaries = database.transaction({ role: "staff" }, () => rows(database, sql`select * from salary`));
    await expect(salaries).rejects.toMatchObject({ code: "denied" });
  });

  test("写错的语句不冒充存储错误", async () => {
    const database = await sharedStorage();
    const error: unknown = await sql`selekt 1`.execute(database.connection()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "42601" });
    expect(error).not.toMatchObject({ name: "StorageError" });
  });

  test("供应商只见自己的订单，写不进别人名下，没有编号则什么也看不到", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    await addOrder(database, 1, SUPPLIER_A);
    await addOrder(database, 2, SUPPLIER_B);
    expect(await database.transaction(asSupplier(SUPPLIER_A), () => orderIds(database))).toEqual([1]);
    expect(await database.transaction({ role: "supplier" }, () => orderIds(database))).toEqual([]);
    expect(await database.transaction({ role: "staff" }, () => orderIds(database))).toEqual([1, 2]);
    const foreign = database.transaction(asSupplier(SUPPLIER_A), () => addOrder(database, 3, SUPPLIER_B));
    await expect(foreign).rejects.toMatchObject({ code: "denied" });
  });

  test("许多供应商同时查询，互不串行", async () => {
    const database = await sharedStorage();
    await withOrders(database);
    for (let id = 1; id <= 20; id += 1) await addOrder(database, id, id % 2 ? SUPPLIER_A : SUPPLIER_B);
    const odd = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        database.transaction(asSupplier(index % 2 ? SUPPLIER_A : SUPPLIER_B), () => orderIds(database)),
      ),
    );
    odd.forEach((ids, index) => {
      expect(ids).toHaveLength(10);
      expect(ids.every((id) => id % 2 === index % 2)).toBe(true);
    });
  });
});

/** Work that must not run. */
function mustNotRun(): () => Promise<void> {
  return () => Promise.reject(new Error("this work must not run"));
}
