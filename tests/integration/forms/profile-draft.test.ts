import { afterAll, describe, expect, test } from "vitest";
import { openProfile, saveTypedProfile, sendProfile } from "~/edge/account.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const PATH = "/account/settings-base";
const FACTS = { requestId: "r", ip: "", channel: "page" as const };

async function browser(account: AccountName) {
  const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
  const session = await openSession(world.engine, token, FACTS);
  if (!session?.context.session) throw new Error("not signed in");
  const { csrf } = session.context.session;
  const args = (path: string, values?: Record<string, string>) => ({
    request: new Request(`http://portal.test/web${path}`, {
      headers: { Cookie: `Access-Token=${token}` },
      ...(values ? { method: "POST", body: new URLSearchParams({ _csrf: csrf, ...values }) } : {}),
    }),
    context: {},
    params: {},
  });
  const open = () => openProfile(args(PATH), PATH);
  /** What the page of the profile shows in that field. */
  const shown = async (name: string) => (await open()).fields.find((one) => one.name === name)?.value;
  return { args, open, shown };
}

/** What is typed into the form as its page came. */
async function typedInto(page: Awaited<ReturnType<typeof browser>>, values: Record<string, string>) {
  const { fields, version, draftId } = await page.open();
  const stood = fields.flatMap(({ name, value, readOnly }) => (readOnly === undefined ? [[name, value]] : []));
  return { ...Object.fromEntries(stood), _version: version, _draft: draftId, from: PATH, ...values };
}

const sent = (page: Awaited<ReturnType<typeof browser>>, values: Record<string, string>) =>
  sendProfile(page.args(PATH, values), PATH).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });

describe("个人资料：填了一半离开", () => {
  test("回来时还在，并说明还没有保存；只有本人看得到", async () => {
    const page = await browser("buyerA");
    const before = await page.shown("email");
    const typed = await typedInto(page, { email: "half@" });
    const kept = await saveTypedProfile(page.args("/account/profile/draft", typed));
    expect([kept.status, Object.keys(await kept.json())]).toEqual([200, ["at"]]);
    expect(await page.shown("email")).toBe("half@");
    expect((await page.open()).draft?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect((await (await browser("buyerB")).open()).draft).toBeUndefined();

    // Kept once more under the same id, then given up.
    await saveTypedProfile(page.args("/account/profile/draft", { ...typed, email: "half@example.com" }));
    expect(await page.shown("email")).toBe("half@example.com");
    expect(await sent(page, { ...typed, _intent: "discard" })).toMatchObject({ status: 303 });
    expect([await page.shown("email"), (await page.open()).draft]).toEqual([before, undefined]);
  });

  test("保存以后不再提起；保存被拒绝时留着", async () => {
    const page = await browser("buyerA");
    const typed = await typedInto(page, { email: "no address" });
    await saveTypedProfile(page.args("/account/profile/draft", typed));
    await sent(page, typed);
    expect((await page.open()).draft).toBeDefined();
    expect(await sent(page, { ...typed, email: "wang@example.com" })).toMatchObject({ status: 303 });
    expect([await page.shown("email"), (await page.open()).draft]).toEqual(["wang@example.com", undefined]);
  });

  test("伪造的表单什么也不留下", async () => {
    const page = await browser("planner");
    const answer = await saveTypedProfile(page.args("/account/profile/draft", { email: "x@y.z", _csrf: "forged" }));
    expect(answer.status).toBe(403);
    expect((await page.open()).draft).toBeUndefined();
  });
});
