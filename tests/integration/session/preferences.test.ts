import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { selectPreferences, upsertPreferences } from "~/data/preferences.server";
import { dismissWarnings } from "~/data/warnings.server";
import type { Context } from "~/engine/context.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { listModel } from "~/engine/screen/list-model.server";
import { preferencesIn, resetPreferences, savePreferences } from "~/engine/session/preferences.server";
import { preferencesCookie, rememberedPreferences } from "~/engine/session/preferences-cookie.server";
import { openSession } from "~/engine/session/session.server";
import { STANDARD } from "~/shared/preferences";
import { START } from "../../support/clock";
import type { AccountName } from "../../support/company";
import { ORDER } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const PATH = "/v2/user/preference";
const world = await openWorld();
afterAll(() => world.close());

const tokens = new Map<AccountName, string>();
beforeAll(async () => {
  for (const account of ["buyerA", "buyerB", "supplierA"] as const) tokens.set(account, await signIn(world, account));
});
beforeEach(async () => {
  for (const account of tokens.keys()) await resetPreferences(await present(account));
});

/** The person as the next request finds it. */
async function present(account: AccountName): Promise<Context> {
  const facts = { requestId: "x", ip: "", channel: "page" as const };
  const session = await openSession(world.engine, tokens.get(account) ?? null, facts);
  if (!session) throw new Error("the session is gone");
  return session.context;
}

describe("界面设置", () => {
  test("跟着人走：下一个请求就看得到，别人不受影响，其余设置不变", async () => {
    await savePreferences(await present("buyerA"), { navTheme: "dark" });
    await savePreferences(await present("buyerA"), { density: "small", fixedHeader: "1" });
    expect(preferencesIn(await present("buyerA"))).toEqual({
      ...STANDARD,
      navTheme: "dark",
      density: "small",
      fixedHeader: true,
    });
    expect(preferencesIn(await present("buyerB"))).toEqual(STANDARD);
    await resetPreferences(await present("buyerA"));
    expect(preferencesIn(await present("buyerA"))).toEqual(STANDARD);
  });

  test("同时改两项，哪一项也不丢", async () => {
    const [one, other] = [await present("buyerA"), await present("buyerA")];
    await Promise.all([savePreferences(one, { colorWeak: "1" }), savePreferences(other, { multiTab: "0" })]);
    expect(preferencesIn(await present("buyerA"))).toMatchObject({ colorWeak: true, multiTab: false });
  });

  test("供应商也有自己的设置", async () => {
    await savePreferences(await present("supplierA"), { primaryColor: "#52c41a" });
    expect(preferencesIn(await present("supplierA")).primaryColor).toBe("#52c41a");
  });

  test.each(["buyerA", "supplierA"] as const)("数据库只让 %s 读写自己的设置和关闭过的预警", async (account) => {
    await savePreferences(await present("buyerB"), { navTheme: "dark" });
    await savePreferences(await present(account), { navTheme: "dark" });
    const [own, other] = [await present(account), await present("buyerB")];
    const { database } = world.engine;
    const theirs = other.actor.id ?? "";
    const dismissal = {
      userId: theirs,
      kind: "x",
      at: START.toISOString(),
      warnings: [{ objectId: theirs, stage: "x" }],
    };
    await inTransaction(own, async () => {
      expect(await selectPreferences(database.connection(), theirs)).toEqual({});
      expect(await selectPreferences(database.connection(), own.actor.id ?? "")).toEqual({ navTheme: "dark" });
    });
    for (const work of [
      () => upsertPreferences(database.connection(), theirs, [], { navTheme: "light" }),
      () => dismissWarnings(database.connection(), dismissal),
    ])
      await expect(inTransaction(own, work)).rejects.toThrow(/row-level security/);
    expect(preferencesIn(await present("buyerB")).navTheme).toBe("dark");
  });

  test("列表按每个人的每页行数显示，地址里说了就按地址，翻页和打开单据都不走样", async () => {
    const screen = world.screen(ORDER);
    await savePreferences(await present("buyerA"), { pageSize: "10" });
    const sizeOf = async (query: string) => {
      const { pager } = await listModel(await present("buyerA"), screen, new URLSearchParams(query));
      return pager;
    };
    expect((await sizeOf("")).size).toBe(10);
    const shown = await sizeOf("size=20");
    expect(shown.size).toBe(20);
    // Everything the page leads to keeps the number of rows, the usual one included.
    expect(shown.sizes.map(({ href }) => new URL(href, "http://x").searchParams.get("size"))).toEqual([
      "10",
      "20",
      "50",
      "100",
    ]);
    const other = await listModel(await present("buyerB"), screen, new URLSearchParams());
    expect(other.pager.size).toBe(20);
  });
});

describe("接口", () => {
  test("读全部，改几项，答复改完的全部和浏览器要记住的", async () => {
    const token = tokens.get("buyerA") ?? "";
    expect((await call(world, { token, method: "GET", path: PATH })).body.result).toEqual(STANDARD);
    const { status, body, headers } = await call(world, {
      token,
      method: "POST",
      path: PATH,
      body: { navTheme: "dark", pageSize: 50 },
    });
    expect([status, body.result]).toEqual([200, { ...STANDARD, navTheme: "dark", pageSize: 50 }]);
    expect(headers.get("Set-Cookie")).toMatch(/^pro__prefs=[^;]+; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    expect((await call(world, { token, method: "GET", path: PATH })).body.result).toMatchObject({
      navTheme: "dark",
      pageSize: 50,
    });
  });

  test("没有的名称 40002，没有的取值 40001 并逐项说明，都不改动", async () => {
    const token = tokens.get("buyerA") ?? "";
    const unknown = await call(world, { token, method: "POST", path: PATH, body: { navTheme: "dark", font: "big" } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 40002]);
    expect(unknown.body.message).toContain("font");
    const wrong = await call(world, {
      token,
      method: "POST",
      path: PATH,
      body: {
        navTheme: "dark",
        primaryColor: "red",
        contentWidth: "Fixed",
      },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 40001]);
    expect(wrong.body.result).toEqual({ errors: { primaryColor: "请选择预置主题色" } });
    expect((await call(world, { token, method: "GET", path: PATH })).body.result).toEqual(STANDARD);
    expect((await call(world, { token: "", method: "GET", path: PATH })).status).toBe(401);
  });
});

describe("浏览器记住的设置", () => {
  const asking = (cookie: string) => new Request("http://x/", { headers: { Cookie: cookie } });

  test("不一致时以服务器为准，一致时不再发送，默认设置不占地方", () => {
    const dark = { ...STANDARD, navTheme: "dark" as const };
    const sent = preferencesCookie(asking("a=b"), dark, true) ?? "";
    expect(sent).toMatch(/; Secure$/);
    const kept = sent.split(";")[0] ?? "";
    expect(rememberedPreferences(asking(`a=b; ${kept}`))).toEqual(dark);
    expect(preferencesCookie(asking(kept), dark, true)).toBeNull();
    expect(preferencesCookie(asking(kept), STANDARD, false)).toBe("pro__prefs=; Path=/; Max-Age=0; SameSite=Lax");
    expect(preferencesCookie(asking(""), STANDARD, false)).toBeNull();
  });

  test("别人塞进来的内容只当没有", () => {
    for (const value of [
      "%",
      "null",
      "[1]",
      "%7B",
      `${"x".repeat(9000)}`,
      encodeURIComponent('{"primaryColor":"red;}"}'),
    ])
      expect(rememberedPreferences(asking(`pro__prefs=${value}`))).toEqual(STANDARD);
  });
});
