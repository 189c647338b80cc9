import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { editFormModel } from "~/engine/screen/form-model.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { allRecords } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const FORM = "system-management/form";
const REQUEST = "system-management/form-request";
const ANSWER = "system-management/form-answer";
const form = world.screen(FORM);
const request = world.screen(REQUEST);
const mine = screenOf("system-management/my-form");

function screenOf(key: string) {
  const screen = world.engine.registry.screen(key);
  if (!screen) throw new Error(`no screen ${key}`);
  return screen;
}

const QUESTIONS = [
  { label: "厂房面积", type: "int", required: true, help: "平方米" },
  { label: "主要设备", type: "multi", options: "粉碎机\n混合机\n 包装机 \n" },
  { label: "贮存条件", type: "select", options: "常温\n冷藏", required: true },
  { label: "是否有虫害防治记录", type: "yesno", score: "10" },
  { label: "最近一次外审", type: "date" },
  { label: "补充说明", type: "longtext" },
];

let serial = 0;

async function published(values: Record<string, unknown> = {}): Promise<string> {
  const admin = await world.as("admin");
  serial += 1;
  const all = { code: `SURVEY${serial}`, name: `现场调查${serial}`, audience: "all", items: QUESTIONS, ...values };
  const { id } = await createRecord(admin, { screen: form, values: all });
  await applyTransition(admin, { entity: form.entity, id, name: "publish" });
  return id;
}

async function sent(formId: string, to: Record<string, unknown>): Promise<string> {
  const buyer = await world.as("buyerA");
  const values = { form_id: formId, name: "请填写", due_date: "2099-12-31", ...to };
  const { id } = await createRecord(buyer, { screen: request, values });
  await applyTransition(buyer, { entity: request.entity, id, name: "send" });
  return id;
}

async function answersOf(taskId: string) {
  return (await allRecords(world, world.entity(ANSWER))).filter((one) => one.task_id === taskId);
}

const both = () => ({
  suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
  people: [{ user_id: world.accounts.buyerB }],
});

async function ofSupplierA(taskId: string): Promise<string> {
  const found = (await answersOf(taskId)).find((one) => one.supplier_id === world.ids.supplierA);
  if (!found) throw new Error("nothing was sent to supplier A");
  return found.id;
}

/** What a browser posts of the page for filling in. */
async function post(context: Context, id: string, typed: Readonly<Record<number, string | string[]>>, intent: string) {
  const model = await editFormModel(context, mine, id);
  const data = new FormData();
  data.append("_intent", intent);
  data.append("_version", model.version ?? "");
  for (const section of model.sections) {
    if (section.kind !== "fields" || !("hidden" in section)) continue;
    for (const [name, value] of section.hidden) data.append(name, value);
    for (const [index, control] of section.controls.entries()) {
      const given = typed[index] ?? control.value;
      if (control.kind !== "checks") data.append(control.name, String(given));
      else for (const one of ["", ...[given].flat()]) data.append(`${control.name}[]`, one);
    }
  }
  return submitForm(context, { screen: mine, form: data, id });
}

test("发出后每家供应商、每名人员各有一份，题目照发出时的样子", async () => {
  const task = await sent(await published(), both());
  const answers = await answersOf(task);
  expect(answers).toHaveLength(3);
  expect(answers.map(({ state, name }) => [state, name])).toEqual(Array(3).fill(["open", "请填写"]));
  expect(answers[0]?.items).toMatchObject(
    QUESTIONS.map(({ label, type }, index) => ({ label, type, line_no: (index + 1) * 10, key: `q${index + 1}` })),
  );
  expect(answers[0]?.items).toMatchObject([{}, { options: "粉碎机\n混合机\n包装机" }, {}, {}, {}, {}]);
});

test("每题一个合适的控件，填错时题旁说明、已填的不丢，必填没填不能提交但已保存", async () => {
  const task = await sent(await published(), both());
  const id = await ofSupplierA(task);
  const supplier = await world.as("supplierA");
  const model = await editFormModel(supplier, mine, id);
  const section = model.sections.find((one) => one.kind === "fields" && "hidden" in one);
  expect(section?.kind === "fields" && section.controls.map(({ kind }) => kind)).toEqual([
    "integer",
    "checks",
    "select",
    "select",
    "date",
    "textarea",
  ]);
  expect(model.submit.map(({ label }) => label)).toEqual(["提交", "保存", "暂存"]);

  const wrong = await post(supplier, id, { 0: "很大", 1: ["粉碎机", "包装机"], 5: "无" }, "save");
  expect(wrong.model?.errors).toMatchObject([{ name: "items.0.value", label: "1. 厂房面积" }]);
  const kept = wrong.model?.sections.flatMap((one) => (one.kind === "fields" ? one.controls : []));
  expect(kept?.filter(({ name }) => name.startsWith("items.")).map(({ value }) => value)).toEqual([
    "很大",
    "粉碎机\n包装机",
    "",
    "",
    "",
    "无",
  ]);

  const early = await post(supplier, id, { 0: "１,２00", 1: ["粉碎机", "包装机"], 3: "是" }, "then");
  expect(early.model).toMatchObject({
    problem: "填写的内容已保存，还不能提交",
    errors: [{ name: "items.2.value", message: "第3题必填，请选择" }],
  });
  const stored = await readRecord(world.system(), world.screen(ANSWER), id);
  expect(stored.record).toMatchObject({ state: "open", score: null });
  expect(stored.record.items).toMatchObject([
    { value: "1200" },
    { value: "粉碎机\n包装机" },
    {},
    { value: "是" },
    {},
    {},
  ]);

  // Whoever asked reads what was sent, and nothing before.
  const asker = async () => (await readRecord(await world.as("admin"), world.screen(ANSWER), id)).record;
  for (const row of linesOf(await asker(), "items")) expect(row.value).toBeNull();

  const done = await post(supplier, id, { 2: "冷藏", 1: [] }, "then");
  expect(await asker()).toMatchObject({ score: "10.00" });
  expect(linesOf(await asker(), "items")[0]).toMatchObject({ value: "1200" });
  expect(done).toMatchObject({ done: "已提交" });
  const { record } = await readRecord(world.system(), world.screen(ANSWER), id);
  expect(record).toMatchObject({ state: "submitted", submitted_by: "甲供方" });
  expect(record.items).toMatchObject([{}, { value: null }, { value: "冷藏" }, {}, {}, {}]);
  await refusal(editFormModel(supplier, mine, id), "wrong_state");
});

test("选项之外的答案不收，题目不能增减，题面不能改", async () => {
  const task = await sent(await published(), both());
  const id = await ofSupplierA(task);
  const supplier = await world.as("supplierA");
  const { record } = await readRecord(world.system(), world.screen(ANSWER), id);
  const items = Array.isArray(record.items) ? record.items.map((row) => ({ id: Object(row).id })) : [];
  const change = (values: Record<string, unknown>) =>
    updateRecordBy(supplier, { screen: mine, id, version: record.version, values });
  await refusal(change({ items: [{ ...items[2], value: "露天" }] }), "invalid");
  await refusal(change({ items: [...items, { value: "多一题" }] }), "malformed");
  await refusal(change({ items: [{ ...items[0], label: "改题" }] }), "malformed");
  await refusal(change({ name: "改名" }), "malformed");
  await change({ items: [{ ...items[2], value: "冷藏" }] });
  const after = await readRecord(world.system(), world.screen(ANSWER), id);
  expect(after.record.items).toHaveLength(QUESTIONS.length);
  expect(after.record.items).toMatchObject([{}, {}, { value: "冷藏" }, {}, {}, {}]);
});

test("供应商只看到自己的填报，同事只在我的表单里看到自己的", async () => {
  const task = await sent(await published(), both());
  const id = await ofSupplierA(task);
  await refusal(readRecord(await world.as("supplierB"), mine, id), "not_found");
  await refusal(
    applyTransition(await world.as("supplierB"), { entity: world.entity(ANSWER), id, name: "submit" }),
    "not_found",
  );
  await refusal(readRecord(await world.as("buyerB"), mine, id), "not_found");
  await refusal(
    applyTransition(await world.as("buyerB"), { entity: world.entity(ANSWER), id, name: "submit" }),
    "wrong_state",
  );
  const filters = { task_id: [task] };
  const seen = async (account: "supplierA" | "supplierB" | "buyerB" | "finance") =>
    (await listRecords(await world.as(account), mine, { filters, toggles: [], sort: [], page: 1, size: 20 })).rows
      .length;
  expect([await seen("supplierA"), await seen("supplierB"), await seen("buyerB"), await seen("finance")]).toEqual([
    1, 1, 1, 0,
  ]);
});

test("退回后可以再填；结束填报后没有提交的不能再填", async () => {
  const task = await sent(await published({ items: [{ label: "备注", type: "text" }] }), both());
  const id = await ofSupplierA(task);
  const supplier = await world.as("supplierA");
  const buyer = await world.as("buyerA");
  const answer = world.entity(ANSWER);
  await applyTransition(supplier, { entity: answer, id, name: "submit" });
  await applyTransition(buyer, { entity: answer, id, name: "send_back", reason: "请补充" });
  await post(supplier, id, { 0: "已补充" }, "then");
  await applyTransition(buyer, { entity: request.entity, id: task, name: "finish" });
  expect((await answersOf(task)).map(({ state }) => state).sort()).toEqual(["closed", "closed", "submitted"]);
  const open = (await answersOf(task)).find(({ supplier_id }) => supplier_id === world.ids.supplierB);
  await refusal(
    applyTransition(await world.as("supplierB"), { entity: answer, id: open?.id ?? "", name: "submit" }),
    "wrong_state",
  );
});

test("已发布的不能改，新版本发布时旧版停用；同一编码只有一份草稿", async () => {
  const admin = await world.as("admin");
  const id = await published();
  const { record } = await readRecord(admin, form, id);
  await refusal(
    updateRecordBy(admin, { screen: form, id, version: record.version, values: { name: "改" } }),
    "wrong_state",
  );
  await applyTransition(admin, { entity: form.entity, id, name: "new_version" });
  await refusal(applyTransition(admin, { entity: form.entity, id, name: "new_version" }), "invalid");
  const revisions = async () => (await allRecords(world, form.entity)).filter(({ code }) => code === record.code);
  const draft = (await revisions()).find(({ state }) => state === "draft");
  expect(draft).toMatchObject({ revision: 2, name: record.name });
  expect(draft?.items).toMatchObject(QUESTIONS.map(({ label }) => ({ label })));
  await applyTransition(admin, { entity: form.entity, id: draft?.id ?? "", name: "publish" });
  expect((await revisions()).map(({ revision, state }) => [revision, state]).sort()).toEqual([
    [1, "stopped"],
    [2, "published"],
  ]);
});

test("题目按排序号排列，字段键留空自动编号，不重复", async () => {
  const admin = await world.as("admin");
  const items = [
    { label: "丙", type: "text" },
    { label: "乙", type: "text", sort_no: "2", key: "q1" },
    { label: "甲", type: "text", sort_no: "1" },
  ];
  const { id } = await createRecord(admin, { screen: form, values: { code: "SORT", name: "排序", items } });
  const { record } = await readRecord(admin, form, id);
  expect(record.items).toMatchObject([
    { label: "甲", key: "q2", line_no: 10 },
    { label: "乙", key: "q1" },
    { label: "丙", key: "q3" },
  ]);
});

test("选择题统计每个选项的份数", async () => {
  const items = [{ label: "主要设备", type: "multi", options: "粉碎机\n混合机\n包装机" }];
  const id = await published({ items });
  const task = await sent(id, both());
  for (const [account, ticked] of [
    ["supplierA", ["粉碎机", "混合机"]],
    ["supplierB", ["混合机"]],
  ] as const) {
    const supplier = await world.as(account);
    const own = (await answersOf(task)).find((one) => one.supplier_id === world.ids[account]);
    await post(supplier, own?.id ?? "", { 0: [...ticked] }, "then");
  }
  const { sections } = await recordModel(await world.as("admin"), form, id);
  expect(sections.find(({ kind }) => kind === "chart")).toMatchObject({
    title: "第1题 主要设备",
    chart: { labels: ["混合机", "粉碎机"], series: [{ values: ["2", "1"] }] },
  });
});
