import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { finishImports, openImport, releaseImport, workOn } from "~/engine/imports/batch.server";
import { failuresFile, importModel, importPages, takeFile, templateFile } from "~/engine/imports/pages.server";
import { tableFile } from "~/engine/input/table-file.server";
import { ruleFacts } from "~/engine/operations/scope.server";
import type { OutputFile } from "~/engine/output/output-file.server";
import { importBatch } from "~/modules/system-management/import-batch/import-batch.entity";
import { make } from "../../support/conformance";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const MATERIAL = world.screen("master-data/material");
const ORDER = world.screen("purchase-orders/purchase-order");
const LIMITS = { rows: 100, columns: 80 };
const always = () => true;

const csv = (...rows: (readonly string[])[]) => new TextEncoder().encode(rows.map((row) => row.join(",")).join("\n"));
const HEAD = ["物料编码", "物料名称", "物料类型", "基本单位"];
const take = (who: Context, rows: (readonly string[])[], mode: "all" | "good" = "good", screen = MATERIAL) =>
  takeFile(who, screen, { bytes: csv(...rows), name: "C:\\文件\\物料.csv", mode });
const checked = async (who: Context, rows: (readonly string[])[], mode: "all" | "good" = "good", screen = MATERIAL) => {
  const id = await take(who, rows, mode, screen);
  expect(await workOn(who, id, always)).toBe(true);
  return id;
};
const run = async (who: Context, id: string) => {
  await releaseImport(who, id);
  expect(await workOn(who, id, always)).toBe(true);
  return (await openImport(who, id)).record;
};
const rowsOf = async (id: string) =>
  (
    await sql<{
      state: string;
      op: string | null;
      changes: string | null;
      error: string | null;
    }>`select state, op, changes, error
      from import_row where batch_id = ${id}::uuid order by row_no`.execute(database.connection())
  ).rows;
const materials = async (codes: readonly string[]) =>
  (
    await sql<{
      code: string;
      name: string;
    }>`select code, name from material where code = any (${[...codes]}) order by code`.execute(database.connection())
  ).rows.map(({ code, name }) => [code, name]);
async function bytesOf({ body }: OutputFile): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

describe("从文件导入物料", () => {
  test("检查不改动任何记录，逐行说明新建、修改、无变化和错误；导入后各归其位", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [
      HEAD,
      ["IMP1", "导入一", "B1", "pcs"],
      ["M001", "甜玉米", "", ""],
      ["M002", "菜籽油", "", ""],
      ["IMP1", "重复", "B1", "pcs"],
      ["IMP2", "类型错", "没有这类", "kg"],
      ["IMP3", "", "Y1", "桶装"],
      ["", "", "", ""],
    ]);
    const rows = await rowsOf(id);
    expect(rows.map(({ state, op }) => [state, op])).toEqual([
      ["planned", "insert"],
      ["planned", "update"],
      ["same", "skip"],
      ["failed", null],
      ["failed", null],
      ["failed", null],
    ]);
    expect(rows[1]?.changes).toBe("物料名称：玉米 → 甜玉米");
    expect(rows[3]?.error).toBe("物料编码「IMP1」与文件第2行的物料重复");
    expect(rows[4]?.error).toContain("物料类型：找不到物料类型「没有这类」");
    expect(rows[5]?.error).toContain("物料名称：");
    expect(rows[5]?.error).toContain("基本单位：请从列表中选择基本单位");
    expect(await materials(["IMP1", "M001"])).toEqual([["M001", "玉米"]]);

    const record = await run(who, id);
    expect(record).toMatchObject({
      state: "partial",
      done_count: 2,
      fail_count: 3,
      same_count: 1,
      file_name: "物料.csv",
    });
    expect(await materials(["IMP1", "IMP2", "M001"])).toEqual([
      ["IMP1", "导入一"],
      ["M001", "甜玉米"],
    ]);
  });

  test("只改几列的文件只要编码和这几列；其中新的记录逐行说出缺什么", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [
      ["物料编码", "规格型号"],
      ["M002", "10L"],
      ["NEW9", "5L"],
    ]);
    const [changed, fresh] = await rowsOf(id);
    expect(changed?.changes).toBe("规格型号：5L → 10L");
    expect(fresh?.error).toContain("物料名称：请填写物料名称");
  });

  test("有错误就全部不导入：不能执行，一条也不留下", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [HEAD, ["ALL1", "好的", "B1", "pcs"], ["ALL2", "坏的", "??", "kg"]], "all");
    const { record } = await openImport(who, id);
    expect((await importPages(who, record)).map(({ label }) => label)).toEqual(["下载有错误的行"]);
    expect(importBatch.notes?.(Object(record), ruleFacts(who))).toEqual([expect.stringContaining("有1条记录有错误")]);
    await refusal(releaseImport(who, id), "wrong_state");
    expect(await materials(["ALL1"])).toEqual([]);
  });

  test("检查之后情况变了：全部撤回，并说出是哪一条", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [HEAD, ["RACE1", "先", "B1", "pcs"], ["RACE2", "后", "B1", "pcs"]], "all");
    await sql`update material_type set enabled = false where code = 'B1'`.execute(database.connection());
    const record = await run(who, id);
    await sql`update material_type set enabled = true where code = 'B1'`.execute(database.connection());
    expect(record.state).toBe("failed");
    expect(await materials(["RACE1", "RACE2"])).toEqual([]);
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(["failed", "planned"]);
  });

  test("有错误的行可以下载，带着原因，改好后原样再传", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [HEAD, ["FIX1", "待改", "错", "pcs"]]);
    const table = await tableFile(await bytesOf(await failuresFile(who, id)), LIMITS);
    expect(table[0]?.slice(0, 4)).toEqual(HEAD);
    expect(table[1]?.slice(0, 3)).toEqual(["FIX1", "待改", "错"]);
    expect(table[1]?.[4]).toContain("找不到物料类型");
    const mended = table.map((row) => row.map((cell) => (cell === "错" ? "B1" : cell)));
    const again = await checked(who, mended);
    expect((await run(who, again)).state).toBe("success");
    expect(await materials(["FIX1"])).toEqual([["FIX1", "待改"]]);
  });

  test("部分导入以后，有错误的行还能取回；导入了的不再保存原文", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [HEAD, ["PART1", "好的", "B1", "pcs"], ["PART2", "坏的", "错", "pcs"]]);
    const record = await run(who, id);
    expect(record.state).toBe("partial");
    expect((await importPages(who, record)).map(({ label }) => label)).toEqual(["下载有错误的行"]);
    const table = await tableFile(await bytesOf(await failuresFile(who, id)), LIMITS);
    expect(table.slice(1).map((row) => row.slice(0, 3))).toEqual([["PART2", "坏的", "错"]]);
    const { rows } = await sql<{ state: string; empty: boolean }>`select state, cells = '[]'::jsonb as empty
      from import_row where batch_id = ${id}::uuid order by row_no`.execute(database.connection());
    expect(rows).toEqual([
      { state: "done", empty: true },
      { state: "failed", empty: false },
    ]);
  });

  test("模板的列可以原样传回；未知、重复、缺少的列说清楚", async () => {
    const who = await world.as("masterData");
    const [head = []] = await tableFile(await bytesOf(templateFile(who, MATERIAL)), LIMITS);
    expect(head).toContain("物料编码*");
    expect(head).not.toContain("版本");
    const refused = async (rows: string[][]) => (await refusal(take(who, rows), "invalid")).message;
    expect(await refused([head])).toBe("文件里没有要导入的内容");
    expect(
      await refused([
        ["物料编码", "颜色"],
        ["1", "红"],
      ]),
    ).toContain("颜色");
    expect(
      await refused([
        ["物料编码", "物料编码*"],
        ["1", "2"],
      ]),
    ).toContain("出现了两次");
    expect(await refused([["物料名称"], ["1"]])).toContain("缺少必填的列：物料编码");
    const order = csv(["供应商"], ["1"]);
    const buyer = await world.as("buyerA");
    const { message } = await refusal(takeFile(buyer, ORDER, { bytes: order, name: "", mode: "all" }), "invalid");
    expect(message).toContain("缺少必填的列：公司");
  });

  test("做到一半停下的批次由后台以本人的权限接着做完，并通知本人", async () => {
    const who = await world.as("masterData");
    const id = await take(who, [HEAD, ["BACK1", "后台", "B1", "pcs"]]);
    expect(await workOn(who, id, () => false)).toBe(false);
    expect(await finishImports(world.engine, always)).toBe(1);
    expect((await openImport(who, id)).record.state).toBe("checked");
    const { rows: notified } = await sql<{
      title: string;
    }>`select title from inbox where record_id = ${id}::uuid`.execute(database.connection());
    expect(notified.map(({ title }) => title)).toEqual(["导入物料：待导入"]);
    expect((await run(who, id)).state).toBe("success");
  });

  test("本人被冻结期间批次等着；没有权限了就停下，说出缺什么，一条也不导入", async () => {
    const who = await world.as("masterData");
    const id = await take(who, [HEAD, ["LOST1", "没有权限", "B1", "pcs"]]);
    const change = (text: string) => sql.raw(text).execute(database.connection());
    await change(`update app_user set state = 'blocked' where id = '${who.actor.id}'`);
    expect(await finishImports(world.engine, always)).toBe(0);
    expect((await openImport(who, id)).record.state).toBe("checking");
    await change(`update app_user set state = 'active' where id = '${who.actor.id}'`);
    await change(
      "delete from role_permission where role_code = 'master_data' and permission_id = 'material' and action = 'import'",
    );
    await finishImports(world.engine, always);
    await change(
      "insert into role_permission (role_code, permission_id, action) values ('master_data', 'material', 'import')",
    );
    expect((await openImport(who, id)).record).toMatchObject({
      state: "failed",
      message: "无操作权限：material.import",
    });
    expect(await materials(["LOST1"])).toEqual([]);
  });
});

describe("带明细的单据", () => {
  const HEADINGS = [
    "单据序号",
    "供应商",
    "公司",
    "收货工厂",
    "采购组织",
    "采购组",
    "订单明细：物料",
    "订单明细：数量",
    "订单明细：含税单价",
    "订单明细：需求日期",
  ];
  const first = ["S0001", "1000", "F1", "P1", "G1"];

  test("序号相同的行是同一张采购订单，金额由系统算出", async () => {
    const who = await world.as("buyerA");
    const codes = await codesOf(who);
    const id = await checked(
      who,
      [
        HEADINGS,
        ["1", ...codes, "M001", "1000", "3.5", "2025/3/20"],
        ["1", "", "", "", "", "", "M002", "10", "113", "2025-03-25"],
        ["2", ...codes, "M003", "200.5", "1.255", "2025-03-10"],
      ],
      "all",
      ORDER,
    );
    expect((await rowsOf(id)).map(({ state, error }) => [state, error])).toEqual([
      ["planned", null],
      ["planned", null],
    ]);
    expect((await run(who, id)).state).toBe("success");
    const { rows } = await sql<{ amount: string; lines: number }>`select o.amount::text, count(i.id)::int as lines
      from import_row r join purchase_order o on o.id = r.record_id join purchase_order_items i on i.root_id = o.id
      where r.batch_id = ${id}::uuid group by o.id, o.amount, r.row_no order by r.row_no`.execute(
      database.connection(),
    );
    expect(rows).toEqual([
      { amount: "4630.00", lines: 2 },
      { amount: "251.63", lines: 1 },
    ]);
  });

  test("同一单据的各行抬头矛盾、明细有错：说出列和第几行明细", async () => {
    const who = await world.as("buyerA");
    const codes = await codesOf(who);
    const other = [...codes.slice(0, 4), "G2"];
    const id = await checked(
      who,
      [
        HEADINGS,
        ["1", ...codes, "M001", "1000", "3.5", "2025-03-20"],
        ["1", ...other, "M002", "10", "113", "2025-03-25"],
        ["2", ...codes, "M003", "-5", "1.255", "2025-03-10"],
      ],
      "good",
      ORDER,
    );
    const [mixed, wrong] = await rowsOf(id);
    expect(mixed?.error).toContain("同一张单据的各行「采购组」不一致");
    expect(wrong?.error).toMatch(/明细第1行.*数量/);
  });

  async function codesOf(who: Context): Promise<string[]> {
    const code = async (table: string, id: string | undefined) => {
      const { rows } = await sql<{
        code: string;
      }>`select code from ${sql.table(table)} where id = ${id ?? ""}::uuid`.execute(database.connection());
      return rows[0]?.code ?? "";
    };
    expect(who.actor.account).not.toBe("");
    const { ids } = world;
    const found = await Promise.all([
      code("supplier", ids.supplierA),
      code("company", ids.company),
      code("factory", ids.factory1),
      code("purchase_org", ids.org),
      code("purchase_group", ids.group1),
    ]);
    expect(found).toHaveLength(first.length);
    return found;
  }
});

describe("谁能导入，谁看得见", () => {
  test("没有导入权限的人、供应商和不收文件的页面得不到表单", async () => {
    await refusal(take(await world.as("qa"), [HEAD, ["X", "X", "B1", "pcs"]]), "forbidden");
    await refusal(take(await world.as("supplierA"), [HEAD, ["X", "X", "B1", "pcs"]]), "forbidden");
    const admin = await world.as("admin");
    expect(() => importModel(admin, world.screen("system-management/role"))).toThrowError();
  });

  test("别人的批次打不开也动不了；审计能看，不能替人执行", async () => {
    const who = await world.as("masterData");
    const id = await checked(who, [HEAD, ["MINE1", "我的", "B1", "pcs"]]);
    const buyer = await world.as("buyerA");
    await refusal(openImport(buyer, id), "not_found");
    const admin = await world.as("admin");
    expect((await openImport(admin, id)).record.id).toBe(id);
    await refusal(releaseImport(admin, id), "not_found");
    await refusal(workOn(admin, id, always), "not_found");
  });

  test("数据范围之外的记录按不存在处理，不会被改动", async () => {
    await make(world, "master-data/material", { material_type_id: world.ids.boxType }, { code: "BOXX", name: "箱" });
    const keeper = await world.as("grainKeeper");
    const id = await checked(keeper, [HEAD, ["BOXX", "改名", "B1", "pcs"]]);
    expect((await rowsOf(id))[0]).toMatchObject({ state: "failed" });
    expect(await materials(["BOXX"])).toEqual([["BOXX", "箱"]]);
  });
});
