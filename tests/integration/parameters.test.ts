import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { intParameter, seedParameters, textParameter } from "~/engine/parameters.server";
import { signIn } from "~/engine/session/session.server";
import { allRecords, personWith } from "../support/conformance";
import { refusal } from "../support/orders";
import { openWorld } from "../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen("system-management/parameter");

async function rowOf(key: string) {
  const record = (await allRecords(world, screen.entity)).find((one) => one.key === key);
  if (!record) throw new Error(`no parameter ${key}`);
  return record;
}

async function set(context: Context, key: string, value: string) {
  const { id, version } = await rowOf(key);
  return updateRecordBy(context, { screen, id, version, values: { value } });
}

test("改了参数，下一次读取就是新值；重新启动不改回去", async () => {
  const key = "security.login.lockMin";
  expect(await intParameter(world.engine, key)).toBe(15);
  await set(await personWith(world, "system_admin"), key, "45");
  expect(await intParameter(world.engine, key)).toBe(45);
  await seedParameters(world.engine);
  expect(await intParameter(world.engine, key)).toBe(45);
  expect((await rowOf(key)).default_value).toBe("15");
});

test("超出范围的值不收，原值照旧", async () => {
  const key = "security.login.maxFail";
  const refused = await refusal(set(await personWith(world, "system_admin"), key, "1"), "invalid");
  expect(refused).toMatchObject({ complaints: [{ field: "value", message: "参数值必须是3到20之间的整数" }] });
  expect(await intParameter(world.engine, key)).toBe(5);
});

test("审计员只能看；参数的键和默认值谁也改不了", async () => {
  await refusal(set(await personWith(world, "log_auditor"), "ui.copyright", "别的"), "forbidden");
  const { id, version } = await rowOf("ui.copyright");
  const values = { key: "ui.other", value: "新的" };
  const admin = await personWith(world, "system_admin");
  await refusal(updateRecordBy(admin, { screen, id, version, values }), "malformed");
  expect(await textParameter(world.engine, "ui.copyright")).toBe("供应商平台");
});

test("失败次数的上限来自参数", async () => {
  await set(await personWith(world, "system_admin"), "security.login.maxFail", "3");
  const attempt = () =>
    refusedSignIn(signIn(world.engine, { account: "planner", password: "x", ip: "10.0.0.8", device: "" }));
  expect([await attempt(), await attempt(), await attempt()]).toEqual(["wrong_password", "wrong_password", "locked"]);
});

async function refusedSignIn(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error) => Object(error).error,
  );
}
