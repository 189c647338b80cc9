import { afterAll, expect } from "vitest";
import { GATEWAY_SECRET, gatewayServer } from "../support/gateway-server";
import { journeysOf } from "./support/journey";
import { eventually, fill, focused, open, textOf } from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { notify } from "./support/watch";

const gateway = await gatewayServer();
afterAll(() => gateway.close());
const portal = startPortal({ SMS_GATEWAY_URL: gateway.address, SMS_GATEWAY_SECRET: GATEWAY_SECRET });
const journey = journeysOf(portal);

const BINDING = "/account/settings-binding";

journey.likeOthers(
  "绑定手机号：错处写在栏旁，验证码到手机，绑定后通知设置多一栏，再解除",
  async (browser, { script }) => {
    await portal.enter(browser, script ? "buyer2" : "warehouse1");
    const phone = script ? "13977440913" : "13977440914";
    const page = await browser.newPage();
    await open(page, BINDING);
    const section = page.locator("section:has(#st-sms)");
    const press = (name: string) => section.getByRole("button", { name, exact: true }).click();
    const said = () => textOf(page.locator(".sh-notices"));
    expect(await textOf(page.locator("main"))).toContain("本系统没有接入企业微信的网关");

    notify(page, 400);
    await fill(page, { sms_address: "123", sms_password: PASSWORD });
    await press("获取验证码");
    await eventually(() => textOf(page.locator("#f-sms_address-error"))).toBe("请输入正确的手机号");
    await eventually(() => focused(page)).toBe("sms_address");

    await fill(page, { sms_address: phone, sms_password: PASSWORD });
    await press("获取验证码");
    await eventually(said).toContain("验证码已发出");
    await eventually(() => gateway.delivered.filter(({ to }) => to === phone).length).toBe(1);
    const code = /\d{6}/.exec(gateway.delivered.find(({ to }) => to === phone)?.text ?? "")?.[0] ?? "";
    await fill(page, { sms_code: code });
    await press("绑定");
    await eventually(said).toContain("短信已绑定");

    await open(page, "/account/settings-notification");
    expect(await textOf(page.locator("main thead"))).toContain("短信");
    await open(page, BINDING);
    await fill(page, { sms_password: PASSWORD });
    await press("解除绑定");
    await eventually(said).toContain("短信已解除绑定");
    await open(page, "/account/settings-notification");
    expect(await textOf(page.locator("main thead"))).not.toContain("短信");
  },
);
