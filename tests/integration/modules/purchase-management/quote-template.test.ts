import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "~/engine/errors";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { formFigures, submitForm } from "~/engine/screen/form-submit.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { COMPARISON } from "~/modules/purchase-management/rfq/comparison.server";
import { where } from "~/shared/condition";
import { move, recordOf } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const KEY = "purchase-management/quote-template";
const MODEL = "purchase-management/cost-model";
const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const HOUR = 3_600_000;
const world = await openWorld();
afterAll(() => world.close());

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();
const step = (id: string, name: string, more: object = {}) => move(world, "manager", { key: KEY, id, name, ...more });
/** What was refused, and why. */
async function refused(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("nothing was refused");
  return [error.message, ...error.complaints.map(({ message }) => message)].join("；");
}
const ELEMENTS = [
  { code: "RAW", name: "原纸", kind: "amount", required: true },
  { code: "LABOR", name: "加工", kind: "amount", required: true },
];
const SHARE = {
  ...{ code: "SHARE", name: "加工占比", kind: "figure", unit: "%", required: false },
  formula: "LABOR / (RAW + LABOR)",
};

async function template(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { id } = await createRecord(await world.as("manager"), {
    screen: world.screen(KEY),
    values: { name: "测试模板", elements: ELEMENTS, ...values },
  });
  return id;
}

async function inquiry(values: Readonly<Record<string, unknown>>): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "模板询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [{ material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" }],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
      ...values,
    },
  });
  return id;
}

async function quoteOf(rfq: string, by: "supplierA" | "supplierB", round = 1): Promise<string> {
  const [row] = await unscopedRows(
    world.system(),
    QUOTE,
    ["id"],
    [where.eq("rfq_id", rfq), where.eq("supplier_id", world.ids[by]), where.eq("round_no", round)],
  );
  return String(row?.id);
}

async function fill(
  id: string,
  by: "supplierA" | "supplierB",
  { price, parts, answer = "本地" }: { price: string; parts: Readonly<Record<string, string>>; answer?: string },
): Promise<void> {
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
      items: linesOf(record, "items").map((line) => ({ id: line.id, price })),
      breakdown: linesOf(record, "breakdown").map(({ id: row, code }) => ({
        id: row,
        amount: parts[String(code)] ?? "",
      })),
      terms: linesOf(record, "terms").map(({ id: row }) => ({ id: row, value: answer })),
    },
  });
}

const submitted = (id: string, by: "supplierA" | "supplierB") =>
  move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });

describe("模板", () => {
  test("启用后不能修改，新版本启用时原版本停用且不能再启用；同一来源只有一份草稿", async () => {
    const first = await template();
    await step(first, "enable");
    const record = await recordOf(world, KEY, first);
    await expect(
      updateRecordBy(await world.as("manager"), {
        ...{ screen: world.screen(KEY), id: first, version: record.version, values: { name: "改名" } },
      }),
    ).rejects.toMatchObject({ error: "wrong_state" });
    await step(first, "new_version");
    expect(await refused(step(first, "new_version"))).toContain("已有草稿");
    const [draft] = await unscopedRows(
      world.system(),
      KEY,
      ["id", "template_version"],
      [where.eq("previous_id", first)],
    );
    expect(draft?.template_version).toBe(2);
    expect(linesOf(await recordOf(world, KEY, String(draft?.id)), "elements")).toHaveLength(2);
    await step(String(draft?.id), "enable");
    expect((await recordOf(world, KEY, first)).state).toBe("disabled");
    expect(await refused(step(first, "enable"))).toContain("替代");
  });

  test("同一品类只有一个默认；没有选模板的询价用最近品类的默认模板", async () => {
    const own = await template({ name: "纸箱默认", category_id: world.ids.boxType, is_default: true });
    await step(own, "enable");
    const other = await template({ name: "另一默认", category_id: world.ids.boxType, is_default: true });
    expect(await refused(step(other, "enable"))).toContain("该品类已有默认模板");
    const rfq = await inquiry({});
    expect((await recordOf(world, RFQ, rfq)).template_id).toBe(own);
    await step(own, "disable");
    expect(await refused(move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" }))).toContain("已停用");
  });

  test("从成本模型取要求供应商填报的要素：金额和比例", async () => {
    const { id: model } = await createRecord(await world.as("buyerA"), {
      screen: world.screen(MODEL),
      values: {
        ...{ name: "取要素", material_id: world.ids.oil, base_uom: "kg", currency: "CNY", valid_from: "2025-01-01" },
        formula: "RAW * (1 + LOSS) + LABOR + OWN + WORK + STORE",
        elements: [
          { code: "RAW", name: "原料", kind: "fixed", value: "8", show_to_supplier: true },
          { code: "LOSS", name: "损耗", kind: "rate", value: "2", show_to_supplier: true },
          { code: "LABOR", name: "人工", kind: "quote", value: "1" },
          { code: "OWN", name: "我方费用", kind: "fixed", value: "1" },
          { code: "WORK", name: "管理费", kind: "formula", formula: "(原料 + 人工) * 0.1", show_to_supplier: true },
          { code: "STORE", name: "仓储", kind: "formula", formula: "我方费用 * 2", show_to_supplier: true },
        ],
      },
    });
    await move(world, "manager", { key: MODEL, id: model, name: "activate" });
    const id = await template({ cost_model_id: model, elements: [ELEMENTS[0]] });
    const { warnings } = await step(id, "take_elements");
    expect(warnings).toEqual(["【仓储】由供应商填报金额，没有带入公式：它引用的【我方费用】不要求供应商填报"]);
    expect(
      linesOf(await recordOf(world, KEY, id), "elements").map(({ code, kind, unit, formula }) => [
        ...[code, kind, unit, formula],
      ]),
    ).toEqual([
      ["RAW", "amount", null, null],
      ["LOSS", "figure", "%", null],
      ["LABOR", "amount", null, null],
      ["WORK", "amount", null, "(RAW + LABOR) * 0.1"],
      ["STORE", "amount", null, null],
    ]);
    expect(await refused(step(id, "take_elements"))).toContain("没有其他");
  });

  test("要求密封的、不适用所询品类的不能发布", async () => {
    const sealed = await template({ must_seal: true });
    await step(sealed, "enable");
    const rfq = await inquiry({ template_id: sealed });
    expect(await refused(move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" }))).toContain("要求密封");
    const boxes = await template({ category_id: world.ids.boxType });
    await step(boxes, "enable");
    const oil = { material_id: world.ids.oil, factory_id: world.ids.factory1, qty: "10", uom: "kg" };
    const mixed = await inquiry({ template_id: boxes, items: [oil] });
    expect(await refused(move(world, "buyerA", { key: RFQ, id: mixed, name: "submit" }))).toContain("不适用于第1行");
  });
});

describe("供应商的成本分解", () => {
  test("缺必填要素、合计不符、缺条件的不能提交", async () => {
    const chosen = await template({
      ...{ only_down: true, clauses: "含税含包装" },
      terms: [
        {
          code: "ORIGIN",
          name: "原纸产地",
          answer_type: "select",
          level: "head",
          required: true,
          in_compare: true,
          options: "本地\n外地",
        },
        { code: "PACK", name: "包装", answer_type: "text", level: "line", required: false, in_compare: false },
      ],
    });
    await step(chosen, "enable");
    const rfq = await inquiry({ template_id: chosen });
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" });
    // What was asked stays what was asked.
    await step(chosen, "disable");
    const a = await quoteOf(rfq, "supplierA");
    expect(await recordOf(world, QUOTE, a)).toMatchObject({ clauses: "含税含包装", breakdown_limit: "0.010000" });
    const page = JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(QUOTE), a));
    expect(page).toContain("成本要素");
    expect(page).not.toContain("计算公式");
    await fill(a, "supplierA", { price: "1.5", parts: { RAW: "1.1" } });
    expect(await refused(submitted(a, "supplierA"))).toContain("【加工】必填");
    await fill(a, "supplierA", { price: "1.5", parts: { RAW: "1.1", LABOR: "0.3" } });
    expect(await refused(submitted(a, "supplierA"))).toContain("合计1.4与单价1.5不一致");
    await fill(a, "supplierA", { price: "1.5", parts: { RAW: "1.1", LABOR: "0.4" }, answer: "" });
    expect(await refused(submitted(a, "supplierA"))).toContain("【原纸产地】必填");
    expect(await refused(fill(a, "supplierA", { price: "1.5", parts: {}, answer: "海外" }))).toContain("从选项中选择");
  });
});

/** What the form of a quote of one line posts, with its breakdown by code. */
async function typedParts(id: string, parts: Readonly<Record<string, string>>, intent: string): Promise<FormData> {
  const record = await recordOf(world, QUOTE, id);
  const form = new FormData();
  form.append("_intent", intent);
  form.append("_version", String(record.version));
  form.append("_lines.items", "1");
  form.append("items.0.id", linesOf(record, "items")[0]?.id ?? "");
  form.append("items.0.price", "1.5");
  form.append("_lines.breakdown", "1");
  for (const [at, { id: row, code }] of linesOf(record, "breakdown").entries()) {
    form.append(`breakdown.${at}.id`, row);
    form.append(`breakdown.${at}.amount`, parts[String(code)] ?? "");
  }
  return form;
}

test("由公式算出的要素：发来的值不作数，算不出的指出是哪一行", async () => {
  const chosen = await template({
    elements: [
      ...ELEMENTS,
      { code: "LOSS", name: "损耗率", kind: "figure", unit: "%", required: true },
      { code: "WASTE", name: "损耗", kind: "amount", required: true, formula: "原纸 / 损耗率 / 1000" },
    ],
  });
  await step(chosen, "enable");
  const rfq = await inquiry({ template_id: chosen });
  await move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" });
  const id = await quoteOf(rfq, "supplierA");
  const parts: Readonly<Record<string, string>> = { RAW: "1", LABOR: "0.4", LOSS: "1", WASTE: "9" };
  expect(await refused(fill(id, "supplierA", { price: "1.5", parts: { ...parts, LOSS: "0" } }))).toContain(
    "第1行【损耗】按公式算不出：除数为0",
  );
  await fill(id, "supplierA", { price: "1.5", parts });
  const { record } = await readRecord(await world.as("supplierA"), world.screen(QUOTE), id);
  expect(linesOf(record, "breakdown").at(-1)).toMatchObject({
    amount: "0.100000",
    required: false,
    formula: "原纸 / 损耗率 / 1000",
  });

  const supplier = await world.as("supplierA");
  const screen = world.screen(QUOTE);
  const doubled = { ...parts, RAW: "2" };
  expect(await formFigures(supplier, screen, await typedParts(id, doubled, "compute"), id)).toMatchObject({
    "breakdown.3.amount": "0.2",
  });
  const typed = async (more: object, intent: string) => {
    const form = await typedParts(id, { ...doubled, ...more }, intent);
    const { model } = await submitForm(supplier, { screen, id, form });
    const table = model?.sections.find((one) => one.kind === "lines" && one.name === "breakdown");
    const row = table?.kind === "lines" ? table.rows[3] : undefined;
    expect(row?.controls.map(({ name }) => name)).toEqual(["breakdown.3.remark"]);
    return row?.readOnly.find(({ name }) => name === "amount");
  };
  expect(await typed({}, "compute")).toEqual({ name: "amount", text: "0.2" });
  expect((await typed({ LOSS: "0" }, "save"))?.error).toContain("除数为0");
  const { status } = await call(world, {
    ...{ token: await signIn(world, "supplierA"), method: "PUT", path: `/v2/${QUOTE}/${id}` },
    body: {
      version: (await recordOf(world, QUOTE, id)).version,
      breakdown: linesOf(record, "breakdown").map(({ id: row, code }) => ({ id: row, amount: parts[String(code)] })),
    },
  });
  expect(status).toBe(200);
  await submitted(id, "supplierA");
  const sent = await readRecord(supplier, screen, id);
  expect(linesOf(sent.record, "breakdown").at(-1)?.amount).toBe("0.100000");
  expect(JSON.stringify(await recordModel(supplier, screen, id))).toContain("【原纸】 ÷ 【损耗率】 ÷ 1000");
  expect(await refused(template({ elements: [...ELEMENTS, { ...ELEMENTS[0], code: "X", formula: "Y" }] }))).toContain(
    "第3行公式有误",
  );
});

describe("要素对比", () => {
  beforeAll(async () => {
    const { id: model } = await createRecord(await world.as("buyerA"), {
      screen: world.screen(MODEL),
      values: {
        ...{ name: "纸箱成本", material_id: world.ids.box, base_uom: "pcs", currency: "CNY", valid_from: "2025-01-01" },
        ...{ formula: "RAW + LABOR", warn_rate: "8" },
        elements: [
          { code: "RAW", name: "原纸", kind: "fixed", value: "1" },
          { code: "LABOR", name: "加工", kind: "quote", value: "0.4" },
        ],
      },
    });
    await move(world, "manager", { key: MODEL, id: model, name: "activate" });
  });

  test("比价单逐要素列出各家，最低的和偏离应有成本的标出；开启前没有；下一轮带出分解", async () => {
    const chosen = await template({
      only_down: true,
      elements: [...ELEMENTS, SHARE],
      terms: [
        { code: "ORIGIN", name: "原纸产地", answer_type: "text", level: "head", required: true, in_compare: true },
      ],
    });
    await step(chosen, "enable");
    const rfq = await inquiry({ template_id: chosen });
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "submit" });
    for (const [by, price, parts, answer] of [
      ["supplierA", "1.5", { RAW: "1.1", LABOR: "0.4" }, "浙江"],
      ["supplierB", "1.45", { RAW: "0.95", LABOR: "0.5" }, "广西"],
    ] as const) {
      const id = await quoteOf(rfq, by);
      await fill(id, by, { price, parts, answer });
      await submitted(id, by);
    }
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "close" });
    await move(world, "buyerA", { key: RFQ, id: rfq, name: "open" });
    const view = world.engine.registry.screen(COMPARISON);
    if (!view) throw new Error("the view is not registered");
    const page = JSON.stringify(await recordModel(await world.as("buyerA"), view, rfq));
    expect(page).toContain("要素对比");
    expect(page).toContain("1.10 +10%，高于应有成本");
    expect(page).toContain("0.95（最低） -5%");
    expect(page).toContain("各要素最低合计");
    expect(page).toContain("1.35");
    expect(page).toContain("报价条件对比");
    expect(page).toContain("广西");
    // Nobody is asked by another formula than before.
    await step(chosen, "new_version");
    const [newer] = await unscopedRows(world.system(), KEY, ["id"], [where.eq("previous_id", chosen)]);
    await updateRecordBy(await world.as("manager"), {
      ...{ screen: world.screen(KEY), id: String(newer?.id), version: 1 },
      values: { elements: [...ELEMENTS, { ...SHARE, formula: "RAW / (RAW + LABOR)" }] },
    });
    await step(String(newer?.id), "enable");
    const { suppliers } = (await recordOf(world, RFQ, rfq)) as unknown as { suppliers: { id: string }[] };
    await move(world, "buyerA", {
      ...{ key: RFQ, id: rfq, name: "next_round", input: { new_deadline: inHours(72) } },
      lineInput: Object.fromEntries(suppliers.map(({ id }) => [id, { asked_again: "1" }])),
    });
    const again = await quoteOf(rfq, "supplierA", 2);
    const said = async () => {
      const { record } = await readRecord(await world.as("supplierA"), world.screen(QUOTE), again);
      return linesOf(record, "breakdown").map(({ amount }) => amount);
    };
    expect(await said()).toEqual(["1.100000", "0.400000", "26.666667"]);
    expect(await refused(fill(again, "supplierA", { price: "1.6", parts: { RAW: "1.2", LABOR: "0.4" } }))).toContain(
      "不能高于上轮1.5",
    );
    await fill(again, "supplierA", { price: "1.4", parts: { RAW: "1", LABOR: "0.4" } });
    expect(await said()).toEqual(["1.000000", "0.400000", "28.571429"]);
    const { breakdown } = (await recordOf(world, QUOTE, again)) as unknown as { breakdown: { formula: string }[] };
    expect(breakdown.at(-1)?.formula).toBe(SHARE.formula);
  });
});
