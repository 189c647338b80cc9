import { describe, expect, test } from "vitest";
import { formBodies } from "~/host/body-limit.server";
import { fakeHost, form, json } from "./support";

const own = "http://localhost";
const cookie = { Cookie: "a=b; Access-Token=abc" };

describe("跨站请求", () => {
  test.each([
    ["其他网站的来源", { Origin: "https://evil.example" }],
    ["来源为 null", { Origin: "null" }],
    ["同名主机的其他端口", { Origin: "http://localhost:8080" }],
    ["浏览器标明跨站", { "Sec-Fetch-Site": "cross-site" }],
    ["浏览器标明同站其他主机", { "Sec-Fetch-Site": "same-site" }],
  ])("页面表单：%s → 403 小页面，不到达 Remix", async (_name, headers) => {
    const { app, reached } = fakeHost();
    const answer = await app.request("/web/user/login", form({}, headers));
    expect(answer.status).toBe(403);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const html = await answer.text();
    expect(html).toContain('lang="zh-CN"');
    expect(html).toContain("请求已被拒绝");
    expect(html).toContain(answer.headers.get("X-Request-Id") ?? "?");
    expect(html).not.toContain("<script");
    expect(reached).toEqual([]);
  });

  test("错误页面的样式带有策略允许的随机数", async () => {
    const answer = await fakeHost().app.request("/web/x", form({}, { Origin: "null" }));
    const nonce = /<style nonce="([^"]+)"/.exec(await answer.text())?.[1];
    expect(nonce).toBeTruthy();
    expect(answer.headers.get("Content-Security-Policy")).toContain(`style-src 'nonce-${nonce}'`);
  });

  test.each([
    ["同源", { Origin: own, "Sec-Fetch-Site": "same-origin" }],
    ["用户直接发起", { "Sec-Fetch-Site": "none" }],
    ["两个标头都没有的旧浏览器", {}],
  ])("页面表单：%s → 通过", async (_name, headers) => {
    const answer = await fakeHost().app.request("/web/user/login", form({ name: "李四" }, headers));
    expect(await answer.json()).toMatchObject({ form: "李四" });
  });

  test("代理改写了 Host 时，以 PUBLIC_URL 的主机为准，并让 Remix 看到同一主机", async () => {
    const { app } = fakeHost({ variables: { PUBLIC_URL: "https://portal.example.com" } });
    const answer = await app.request("/web/x", form({}, { Origin: "https://portal.example.com" }));
    expect(await answer.json()).toMatchObject({ forwardedHost: "portal.example.com" });
  });

  test("X-Forwarded-Host 只在信任代理时算数", async () => {
    const headers = { Origin: "https://portal.example.com", "X-Forwarded-Host": "portal.example.com" };
    expect((await fakeHost().app.request("/web/x", form({}, headers))).status).toBe(403);
    const trusting = fakeHost({ variables: { TRUST_PROXY: "1" } });
    expect((await trusting.app.request("/web/x", form({}, headers))).status).toBe(200);
  });

  test("REST：凭 Cookie 的跨站调用 → 403 JSON", async () => {
    const { app, reached } = fakeHost();
    const answer = await app.request("/v2/sys/users", json({}, { ...cookie, Origin: "https://evil.example" }));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      success: false,
      code: 40304,
      message: expect.stringContaining("不是从本系统的页面发出"),
      result: null,
      timestamp: expect.any(Number),
      traceId: answer.headers.get("X-Request-Id"),
    });
    expect(reached).toEqual([]);
  });

  test("REST：带 Authorization 的调用不看来源", async () => {
    const headers = { ...cookie, Authorization: "abc", Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await fakeHost().app.request("/v2/x", json({}, headers))).status).toBe(200);
  });

  test("REST：没有来源信息时，凭 Cookie 的表单调用被拒绝，JSON 调用和无 Cookie 的调用通过", async () => {
    const { app } = fakeHost();
    expect((await app.request("/v1/x", form({}, cookie))).status).toBe(403);
    expect((await app.request("/v2/x", { method: "POST", headers: cookie })).status).toBe(403);
    expect((await app.request("/v2/x", json({}, cookie))).status).toBe(200);
    expect((await app.request("/v2/x", { method: "DELETE", headers: cookie })).status).toBe(200);
    expect((await app.request("/v1/login", form())).status).toBe(200);
  });

  test("读取不受影响", async () => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await fakeHost().app.request("/web/user/login", { headers })).status).toBe(200);
  });
});

describe("提交内容的格式", () => {
  test.each([
    ["/web/x", "application/json", "{}"],
    ["/web/x", "text/plain", "a=b"],
    ["/web/x.data", "application/json", "{}"],
    ["/web/x", "multipart/form-data", "没有边界"],
  ])("页面 %s 收到 %s → 415 小页面", async (path, type, body) => {
    const { app, reached } = fakeHost();
    const answer = await app.request(path, { method: "POST", body, headers: { "Content-Type": type } });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain("提交的格式不受支持");
    expect(reached).toEqual([]);
  });

  test("页面收到没有格式的空提交 → 415", async () => {
    expect((await fakeHost().app.request("/web/x", { method: "POST" })).status).toBe(415);
  });

  test("页面接受两种表单", async () => {
    const data = new FormData();
    data.set("name", "王五");
    const { app } = fakeHost();
    expect(await (await app.request("/web/x", { method: "POST", body: data })).json()).toMatchObject({ form: "王五" });
    expect(await (await app.request("/web/x", form({ name: "赵六" }))).json()).toMatchObject({ form: "赵六" });
  });

  test("REST：/v2 只收 JSON，/v1 只收表单 → 41501", async () => {
    const { app, reached } = fakeHost();
    for (const answer of [await app.request("/v2/x", form()), await app.request("/v1/x", json({}))]) {
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ success: false, code: 41501, result: null });
    }
    expect(reached).toEqual([]);
    expect((await app.request("/v2/x", json({}, { "Content-Type": "application/json; charset=utf-8" }))).status).toBe(
      200,
    );
    expect((await app.request("/v1/x", form())).status).toBe(200);
  });

  test("REST：没有正文就不需要格式", async () => {
    const { app } = fakeHost();
    expect((await app.request("/v2/user/logout", { method: "POST" })).status).toBe(200);
    expect((await app.request("/v2/x", { method: "POST", headers: { "Content-Length": "0" } })).status).toBe(200);
  });
});

describe("提交内容的大小", () => {
  const large = "x".repeat(1024 * 1024 + 1);

  test("超过 1 MB → REST 41301，页面 413 小页面", async () => {
    const { app, reached } = fakeHost();
    const length = { "Content-Length": String(large.length) };
    const rest = await app.request("/v2/x", { ...json({}, length), body: large });
    expect([rest.status, (await rest.json()).code]).toEqual([413, 41301]);
    const document = await app.request("/web/x", { ...form({}, length), body: large });
    expect(document.status).toBe(413);
    expect(await document.text()).toContain("提交的内容过大");
    expect(reached).toEqual([]);
  });

  test("没有长度的正文同样受限，未超过时完整送达", async () => {
    const { app } = fakeHost();
    expect((await app.request("/v2/x", { ...json({}), body: large })).status).toBe(413);
    expect(await (await app.request("/v2/x", json({ a: "中" }))).json()).toMatchObject({ received: '{"a":"中"}' });
  });

  test("指定的位置可以收更大的内容", async () => {
    const { app } = fakeHost({ bodyLimits: [{ path: /^\/v2\/files$/, bytes: 2 * 1024 * 1024 }] });
    expect((await app.request("/v2/files", { ...json({}), body: large })).status).toBe(200);
    expect((await app.request("/v2/other", { ...json({}), body: large })).status).toBe(413);
  });

  test("表单收得下从表格软件粘贴的一兆字节，别的页面收不下", async () => {
    const { app } = fakeHost({ bodyLimits: [formBodies] });
    const posted = async (path: string, size: number) =>
      (await app.request(path, { ...form({}, { Origin: own }), body: "x".repeat(size) })).status;
    const pasted = 3 * 1024 * 1024;
    for (const path of ["/web/m/s/new", "/web/m/s/new.data", "/web/m/s/0-a/edit", "/web/m/s/compute", "/web/m/s/draft"])
      expect([path, await posted(path, pasted)]).toEqual([path, 200]);
    for (const path of ["/web/m/s", "/web/m/s/0-a/submit", "/web/m/s/new/more", "/web/user/login", "/v2/m/s/new"])
      expect([path, await posted(path, pasted)]).not.toEqual([path, 200]);
    expect(await posted("/web/m/s/new", 4 * 1024 * 1024 + 1)).toBe(413);
  });

  test("正文在传输中断开 → 400，不到达业务代码", async () => {
    const { app, reached } = fakeHost();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const answer = await app.request("/v2/x", { ...json({}), body, duplex: "half" } as RequestInit);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 40002]);
    expect(reached).toEqual([]);
  });
});

describe("时间限制", () => {
  const never = () => new Promise<Response>(() => {});
  const variables = { REQUEST_TIMEOUT_MS: "30" };

  test("REST → 50401「请求超时，请稍后重试」", async () => {
    const answer = await fakeHost({ variables, rest: never }).app.request("/v2/x");
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ success: false, code: 50401, message: "请求超时，请稍后重试" });
  });

  test("页面 → 504 小页面", async () => {
    const { app, lines } = fakeHost({ variables, remix: never });
    const answer = await app.request("/web/x");
    expect(answer.status).toBe(504);
    expect(await answer.text()).toContain("请求超时，请稍后重试");
    expect(lines).toEqual([expect.objectContaining({ status: 504, level: 40 })]);
  });

  test("迟到的失败不影响进程", async () => {
    const late = () => new Promise<Response>((_resolve, reject) => setTimeout(reject, 60, new Error("late")));
    const { app, lines } = fakeHost({ variables, rest: late });
    expect((await app.request("/v2/x")).status).toBe(504);
    await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(["request", "unexpected error"]);
  });
});

describe("意外错误", () => {
  const fail = async () => {
    throw new Error("select * from secret");
  };

  test("REST 得到 50001 和追踪号，页面得到小页面，细节只在日志里", async () => {
    const { app, lines } = fakeHost({ rest: fail, remix: fail });
    const rest = await app.request("/v2/x");
    const traceId = rest.headers.get("X-Request-Id");
    expect(await rest.json()).toMatchObject({
      code: 50001,
      message: `系统繁忙，请稍后再试（追踪号${traceId}）`,
      traceId,
    });
    const document = await app.request("/web/x");
    expect(document.status).toBe(500);
    const html = await document.text();
    expect(html).toContain("系统繁忙");
    expect(html).not.toContain("secret");
    expect(lines[0]).toMatchObject({
      requestId: traceId,
      msg: "unexpected error",
      err: { message: "select * from secret" },
    });
  });
});
