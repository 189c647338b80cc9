import { afterAll, expect, test } from "vitest";
import { shellModel } from "~/edge/shell.server";
import { codeOf } from "~/engine/channels/codes.server";
import { action, loader } from "~/routes/_shell.account.settings-binding";
import type { BindingModel } from "~/ui/account/Settings/BindingPage";
import { PASSWORD } from "../../support/company";
import { expectWhole } from "../../support/page-model";
import { rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";
import { answer, args, type Browser, browser } from "../session/guard-support";

const world = await openWorld();
afterAll(() => world.close());

const PATH = "/account/settings-binding";
const PHONE = "13800138000";

/** The page, or what an answer that refuses draws. */
function modelOf(given: Awaited<ReturnType<typeof answer>>): BindingModel {
  const body = given.body as { model?: BindingModel; data?: { model: BindingModel } };
  const model = body.data?.model ?? body.model;
  if (!model) throw new Error(`no page: ${given.status}`);
  return model;
}

const open = async ({ token }: Browser) => modelOf(await answer(loader(args(PATH, token))));

const send = ({ token, csrf }: Browser, values: Record<string, string>) =>
  answer(action(args(PATH, token, { method: "POST", body: new URLSearchParams({ _csrf: csrf, ...values }) })));

/** What stands beside which field, channel by channel. */
const faults = (model: BindingModel) =>
  model.channels.flatMap(({ forms }) =>
    forms.flatMap(({ problem, fields }) => [
      ...(problem ? [["", problem]] : []),
      ...fields.flatMap(({ name, error }) => (error ? [[name, error]] : [])),
    ]),
  );

const notices = async ({ token }: Browser) =>
  (await shellModel(args("/qiaqia/home", token))).notices.map(({ text }) => text);

test("没有网关：一句说明，没有表单；发来的表单也被拒绝", async () => {
  const person = await browser(world, "buyerA");
  const model = await open(person);
  expect(model).toMatchObject({ missing: "企业微信、短信", channels: [] });
  expectWhole(model, PATH);
  const sent = await send(person, {
    channel: "sms",
    _intent: "ask",
    sms_address: PHONE,
    sms_password: PASSWORD,
  });
  expect(modelOf(sent)).toMatchObject({ missing: "企业微信、短信", channels: [] });
  expect(await rowsOf(world, "channel_code", "at")).toEqual([]);
});

test("有网关，不用脚本：获取验证码、绑定、解除绑定；错处写在栏旁，密码和验证码不再显示；伪造的表单什么也不做", async () => {
  world.engine.channels = new Set(["sms"]);
  const person = await browser(world, "buyerB");
  expect(await open(person)).toMatchObject({
    missing: "企业微信",
    channels: [{ channel: "sms", label: "短信", forms: [{ intent: "ask", submit: "获取验证码" }] }],
  });
  const ask = (sms_address: string, sms_password: string) =>
    send(person, { channel: "sms", _intent: "ask", sms_address, sms_password });
  const wrong = await ask("123", "wrong");
  expect(faults(modelOf(wrong))).toEqual([
    ["sms_address", "请输入正确的手机号"],
    ["sms_password", "当前密码不正确"],
  ]);
  expect(JSON.stringify(wrong.body)).toContain('"123"');
  expect(JSON.stringify(wrong.body)).not.toContain('"wrong"');

  const forged = { ...person, csrf: "forged" };
  const [none] = [await send(forged, { channel: "sms", _intent: "ask", sms_address: PHONE, sms_password: PASSWORD })];
  expect([none.status, await rowsOf(world, "channel_code", "at")]).toEqual([403, []]);

  expect(await ask(PHONE, PASSWORD)).toMatchObject({ status: 303, to: PATH });
  expect(await notices(person)).toEqual(["验证码已发出，请在10分钟内输入"]);
  const [asked] = await rowsOf(world, "channel_code", "at");
  const code = codeOf(world.engine, String(asked?.id));
  const waiting = await open(person);
  expect(waiting.channels[0]).toMatchObject({
    status: expect.stringContaining("验证码发往 138****8000"),
    forms: [{ intent: "bind" }, { intent: "ask", submit: "重新获取验证码" }],
  });
  expect(JSON.stringify(waiting)).not.toMatch(new RegExp(`${code}|${PHONE}`));
  const bind = (sms_code: string) => send(person, { channel: "sms", _intent: "bind", sms_code });
  expect(faults(modelOf(await bind("12")))).toEqual([["sms_code", "请输入6位数字的验证码"]]);
  expect(await bind(code)).toMatchObject({ status: 303, to: PATH });
  expect(await notices(person)).toContain("短信已绑定，可以在通知设置中选择接收哪些通知");

  const bound = await open(person);
  expect(bound.channels[0]).toMatchObject({ forms: [{ intent: "unbind", submit: "解除绑定" }] });
  expectWhole(bound, PATH);
  const unbind = (sms_password: string) => send(person, { channel: "sms", _intent: "unbind", sms_password });
  expect(faults(modelOf(await unbind("")))).toEqual([["sms_password", expect.any(String)]]);
  expect(await unbind(PASSWORD)).toMatchObject({ status: 303, to: PATH });
  expect((await open(person)).channels[0]?.status).toBe("还没有绑定。绑定后可以通过它接收通知。");
});
