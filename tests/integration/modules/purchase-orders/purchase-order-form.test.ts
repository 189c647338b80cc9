import { afterAll, describe, expect, test } from "vitest";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { formFigures, submitForm } from "~/engine/screen/form-submit.server";
import { deliveries, items, ORDER, order, refusal, stored, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const buyer = () => world.as("buyerA");

type Model = Awaited<ReturnType<typeof newFormModel>>;

function linesOf(model: Model) {
  const section = model.sections.find((one) => one.kind === "lines");
  if (section?.kind !== "lines") throw new Error("the form has no lines");
  return section;
}

type Rows = ReturnType<typeof linesOf>["rows"];

/** What a browser would post: every control, the hidden ids and the marks of the tables. */
function postOf(model: Model, typed: Readonly<Record<string, string>> = {}, intent = "save"): FormData {
  const fields = new Map<string, string>([["_intent", intent]]);
  if (model.version) fields.set("_version", model.version);
  const addRows = (rows: Rows, table: string) => {
    fields.set(`_lines.${table}`, "1");
    for (const [position, row] of rows.entries()) {
      if (row.id) fields.set(`${table}.${position}.id`, row.id);
      for (const control of row.controls) fields.set(control.name, control.value);
      for (const [name, below] of Object.entries(row.nested)) addRows(below.rows, `${table}.${position}.${name}`);
    }
  };
  for (const section of model.sections) {
    if (section.kind === "lines") addRows(section.rows, section.name);
    else for (const control of section.controls) if (!("readOnly" in control)) fields.set(control.name, control.value);
  }
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const head = () => ({
  supplier_id: world.ids.supplierA,
  company_id: world.ids.company,
  factory_id: world.ids.factory1,
  purchase_org_id: world.ids.org,
  purchase_group_id: world.ids.group1,
});

const line = (at: number, more: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({ material_id: world.ids.corn, qty: "10", price: "2", required_date: "2025-03-20", ...more }).map(
      ([name, value]) => [`items.${at}.${name}`, value],
    ),
  );

/** Posts a form and expects that it comes back. */
async function answered(form: FormData, id: string | null = null) {
  const outcome = await submitForm(await buyer(), { screen, form, id });
  if (!outcome.model) throw new Error("the form was saved");
  return outcome;
}

async function savedId(form: FormData, id: string | null = null): Promise<string> {
  const outcome = await submitForm(await buyer(), { screen, form, id });
  if (!outcome.saved) throw new Error(JSON.stringify(outcome.model?.errors));
  return outcome.saved.id;
}

describe("订单表单里的交货计划", () => {
  test("新订单一行分两批，存下后再改，行和批次还是原来的", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const one = await answered(postOf(blank, { ...head(), ...line(0) }, "items.0.schedules.add"));
    const two = await answered(postOf(one.model, {}, "items.0.schedules.add"));
    expect(linesOf(two.model).rows[0]?.nested.schedules?.rows).toHaveLength(2);
    const id = await savedId(
      postOf(two.model, {
        "items.0.schedules.0.plan_date": "2025-03-20",
        "items.0.schedules.0.plan_qty": "4",
        "items.0.schedules.1.plan_date": "2025-03-28",
        "items.0.schedules.1.plan_qty": "6",
      }),
    );
    const before = items(await stored(world, id));
    expect(before).toHaveLength(1);
    expect(deliveries(before[0])).toMatchObject([
      { plan_date: "2025-03-20", plan_qty: "4.000" },
      { plan_date: "2025-03-28", plan_qty: "6.000" },
    ]);

    const edit = await editFormModel(await buyer(), screen, id);
    await savedId(postOf(edit, { "items.0.schedules.0.plan_qty": "1", "items.0.schedules.1.plan_qty": "9" }), id);
    const after = items(await stored(world, id));
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(deliveries(after[0]).map((row) => [row.id, row.plan_qty])).toEqual([
      [deliveries(before[0])[0]?.id, "1.000"],
      [deliveries(before[0])[1]?.id, "9.000"],
    ]);
  });

  test("不写交货计划的行得到一批，改数量时这一批跟着改，复制的行有自己的一批", async () => {
    const { id } = await order(world, await buyer());
    const edit = await editFormModel(await buyer(), screen, id);
    const copied = await answered(postOf(edit, {}, "items.copy.0"), id);
    await savedId(postOf(copied.model, { "items.0.qty": "30", "items.1.qty": "40" }), id);
    const rows = items(await stored(world, id));
    expect(rows.map((row) => [row.qty, deliveries(row).map((one) => one.plan_qty)])).toEqual([
      ["30.000", ["30.000"]],
      ["40.000", ["40.000"]],
      ["10.000", ["10.000"]],
      ["200.500", ["200.500"]],
    ]);
  });

  test("删掉全部批次，系统补上一批", async () => {
    const { id } = await order(world, await buyer());
    const [before] = items(await stored(world, id));
    const edit = await editFormModel(await buyer(), screen, id);
    const without = await answered(postOf(edit, {}, "items.0.schedules.remove.0"), id);
    expect(linesOf(without.model).rows[0]?.nested.schedules?.rows).toEqual([]);
    await savedId(postOf(without.model), id);
    const [after] = items(await stored(world, id));
    expect(after?.id).toBe(before?.id);
    expect(deliveries(after)).toMatchObject([{ plan_qty: "1000.000", plan_date: "2025-03-20" }]);
    expect(deliveries(after)[0]?.id).not.toBe(deliveries(before)[0]?.id);
  });

  test("批次填错时在它自己的格子旁说明，填写的内容都在", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const one = await answered(postOf(blank, { ...head(), ...line(0), ...line(1) }, "items.1.schedules.add"));
    const wrong = { "items.1.schedules.0.plan_date": "2025-02-30", "items.1.schedules.0.plan_qty": "三" };
    const { model, status } = await answered(postOf(one.model, wrong));
    expect(status).toBe(400);
    expect(model.errors).toEqual([
      { name: "items.1.schedules.0.plan_date", label: "第2行交货计划第1批要求交期", message: "该日期不存在，请核对" },
      { name: "items.1.schedules.0.plan_qty", label: "第2行交货计划第1批计划数量", message: "请输入数字" },
    ]);
    const [, second] = linesOf(model).rows;
    expect(second?.nested.schedules?.rows[0]?.controls).toMatchObject([
      { name: "items.1.schedules.0.plan_date", value: "2025-02-30", error: "该日期不存在，请核对", autoFocus: true },
      { name: "items.1.schedules.0.plan_qty", value: "三", error: "请输入数字" },
    ]);
  });
});

describe("没有脚本时批量粘贴", () => {
  const paste = (text: string, typed: Readonly<Record<string, string>> = {}) => ({
    ...head(),
    ...typed,
    "_paste.items": text,
  });

  test("粘贴的行接在填写过的行后面，坏的格子在原处说明，改好就能保存", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const text = [
      "需求日期\t物料\t数量\t含税单价\t税率\t单位",
      "2025年3月20日\tM001\t１,０００.５\t2\t13%\tkg",
      "",
      "2025/2/30\t没有的物料\t一百\t3\t9\t箱子",
    ].join("\n");
    const { model, status } = await answered(postOf(blank, paste(text, line(1)), "items.paste"));
    expect(status).toBe(200);
    const section = linesOf(model);
    expect(section.paste).toEqual({ text: "", note: "已填入 2 行。" });
    expect(section.rows).toHaveLength(3);
    const held = (at: number) =>
      Object.fromEntries(section.rows[at]?.controls.map(({ name, value }) => [name.split(".")[2], value]) ?? []);
    expect(held(0)).toMatchObject({ qty: "10", price: "2" });
    expect(held(1)).toMatchObject({
      material_id: world.ids.corn,
      qty: "1000.5",
      tax_rate: "13",
      required_date: "2025-03-20",
      uom: "kg",
    });
    expect(held(2)).toMatchObject({ material_id: "没有的物料", qty: "一百", required_date: "2025-02-30", uom: "箱子" });
    expect(model.errors.map(({ name }) => name).sort()).toEqual([
      "items.2.material_id",
      "items.2.qty",
      "items.2.required_date",
      "items.2.uom",
    ]);
    const id = await savedId(
      postOf(model, {
        "items.2.material_id": world.ids.oil,
        "items.2.qty": "100",
        "items.2.required_date": "2025-03-21",
        "items.2.uom": "",
      }),
    );
    expect(items(await stored(world, id)).map(({ qty }) => qty)).toEqual(["10.000", "1000.500", "100.000"]);
  });

  test("五千行只取放得下的，其余留在框里并说明是哪些", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const rows = Array.from(
      { length: 5000 },
      (_, at) => `${at % 5 === 4 ? "无此物料" : "M001"}\t${"一等".repeat(60)}\t${at + 1}\tkg\t1`,
    );
    const { model } = await answered(postOf(blank, paste(rows.join("\n"), line(0)), "items.paste"));
    const section = linesOf(model);
    expect(section.rows).toHaveLength(200);
    expect(section.paste.note).toBe("已填入 199 行。粘贴内容的第 200 至 5000 行没有填入：订单明细最多 200 行。");
    expect(section.paste.text.split("\n")).toEqual(rows.slice(199));
    expect(model.errors.filter(({ name }) => name.endsWith(".material_id"))).toHaveLength(39);
    // Whatever comes next, what did not fit is still there.
    const next = await answered(postOf(model, { "_paste.items": section.paste.text }, "items.remove.0"));
    expect(linesOf(next.model).paste.text).toBe(section.paste.text);
  });

  test("粘贴到一行的交货计划：接在填写过的批次后面，坏的格子在原处说明，放不下的留在框里", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const form = postOf(
      blank,
      {
        ...head(),
        ...line(1),
        "items.1.schedules.0.plan_date": "2025-03-18",
        "items.1.schedules.0.plan_qty": "4",
        "items.1.schedules.1.plan_qty": "",
        "_paste.items.1.schedules": "要求交期\t计划数量\n2025/3/20\t1,005.5\n2025-03-25\t多少",
      },
      "items.1.schedules.paste",
    );
    const { model, status } = await answered(form);
    expect(status).toBe(200);
    const section = linesOf(model);
    expect(section.paste.note).toBe("已填入 2 批。");
    const below = section.rows[1]?.nested.schedules;
    expect(below).toMatchObject({ open: true });
    expect(below?.paste).toBeUndefined();
    expect(below?.rows.map(({ controls }) => controls.map(({ value }) => value))).toEqual([
      ["2025-03-18", "4"],
      ["2025-03-20", "1005.5"],
      ["2025-03-25", "多少"],
    ]);
    expect(model.errors.map(({ name }) => name)).toEqual(["items.1.schedules.2.plan_qty"]);
    const many = Array.from({ length: 30 }, (_, at) => `2025-04-${String(at + 1).padStart(2, "0")}\t1`).join("\n");
    const full = await answered(
      postOf(blank, { ...head(), ...line(0), "_paste.items.0.schedules": many }, "items.0.schedules.paste"),
    );
    const first = linesOf(full.model);
    expect(first.rows[0]?.nested.schedules?.rows).toHaveLength(20);
    expect(first.rows[0]?.nested.schedules?.paste?.text.split("\n")).toHaveLength(10);
    expect(first.paste.note).toContain("交货计划最多 20 批");
    const kept = await answered(postOf(full.model, { "_paste.items.0.schedules": "剩下的" }, "items.copy.0"));
    expect(linesOf(kept.model).rows[0]?.nested.schedules?.paste?.text).toBe("剩下的");
  });

  test("不能改的表格不能粘贴", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const form = postOf(blank, { ...head(), ...line(0), "_paste.changes": "1\t2" }, "changes.paste");
    const { model } = await answered(form);
    expect(linesOf(model).rows[0]?.controls.find(({ name }) => name === "items.0.qty")?.value).toBe("10");
    expect(model.errors).toEqual([]);
  });
});

describe("边填边算", () => {
  test("填到哪里算到哪里：填全的行有金额，合计只加填全的行", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const form = postOf(blank, {
      ...head(),
      ...line(0, { qty: "1,000", price: "3.505" }),
      ...line(1, { qty: "三", price: "2" }),
      ...line(2, { qty: "200.5", price: "1.255" }),
    });
    const figures = await formFigures(await buyer(), screen, form, null);
    expect(figures).toEqual({
      // Without a tax rate of its own a line takes that of the material.
      "items.0.amount": "¥3,505.00",
      "items.0.untaxed_amount": "¥3,215.60",
      "items.1.amount": "—",
      "items.1.untaxed_amount": "—",
      "items.2.amount": "¥251.63",
      "items.2.untaxed_amount": "¥230.85",
      "items.amount": "¥3,756.63",
      "items.untaxed_amount": "¥3,446.45",
    });
  });

  test("没有脚本时按「重新计算」，金额和合计写在表里，填写的内容不变", async () => {
    const blank = await newFormModel(await buyer(), screen);
    const { model, status } = await answered(postOf(blank, { ...head(), ...line(0, { qty: " 3 " }) }, "compute"));
    expect(status).toBe(200);
    const { rows, totals } = linesOf(model);
    expect(rows[0]?.readOnly).toEqual([
      { name: "amount", text: "¥6.00" },
      { name: "untaxed_amount", text: "¥5.50" },
    ]);
    expect(totals?.filter((text) => text !== "")).toEqual(["¥6.00", "¥5.50"]);
    expect(rows[0]?.controls.find(({ name }) => name === "items.0.qty")?.value).toBe(" 3 ");
    expect(rows).toHaveLength(3);
  });

  test("算出的和存下的相同；算的时候什么也不存", async () => {
    const { id } = await order(world, await buyer());
    const edit = await editFormModel(await buyer(), screen, id);
    const form = () => postOf(edit, { "items.2.qty": "7.777" });
    const figures = await formFigures(await buyer(), screen, form(), id);
    expect(await stored(world, id)).toMatchObject({ version: 1, amount: "4881.63" });
    await savedId(form(), id);
    const reopened = linesOf(await editFormModel(await buyer(), screen, id));
    expect(reopened.rows.map((row) => row.readOnly[0]?.text)).toEqual(
      [0, 1, 2].map((at) => figures[`items.${at}.amount`]),
    );
    expect(reopened.totals).toContain(figures["items.amount"]);
  });

  test("没有权限、看不到单据的人和已不能改的单据都算不了", async () => {
    const { id } = await order(world, await buyer());
    const edit = await editFormModel(await buyer(), screen, id);
    const refused = (account: "supplierA" | "buyerB", of: string | null) =>
      world.as(account).then((context) => formFigures(context, screen, postOf(edit), of));
    await refusal(refused("supplierA", null), "forbidden");
    await refusal(refused("supplierA", id), "forbidden");
    await refusal(refused("buyerB", id), "not_found");
    await transition(world, { context: await buyer(), id, name: "submit" });
    await refusal(
      buyer().then((context) => formFigures(context, screen, postOf(edit), id)),
      "wrong_state",
    );
  });
});

describe("两个人改同样的行", () => {
  /** Both have the form open; the other one saves first. */
  async function overtaken(
    others: Readonly<Record<string, string>>,
    mine: Readonly<Record<string, string>>,
    intent = "save",
  ) {
    const { id } = await order(world, await buyer());
    const edit = await editFormModel(await buyer(), screen, id);
    const other = intent === "save" ? edit : (await answered(postOf(edit, {}, intent), id)).model;
    await savedId(postOf(other, others), id);
    const { model, status } = await answered(postOf(edit, mine), id);
    expect(status).toBe(400);
    expect(model.problem).toContain("数据已被他人修改");
    return { id, model };
  }

  test("行和交货计划的差异都并排列出", async () => {
    const { model } = await overtaken(
      { "items.0.qty": "900", "items.1.required_date": "2025-03-26" },
      { "items.0.price": "4", "items.1.schedules.0.plan_date": "2025-03-28" },
    );
    expect(model.conflict).toEqual(
      expect.arrayContaining([
        { label: "订单明细 10 · 数量", yours: "1,000", theirs: "900" },
        { label: "订单明细 10 · 含税单价", yours: "4.00", theirs: "3.50" },
        { label: "订单明细 10 · 含税金额", yours: "4,000.00", theirs: "3,150.00" },
        { label: "订单明细 20 · 交货计划 10 · 要求交期", yours: "2025-03-28", theirs: "2025-03-26" },
      ]),
    );
  });

  test("他人删了我正在改的行：说明哪一行，我填的都在，再次保存成为新的一行", async () => {
    const { id, model } = await overtaken(
      {},
      { "items.1.qty": "12", "items.1.schedules.0.plan_qty": "12" },
      "items.remove.1",
    );
    expect(model.conflict).toContainEqual({ label: "订单明细第2行", yours: "保留", theirs: "已删除" });
    expect(model.conflict).toContainEqual({ label: "订单明细 20 · 数量", yours: "12", theirs: "—" });
    expect(linesOf(model).rows.map((row) => row.id !== "")).toEqual([true, false, true]);
    await savedId(postOf(model), id);
    const rows = items(await stored(world, id));
    expect(rows.map(({ qty }) => qty)).toEqual(["1000.000", "12.000", "200.500"]);
    expect(deliveries(rows[1])).toMatchObject([{ plan_qty: "12.000" }]);
  });

  test("他人删了我正在改的批次", async () => {
    const { id, model } = await overtaken(
      {},
      { "items.0.schedules.0.plan_date": "2025-03-22" },
      "items.0.schedules.remove.0",
    );
    expect(model.conflict).toContainEqual({ label: "订单明细第1行交货计划第1批", yours: "保留", theirs: "已删除" });
    await savedId(postOf(model), id);
    expect(deliveries(items(await stored(world, id))[0])).toMatchObject([{ plan_date: "2025-03-22" }]);
  });
});
