import { describe, expect, test } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import { eventually, follow, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal({ OA_ORIGINS: "https://oa.example.com,http://10.0.0.8:8080" });
const journey = journeysOf(portal);

const TICKET_PAGES = [
  "/singleLogin/pzycDetailOa",
  "/baoJiaOa/viewQuote",
  "/paymentOa/paymentInfo",
  "/prepaidOa/prepaidInfo",
  "/refundOa/refundInfo",
];
const GONE = "链接已失效，请从审批单或通知邮件重新打开";
const goneOf = (path: string) => (path === "/baoJiaOa/viewQuote" ? "链接无效或已过期，请从OA待办重新打开" : GONE);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(portal.url + path, { headers, redirect: "manual" });

const cookieOf = async (account: string) => ({ Cookie: `Access-Token=${(await portal.rest(account)).token}` });

describe("凭链接打开的五个页面", () => {
  test.each(TICKET_PAGES)("%s：没有有效链接时 403 与同一句话，不带脚本，不设 Cookie", async (path) => {
    const forged = "A".repeat(43);
    const asked = ["", "?ticket=", "?ticket=x", `?ticket=${forged}`, `?ticket=${forged}&ticket=${forged}`];
    const bodies = new Set<string>();
    for (const query of asked) {
      const answer = await get(`/web${path}${query}`);
      const html = await answer.text();
      expect([query, answer.status, answer.headers.get("set-cookie")]).toEqual([query, 403, null]);
      expect(html).toContain(goneOf(path));
      expect(html).not.toMatch(/<script|modulepreload/);
      expect(html).not.toContain(forged);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      bodies.add(/<main>.*<\/main>/.exec(html)?.[0] ?? "");
    }
    expect(bodies.size).toBe(1);
  });

  test.each(TICKET_PAGES)("%s：登录与否看到的一样，查询里的 token 不当作登录", async (path) => {
    const main = async (answer: Response) => /<main>.*<\/main>/.exec(await answer.text())?.[0];
    const anonymous = await main(await get(`/web${path}`));
    const signedIn = await get(`/web${path}`, await cookieOf("admin"));
    expect([signedIn.status, await main(signedIn)]).toEqual([403, anonymous]);
    const { token } = await portal.rest("admin");
    const withToken = await get(`/web${path}?token=${token}`);
    expect([withToken.status, withToken.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("只有这五页可以嵌入 OA，其他页面谁也不能嵌入", async () => {
    const framing = async (path: string) => {
      const { headers } = await get(path);
      const policy = /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
      return [policy, headers.get("x-frame-options")];
    };
    for (const path of TICKET_PAGES)
      expect([path, ...(await framing(`/web${path}`))]).toEqual([
        path,
        "https://oa.example.com http://10.0.0.8:8080",
        null,
      ]);
    for (const path of ["/web/registerSupplier/registerUI", "/web/user/login", "/web/404"])
      expect([path, ...(await framing(path))]).toEqual([path, "'none'", expect.stringMatching(/DENY/)]);
  });

  test("页面数据的地址也不给出更多", async () => {
    for (const path of TICKET_PAGES) {
      const answer = await get(`/web${path}.data?ticket=${"A".repeat(43)}`);
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

test.each([
  ["/web/registerSupplier/registerUI", "进度查询 / 继续填写"],
  ["/web/user/register", "发送邮箱验证码"],
  ["/web/user/register?code=AAAAAAAAAA&preq=YS20990101-0001", "发送邮箱验证码"],
  ["/web/user/register-result", "返回登录"],
  ["/web/registerSupplier/notices", "年度包材供应商资格预审"],
])("%s：公开页面，不带脚本，不设 Cookie，一次不到 15 KB", async (path, said) => {
  const answer = await get(path, { "Accept-Encoding": "br" });
  const html = await answer.text();
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  expect(html).toContain(said);
  expect(html).not.toMatch(/<script|modulepreload/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("供应商注册：失效的链接只说可以怎样回来", async () => {
  const answer = await get(`/web/registerSupplier/registerUI?ticket=${"A".repeat(43)}`);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("链接已失效，请用受理号和查询码查询，或重新注册");
});

test("测试主页：未登录去登录，没有权限 403，系统管理员看到版本、会话、权限和全部控件", async () => {
  expect((await get("/web/test/home")).headers.get("location")).toBe("/web/user/login?redirect=%2Ftest%2Fhome");
  const refused = await get("/web/test/home", await cookieOf("buyer1"));
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("无操作权限：test-home.query");
  for (const script of [false, true]) {
    const context = await portal.browse({ script });
    await portal.enter(context, "admin");
    const page = await context.newPage();
    await open(page, "/test/home");
    expect(await textOf(page.getByRole("region", { name: "版本" }))).toMatch(/程序版本[\s\S]+数据结构[\s\S]+Node/);
    expect(await textOf(page.getByRole("region", { name: "会话" }))).toMatch(/admin[\s\S]+角色[\s\S]+系统管理员/);
    expect(await textOf(page.getByRole("region", { name: "当前权限" }))).toContain("purchase-order");
    // Tables within a page scroll; those that are the page do not.
    const inner = page.locator(".dt[data-scroll=inner]").filter({ hasText: "purchase-order" }).first();
    const heights = await inner.evaluate((box) => [box.getBoundingClientRect().height, box.scrollHeight > 420]);
    expect(heights).toEqual([420, true]);
    const samples = page.getByRole("region", { name: "控件示例" });
    for (const kind of ["text", "textarea", "decimal", "integer", "date", "datetime", "select", "checkbox"])
      for (const state of ["usual", "faulty"])
        expect([kind, state, await samples.locator(`[name="${state}-${kind}"]`).first().count()]).toEqual([
          kind,
          state,
          1,
        ]);
  }
});

test("未知路径：页面 302 到 /404，接口 404 的 JSON，登录与否都一样", async () => {
  for (const headers of [{}, await cookieOf("buyer1")]) {
    const page = await get("/web/a/b/c/d/e/f?x=1", headers);
    expect([page.status, page.headers.get("location")]).toEqual([
      302,
      "/web/404?from=%2Fa%2Fb%2Fc%2Fd%2Fe%2Ff%3Fx%3D1",
    ]);
    for (const path of ["/v1/nothing", "/v2/nothing", "/v2"]) {
      const call = await get(path, headers);
      expect([path, call.status, await call.json()]).toMatchObject([
        path,
        404,
        { success: false, code: 40401, traceId: expect.stringMatching(/./) },
      ]);
    }
  }
});

journey("403、404、500 三页：登录后在框架内，未登录单独显示；状态码与页面一致", async (browser) => {
  const page = await browser.newPage();
  notify(page, 403, 404, 500);
  for (const signedIn of [false, true]) {
    if (signedIn) await portal.enter(browser, "buyer1");
    for (const status of [403, 404, 500]) {
      const answer = await open(page, `/${status}?from=${encodeURIComponent(`/${ORDERS}?state=x`)}`);
      expect([status, answer.status()]).toEqual([status, status]);
      await eventually(() => page.getByRole("navigation", { name: "主菜单" }).count()).toBe(signedIn ? 1 : 0);
      expect((await page.locator("script").count()) > 0).toBe(signedIn);
      const text = await textOf(page.locator("main"));
      expect(text).toContain(`/${ORDERS}?state=x`);
      expect(text).toMatch(/追踪号 [0-9a-f]{16}/);
      for (const name of ["返回首页", "重新登录"])
        expect([name, await page.locator("main").getByRole("link", { name }).count()]).toEqual([name, 1]);
    }
  }
  await open(page, "/404?from=//evil.example/x");
  expect(await textOf(page.locator("main"))).not.toContain("evil.example");
});

journey.drawn("出错页上的「返回上一页」回到来的那一页", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  notify(page, 403);
  await open(page, `/${ORDERS}?state=draft`);
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/web/master-data/company/new";
    link.textContent = "新建公司";
    document.querySelector("main")?.append(link);
  });
  await page.getByRole("link", { name: "新建公司" }).click();
  await page.getByRole("heading", { name: "没有权限" }).waitFor();
  const text = await textOf(page.locator("main"));
  expect(text).toContain("Forbidden");
  expect(text).toContain("无操作权限：company.add");
  expect(text).toContain("申请权限");
  await follow(page, page.getByRole("link", { name: "返回上一页" }));
  await ready(page);
  expect(new URL(page.url()).search).toBe("?state=draft");
});
