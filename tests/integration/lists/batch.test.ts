import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { batchPageModel, batchResultModel, submitBatch } from "~/engine/screen/batch-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { howMany } from "../../support/length";
import { ORDER, order, refusal, released, stored, submitted, transition } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
/** As many as one may choose at once, or enough to see that they go one by one. */
const MANY = howMany({ usual: 30, full: 200 });
const GONE = { id: "01900000-0000-7000-8000-000000000000", version: 1 };

type Chosen = { id: string; version: number };

function ask(context: Context, name: string, rows: readonly Chosen[]) {
  const chosen = new URLSearchParams(rows.map(({ id, version }) => ["row", `${id}:${version}`]));
  return batchPageModel(context, screen, name, chosen);
}

type Page = Awaited<ReturnType<typeof ask>>;

/** The form of the page as a browser would send it. */
function formOf(page: Page, typed: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set("_once", page.secrets.once);
  form.set("_back", page.back);
  if (page.needsReason) form.set("_needs_reason", "1");
  for (const row of page.rows) if (!("refusal" in row)) form.append("row", `${row.id}:${row.version}`);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
}

/** Sends the form and opens the page it leads to. */
async function send(context: Context, name: string, form: FormData) {
  const outcome = await submitBatch(context, screen, name, form);
  if (outcome.resultHref === undefined) throw new Error("the form was refused");
  const { searchParams } = new URL(outcome.resultHref, "http://portal.test");
  return batchResultModel(context, screen, name, searchParams);
}

describe("批量处理的确认页", () => {
  test("列出所选的单据、两项要点和检查结果；处理不了的说明原因并留下", async () => {
    const buyer = await world.as("buyerA");
    const [fit, draft] = [await submitted(world), await order(world, buyer)];
    const page = await ask(buyer, "release", [fit, draft, GONE, fit]);
    expect(page.columns.map(({ label }) => label)).toEqual(["采购订单号", "状态", "供应商", "含税金额"]);
    expect(page.rows.map((row) => ("refusal" in row ? row.refusal : null))).toEqual([
      null,
      "单据当前为「草稿」，不能下达",
      "不存在或无权查看",
    ]);
    expect(page.rows[0]?.cells.map(({ text }) => text)).toEqual([
      fit.number,
      "待下达",
      "GYS000001 甲供应商",
      "¥4,881.63",
    ]);
    expect(page.count).toBe(1);
    expect(page.question).toContain("另有2条不能下达");
  });

  test("没有选择、选择过多、不能批量的操作、没有权限", async () => {
    const buyer = await world.as("buyerA");
    expect((await ask(buyer, "release", [])).question).toContain("没有选择任何记录");
    const many = Array.from({ length: 201 }, () => ({ id: world.engine.newId(), version: 1 }));
    await refusal(ask(buyer, "release", many), "malformed");
    await refusal(ask(buyer, "release", [{ id: "x", version: 1 }]), "malformed");
    const unversioned = new URLSearchParams({ row: GONE.id });
    await refusal(batchPageModel(buyer, screen, "release", unversioned), "malformed");
    await refusal(ask(buyer, "propose", []), "not_found");
    await refusal(ask(buyer, "constructor", []), "not_found");
    await refusal(ask(await world.as("manager"), "release", []), "forbidden");
    await refusal(ask(await world.as("supplierA"), "release", []), "forbidden");
    await refusal(submitBatch(await world.as("manager"), screen, "release", new FormData()), "forbidden");
  });

  test("供应商看不到别家的单据，只说不存在或无权查看", async () => {
    const [mine, foreign] = [await released(world), await released(world, { supplier_id: world.ids.supplierB })];
    const page = await ask(await world.as("supplierA"), "confirm", [mine, foreign]);
    expect(page.count).toBe(1);
    expect(page.rows[1]).toMatchObject({ refusal: "不存在或无权查看" });
    expect(JSON.stringify(page)).not.toContain(foreign.number);
    expect(page.columns.map(({ label }) => label)).not.toContain("批准金额");
  });

  test("需要原因的操作先要原因，没填就不动任何单据", async () => {
    const buyer = await world.as("buyerA");
    const orders = [await released(world), await released(world)];
    const page = await ask(buyer, "close", orders);
    expect(page.controls.map(({ name, required }) => [name, required])).toContainEqual(["reason", true]);
    const refused = await submitBatch(buyer, screen, "close", formOf(page, { reason: " " }));
    expect(refused).toMatchObject({ status: 400, model: { errors: [{ name: "reason" }] } });
    for (const { id } of orders) expect((await stored(world, id)).state).toBe("released");
    const result = await send(buyer, "close", formOf(page, { reason: "测试关闭" }));
    expect(result).toMatchObject({ done: "已关闭 2 条", failed: [] });
  });
});

describe("批量处理", () => {
  test("许多条里有一条处理不了：其余都做完，逐行说明", async () => {
    const buyer = await world.as("buyerA");
    const orders = [];
    for (let count = 0; count < MANY; count += 1) orders.push(await order(world, buyer));
    const page = await ask(buyer, "submit", orders);
    expect(page.count).toBe(MANY);
    const [changed] = orders;
    // Somebody else is quicker with one of them.
    await transition(world, { context: buyer, id: changed?.id ?? "", name: "submit" });
    const result = await send(buyer, "submit", formOf(page));
    expect(result.done).toBe(`已提交 ${MANY - 1} 条`);
    expect(result.failed).toEqual([
      {
        id: changed?.id,
        title: changed?.number,
        href: `/${ORDER}/${changed?.id}`,
        message: "单据当前为「待下达」，不能提交",
      },
    ]);
    const states = await Promise.all(orders.slice(0, 5).map(async ({ id }) => (await stored(world, id)).state));
    expect(new Set(states)).toEqual(new Set(["approved"]));
  });

  test("页面打开后被改过的单据不处理", async () => {
    const buyer = await world.as("buyerA");
    const [kept, changed] = [await submitted(world), await submitted(world)];
    const page = await ask(buyer, "release", [kept, changed]);
    await transition(world, { context: buyer, id: changed.id, name: "withdraw" });
    await transition(world, { context: buyer, id: changed.id, name: "submit" });
    const result = await send(buyer, "release", formOf(page));
    expect(result.done).toContain("1 条");
    expect(result.failed.map(({ id, message }) => [id, message])).toEqual([
      [changed.id, "数据已被他人修改，请刷新后重试"],
    ]);
  });

  test("勾选之后、打开确认页之前被改过的单据也不处理：批的是列表上看到的", async () => {
    const buyer = await world.as("buyerA");
    const { table } = await listModel(buyer, screen, new URLSearchParams("state=approved"));
    const [value = ""] = table.rows.flatMap(({ pick }) => pick?.value ?? []);
    const [id = "", version = ""] = value.split(":");
    await transition(world, { context: buyer, id, name: "withdraw" });
    await transition(world, { context: buyer, id, name: "submit" });
    const page = await ask(buyer, "release", [{ id, version: Number(version) }]);
    expect(page.rows.map(({ refusal }) => refusal)).toEqual(["数据已被他人修改，请刷新后重试"]);
    expect(page.count).toBe(0);
  });

  test("同一张表单发两次只做一次，答复相同", async () => {
    const buyer = await world.as("buyerA");
    const orders = [await submitted(world), await submitted(world)];
    const form = formOf(await ask(buyer, "release", orders));
    const first = await send(buyer, "release", form);
    const versions = await Promise.all(orders.map(async ({ id }) => (await stored(world, id)).version));
    expect(await send(buyer, "release", form)).toEqual(first);
    expect(await Promise.all(orders.map(async ({ id }) => (await stored(world, id)).version))).toEqual(versions);
  });

  test("供应商批量确认只动自己的单据，夹带别家的也不行", async () => {
    const supplier = await world.as("supplierA");
    const [mine, foreign] = [await released(world), await released(world, { supplier_id: world.ids.supplierB })];
    const form = formOf(await ask(supplier, "confirm", [mine]));
    form.append("row", `${foreign.id}:${foreign.version}`);
    const result = await send(supplier, "confirm", form);
    expect(result.failed).toEqual([{ id: foreign.id, title: "—", message: "不存在或无权查看" }]);
    expect((await stored(world, mine.id)).state).toBe("confirmed");
    expect((await stored(world, foreign.id)).state).toBe("released");
  });

  test("结果只给本人看，过期或编造的编号说明不再保留", async () => {
    const buyer = await world.as("buyerA");
    const form = formOf(await ask(buyer, "release", [await submitted(world)]));
    const { resultHref } = await submitBatch(buyer, screen, "release", form);
    const { searchParams } = new URL(resultHref ?? "", "http://portal.test");
    expect(await batchResultModel(buyer, screen, "release", searchParams)).toMatchObject({ failed: [] });
    await refusal(batchResultModel(await world.as("buyerB"), screen, "release", searchParams), "not_found");
    await refusal(batchResultModel(buyer, screen, "submit", searchParams), "not_found");
    await refusal(batchResultModel(buyer, screen, "release", new URLSearchParams({ result: "x" })), "not_found");
  });

  test.each([["没有版本"], ["编号不成样子"]])("改过的表单（%s）不处理", async (label) => {
    const buyer = await world.as("buyerA");
    const { id } = await submitted(world);
    const form = new FormData();
    form.append("row", label === "没有版本" ? id : "x:1");
    await refusal(submitBatch(buyer, screen, "release", form), "malformed");
    expect((await stored(world, id)).state).toBe("approved");
  });

  test("REST：每条带着看过的版本，之后被改过的不处理，别的照常", async () => {
    const buyer = await world.as("buyerA");
    const [seen, changed] = [await submitted(world), await submitted(world)];
    await transition(world, { context: buyer, id: changed.id, name: "withdraw" });
    await transition(world, { context: buyer, id: changed.id, name: "submit" });
    const token = await signIn(world, "buyerA");
    const base = "/v2/purchase-orders/purchase-order/batch/release";
    const items = [seen, changed, GONE].map(({ id, version }) => ({ id, version }));
    const { body } = await call(world, { token, method: "POST", path: base, body: { items } });
    expect(body.result).toMatchObject({
      done: [{ id: seen.id }],
      failed: [{ id: changed.id, message: "数据已被他人修改，请刷新后重试" }, { id: GONE.id }],
    });
    expect((await stored(world, changed.id)).state).toBe("approved");
  });

  test.each([
    ["只有编号", { ids: [GONE.id] }],
    ["没有版本", { items: [{ id: GONE.id }] }],
    ["版本不是整数", { items: [{ ...GONE, version: "1" }] }],
    ["多出来的内容", { items: [{ ...GONE, state: "draft" }] }],
  ])("REST：%s的批量不受理", async (_label, body) => {
    const token = await signIn(world, "buyerA");
    const notified = await call(world, {
      token,
      method: "POST",
      path: "/v2/purchase-orders/purchase-order/batch/release",
      body,
    });
    expect([notified.status, notified.body.code]).toEqual([400, 40002]);
  });
});

describe("列表上的操作", () => {
  beforeAll(async () => {
    await submitted(world, { order_type: "consign" });
    await released(world, { order_type: "consign" });
    await order(world, await world.as("buyerA"), { order_type: "consign" });
  });

  async function rowsFor(account: "buyerA" | "manager" | "planner" | "supplierA") {
    const { table, batch } = await listModel(
      await world.as(account),
      screen,
      new URLSearchParams("order_type=consign&sort=state"),
    );
    return {
      batch: batch?.transitions.map(({ label }) => label),
      rows: table.rows.map((row) => [row.pick !== undefined, row.actions?.map(({ label }) => label)]),
    };
  }

  test("只给出本人此时能做的；做不了任何批量操作的人没有选择框", async () => {
    expect(await rowsFor("buyerA")).toEqual({
      batch: ["批量提交", "批量下达", "批量催办", "批量关闭"],
      rows: [
        [true, ["下达"]],
        [true, ["提交"]],
        [true, []],
      ],
    });
    expect((await rowsFor("manager")).batch).toEqual(["批量催办"]);
    const planner = await rowsFor("planner");
    expect(planner.batch).toBeUndefined();
    expect(planner.rows.every(([pick]) => !pick)).toBe(true);
    expect((await rowsFor("supplierA")).batch).toEqual(["批量确认订单"]);
  });
});
