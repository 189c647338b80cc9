import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { finishImports, openImport, releaseImport, workOn } from "~/engine/imports/batch.server";
import { GROUP, importColumns, importsOf } from "~/engine/imports/columns.server";
import { failuresFile, importModel, importPages, takeFile, templateFile } from "~/engine/imports/pages.server";
import { tableFile } from "~/engine/input/table-file.server";
import { readHistory } from "~/engine/operations/audit.server";
import { ruleFacts } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import type { OutputFile } from "~/engine/output/output-file.server";
import { importBatch } from "~/modules/system-management/import-batch/import-batch.entity";
import { make, personWith } from "../../support/conformance";
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

describe("资料里的导入", () => {
  const DICTIONARY = world.screen("system-management/dictionary");
  const RULE = world.screen("supplier-audit/audit-rule");
  const REPORTS = world.screen("master-data/type-inspection-report");
  const OWN_REPORTS = world.engine.registry.screen("supplier-management/inspection-report") ?? REPORTS;
  /** The rows of the template's second sheet, under the headings of the first. */
  function example(who: Context, screen: Screen): string[][] {
    const columns = [GROUP, ...importColumns(who, screen)];
    const rows = importsOf(screen.entity).example ?? [];
    return [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ path }) => row[path] ?? ""))];
  }
  const query = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(database.connection())).rows;

  test("字典：新的连同字典项；已有的按值修改和增加，没列出的不动；系统要用的和锁定的同页面一样拦住", async () => {
    const admin = await personWith(world, "system_admin");
    const head = [
      ...["单据序号", "字典编码", "字典名称"],
      ...["字典项：值", "字典项：显示名", "字典项：排序", "字典项：启用", "字典项：默认"],
    ];
    const entries = () =>
      query(`select i.item_value, i.item_name, i.sort_no, i.enabled, i.is_default from dictionary_items i
        join dictionary d on d.id = i.root_id where d.code = 'payment_term' order by i.line_no`);
    const before = await entries();
    const id = await checked(
      admin,
      [
        head,
        ["1", "imp_site", "封样地点", "own", "本厂", "1", "是", "是"],
        ["1", "", "", "lab", "第三方", "2", "否", ""],
        ["2", "payment_term", "", "d75", "月结75天", "", "", ""],
        ["2", "", "", "d60", "收票后60天", "", "", ""],
        ["3", "origin", "", "CN", "", "", "否", ""],
        ["4", "risk_level", "", "extreme", "极高", "", "", ""],
        ["5", "imp_bad", "坏的", "ok", "好", "", "", ""],
        ["5", "", "", "a b", "空格", "", "", ""],
        ["6", "uom", "", "kg", "公斤", "", "", ""],
        ["6", "", "", "kg", "千克", "", "", ""],
        ["7", "imp_none", "", "x", "缺名称", "", "", ""],
      ],
      "good",
      DICTIONARY,
    );
    const rows = await rowsOf(id);
    expect(rows.map(({ op }) => op)).toEqual(["insert", "update", null, null, null, null, null]);
    expect(rows[2]?.error).toBe("明细第1行字典项：启用：字典项“中国”由系统规则使用，不能停用");
    expect(rows[3]?.error).toContain("系统字典不允许增删值");
    expect(rows[4]?.error).toContain("明细第2行字典项：值：值只能包含文字");
    expect(rows[5]?.error).toBe("明细第2行字典项：值：字典值“kg”重复");
    expect(rows[6]?.error).toContain("字典名称：请填写字典名称");
    expect((await run(admin, id)).state).toBe("partial");
    expect(
      await query(`select i.item_value, i.enabled, i.is_default from dictionary_items i join dictionary d on d.id = i.root_id
        where d.code = 'imp_site' order by i.line_no`),
    ).toEqual([
      { item_value: "own", enabled: true, is_default: true },
      { item_value: "lab", enabled: false, is_default: false },
    ]);
    // A row that is there keeps what the file leaves blank, and its place.
    expect(await entries()).toEqual([
      ...before.map((row) => (row.item_value === "d60" ? { ...row, item_name: "收票后60天" } : row)),
      { item_value: "d75", item_name: "月结75天", sort_no: null, enabled: true, is_default: false },
    ]);
    const [term] = await query("select id from dictionary where code = 'payment_term'");
    const history = await readHistory(admin, { entity: DICTIONARY.entity, recordId: String(term?.id) });
    expect(JSON.stringify(history)).toContain("收票后60天");
    const again = await checked(admin, example(admin, DICTIONARY), "all", DICTIONARY);
    expect((await rowsOf(again)).map(({ state, error }) => [state, error])).toEqual([["planned", null]]);
    const reader = await personWith(world, "log_auditor");
    await refusal(take(reader, [head, ["1", "x", "", "", "", "", "", ""]], "good", DICTIONARY), "forbidden");
  });

  test("审核规则：每种规则的明细各有列，导入的先停用；已有的编码、错的区间和多填的明细说出来", async () => {
    const manager = await personWith(world, "qa_manager");
    const rules = example(manager, RULE);
    const heading = rules[0] ?? [];
    expect(heading).not.toContain("启用");
    const [template = []] = await tableFile(await bytesOf(templateFile(manager, RULE)), LIMITS);
    expect(template.map((title) => title.replace("*", ""))).toEqual(heading);
    const row = (cells: Readonly<Record<string, string>>) => heading.map((title) => cells[title] ?? "");
    const rule = (no: string, code: string, kind: string, more: Readonly<Record<string, string>>) =>
      row({ 单据序号: no, 规则编码: code, 规则名称: "导入", 规则类型: kind, 生效日期: "2025-01-01", ...more });
    const id = await checked(
      manager,
      [
        ...rules,
        rule("7", "SH1", "审核频次", { "审核频次：审核周期": "12" }),
        rule("8", "BAND", "结论判定", {
          ...{ "结论判定：得分下限": "0", "结论判定：得分上限": "90", "结论判定：结论": "通过" },
        }),
        rule("9", "STRAY", "审核频次", { "审核频次：审核周期": "12", "整改时限：严重度": "严重" }),
        rule("10", "CELL", "审核频次", { "审核频次：审核周期": "99" }),
      ],
      "good",
      RULE,
    );
    const [cycle, deadline, ...wrong] = await rowsOf(id);
    expect([cycle?.error, deadline?.error]).toEqual([null, null]);
    expect(wrong.map(({ error }) => error)).toEqual([
      "规则编码：规则编码已存在",
      "结论区间必须连续覆盖0-100",
      "“审核频次”的规则不填写整改时限",
      expect.stringContaining("明细第1行审核频次：审核周期："),
    ]);
    expect(await run(manager, id)).toMatchObject({ state: "partial", done_count: 2 });
    expect(
      await query(`select r.code, r.enabled, count(*)::int as rows from audit_rule r
        join import_row w on w.record_id = r.id and w.batch_id = '${id}'
        left join audit_rule_cycles c on c.root_id = r.id group by r.id order by r.code`),
    ).toEqual([
      { code: "CYCLE-2026", enabled: false, rows: 2 },
      { code: "DEADLINE-2026", enabled: false, rows: 1 },
    ]);
    await refusal(take(await personWith(world, "qa"), rules, "good", RULE), "forbidden");
  });

  test("型检报告：质量导入和供应商导入自己的，物料和检验项目并排；是草稿，没有报告文件不能提交", async () => {
    const head = [
      ...["单据序号", "报告编号", "检测机构", "CMA编号", "签发日期", "执行标准", "样品批号", "送检原因", "报告结论"],
      ...["适用物料：物料", "检验项目：检验项目", "检验项目：上限", "检验项目：实测值"],
    ];
    const report = (no: string, number: string, day: string) => [
      ...[no, number, "样例检测", "C1", day, "GB/T 1", "P1", "首次供货", "合格"],
    ];
    const more = (no: string) => [no, ...Array<string>(8).fill("")];
    const supplier = await world.as("supplierA");
    await make(world, "master-data/material", {}, { code: "NOTOURS", name: "别家的" });
    const rows = [
      head,
      [...report("1", "IMP-1", "2025-01-08"), "M001", "酸价", "3", "1.2"],
      [...more("1"), "", "过氧化值", "0.25", "0.1"],
      [...report("2", "IMP-2", "2035-01-08"), "M001", "酸价", "3", "1.2"],
      [...report("3", "IMP-3", "2025-01-08"), "没有", "", "", ""],
      [...report("4", "IMP-4", "2025-01-08"), "", "酸价", "3", "1"],
      // It is there, but this supplier delivers none of it.
      [...report("5", "IMP-5", "2025-01-08"), "NOTOURS", "酸价", "3", "1"],
    ];
    const { message } = await refusal(
      take(
        supplier,
        [
          ["供应商", ...head],
          ["S0002", ...(rows[1] ?? [])],
        ],
        "good",
        OWN_REPORTS,
      ),
      "invalid",
    );
    expect(message).toContain("供应商");
    const id = await checked(supplier, rows, "good", OWN_REPORTS);
    const found = await rowsOf(id);
    expect(found.map(({ op }) => op)).toEqual(["insert", null, null, null, null]);
    expect(found[1]?.error).toContain("签发日期：");
    expect(found[2]?.error).toContain("明细第1行适用物料：物料：找不到");
    expect(found[3]?.error).toBe("请至少填写1行适用物料");
    expect(found[4]?.error).toContain("明细第1行适用物料：物料：找不到");
    expect((await run(supplier, id)).state).toBe("partial");
    const made = async (number: string) =>
      (
        await query(`select r.id, r.version, r.state, r.supplier_id, r.by_supplier, count(i.id)::int as items
          from type_inspection_report r left join type_inspection_report_items i on i.root_id = r.id
          where r.report_no = '${number}' group by r.id`)
      )[0];
    const own = await made("IMP-1");
    expect(own).toMatchObject({ state: "draft", supplier_id: world.ids.supplierA, by_supplier: true, items: 2 });
    const submit = { entity: REPORTS.entity, id: String(own?.id), version: Number(own?.version), name: "submit" };
    const { complaints } = await refusal(applyTransition(supplier, submit), "invalid");
    expect(complaints.map(({ message: said }) => said)).toEqual(["请上传报告文件"]);
    await refusal(openImport(await world.as("supplierB"), id), "not_found");

    const quality = await personWith(world, "qa");
    const [shown = [], ...lines] = example(quality, REPORTS);
    const fitting = lines.map((line) =>
      line.map((cell) => (cell === "S0001" ? "乙供应商" : cell.replace(/^2026-/, "2025-"))),
    );
    const again = await checked(quality, [shown, ...fitting], "good", REPORTS);
    expect((await rowsOf(again)).map(({ error }) => error)).toEqual([null]);
    expect((await run(quality, again)).state).toBe("success");
    expect(await made("JY-2026-0108")).toMatchObject({ state: "draft", by_supplier: false, items: 2 });
    const twice = await checked(quality, [shown, ...fitting], "good", REPORTS);
    expect((await rowsOf(twice))[0]?.error).toContain("该检测机构报告编号已存在");
  });
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
