import { afterAll, describe, expect, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import type { Context } from "~/engine/context.server";
import { openSession, signIn, signOut, takeNotices } from "~/engine/session/session.server";
import { tabId } from "~/engine/session/tab-key";
import {
  changeTabs,
  closeAllTabs,
  declineTabs,
  dropTab,
  earlierTabs,
  openTab,
  restoreTabs,
  type TabIntent,
  tabsOf,
} from "~/engine/session/tabs.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const LIST = "/purchase-orders/purchase-order";
const HOME = "/qiaqia/home";
/** A page of nobody's menu: everybody who is signed in may open it. */
const page = (name: string) => `/account/${name}`;

async function enter(account: AccountName): Promise<string> {
  return (await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" })).token;
}

/** The session as the next request finds it. */
async function again(token: string): Promise<Context> {
  world.clock.advance(1000);
  const session = await openSession(world.engine, token, { requestId: "x", ip: "", channel: "page" });
  if (!session) throw new Error("the session is gone");
  return session.context;
}

async function visit(token: string, ...urls: string[]): Promise<void> {
  for (const url of urls) await openTab(await again(token), { url, title: `页 ${url}`, topId: null });
}

async function keys(token: string): Promise<string[]> {
  return tabsOf(await again(token)).map(({ key }) => key);
}

async function change(token: string, intent: TabIntent, tab: string, more: { at?: string; before?: string } = {}) {
  const { to, message } = await changeTabs(await again(token), { intent, tab, ...more });
  return { to, said: message?.text, left: (await keys(token)).slice(1) };
}

/** What home offers to open again. */
async function offered(token: string): Promise<string[]> {
  return (await earlierTabs(await again(token))).map(({ key }) => key);
}

async function statements(work: () => Promise<unknown>): Promise<number> {
  const asker = jobAsker("page");
  await asking(asker, work);
  return asker.queries;
}

describe("打开", () => {
  test("首页总在最前，各页按打开的先后；筛选后的地址记在同一个标签上", async () => {
    const token = await enter("buyerA");
    await visit(token, LIST, page("a"), `${LIST}?state=draft&page=2`, HOME);
    expect(await keys(token)).toEqual([HOME, LIST, page("a")]);
    const [, list] = tabsOf(await again(token));
    expect(list?.url).toBe(`${LIST}?state=draft&page=2`);
  });

  test("换页写一条语句，同一页再开什么也不写", async () => {
    const token = await enter("buyerA");
    await visit(token, LIST);
    const same = await again(token);
    expect(await statements(() => openTab(same, { url: LIST, title: `页 ${LIST}`, topId: null }))).toBe(0);
    const other = await again(token);
    expect(await statements(() => openTab(other, { url: page("a"), title: "甲", topId: null }))).toBe(1);
  });

  test("读会话时一并读出标签，不多一条语句", async () => {
    const token = await enter("buyerA");
    await visit(token, LIST, page("a"));
    await again(token);
    expect(await statements(async () => tabsOf(await again(token)))).toBe(1);
  });

  test("满二十个后关闭最久未用且未固定的，并告知，一次登录只说一次", async () => {
    const token = await enter("buyerA");
    const names = Array.from({ length: 19 }, (_, at) => page(`p${at}`));
    await visit(token, ...names);
    expect(await keys(token)).toHaveLength(20);
    await change(token, "pin", page("p0"));
    await visit(token, page("p1"), page("more"));
    const after = await keys(token);
    expect(after).toHaveLength(20);
    expect(after).toEqual(expect.arrayContaining([page("p0"), page("p1"), page("more")]));
    expect(after).not.toContain(page("p2"));
    const notices = await takeNotices(await again(token));
    expect(notices.map(({ level, body }) => [level, body])).toEqual([
      ["info", `标签已达上限，已关闭“页 ${page("p2")}”`],
    ]);
    await visit(token, page("again"));
    expect(await keys(token)).not.toContain(page("p3"));
    expect(await takeNotices(await again(token))).toEqual([]);
  });

  test("两个浏览器窗口同时打开同一页，只有一个标签", async () => {
    const token = await enter("buyerA");
    const contexts = await Promise.all([again(token), again(token), again(token)]);
    await Promise.all(contexts.map((context) => openTab(context, { url: LIST, title: "订单", topId: null })));
    expect(await keys(token)).toEqual([HOME, LIST]);
  });

  test("过长的地址只记到页面为止", async () => {
    const token = await enter("buyerA");
    await visit(token, `${LIST}?number=${"9".repeat(3000)}`);
    expect(tabsOf(await again(token))[1]?.url).toBe(LIST);
  });
});

describe("关闭", () => {
  const open = [page("a"), page("b"), page("c"), page("d")];

  async function four(): Promise<string> {
    const token = await enter("buyerA");
    await visit(token, ...open);
    return token;
  }

  test("关闭正在看的页，回到最近用过的；关闭别的页留在原处", async () => {
    const token = await four();
    await visit(token, page("b"), page("d"));
    expect(await change(token, "close", page("a"), { at: page("d") })).toMatchObject({ to: null });
    expect(await change(token, "close", page("d"), { at: `${page("d")}?page=2` })).toMatchObject({ to: page("b") });
    await visit(token, HOME, page("c"));
    expect(await change(token, "close", page("c"), { at: page("c") })).toMatchObject({ to: HOME, left: [page("b")] });
  });

  test("不说在哪一页时，以最后打开的为准", async () => {
    const token = await four();
    expect(await change(token, "close", page("d"))).toMatchObject({ to: page("c") });
    expect(await change(token, "close", page("a"))).toMatchObject({ to: null });
  });

  test("左侧、右侧、其他、全部；固定的只随全部关闭", async () => {
    const left = await four();
    expect(await change(left, "left", page("c"), { at: page("a") })).toMatchObject({
      to: page("c"),
      left: [page("c"), page("d")],
    });
    const right = await four();
    await change(right, "pin", page("d"));
    // Pinned tabs stand before the others.
    expect(await change(right, "right", page("a"), { at: page("a") })).toMatchObject({
      to: null,
      left: [page("d"), page("a")],
    });
    expect(await change(right, "others", page("a"))).toMatchObject({ said: "没有其他可关闭的标签" });
    expect(await change(right, "all", page("a"), { at: page("a") })).toMatchObject({ to: HOME, left: [] });
  });

  test.each<[TabIntent, string, string[], string]>([
    ["close", HOME, [page("a")], "首页不能关闭"],
    ["close", HOME, [], "这是最后一个标签了，无法被关闭"],
    ["all", HOME, [], "这是最后一个标签了，无法被关闭"],
    ["left", page("a"), [page("a"), page("b")], "左侧没有标签"],
    ["right", page("b"), [page("a"), page("b")], "右侧没有标签"],
  ])("%s %s 时没有可关闭的", async (intent, tab, opened, said) => {
    const token = await enter("buyerA");
    await visit(token, ...opened);
    expect(await change(token, intent, tab)).toEqual({ to: null, said, left: opened });
  });

  test("简称与全名同样认得，不认得的什么也不改变", async () => {
    const token = await four();
    for (const unknown of ["", "x", page("zz"), "__proto__", "%", "'; --"])
      expect(await change(token, "close", unknown)).toEqual({ to: null, said: undefined, left: open });
    expect((await change(token, "close", tabId(page("b")))).left).toEqual([page("a"), page("c"), page("d")]);
  });

  test("别人的会话和同一个人的另一次登录都不受影响", async () => {
    const [mine, elsewhere, other] = [await four(), await four(), await enter("buyerB")];
    await visit(other, ...open);
    await change(mine, "all", page("a"));
    await closeAllTabs(await again(mine));
    expect((await keys(elsewhere)).slice(1)).toEqual(open);
    expect((await keys(other)).slice(1)).toEqual(open);
    expect(await keys(mine)).toEqual([HOME]);
  });

  test("切换业务范围时连固定的一起关闭", async () => {
    const token = await four();
    await change(token, "pin", page("b"));
    await closeAllTabs(await again(token));
    expect(await keys(token)).toEqual([HOME]);
  });
});

describe("排列", () => {
  test("拖动后的次序保存下来，首页不动", async () => {
    const token = await enter("buyerA");
    await visit(token, page("a"), page("b"), page("c"));
    expect((await change(token, "move", page("c"), { before: page("a") })).left).toEqual([
      page("c"),
      page("a"),
      page("b"),
    ]);
    expect((await change(token, "move", page("c"), { before: "" })).left).toEqual([page("a"), page("b"), page("c")]);
    expect((await change(token, "move", HOME, { before: page("c") })).left).toEqual([page("a"), page("b"), page("c")]);
    await visit(token, page("d"));
    expect(await keys(token)).toEqual([HOME, page("a"), page("b"), page("c"), page("d")]);
  });

  test("固定的排在前面，取消后回到原来的位置", async () => {
    const token = await enter("buyerA");
    await visit(token, page("a"), page("b"), page("c"));
    expect((await change(token, "pin", page("c"))).left).toEqual([page("c"), page("a"), page("b")]);
    expect((await change(token, "pin", HOME)).left).toEqual([page("c"), page("a"), page("b")]);
    expect(tabsOf(await again(token))[1]?.pinned).toBe(true);
  });
});

describe("权限", () => {
  test("看不了的页面不再有标签，下一次换页时删去", async () => {
    const token = await enter("supplierA");
    const screen = world.engine.registry.screens.find(({ entity }) => entity.key === "master-data/company");
    const url = `/${screen?.area}/${screen?.key}`;
    await visit(token, url, "/purchase-orders/no-such-screen", page("a"));
    expect(await keys(token)).toEqual([HOME, page("a")]);
    await visit(token, page("b"));
    expect((await again(token)).session?.tabs.map(({ key }) => key)).toEqual([page("a"), page("b")]);
  });

  test("打不开的页面失去标签", async () => {
    const token = await enter("buyerA");
    await visit(token, page("a"), page("b"));
    await dropTab(await again(token), page("a"));
    await dropTab(await again(token), HOME);
    expect(await keys(token)).toEqual([HOME, page("b")]);
  });
});

describe("再次登录", () => {
  test("从首页开始，首页可以恢复上次的页面一次", async () => {
    const first = await enter("finance");
    await visit(first, page("a"), page("b"), page("c"));
    await change(first, "pin", page("b"));
    await signOut(await again(first));

    const token = await enter("finance");
    expect(await keys(token)).toEqual([HOME]);
    await visit(token, page("c"));
    expect(await offered(token)).toEqual([page("a"), page("b")]);
    expect(await restoreTabs(await again(token))).toBe(2);
    expect(await keys(token)).toEqual([HOME, page("b"), page("c"), page("a")]);
    await change(token, "close", page("a"));
    expect(await offered(token)).toEqual([]);
    expect(await restoreTabs(await again(token))).toBe(0);
  });

  test("说过不用就不再提", async () => {
    const first = await enter("qa");
    await visit(first, page("a"));
    const token = await enter("qa");
    expect(await offered(token)).toHaveLength(1);
    await declineTabs(await again(token));
    expect(await offered(token)).toEqual([]);
  });

  test("恢复得再多也不超过上限，看不了的不恢复", async () => {
    const first = await enter("supplierB");
    await visit(first, "/master-data/company", ...Array.from({ length: 18 }, (_, at) => page(`p${at}`)));
    const token = await enter("supplierB");
    await visit(token, page("x"), page("y"), page("z"));
    expect(await restoreTabs(await again(token))).toBe(16);
    expect(await keys(token)).toHaveLength(20);
  });
});

describe("REST", () => {
  async function call(token: string, method: string, body?: unknown) {
    const init = { method, headers: { Authorization: token }, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await world.services.rest.fetch(new Request("http://portal.test/v2/user/tabs", init), {
      requestId: "r",
      ip: "",
    });
    return { status: answer.status, ...(await answer.json()) };
  }

  test("给出标签，按意图改变，说去哪里", async () => {
    const token = await enter("buyerA");
    await visit(token, LIST, page("a"));
    const { result } = await call(token, "GET");
    expect(result.tabs.map(({ key }: { key: string }) => key)).toEqual([HOME, LIST, page("a")]);
    const closed = await call(token, "POST", { intent: "close", key: page("a") });
    expect(closed.result).toMatchObject({ to: LIST, message: null });
    expect(closed.result.tabs).toHaveLength(2);
    expect((await call(token, "POST", { intent: "close", key: HOME })).result).toMatchObject({
      to: null,
      message: "首页不能关闭",
      msg: "home cannot be closed",
    });
  });

  test("不认识的意图是格式错误，没有会话则先登录", async () => {
    const token = await enter("buyerA");
    expect(await call(token, "POST", { intent: "explode", key: HOME })).toMatchObject({ status: 400, code: 40002 });
    expect(await call(token, "POST", { intent: "close" })).toMatchObject({ status: 400 });
    expect((await call("x".repeat(43), "GET")).status).toBe(401);
  });
});
