import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { endSession } from "~/data/sessions.server";
import { openForm, postForm, saveTyped } from "~/edge/form-route.server";
import { loginModel } from "~/edge/login.server";
import { dropDraft, findDraft } from "~/engine/operations/drafts.server";
import { openSession, signIn, tokenHash } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { ORDER } from "../../support/orders";
import { openWorld } from "../../support/world";
import { typedOrder } from "./typed-order";

const world = await openWorld();
afterAll(() => world.close());

const NEW = "/purchase-orders/purchase-order/new";
const params = { module: "purchase-orders", screen: "purchase-order" };
const WEEK_MS = 7 * 24 * 3600_000;
const FACTS = { requestId: "r", ip: "", channel: "page" as const };

/** A signed-in browser: its cookie, and the secret its forms carry. */
async function browser(account: AccountName) {
  const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
  const session = await openSession(world.engine, token, FACTS);
  if (!session?.context.session) throw new Error("not signed in");
  return { token, csrf: session.context.session.csrf, context: session.context };
}

/** What a browser sends whose session is over by the calendar: the token itself has gone on the same day. */
const late = (token: string) => `Late-Form=${tokenHash(token)}`;
const both = (token: string) => `Access-Token=${token}; ${late(token)}`;

function request(
  token: string,
  csrf: string,
  path = NEW,
  cookies = both,
): { request: Request; context: object; params: object } {
  const body = new URLSearchParams();
  for (const [name, value] of typedOrder(world, { remark: "写了很久", _csrf: csrf, _draft: DRAFT }))
    body.append(name, String(value));
  const headers = { Cookie: cookies(token) };
  return {
    request: new Request(`http://portal.test/web${path}`, { method: "POST", headers, body }),
    context: {},
    params,
  };
}

/** What a thrown or returned answer says. */
async function answer(work: Promise<unknown>): Promise<{ status: number; to: string | null; text: string }> {
  const given = await work.catch((thrown: unknown) => thrown);
  if (!(given instanceof Response)) throw given;
  return { status: given.status, to: given.headers.get("Location"), text: await given.text() };
}

async function kept(account: AccountName) {
  return (await findDraft(await world.as(account), NEW))?.body ?? null;
}

async function orders(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from purchase_order`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.n ?? -1;
}

const LOGIN = `/user/login?redirect=${encodeURIComponent(NEW)}`;
const DRAFT = "01234567-89ab-4cde-8f01-23456789abcd";
const LOGIN_KEPT = `/user/login?redirect=${encodeURIComponent(`${NEW}?draft=${DRAFT}`)}&kept=1`;

async function noticesAt(address: string): Promise<string[]> {
  const { notices } = await loginModel({ request: new Request(`http://portal.test/web${address}`), context: {} });
  return notices.map(({ text }) => text);
}

function end(token: string, reason: string): Promise<void> {
  return endSession(world.engine.database.connection(), tokenHash(token), world.clock.now().toISOString(), reason);
}

describe("登录过期后才提交的表单", () => {
  test("内容暂存给本人，不保存单据，登录页说明并回到表单", async () => {
    const { token, csrf } = await browser("buyerA");
    const before = await orders();
    world.clock.advance(WEEK_MS + 60_000);
    expect(await answer(postForm(request(token, csrf, NEW, late)))).toMatchObject({ to: `${LOGIN_KEPT}&why=over` });
    expect((await kept("buyerA"))?.values.remark).toBe("写了很久");
    expect((await kept("buyerA"))?.lines.items).toHaveLength(3);
    expect(await orders()).toBe(before);
    const page = { request: new Request(`http://portal.test/web${LOGIN_KEPT}`), context: {} };
    expect(await loginModel(page)).toMatchObject({
      redirect: `${NEW}?draft=${DRAFT}`,
      notices: [{ text: "登录已过期，您填写的内容已暂存，登录后可继续" }],
    });
  });

  test.each([
    ["口令是编造的", "", async () => ({ token: "A".repeat(43), csrf: (await browser("buyerB")).csrf })],
    [
      "表单的凭证不是那次登录的",
      "&why=over",
      async () => ({ ...(await browser("buyerB")), csrf: (await browser("buyerA")).csrf }),
    ],
    ["表单没有凭证", "&why=over", async () => ({ ...(await browser("buyerB")), csrf: "" })],
    [
      "登录是一天以前过期的",
      "&why=over",
      async () => {
        const old = await browser("buyerB");
        world.clock.advance(WEEK_MS);
        world.clock.advance(24 * 3600_000);
        return old;
      },
    ],
    [
      "登录是一天以前被结束的",
      "&why=ended",
      async () => {
        const old = await browser("buyerB");
        await end(old.token, "kick");
        return old;
      },
    ],
  ])("%s：什么都不留", async (_label, why, make) => {
    const { token, csrf } = await make();
    world.clock.advance(WEEK_MS + 60_000);
    expect(await answer(postForm(request(token, csrf)))).toMatchObject({ to: LOGIN + why });
    expect(await kept("buyerB")).toBeNull();
  });

  test("账号已停用：什么都不留", async () => {
    const { token, csrf } = await browser("manager");
    world.clock.advance(WEEK_MS + 60_000);
    const status = (to: string) =>
      sql`update app_user set state = ${to} where id = ${world.accounts.manager}`.execute(
        world.engine.database.connection(),
      );
    await status("blocked");
    expect(await answer(postForm(request(token, csrf)))).toMatchObject({ to: `${LOGIN}&why=over` });
    await status("active");
    expect(await kept("manager")).toBeNull();
  });

  test("没有权限新建的人：什么都不留", async () => {
    const { token, csrf } = await browser("supplierA");
    world.clock.advance(WEEK_MS + 60_000);
    expect(await answer(postForm(request(token, csrf)))).toMatchObject({ to: `${LOGIN}&why=over` });
    expect(await kept("supplierA")).toBeNull();
  });

  test("自动暂存也一样：内容留下，并告诉页面登录已过期", async () => {
    const { token } = await browser("planner");
    const buyer = await browser("buyerB");
    world.clock.advance(WEEK_MS + 60_000);
    const path = `/purchase-orders/purchase-order/draft?form=${encodeURIComponent(NEW)}`;
    expect(JSON.parse((await answer(saveTyped(request(buyer.token, buyer.csrf, path)))).text)).toMatchObject({
      signedOut: true,
    });
    expect((await kept("buyerB"))?.values.remark).toBe("写了很久");
    expect((await answer(saveTyped(request(token, "x", path)))).status).toBe(401);
  });
});

describe("登录在别处结束后才提交的表单：内容一样暂存给本人，登录页说明是怎么结束的", () => {
  test.each([
    ["在另一个标签页退出", "sign-out", "left", "您已在其他页面退出登录，填写的内容已暂存，登录后可继续"],
    ["被管理员强制下线", "kick", "ended", "您的登录已被结束，填写的内容已暂存，登录后可继续"],
    ["本人在其他设备上退出", "forced", "ended", "您的登录已被结束，填写的内容已暂存，登录后可继续"],
    ["密码已重置", "recover", "ended", "您的登录已被结束，填写的内容已暂存，登录后可继续"],
  ])("%s", async (_label, reason, why, said) => {
    const { token, csrf, context } = await browser("buyerA");
    const before = await orders();
    await dropDraft(context, DRAFT);
    await end(token, reason);
    world.clock.advance(60_000);
    const { to } = await answer(postForm(request(token, csrf, NEW, late)));
    expect(to).toBe(`${LOGIN_KEPT}&why=${why}`);
    expect(await noticesAt(to ?? "")).toEqual([said]);
    expect((await kept("buyerA"))?.values.remark).toBe("写了很久");
    expect(await orders()).toBe(before);
  });

  test("只是打开页面：登录页也说明原因", async () => {
    const { token } = await browser("buyerA");
    await end(token, "sign-out");
    const page = new Request(`http://portal.test/web${NEW}`, { headers: { Cookie: late(token) } });
    const { to } = await answer(openForm({ request: page, context: {}, params }));
    expect(to).toBe(`${LOGIN}&why=left`);
    expect(await noticesAt(to ?? "")).toEqual(["您已退出登录，请重新登录"]);
  });
});

describe("重新登录后提交旧页面", () => {
  test("本人的旧页面：内容留在表单里，提示再提交一次", async () => {
    const [old, fresh] = [await browser("buyerA"), await browser("buyerA")];
    const before = await orders();
    const outcome = await postForm(request(fresh.token, old.csrf));
    expect(outcome).toMatchObject({ init: { status: 400 } });
    expect(JSON.stringify(outcome)).toContain("您重新登录过，内容还没有保存");
    expect(JSON.stringify(outcome)).toContain("写了很久");
    expect(JSON.stringify(outcome)).toContain(fresh.csrf);
    expect(await orders()).toBe(before);
  });

  test("别人的旧页面、编造的凭证：拒绝", async () => {
    const [other, fresh] = [await browser("buyerB"), await browser("buyerA")];
    expect((await answer(postForm(request(fresh.token, other.csrf)))).status).toBe(403);
    expect((await answer(postForm(request(fresh.token, "x".repeat(32))))).status).toBe(403);
  });
});

test("自动暂存只收本功能的表单", async () => {
  const { token, csrf } = await browser("buyerA");
  for (const form of ["", "//evil.test", "/contract-management/contract/new", `${NEW}?x`]) {
    const path = `/purchase-orders/purchase-order/draft?form=${encodeURIComponent(form)}`;
    expect([form, (await answer(saveTyped(request(token, csrf, path)))).status]).toEqual([form, 404]);
  }
  expect(world.screen(ORDER).key).toBe("purchase-order");
});
