import { expect, test } from "vitest";
import { ORDERS } from "./support/orders";
import { startPortal } from "./support/portal";

const portal = startPortal();

interface Sent {
  headers?: Record<string, string>;
  body?: string;
}

/** A request as a program sends it: nothing is added or followed. */
function raw(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Response> {
  return fetch(portal.url + path, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

async function cookieOf(account: string): Promise<{ Cookie: string }> {
  return { Cookie: `Access-Token=${(await portal.rest(account)).token}` };
}

async function heading(answer: Response): Promise<string | undefined> {
  return /<h1>([^<]*)<\/h1>/.exec(await answer.text())?.[1];
}

test("别的网站送来的改动被拒绝", async () => {
  const cookie = await cookieOf("buyer1");
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site", Origin: portal.url },
  ];
  for (const headers of foreign) {
    const page = await raw("POST", "/web/account/logout", {
      headers: { ...FORM, ...cookie, ...headers },
      body: "_csrf=x",
    });
    expect([headers, page.status, await heading(page)]).toEqual([headers, 403, "请求已被拒绝"]);
    const call = await raw("POST", "/v2/user/logout", { headers: { ...cookie, ...headers } });
    expect([headers, call.status, await call.json()]).toMatchObject([headers, 403, { code: 40304, result: null }]);
  }
  // A cookie alone must not be enough for a call that a plain form of another site could send.
  expect((await raw("POST", "/v2/user/logout", { headers: cookie })).status).toBe(403);
  expect((await raw("GET", "/v2/user/info", { headers: cookie })).status).toBe(200);
});

test("过大的和看不懂的提交得到一页中文说明", async () => {
  const large = await raw("POST", "/web/user/login", { headers: FORM, body: `username=${"长".repeat(400_000)}` });
  expect([large.status, await heading(large)]).toEqual([413, "提交的内容过大"]);
  const json = await raw("POST", "/web/user/login", { headers: { "Content-Type": "application/json" }, body: "{}" });
  expect([json.status, await heading(json)]).toEqual([415, "提交的格式不受支持"]);
  const torn = await raw("POST", "/web/user/login", {
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body: '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nbuy',
  });
  expect(torn.status).toBe(400);
  for (const answer of [large, json])
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("过大的和看不懂的接口调用得到代码", async () => {
  const { token } = await portal.rest("buyer1");
  const auth = { Authorization: token };
  const call = async (headers: Record<string, string>, body: string) => {
    const answer = await raw("POST", `/v2/${ORDERS}/page`, { headers: { ...auth, ...headers }, body });
    return [answer.status, await answer.json()];
  };
  const json = { "Content-Type": "application/json" };
  expect(await call(json, `{"number":"${"长".repeat(400_000)}"}`)).toMatchObject([
    413,
    { code: 41301, success: false },
  ]);
  expect(await call({ "Content-Type": "text/plain" }, "{}")).toMatchObject([415, { code: 41501 }]);
  for (const body of ["{", "[]", "null", '"x"', '{"page":[]}', '{"page":{"size":201}}', '{"secret":"1"}'])
    expect([body, ...(await call(json, body))]).toMatchObject([body, 400, { code: 40002 }]);
  expect(await call(json, '{"page":{"orders":[{"column":"1;drop table"}]}}')).toMatchObject([400, { code: 40002 }]);
});

test("每页都带安全策略，一次一换", async () => {
  const cookie = await cookieOf("buyer1");
  const policies = new Set<string>();
  for (const path of ["/web/user/login", "/web/404", "/web/qiaqia/home", `/web/${ORDERS}`, `/web/${ORDERS}/new`]) {
    const answer = await raw("GET", path, { headers: path === "/web/user/login" ? {} : cookie });
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/^default-src 'none'; script-src 'strict-dynamic' 'nonce-[\w+/=]{20,}'; /),
    ]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe-eval");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("cache-control")).toMatch(/private|no-store/);
    expect(answer.headers.get("x-powered-by")).toBeNull();
    policies.add(policy);
    const html = await answer.text();
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const tags = [...html.matchAll(/<(?:script|style)[^>]*>/g)].map(([tag]) => tag);
    expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(html).not.toMatch(/ on[a-z]+="/);
  }
  expect(policies.size).toBe(5);
});

test("登录页和出错的页不带脚本", async () => {
  const pages: [path: string, status: number][] = [
    ["/web/user/login", 200],
    ["/web/403", 403],
    ["/web/404", 404],
    ["/web/500", 500],
  ];
  for (const [path, status] of pages) {
    const answer = await raw("GET", path);
    const html = await answer.text();
    expect([path, answer.status, /<script|modulepreload/.test(html)]).toEqual([path, status, false]);
    expect(html).toContain('<html lang="zh-CN"');
  }
});

test("首页和旧地址转到应去的页", async () => {
  const targets: [path: string, target: string][] = [
    ["/", "/web/qiaqia/home"],
    ["/web", "/web/qiaqia/home"],
    ["/web/", "/web/qiaqia/home"],
    ["/elsewhere", "/web/404"],
    ["/web/user", "/web/user/login"],
    ["/web/qiaqia/home", "/web/user/login?redirect=%2Fqiaqia%2Fhome"],
    ["/web/no/such/place/at/all", "/web/404?from=%2Fno%2Fsuch%2Fplace%2Fat%2Fall"],
  ];
  for (const [path, target] of targets) {
    const answer = await raw("GET", path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, target]);
  }
});

test("静态文件压缩、永久缓存，找不到时不去别处", async () => {
  const html = await (await raw("GET", "/web/user/login")).text();
  const sheet = /href="(\/web\/build\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  const answer = await raw("GET", sheet, { headers: { "Accept-Encoding": "br" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await raw("GET", "/web/build/nothing.js")).status).toBe(404);
  expect((await raw("GET", "/web/build/..%2f..%2fpackage.json")).status).toBe(404);
  expect((await raw("HEAD", "/web/user/login")).status).toBe(200);
});

test("不接受提交的页面如实说明", async () => {
  const answer = await raw("POST", `/web/${ORDERS}`, {
    headers: { ...FORM, ...(await cookieOf("buyer1")) },
    body: "a=1",
  });
  expect(answer.status).toBe(405);
  expect(await answer.text()).toContain("不支持的操作");
});

test("健康检查不用登录", async () => {
  const answer = await raw("GET", "/web/health");
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: "ok", engine: expect.any(String) }]);
});
