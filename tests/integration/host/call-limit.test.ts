import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeHost, form, json, page } from "./support";

const variables = { CALLS_PER_MINUTE: "3" };
const session = (token: string) => ({ Cookie: `a=b; Access-Token=${token}; c=d` });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-03-10T02:00:00Z") }));
afterEach(() => void vi.useRealTimers());

describe("每个会话每分钟的请求数", () => {
  test("接口超过上限：429、42901、「操作过于频繁，请稍后再试」、Retry-After；不到达业务代码", async () => {
    const { app, reached } = fakeHost({ variables });
    const ask = () => app.request("/v2/x", json({}, { Authorization: "t-1" }));
    for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(await refused.json()).toMatchObject({
      success: false,
      code: 42901,
      message: "操作过于频繁，请稍后再试",
      result: null,
      traceId: refused.headers.get("X-Request-Id"),
    });
    expect(reached).toHaveLength(3);
  });

  test("页面超过上限：同一句话的小页面，读取和提交一样；过了一分钟又可以", async () => {
    const { app } = fakeHost({ variables, remix: async () => page("ok") });
    const read = () => app.request("/web/x", { headers: session("t-2") });
    for (const _ of [1, 2, 3]) await read();
    for (const refused of [await read(), await app.request("/web/x", form({}, session("t-2")))]) {
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
      expect(await refused.text()).toContain("操作过于频繁，请稍后再试");
    }
    vi.setSystemTime(new Date("2025-03-10T02:00:40Z"));
    expect((await read()).headers.get("Retry-After")).toBe("20");
    vi.setSystemTime(new Date("2025-03-10T02:01:00Z"));
    expect((await read()).status).toBe(200);
  });

  test("事件流断了又接不算在内，自己也有上限", async () => {
    const { app } = fakeHost({ variables, remix: async () => page("ok") });
    const stream = () => app.request("/web/shell/stream", { headers: session("t-9") });
    for (const _ of [1, 2, 3]) expect((await stream()).status).toBe(200);
    expect((await stream()).status).toBe(429);
    for (const _ of [1, 2, 3]) expect((await app.request("/web/x", { headers: session("t-9") })).status).toBe(200);
  });

  test("页面和接口、Cookie 和标头、Bearer 前缀都算同一个会话；别的会话、没有会话的不受影响", async () => {
    const { app } = fakeHost({ variables, remix: async () => page("ok") });
    await app.request("/web/x", { headers: session("t-3") });
    await app.request("/v2/x", { headers: { Authorization: "t-3" } });
    await app.request("/v2/x", { headers: { Authorization: "Bearer t-3" } });
    expect((await app.request("/web/x", { headers: session("t-3") })).status).toBe(429);
    expect((await app.request("/web/x", { headers: session("t-4") })).status).toBe(200);
    for (let at = 0; at < 10; at += 1) expect((await app.request("/web/user/login")).status).toBe(200);
  });

  test("健康检查不计算；设为 0 不限", async () => {
    const { app } = fakeHost({ variables: { CALLS_PER_MINUTE: "0" } });
    for (let at = 0; at < 400; at += 1)
      expect((await app.request("/v2/x", { headers: { Authorization: "t-5" } })).status).toBe(200);
    const strict = fakeHost({ variables: { CALLS_PER_MINUTE: "1" } });
    for (let at = 0; at < 5; at += 1)
      expect((await strict.app.request("/web/health", { headers: session("t-6") })).status).toBe(200);
  });

  test("不设置时每分钟 300 次", async () => {
    const { app } = fakeHost();
    const ask = () => app.request("/v2/x", { headers: { Authorization: "t-7" } });
    for (let at = 0; at < 300; at += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});

describe("版本标记", () => {
  test("页面数据带上构建的版本，页面和接口不带", async () => {
    const { app } = fakeHost({ release: "abc123", remix: async () => page("ok") });
    expect((await app.request("/web/x.data")).headers.get("X-Release")).toBe("abc123");
    expect((await app.request("/web/x")).headers.get("X-Release")).toBeNull();
    expect((await app.request("/v2/x")).headers.get("X-Release")).toBeNull();
  });
});
