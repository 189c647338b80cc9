import { describe, expect, test } from "vitest";
import { type Preferences, STANDARD } from "~/shared/preferences";
import { PASSWORD, startPortal } from "./support/portal";
import { Rest } from "./support/rest";

const portal = startPortal();

/** What the server sends for a page, before any script or style has been at work. */
async function firstByte(rest: Rest, address: string): Promise<string> {
  const answer = await fetch(`${portal.url}/web${address}`, { headers: { Cookie: `Access-Token=${rest.token}` } });
  expect(answer.status).toBe(200);
  return answer.text();
}

const frameOf = (html: string) => /<div class="sh"[^>]*>/.exec(html)?.[0] ?? "";
const documentOf = (html: string) => /<html[^>]*>/.exec(html)?.[0] ?? "";

type Case = [name: string, wish: Partial<Preferences>, says: (html: string) => boolean];

const CASES: Case[] = [
  ["侧栏展开", { sidebarOpen: true }, (html) => frameOf(html).includes('data-sidebar="open"')],
  ["侧栏收起", { sidebarOpen: false }, (html) => frameOf(html).includes('data-sidebar="closed"')],
  ["暗色", { navTheme: "dark" }, (html) => documentOf(html).includes('data-theme="dark"')],
  ["顶部菜单", { layout: "topmenu" }, (html) => frameOf(html).includes('data-layout="topmenu"')],
  ["固定头部", { fixedHeader: true }, (html) => frameOf(html).includes("data-fixed-header")],
  ["固定侧栏", { fixSiderbar: true }, (html) => frameOf(html).includes("data-fixed-side")],
  ["下滑隐藏头部", { autoHideHeader: true }, (html) => frameOf(html).includes("data-auto-hide")],
  ["定宽", { layout: "topmenu", contentWidth: "Fixed" }, (html) => frameOf(html).includes('data-width="fixed"')],
  ["色弱模式", { colorWeak: true }, (html) => documentOf(html).includes("data-weak")],
  ["主题色", { primaryColor: "#722ed1" }, (html) => /<style[^>]*>[^<]*#722ed1/i.test(html)],
  ["关闭多标签", { multiTab: false }, (html) => frameOf(html).includes('data-multi-tab="off"')],
  ["紧凑", { density: "small" }, (html) => frameOf(html).includes('data-density="small"')],
  ["极速模式", { lite: true }, (html) => !html.includes("<script")],
];

describe("每项个性化设置从第一个字节起就在页面里", () => {
  test.each(CASES)("%s", async (_name, request, says) => {
    const rest = await Rest.signIn(portal.url, "planner1", PASSWORD);
    const keep = (values: Partial<Preferences>) => rest.call("POST", "/v2/user/preference", values);
    await keep(STANDARD);
    expect(says(await firstByte(rest, "/qiaqia/home"))).toBe(false);
    expect((await keep(request)).success).toBe(true);
    // The next page and another device alike: it is kept with the person.
    expect(says(await firstByte(rest, "/qiaqia/home"))).toBe(true);
    const elsewhere = await Rest.signIn(portal.url, "planner1", PASSWORD);
    expect(says(await firstByte(elsewhere, "/purchase-orders/purchase-order"))).toBe(true);
    await keep(STANDARD);
  });

  test("每页条数", async () => {
    const rest = await Rest.signIn(portal.url, "planner1", PASSWORD);
    await rest.call("POST", "/v2/user/preference", { pageSize: 50 });
    const html = await firstByte(rest, "/purchase-orders/purchase-order");
    expect(html).toMatch(/aria-current="[^"]*"[^>]*>50</);
    await rest.call("POST", "/v2/user/preference", STANDARD);
  });
});
