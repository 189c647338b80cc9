import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openTicket } from "~/engine/tickets/tickets.server";
import { codeIn, mailTo } from "../../support/registration";
import { type Answer, call, signIn } from "../../support/rest";
import { creditCode } from "../../support/samples";
import { sumOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

let serial = 700;
function someone() {
  serial += 1;
  return {
    uscc: creditCode(serial),
    contactName: "接口注册",
    contactPhone: "13800138000",
    contactEmail: `rest${serial}@example.com`,
    agree: true,
  };
}

/** A picture sum as a person would answer it. */
async function proof(): Promise<{ captchaId: string; captcha: string }> {
  const { captchaId } = Object((await call(world, { token: "", method: "GET", path: "/v1/captcha" })).body.result);
  return { captchaId, captcha: await sumOf(world, captchaId) };
}

/** Begins with a picture sum that was read right; whoever misreads one takes another. */
async function register(requested: object, ip = "127.0.0.1"): Promise<Answer> {
  for (let time = 0; ; time += 1) {
    const request = new Request("http://portal.test/v2/user/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...requested, ...(await proof()) }),
    });
    const response = await world.services.rest.fetch(request, { requestId: "register", ip });
    const body = (await response.json()) as Answer["body"];
    if (body.code !== 40010 || time === 5) return { status: response.status, headers: response.headers, body };
  }
}

const applications = async (uscc: string) =>
  (
    await sql<{
      number: string;
      state: string;
    }>`select number, state from supplier_registration where uscc = ${uscc}`.execute(world.engine.database.connection())
  ).rows;

test("开始注册：得到受理号和续填的凭证，邮箱收到验证码，没有账号；与页面写的是同一张单", async () => {
  const who = someone();
  const { status, body } = await register(who);
  expect(status, body.message).toBe(200);
  const { number, ticket, path } = Object(body.result);
  expect(await applications(who.uscc)).toEqual([{ number, state: "draft" }]);
  expect(path).toBe(`/web/registerSupplier/registerUI?ticket=${ticket}`);
  const opened = await openTicket(world.anonymous(), ticket, "registration-resume", { device: "", looking: true });
  expect(opened.entity).toBe("supplier-onboarding/supplier-registration");
  expect(codeIn(await mailTo(world, who.contactEmail))).toMatch(/^\d{6}$/);
  expect(JSON.stringify(body)).not.toContain(codeIn(await mailTo(world, who.contactEmail)));
});

test("算式不对、用过、没有给：不收，也不写任何东西", async () => {
  const who = someone();
  const good = await proof();
  const ask = (more: object) =>
    call(world, { token: "", method: "POST", path: "/v2/user/register", body: { ...who, ...more } });
  expect((await ask({ ...good, captcha: "999" })).body.code).toBe(40010);
  // A sum is good for one try.
  expect((await ask(good)).body.code).toBe(40010);
  expect((await ask({ captchaId: "x", captcha: "1" })).body.code).toBe(40010);
  expect((await ask({})).body.code).toBe(40002);
  expect((await register({ ...who, supplier_id: world.ids.supplierA })).body.code).toBe(40002);
  expect(await applications(who.uscc)).toEqual([]);
});

test("填写有误：提示在各自的名字下", async () => {
  const wrong = await register({ ...someone(), uscc: "123", agree: false });
  expect(wrong.body).toMatchObject({
    code: 40001,
    result: { errors: { uscc: expect.stringContaining("校验不通过"), agree: "请阅读并同意平台协议" } },
  });
  const contact = await register({ ...someone(), contactPhone: "12", contactEmail: "no" });
  expect(Object.keys(Object(contact.body.result).errors).sort()).toEqual(["contactEmail", "contactPhone"]);
});

test("已是供应商的企业，开始时什么也不透露", async () => {
  const { rows } = await sql<{ uscc: string }>`select uscc from supplier where uscc is not null limit 1`.execute(
    world.engine.database.connection(),
  );
  const notified = await register({ ...someone(), uscc: rows[0]?.uscc ?? creditCode(1) });
  expect(notified.body.code, notified.body.message).toBe(200);
});

test("同一企业一天最多十次；注册关闭后不收", async () => {
  const { uscc } = someone();
  const codes: number[] = [];
  for (let time = 0; time < 11; time += 1) {
    // From as many addresses, so that only the company counts.
    const notified = await register({ ...someone(), uscc }, `203.0.113.${time + 1}`);
    codes.push(notified.body.code);
    if (time === 10) expect(notified.headers.get("Retry-After")).not.toBeNull();
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 42901]);

  const admin = await signIn(world, "admin");
  const list = await call(world, {
    token: admin,
    method: "POST",
    path: "/v2/sys/parameter/page",
    body: { key: "registration.open" },
  });
  const [row] = Object(list.body.result).records;
  const closed = await call(world, {
    token: admin,
    method: "PUT",
    path: `/v2/sys/parameter/${row.id}`,
    body: { version: row.version, value: "0" },
  });
  expect(closed.body.code, closed.body.message).toBe(200);
  expect((await register(someone())).body).toMatchObject({ code: 40003, message: "注册已关闭，请联系采购员" });
});
