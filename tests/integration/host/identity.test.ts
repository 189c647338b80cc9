import { describe, expect, test } from "vitest";
import { fakeHost, page } from "./support";

const nonceIn = (policy: string | null) => /script-src 'strict-dynamic' 'nonce-([^']+)'/.exec(policy ?? "")?.[1];

describe("请求编号与日志", () => {
  test("每个请求有自己的编号，回答、日志和页面里是同一个", async () => {
    const { app, lines } = fakeHost();
    const answer = await app.request("/web/qiaqia/home");
    const requestId = answer.headers.get("X-Request-Id");
    expect(requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(await answer.json()).toMatchObject({ requestId });
    expect(lines).toEqual([expect.objectContaining({ requestId, method: "GET", status: 200, msg: "request" })]);
    expect((await app.request("/web/qiaqia/home")).headers.get("X-Request-Id")).not.toBe(requestId);
  });

  test("只有信任代理时才沿用传入的编号，且必须是正常的编号", async () => {
    const ask = async (variables: Record<string, string>, given: string) =>
      (await fakeHost({ variables }).app.request("/web/x", { headers: { "X-Request-Id": given } })).headers.get(
        "X-Request-Id",
      );
    expect(await ask({}, "from-proxy-1")).not.toBe("from-proxy-1");
    expect(await ask({ TRUST_PROXY: "1" }, "from-proxy-1")).toBe("from-proxy-1");
    expect(await ask({ TRUST_PROXY: "1" }, "x y<script>")).toMatch(/^[0-9a-f]{16}$/);
  });

  test("日志不含查询串、Cookie、令牌和正文", async () => {
    const { app, lines } = fakeHost();
    await app.request("/web/user/login?ticket=geheim1", {
      method: "POST",
      body: "password=geheim2",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Cookie: "Access-Token=geheim3",
        Authorization: "Bearer geheim4",
      },
    });
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(
      ["bytes", "level", "method", "ms", "msg", "path", "pid", "requestId", "status", "time"].sort(),
    );
    expect(lines[0]?.path).toBe("/web/user/login");
    expect(JSON.stringify(lines)).not.toContain("geheim");
  });

  test("客户端地址只在信任代理时取自 X-Forwarded-For 的最后一跳", async () => {
    const headers = { "X-Forwarded-For": "6.6.6.6, 10.1.2.3" };
    const trusting = fakeHost({ variables: { TRUST_PROXY: "1" } });
    expect(await (await trusting.app.request("/web/x", { headers })).json()).toMatchObject({ ip: "10.1.2.3" });
    expect(await (await fakeHost().app.request("/web/x", { headers })).json()).toMatchObject({ ip: "" });
  });
});

describe("安全标头", () => {
  test("每个页面有新的一次性随机数，内容安全策略与页面收到的一致", async () => {
    const { app } = fakeHost();
    const [first, second] = await Promise.all([app.request("/web/a"), app.request("/web/b")]);
    const nonce = nonceIn(first.headers.get("Content-Security-Policy"));
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(await first.json()).toMatchObject({ cspNonce: nonce });
    expect(nonceIn(second.headers.get("Content-Security-Policy"))).not.toBe(nonce);
  });

  test("页面的策略与其他标头", async () => {
    const { headers } = await fakeHost().app.request("/web/a");
    const policy = headers.get("Content-Security-Policy")?.replace(/'nonce-[^']+'/g, "N");
    expect(policy).toBe(
      "default-src 'none'; script-src 'strict-dynamic' N; style-src 'self' N; style-src-attr 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  });

  test("开发时允许热更新的连接", async () => {
    const { headers } = await fakeHost({ variables: { NODE_ENV: "development" } }).app.request("/web/a");
    expect(headers.get("Content-Security-Policy")).toContain("connect-src 'self' ws: http:;");
  });

  test("仅当 PUBLIC_URL 为 https 时要求以后只用 https", async () => {
    const { app } = fakeHost({ variables: { PUBLIC_URL: "https://portal.example.com" } });
    expect((await app.request("/web/a")).headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    expect((await app.request("/v2/x")).headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("只有凭票页面可以被 OA 嵌入", async () => {
    const { app } = fakeHost({ variables: { OA_ORIGINS: "https://oa.example.com,https://oa2.example.com" } });
    const framed = (await app.request("/web/paymentOa/paymentInfo?ticket=x")).headers;
    expect(framed.get("Content-Security-Policy")).toContain(
      "frame-ancestors https://oa.example.com https://oa2.example.com;",
    );
    expect(framed.get("X-Frame-Options")).toBeNull();
    const plain = (await app.request("/web/qiaqia/home")).headers;
    expect(plain.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    const unset = (await fakeHost().app.request("/web/paymentOa/paymentInfo")).headers;
    expect(unset.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  });

  test("路由自己的策略和缓存规则保持不变", async () => {
    const remix = async () => {
      const answer = page("x");
      answer.headers.set("Content-Security-Policy", "default-src 'none'");
      answer.headers.set("Cache-Control", "no-store");
      return answer;
    };
    const { headers } = await fakeHost({ remix }).app.request("/web/a");
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});
