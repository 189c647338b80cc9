import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "~/engine/errors";
import { removeRecord } from "~/engine/operations/remove.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { submitTransition } from "~/engine/screen/transition-submit.server";
import { closeNotices } from "~/engine/session/session.server";
import { ORDER, order, stored, submitted, transition } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const REST = "/v2/purchase-orders/purchase-order";
const NUL = String.fromCharCode(0);
let token = "";
beforeAll(async () => {
  token = await signIn(world, "buyerA");
});

/** What an operation refuses with; anything but an expected error rises. */
async function refused(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the operation was not refused");
}

describe("同一个请求编号", () => {
  test("用在另一张单据上：不得答复成功而什么都没做", async () => {
    const [first, second] = [await submitted(world), await submitted(world)];
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id: first.id, name: "withdraw", more: { requestId: "r-1" } });
    await refused(transition(world, { context: buyer, id: second.id, name: "withdraw", more: { requestId: "r-1" } }));
    expect((await stored(world, second.id)).state).toBe("approved");
  });

  test("用在另一个操作上：不得答复成功而什么都没做", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await submitted(world);
    await transition(world, { context: buyer, id, name: "withdraw", more: { requestId: "r-2" } });
    await refused(removeRecord(buyer, { screen, id, requestId: "r-2" }));
  });

  test("内容改过再提交：不得说已保存而丢掉第二次的内容", async () => {
    const buyer = await world.as("buyerA");
    const { id, version } = await order(world, buyer);
    await updateRecordBy(buyer, { screen, id, version, values: { remark: "第一次" }, requestId: "r-3" });
    await refused(updateRecordBy(buyer, { screen, id, version, values: { remark: "第二次" }, requestId: "r-3" }));
  });

  test("同样的请求重发：得到第一次的答复，只做一次", async () => {
    const buyer = await world.as("buyerA");
    const { id, version } = await order(world, buyer);
    const values = { remark: "只改一次" };
    const first = await updateRecordBy(buyer, { screen, id, version, values, requestId: "r-4" });
    expect(await updateRecordBy(buyer, { screen, id, version, values, requestId: "r-4" })).toEqual(first);
    expect((await stored(world, id)).version).toBe(version + 1);
  });
});

test.each(["x", "NaN", "1.5", "", " "])("页面提交的版本号「%s」不是整数：不处理，不当作没有版本", async (version) => {
  const { id } = await submitted(world);
  const form = new FormData();
  form.set("_version", version);
  const outcome = await submitTransition(await world.as("buyerA"), { screen, id, segment: "withdraw", form }).catch(
    (error: unknown) => error,
  );
  expect(outcome).not.toHaveProperty("saved");
  expect((await stored(world, id)).state).toBe("approved");
});

describe("不成样子的输入得到说明，不是系统繁忙", () => {
  test.each<[string, unknown]>([
    ["单号里的空字符", { number: NUL }],
    ["状态里的空字符", { state: NUL }],
    ["供应商里的空字符", { supplier_id: `A${NUL}` }],
    ["日历尽头的日期", { order_date: ["", "9999-12-31"] }],
    ["筛选值是对象", { number: { toString: 1 } }],
    ["七万个状态", { state: new Array(70_000).fill("a") }],
  ])("列表：%s", async (_label, body) => {
    expect((await call(world, { token, method: "POST", path: `${REST}/page`, body })).status).toBeLessThan(500);
  });

  test.each<[string, unknown]>([
    ["引用是对象", { supplier_id: { toString: 1 } }],
    ["引用里的空字符", { supplier_id: `A${NUL}` }],
  ])("新建：%s", async (_label, body) => {
    expect((await call(world, { token, method: "POST", path: REST, body })).status).toBe(400);
  });

  test("原因里的空字符", async () => {
    const { id, version } = await submitted(world);
    const { status } = await call(world, {
      token,
      method: "POST",
      path: `${REST}/${id}/cancel`,
      body: { version, reason: `错${NUL}误` },
    });
    expect(status).toBe(400);
  });

  test("列表：筛选值层层嵌套", async () => {
    const body = `{"number":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const headers = { Authorization: token, "Content-Type": "application/json" };
    const request = new Request(`http://portal.test${REST}/page`, { method: "POST", headers, body });
    expect((await world.services.rest.fetch(request, { requestId: "r", ip: "" })).status).toBe(400);
  });

  test("登录账号里的空字符在字段上拒绝，有没有这个账号都一样", async () => {
    const answers = await Promise.all(
      ["buyer1", "nobody"].map(async (account) => {
        const body = new URLSearchParams({ username: `${account}${NUL}`, password: "x" });
        const request = new Request("http://portal.test/v1/login", { method: "POST", body });
        const response = await world.services.rest.fetch(request, { requestId: "r", ip: "" });
        const { code, message, result } = await response.json();
        return [response.status, { code, message, result }];
      }),
    );
    expect(answers[0]?.[0]).toBe(400);
    expect(answers[0]).toEqual(answers[1]);
  });

  test("一次性编号过长或含空字符", async () => {
    const { id, version } = await submitted(world);
    const long = Array.from({ length: 3000 }, (_, at) => (at * 7919).toString(36)).join("");
    for (const once of [long, `a${NUL}`]) {
      const form = new FormData();
      form.set("_version", String(version));
      form.set("_once", once);
      const work = submitTransition(await world.as("buyerA"), { screen, id, segment: "withdraw", form });
      expect((await refused(work)).status).toBe(400);
    }
  });

  test("要关闭的消息编号不成样子", async () => {
    const none = { hasNotices: false, tabs: [], offersTabs: false, permissionVersion: 1 };
    const session = { idHash: "x", csrf: "", currentTop: null, expiresAt: "", ...none };
    await closeNotices({ ...(await world.as("buyerA")), session }, ["abc"]).catch((error: unknown) => {
      expect(error).toBeInstanceOf(AppError);
    });
  });

  test.each(["__proto__.add", "constructor.add", "toString.copy.0"])("表单按钮「%s」", async (intent) => {
    const form = new FormData();
    form.set("_intent", intent);
    await submitForm(await world.as("buyerA"), { screen, form, id: null }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(AppError);
    });
  });
});

describe("一个便宜的请求不能拖住整个系统", () => {
  test("上万个筛选值立即被拒绝，不逐个去查", async () => {
    const supplier = await signIn(world, "supplierA");
    const started = performance.now();
    const values = Array.from({ length: 10_000 }, (_, at) => `x${at}`);
    const { status } = await call(world, {
      token: supplier,
      method: "POST",
      path: `${REST}/page`,
      body: { supplier_id: values },
    });
    expect(status).toBe(400);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("上万行明细的表单被拒绝，不画出来", async () => {
    const form = new FormData();
    form.set("_intent", "items.add");
    for (let row = 0; row < 5000; row += 1) form.set(`items.${row}.qty`, "1");
    const error = await refused(submitForm(await world.as("buyerA"), { screen, form, id: null }));
    expect(error.error).toBe("malformed");
  });
});
