import { beforeAll, describe, expect, test } from "vitest";
import { isFull } from "../support/length";
import { barriers, findings, lostStops } from "./support/accessibility";
import { copyDemo } from "./support/demo-copy";
import { ORDERS } from "./support/orders";
import type { Answer, Locator, Page, Visitor } from "./support/page";
import {
  arrive,
  buttonOf,
  eventually,
  field,
  fill,
  fillSignIn,
  follow,
  open,
  ready,
  send,
  solvedSum,
  switchTo,
  textOf,
} from "./support/pages";
import { PASSWORD, type Portal, startPortal } from "./support/portal";
import { changedRows, type Rows, rowsIn } from "./support/rows";
import { notify } from "./support/watch";

const LIST = `/${ORDERS}`;
const CLASSES = "/master-data/supplier-class";
/** What both ways say they are: which device somebody used is among the rows they must leave alike. */
const DEVICE = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

/** One person before the portal. */
interface Visit {
  portal: Portal;
  browser: Visitor;
  page: Page;
  script: boolean;
}

const pathOf = (page: Page) => new URL(page.url()).pathname.replace("/web", "");
const heading = (page: Page) => textOf(page.locator("h1"));
const notices = (page: Page) => textOf(page.locator(".sh-notices"));
const strip = (page: Page) => page.getByRole("navigation", { name: "打开的页面" });
const titles = (page: Page) => strip(page).getByRole("link").allInnerTexts();
const info = (page: Page, text: string) => page.locator("[data-level=info]").filter({ hasText: text });

/** Does something and waits until the server has answered a post to that address. */
async function posting(page: Page, ending: string, act: () => Promise<void>): Promise<void> {
  const isIt = (response: Answer) =>
    response.request().method() === "POST" && new URL(response.url()).pathname.endsWith(ending);
  await Promise.all([page.waitForResponse(isIt), act()]);
  await ready(page);
}

/** Sends the sign-in page and waits for the form of the answer. */
async function refusedSignIn(page: Page, account: string, password: string): Promise<string> {
  const once = await page.locator("[name=_once]").inputValue();
  await fillSignIn(page, account, password);
  await page.locator(`form:not(:has([name=_once][value="${once}"])) [name=password]`).waitFor();
  return textOf(page.locator("[role=alert]"));
}

async function solveSum(page: Page): Promise<void> {
  await page.locator("[name=captcha]").fill(await solvedSum(page));
}

async function enter({ portal, browser, page }: Visit, account: string, address: string): Promise<void> {
  await portal.enter(browser, account);
  await open(page, address);
}

/** Waits for these tabs, and until one is on the page of one of them: whoever closes the tab one is on is led to another. */
async function tabsAre(page: Page, expected: string[]): Promise<void> {
  await eventually(() => titles(page)).toEqual(expected);
  // Both are asked each time: the page one is led to may come after the tabs.
  await eventually(async () => {
    const current = await page.locator(".ot a[aria-current]").getAttribute("href");
    return current !== null && new URL(current, page.url()).pathname === new URL(page.url()).pathname;
  }).toBe(true);
  await ready(page);
}

/** Opens the menu of a tab by its arrow and presses a button in it. */
async function inTabMenu(page: Page, title: string, label: string): Promise<void> {
  const own = strip(page)
    .locator("li")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });
  await own.hover();
  await own.locator("summary").click();
  await posting(page, "/shell/tabs", () => own.getByRole("button", { name: label, exact: true }).click());
}

/** A form of the account: over the page with script, on a page of its own without. */
async function accountForm({ page, script }: Visit, item: string): Promise<Locator> {
  await page.locator(".sh-user summary").click();
  await page.locator(".sh-pop").getByRole("link", { name: item, exact: true }).click();
  const form = page.locator(script ? "dialog form" : "main form.af");
  await form.waitFor();
  return form;
}

const CHAPTERS: readonly (readonly [string, (visit: Visit) => Promise<void>])[] = [
  [
    "固定的地址",
    async (visit) => {
      const { page } = visit;
      notify(page, 403, 404, 500);
      const said: unknown[] = [];
      for (const code of ["403", "404", "500"])
        said.push([(await open(page, `/${code}`)).status(), await heading(page)]);
      await open(page, "/no/such/place/at/all");
      said.push(pathOf(page));
      await open(page, "/test/home");
      said.push(pathOf(page));
      await enter(visit, "admin", "/test/home");
      said.push(pathOf(page), await page.getByRole("region", { name: "版本" }).count());
      expect(said).toEqual([
        [403, "没有权限"],
        [404, "页面不存在"],
        [500, "系统出错了"],
        "/404",
        "/user/login",
        "/test/home",
        1,
      ]);
    },
  ],
  [
    "登录：密码错误、验证码、锁定、回到要去的地址",
    async ({ page }) => {
      notify(page, 401);
      const wanted = `${LIST}?state=released`;
      await open(page, wanted);
      expect(pathOf(page)).toBe("/user/login");
      for (const password of ["Wrong@1", "Wrong@2", "Wrong@3"])
        expect(await refusedSignIn(page, "buyer2", password)).toBe("账户或密码错误");
      await solveSum(page);
      await fillSignIn(page, "buyer2", PASSWORD);
      await arrive(page, (url) => url.pathname + url.search === `/web${wanted}`);
      await page.context().clearCookies();
      await open(page, "/user/login");
      let notified = "";
      for (const password of ["Wrong@1", "Wrong@2", "Wrong@3", "Wrong@4", "Wrong@5"]) {
        if ((await page.locator("[name=captcha]").count()) > 0) await solveSum(page);
        notified = await refusedSignIn(page, "warehouse1", password);
      }
      expect(notified).toBe("密码错误次数过多，请在5分钟后再试");
    },
  ],
  [
    "新账号：一次性密码必须先改，冻结之后说明原因，新设备有提醒",
    async ({ portal, page }) => {
      const admin = await portal.rest("admin");
      const form = async (path: string, fields: Record<string, string>) => {
        const answer = await fetch(portal.url + path, {
          method: "POST",
          headers: { Authorization: admin.token },
          body: new URLSearchParams(fields),
        });
        return Object((await answer.json()) as unknown).result;
      };
      const made = await form("/v1/user/addEntity.do", {
        userFormJson: JSON.stringify({
          accountname: "new.person",
          username: "新来的",
          phone: "13800138000",
          // A role that approves would wait for a second administrator.
          role_ids: ["planner"],
        }),
      });
      await open(page, "/user/login");
      await fillSignIn(page, "new.person", made.tempPassword);
      await arrive(page, "**/account/password?forced=1");
      await open(page, LIST);
      expect(pathOf(page)).toBe("/account/password");
      await page.locator("main [name=newpassword]").fill("Chosen@2026");
      await page.locator("main [name=confirmpassword]").fill("Chosen@2026");
      await buttonOf(page, "确定").click();
      await eventually(() => notices(page)).toContain("修改成功");
      await ready(page);
      const elsewhere = await portal.visit({
        script: false,
        userAgent: "Mozilla/5.0 (Android 14; Mobile) Firefox/130",
      });
      const other = await elsewhere.newPage();
      notify(other, 401);
      await open(other, "/user/login");
      await fillSignIn(other, "new.person", "Chosen@2026");
      await arrive(other, "**/web/qiaqia/home");
      await open(other, "/account/inbox");
      expect(await textOf(other.locator("main"))).toContain("新设备登录提醒");
      await form("/v1/user/deleteEntity.do", { mark: "1", ids: made.id, block_reason: "长期不用" });
      await open(other, "/qiaqia/home");
      expect(pathOf(other)).toBe("/user/login");
      expect(await refusedSignIn(other, "new.person", "Chosen@2026")).toContain("账号已冻结：长期不用");
    },
  ],
  [
    "填写途中登录结束：登录后回到表单，可以继续填写",
    async (visit) => {
      const { portal, browser, page } = visit;
      await enter(visit, "admin", `${CLASSES}/new`);
      await fill(page, { name: "还没写完" });
      await send(page, "暂存");
      const [cookie] = (await browser.cookies()).filter(({ name }) => name === "Access-Token");
      await fetch(`${portal.url}/v2/user/logout`, { method: "POST", headers: { Authorization: cookie?.value ?? "" } });
      await buttonOf(page, "保存").click();
      await arrive(page, /\/web\/user\/login/);
      await fillSignIn(page, "admin", PASSWORD);
      await arrive(page, (url) => url.pathname === `/web${CLASSES}/new`);
      await open(page, `${CLASSES}/new`);
      expect(await textOf(page.locator("main"))).toContain("暂存过未保存的内容");
      await follow(page, page.getByRole("link", { name: "继续填写" }));
      await eventually(() => field(page, "name").inputValue()).toBe("还没写完");
      await send(page, "放弃");
      await eventually(() => field(page, "name").inputValue()).toBe("");
    },
  ],
  [
    "菜单：顶部菜单、搜索、收藏、最近访问，没有权限的打不开",
    async (visit) => {
      const { page, script } = visit;
      notify(page, 403);
      await enter(visit, "admin", "/qiaqia/home");
      await switchTo(page, "基础资料");
      const search = page.getByRole("combobox", { name: "搜索菜单" });
      await search.fill("wllx");
      if (script) await page.getByRole("option").first().waitFor();
      await search.press("Enter");
      if (!script) await follow(page, page.locator("main").getByRole("link", { name: "物料类型" }));
      await eventually(() => heading(page)).toBe("物料类型");
      await ready(page);
      await posting(page, "/shell/favourites", () => page.getByRole("button", { name: "收藏物料类型" }).click());
      await open(page, "/qiaqia/home");
      const quick = page.getByRole("region", { name: "快捷入口" });
      await eventually(() => quick.locator('div:has(> dt:text-is("收藏")) a').allInnerTexts()).toEqual(["物料类型"]);
      await enter(visit, "buyer1", "/master-data/company/new");
      expect(await heading(page)).toBe("没有权限");
    },
  ],
  [
    "标签：关闭、固定、四句说明、再次登录后恢复",
    async (visit) => {
      const { page } = visit;
      await enter(visit, "manager1", "/qiaqia/home");
      const openAll = async () => {
        for (const name of ["company", "factory", "material", "purchase-org"]) await open(page, `/master-data/${name}`);
      };
      await openAll();
      const [home = "", a = "", b = "", c = "", d = ""] = await titles(page);
      await inTabMenu(page, d, "关闭当前");
      await tabsAre(page, [home, a, b, c]);
      await inTabMenu(page, b, "关闭左侧");
      await tabsAre(page, [home, b, c]);
      await inTabMenu(page, b, "关闭左侧");
      await info(page, "左侧没有标签").waitFor();
      await inTabMenu(page, b, "关闭右侧");
      await tabsAre(page, [home, b]);
      await inTabMenu(page, b, "关闭右侧");
      await info(page, "右侧没有标签").waitFor();
      await inTabMenu(page, home, "关闭当前");
      await info(page, "首页不能关闭").waitFor();
      await openAll();
      await inTabMenu(page, b, "固定");
      await inTabMenu(page, c, "关闭其他");
      await tabsAre(page, [home, b, c]);
      await inTabMenu(page, c, "关闭全部");
      await tabsAre(page, [home]);
      await inTabMenu(page, home, "关闭当前");
      await info(page, "这是最后一个标签了，无法被关闭").waitFor();
      await open(page, LIST);
      await enter(visit, "manager1", "/qiaqia/home");
      await posting(page, "/shell/tabs", () => page.getByRole("button", { name: "恢复上次打开的1个页面" }).click());
      await tabsAre(page, ["首页", "采购订单"]);
    },
  ],
  [
    "本人：资料、密码、账号设置、退出",
    async (visit) => {
      const { page } = visit;
      notify(page, 400);
      await enter(visit, "qa1", LIST);
      const profile = await accountForm(visit, "个人中心");
      await profile.locator("[name=email]").fill("没有邮箱");
      await profile.getByRole("button", { name: "确定" }).click();
      await eventually(() => textOf(profile.locator("#f-email-error"))).toBe("请输入正确的Email");
      await profile.locator("[name=email]").fill("qa1@example.com");
      await profile.getByRole("button", { name: "确定" }).click();
      await profile.waitFor({ state: "detached" });
      await eventually(() => notices(page)).toContain("修改成功");
      await open(page, LIST);
      const password = await accountForm(visit, "修改密码");
      for (const typed of ["short", "Changed@2026"]) {
        await password.locator("[name=newpassword]").fill(typed);
        await password.locator("[name=confirmpassword]").fill(typed);
        await password.getByRole("button", { name: "确定" }).click();
        if (typed === "short") await password.locator(".er").waitFor();
      }
      await password.waitFor({ state: "detached" });
      await eventually(() => notices(page)).toContain("修改成功");
      await open(page, "/account/settings-notification");
      await page.locator("[name=watch]").uncheck();
      await buttonOf(page, "保存").click();
      await eventually(() => notices(page)).toContain("修改成功");
      await open(page, "/account/account-center");
      expect(await heading(page)).toBe("我的账号");
      await open(page, "/account/logout");
      expect(await textOf(page.locator(".tr-question"))).toBe("真的要注销登录吗 ?");
      await buttonOf(page, "退出登录").click();
      await arrive(page, "**/web/user/login");
      await open(page, LIST);
      expect(pathOf(page)).toBe("/user/login");
    },
  ],
  [
    "个性化设置和极速模式",
    async (visit) => {
      const { page } = visit;
      await enter(visit, "finance1", "/account/custom");
      await page.getByRole("radio", { name: "暗色" }).check();
      await page.getByRole("radio", { name: "酱紫" }).check();
      await posting(page, "/account/custom", () => buttonOf(page, "保存").click());
      await eventually(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
      const bare = async () => !(await (await page.request.get("/web/qiaqia/home")).text()).includes("<script");
      await open(page, "/account/custom");
      await page.getByRole("checkbox", { name: "极速模式" }).check();
      await posting(page, "/account/custom", () => buttonOf(page, "保存").click());
      expect(await bare()).toBe(true);
      await open(page, "/account/custom");
      await page.getByRole("checkbox", { name: "极速模式" }).uncheck();
      await posting(page, "/account/custom", () => buttonOf(page, "保存").click());
      expect(await bare()).toBe(false);
    },
  ],
  [
    "消息、预警和铃铛",
    async (visit) => {
      const { page } = visit;
      await enter(visit, "planner1", "/qiaqia/home");
      const all = page.getByRole("region", { name: "预警" }).getByRole("listitem");
      const cards = all.filter({ hasText: "合同" });
      await posting(page, "/shell/warnings", () => cards.getByRole("button", { name: "关闭" }).click());
      await eventually(() => cards.count()).toBe(0);
      await enter(visit, "buyer2", "/account/inbox");
      await page.locator(".sh-bell summary").click();
      // With script the newest come into the open box and push the button down; a click on its way would miss it.
      if (visit.script) await page.locator(".sh-bell .bl-tabs").waitFor();
      await posting(page, "", () => page.locator(".sh-bell").getByRole("button", { name: "全部已读" }).click());
      await eventually(() => textOf(page.locator(".sh-bell summary > .vh"))).toBe("消息中心");
    },
  ],
  [
    "出错：填写错误、编码重复、被他人修改",
    async (visit) => {
      const { portal, page } = visit;
      notify(page, 400);
      await enter(visit, "admin", `${CLASSES}/new`);
      await send(page, "保存");
      await page.locator("#f-code-error").waitFor();
      await fill(page, { code: "SHELL", name: "旅程分类", risk_level: "高" });
      await send(page, "保存");
      await eventually(() => heading(page)).toContain("旅程分类");
      const admin = await portal.rest("admin");
      const [made] = await admin.list("master-data/supplier-class", { code: "SHELL" });
      await open(page, `${CLASSES}/${made?.id}/edit`);
      await admin.change("master-data/supplier-class", made?.id ?? "", { version: made?.version, name: "他人改名" });
      await fill(page, { name: "我来改名" });
      await send(page, "保存");
      await eventually(() => textOf(page.locator(".fm-problem"))).toContain("数据已被他人修改");
      await send(page, "保存");
      await eventually(() => heading(page)).toContain("我来改名");
    },
  ],
  [
    "安全：Cookie、页面凭证、不能嵌入",
    async (visit) => {
      const { browser, page } = visit;
      await enter(visit, "buyer1", "/qiaqia/home");
      const answer = await page.request.post("/web/shell/favourites", { form: { name: "company" }, maxRedirects: 0 });
      expect(answer.status()).toBe(403);
      const home = await open(page, "/qiaqia/home");
      expect(home.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
      const cookies = (await browser.cookies()).filter(({ name }) => name === "Access-Token");
      expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Lax" }]);
      expect(await page.content()).not.toContain(cookies[0]?.value);
    },
  ],
  [
    "手机、键盘和读屏",
    async ({ portal, script }) => {
      const browser = await portal.browse({ script, viewport: { width: 390, height: 844 } });
      const page = await browser.newPage();
      for (const address of ["/qiaqia/home", LIST]) {
        await portal.enter(browser, "supplier2");
        await open(page, address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        expect(await barriers(page)).toEqual([]);
        expect((await lostStops(page)).lost).toEqual([]);
      }
      if (script) expect(await findings(page)).toEqual([]);
    },
  ],
];

/**
 * On the engine people begin with. At full length with scripts as well, without them then on the other engine: both leave the same. What the
 * shell does with scripts has files of its own (`shell`, `tabs`, `account`, `look`, `menus`, `reach`).
 */
const WAYS: readonly (readonly [script: boolean, engine: "embedded" | "server"])[] = isFull
  ? [
      [false, "server"],
      [true, "embedded"],
    ]
  : [[false, "embedded"]];
describe.each(WAYS)("走遍外壳（脚本：%s，%s）", (script, engine) => {
  const portal = startPortal({}, engine);
  test.each(CHAPTERS)("%s", async (_name, way) => {
    const browser = await portal.visit({ script, userAgent: DEVICE });
    await way({ portal, browser, page: await browser.newPage(), script });
  });

  test("停下来，数据留在盘上", async () => {
    left.set(script, await rowsIn(await portal.halt()));
  });
});

const left = new Map<boolean, Rows>();

describe("数据", () => {
  let before: Rows = new Map();
  beforeAll(async () => {
    // Other files copy the base itself: it stays untouched.
    const copy = await copyDemo();
    before = await rowsIn(copy.place);
    await copy.remove();
  });

  test("走过之后的行都在数据库里，两种方式留下的相同", () => {
    const [plain, scripted] = WAYS.map(([script]) => changedRows(before, left.get(script) ?? new Map()));
    expect(Object.values(plain ?? {}).flat().length).toBeGreaterThan(50);
    if (!scripted) return;
    // Table by table, and only what the other way does not have: the rest would hide it.
    for (const [table, rows] of Object.entries(plain ?? {})) {
      const others = scripted[table] ?? [];
      const apart = { plain: without(rows, others), scripted: without(others, rows) };
      expect(apart, table).toEqual({ plain: [], scripted: [] });
    }
  });
});

/** What is left of a list when each of the others has taken one like it away. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return rows.filter((row) => {
    const found = left.indexOf(row);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
