import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "~/data/database.server";
import type { Context } from "~/engine/context.server";
import type { ListQuery } from "~/engine/operations/list.server";
import { EXPORT_FORMATS, type ExportRequest, exportRecords } from "~/engine/output/export.server";
import { inTurn } from "../../support/length";
import { ORDER, order, refusal, released, submitted } from "../../support/orders";
import { signIn } from "../../support/rest";
import { sheetRows } from "../../support/unzip";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ALL: ListQuery = { filters: {}, toggles: [], sort: [], page: 1, size: 20 };
/** More than are read at a time. */
const MANY = 230;

beforeAll(async () => {
  await released(world);
  await submitted(world);
  await released(world, { supplier_id: world.ids.supplierB, contract_id: world.ids.contractB });
  const elsewhere = { factory_id: world.ids.factory2, purchase_group_id: world.ids.group2 };
  await order(world, await world.as("buyerB"), elsewhere);
});

function asked(more: Partial<ExportRequest> = {}): ExportRequest {
  return { format: "csv", list: ALL, columns: [], lines: null, strict: true, ...more };
}

async function exported(context: Context, more: Partial<ExportRequest> = {}): Promise<Uint8Array> {
  const { body } = await exportRecords(context, world.screen(ORDER), asked(more));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Rows of a csv file without its heads, by the labels of the columns; every text of ours is free of line breaks. */
function csvRows(bytes: Uint8Array): Record<string, string>[] {
  const lines = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, text, plain]) => text ?? plain ?? "");
  const [labels = [], ...rows] = lines.map(cells);
  return rows.map((row) => Object.fromEntries(labels.map((label, index) => [label, row[index] ?? ""])));
}

async function get(token: string, path: string): Promise<Response> {
  const request = new Request(`http://portal.test/v2/${path}`, { headers: { Authorization: token } });
  return world.services.rest.fetch(request, { requestId: "1", ip: "127.0.0.1" });
}

afterEach(() => removeCopies());

/** Puts copies of the first order beside it, numbered in order: T-0001 … */
async function copies(count: number): Promise<void> {
  const connection = world.engine.database.connection();
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'purchase_order' and column_name not in ('id', 'number')`.execute(connection);
  const others = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into purchase_order (id, number, ${others}) select gen_random_uuid(), 'T-' || lpad(n::text, 4, '0'), ${others}
    from generate_series(1, ${count}) n cross join (select * from purchase_order order by id limit 1) one`.execute(
    connection,
  );
}

async function removeCopies(): Promise<void> {
  await sql`delete from purchase_order where number like 'T-%'`.execute(world.engine.database.connection());
}

describe("导出列表", () => {
  test("采购员得到自己范围内的行，与列表一致，金额一分不差", async () => {
    const buyer = await world.as("buyerA");
    const rows = csvRows(await exported(buyer));
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toMatchObject({ 含税金额: "4881.63", 币种: "人民币", 收货工厂: "F1 一厂" });
    }
    const sheet = sheetRows(await exported(buyer, { format: "xlsx" }));
    const labels = Object.values(sheet[0] ?? {}).map(({ value }) => value);
    expect(labels).toEqual(Object.keys(rows[0] ?? {}));
    const amounts = sheet.slice(1).map((cells) => Object.values(cells)[labels.indexOf("含税金额")]);
    expect(amounts).toEqual(Array.from({ length: 3 }, () => ({ value: "4881.63", isText: false, style: 8 })));
  });

  test("条件、状态和顺序与列表相同", async () => {
    const manager = await world.as("manager");
    const states = async (list: Partial<ListQuery>) =>
      csvRows(await exported(manager, { list: { ...ALL, ...list } })).map((row) => row.状态);
    expect(await states({ filters: { state: ["approved"] } })).toEqual(["待下达"]);
    expect(await states({ sort: ["state"] })).toEqual(["待下达", "草稿", "待供应商确认", "待供应商确认"]);
    const byName = csvRows(await exported(manager, { list: { ...ALL, sort: ["-supplier_id"] } }));
    expect(byName.map((row) => row.供应商?.slice(-4))).toEqual(["乙供应商", "甲供应商", "甲供应商", "甲供应商"]);
  });

  test("可以选列，包括列表里没有的、引用的和行数", async () => {
    const manager = await world.as("manager");
    const columns = ["number", "supplier_id.name", "supplier_id.supplier_type", "count(items)", "urgent", "created_at"];
    const [row] = csvRows(await exported(manager, { columns, list: { ...ALL, filters: { state: ["approved"] } } }));
    expect(row).toEqual({
      采购订单号: expect.stringMatching(/^CG/),
      "供应商 供应商名称": "甲供应商",
      "供应商 供应商类型": "生产商",
      订单明细行数: "3",
      加急: "否",
      创建时间: "2025-03-10 10:00:00",
    });
  });

  test("含明细：每行明细一行，表头各列重复", async () => {
    const buyer = await world.as("buyerA");
    const rows = csvRows(
      await exported(buyer, { lines: "items", columns: ["number", "amount", "items.qty", "items.price"] }),
    );
    expect(rows).toHaveLength(9);
    expect(rows.slice(0, 3).map(({ 行, 数量, 含税单价, 含税金额 }) => [行, 数量, 含税单价, 含税金额])).toEqual([
      ["10", "1000", "3.50", "4881.63"],
      ["20", "10", "113.00", "4881.63"],
      ["30", "200.5", "1.255", "4881.63"],
    ]);
    const [whole] = csvRows(await exported(buyer, { lines: "items" }));
    expect(whole).toMatchObject({
      含税金额: "4881.63",
      "订单明细 含税金额": "3500.00",
      税率: "9%",
      需求日期: "2025-03-20",
    });
  });

  test("看不懂的条件、没有的列和明细、太多的行：先说清楚，不给文件", async () => {
    const buyer = await world.as("buyerA");
    const screen = world.screen(ORDER);
    const wrong = asked({ list: { ...ALL, filters: { amount: ["abc"] } } });
    expect((await refusal(exportRecords(buyer, screen, wrong), "invalid")).message).toBe("请输入数字");
    await refusal(exportRecords(buyer, screen, asked({ columns: ["no_such"] })), "malformed");
    await refusal(exportRecords(buyer, screen, asked({ columns: ["constructor"] })), "malformed");
    await refusal(exportRecords(buyer, screen, asked({ lines: "changes" })), "malformed");
    await refusal(exportRecords(buyer, screen, asked({ lines: "__proto__" })), "malformed");
    const tooMany = await refusal(exportRecords(buyer, screen, asked(), 2), "wrong_state");
    expect(tooMany.message).toContain("超过2行");
    // The page leaves out what it does not know, as the list does.
    expect(csvRows(await exported(buyer, { strict: false, columns: ["no_such", "number"] }))).toHaveLength(3);
  });
});

describe("权限和供应商的墙", () => {
  test("没有导出权限的人不能导出", async () => {
    for (const account of ["qa", "expert"] as const)
      await refusal(exportRecords(await world.as(account), world.screen(ORDER), asked()), "forbidden");
    await refusal(exportRecords(world.anonymous(), world.screen(ORDER), asked()), "signed_out");
  });

  test.each(["supplierA", "supplierB"] as const)("%s 只得到自己已下达的订单", async (account) => {
    for (const format of EXPORT_FORMATS) {
      const text = Buffer.from(await exported(await world.as(account), { format })).toString("utf8");
      if (format === "csv") expect(csvRows(Buffer.from(text))).toHaveLength(1);
      expect(text).not.toContain(account === "supplierA" ? "乙供应商" : "甲供应商");
    }
    const lines = csvRows(await exported(await world.as(account), { lines: "items" }));
    expect(lines).toHaveLength(3);
  });

  test("隐藏的列怎么要也得不到", async () => {
    const supplier = await world.as("supplierA");
    const screen = world.screen(ORDER);
    for (const columns of [["approved_amount"], ["gate_result"], ["company_id.tax_number"]])
      await refusal(exportRecords(supplier, screen, asked({ columns })), "malformed");
    const columns = ["number", "approved_amount", "gate_result", "company_id.tax_number"];
    const [row] = csvRows(await exported(supplier, { strict: false, columns }));
    expect(Object.keys(row ?? {})).toEqual(["采购订单号"]);
    const forbidden = { ...ALL, filters: { approved_amount: ["1", ""] }, sort: ["approved_amount"] };
    expect(csvRows(await exported(supplier, { list: forbidden }))).toHaveLength(1);
  });
});

describe("导出时数据在变", () => {
  test("删掉的不在，改得不再符合的不在，新来的不在，其余的各出现一次", async () => {
    await copies(MANY);
    const connection = world.engine.database.connection();
    const list = { ...ALL, filters: { number: ["T-"] }, sort: ["number"] };
    const request = asked({ list, columns: ["number"] });
    const { body } = await exportRecords(await world.as("manager"), world.screen(ORDER), request);
    if (body instanceof Uint8Array) throw new Error("expected a stream");
    const reader = body.getReader();
    const pieces: Uint8Array[] = [];
    // The head and the first batch; then the world moves on.
    for (let count = 0; count < 2; count += 1) pieces.push((await reader.read()).value ?? new Uint8Array());
    await sql`delete from purchase_order where number = 'T-0150'`.execute(connection);
    await sql`update purchase_order set number = 'X-0160' where number = 'T-0160'`.execute(connection);
    await sql`update purchase_order set number = 'T-9999' where number = 'T-0002'`.execute(connection);
    await sql`update purchase_order set number = 'T-0000' where number = 'T-0170'`.execute(connection);
    for (let done = false; !done; ) {
      const next = await reader.read();
      done = next.done;
      if (next.value) pieces.push(next.value);
    }
    const numbers = csvRows(Buffer.concat(pieces)).map((row) => row.采购订单号);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(MANY - 2);
    for (const gone of ["T-0150", "X-0160", "T-9999"]) expect(numbers).not.toContain(gone);
    expect(numbers).toContain("T-0000");
    await sql`delete from purchase_order where number = 'X-0160'`.execute(connection);
  });

  test.each(EXPORT_FORMATS)("%s：数据库中途出错，文件断开，不会当成完整的", async (format) => {
    await copies(MANY);
    const { context, told: notified, breakDown } = await watched();
    const { body } = await exportRecords(context, world.screen(ORDER), asked({ format }));
    if (body instanceof Uint8Array) throw new Error("expected a stream");
    const reader = body.getReader();
    const read = async () => {
      for (let count = 0; ; count += 1) {
        if (count === 1) breakDown();
        if ((await reader.read()).done) return;
      }
    };
    await expect(read()).rejects.toThrow("数据库断开");
    expect(notified).toContainEqual(expect.objectContaining({ complete: false, account: "manager" }));
  });

  test.each(EXPORT_FORMATS)("%s：对方走了就不再读", async (format) => {
    await copies(3000);
    const { context, told: notified, queries } = await watched();
    const { body } = await exportRecords(context, world.screen(ORDER), asked({ format }));
    if (body instanceof Uint8Array) throw new Error("expected a stream");
    const reader = body.getReader();
    // Limits, plan and audit were asked for before the first byte.
    const begun = queries();
    while (queries() < begun + 2) await reader.read();
    await reader.cancel();
    const asFar = queries();
    await expect.poll(() => notified).toContainEqual(expect.objectContaining({ complete: false }));
    expect(queries() - asFar).toBeLessThan(5);
    expect(queries() - begun).toBeLessThan(20);
  });
});

/** The manager on an installation that can break down, with what it says in its log. */
async function watched() {
  const { database } = world.engine;
  const notified: unknown[] = [];
  let broken = false;
  let asks = 0;
  const fragile: Database = {
    engine: database.engine,
    version: database.version,
    connection() {
      asks += 1;
      if (broken) throw new Error("数据库断开");
      return database.connection();
    },
    transaction: (identity, work, options) => database.transaction(identity, work, options),
    inTransaction: () => database.inTransaction(),
    changesOf: (tables) => database.changesOf(tables),
    load: () => database.load(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
  const say = (facts: unknown) => void notified.push(facts);
  const log = { info: say, warn: say, error: say };
  const context = await world.as("manager");
  return {
    context: { ...context, services: { ...context.services, database: fragile, log } },
    told: notified,
    queries: () => asks,
    breakDown: () => {
      broken = true;
    },
  };
}

describe("接口", () => {
  test("文件、名字、类型；条件和列在地址里", async () => {
    const token = await signIn(world, "buyerA");
    const answer = await get(token, `${ORDER}/export?format=xlsx&state=approved&columns=number,amount`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toContain("spreadsheetml");
    expect(decodeURIComponent(answer.headers.get("Content-Disposition") ?? "")).toContain("采购订单_2025-03-10.xlsx");
    expect(sheetRows(new Uint8Array(await answer.arrayBuffer()))).toHaveLength(2);
    const csv = await get(token, `${ORDER}/export?format=csv&page.size=9999&column=number&asc=true`);
    expect(csvRows(new Uint8Array(await csv.arrayBuffer()))).toHaveLength(3);
  });

  test.each([
    ["format=docx", 40002],
    ["no_such=1", 40002],
    ["column=no_such", 40002],
    ["columns=approved_amount,nothing", 40002],
    ["lines=changes", 40002],
    ["order_date=2025-02-30", 40001],
  ])("?%s 被拒绝", async (query, code) => {
    const answer = await get(await signIn(world, "buyerA"), `${ORDER}/export?${query}`);
    expect([answer.status, (await answer.json()).code]).toEqual([400, code]);
  });

  test("没有权限、没有登录", async () => {
    const answer = await get(await signIn(world, "qa"), `${ORDER}/export`);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 40301]);
    expect((await get("", `${ORDER}/export`)).status).toBe(401);
  });

  test("没有权限的先说没有权限，不说格式对不对", async () => {
    const token = await signIn(world, "qa");
    for (const query of ["format=docx", "no_such=1", "columns=nothing"]) {
      const answer = await get(token, `${ORDER}/export?${query}`);
      expect([answer.status, (await answer.json()).code]).toEqual([403, 40301]);
    }
  });
});

test("每个界面都能按自己的列导出两种格式，含明细也能", async () => {
  for (const [place, screen] of world.engine.registry.screens.entries()) {
    for (const format of inTurn(EXPORT_FORMATS, place)) {
      const { body } = await exportRecords(world.system(), screen, asked({ format }));
      expect((await new Response(body).arrayBuffer()).byteLength, screen.key).toBeGreaterThan(10);
    }
    for (const part of screen.form) {
      // Rows below lines have no file of their own.
      if (!("lines" in part) || part.lines.includes(".") || screen.entity.lines[part.lines].options.system) continue;
      const { body } = await exportRecords(world.system(), screen, asked({ lines: part.lines }));
      expect(csvRows(new Uint8Array(await new Response(body).arrayBuffer())), screen.key).toBeInstanceOf(Array);
    }
  }
});
