import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { recordModel } from "~/engine/screen/record-model.server";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const S = "/v2/supplier-management/supplier";
const ACCOUNT = "/v2/supplier-management/supplier-bank-account";
const db = () => world.engine.database.connection();

test("供应商猜别家的编号、打印、评论、按内部字段筛选导出，都问不出别家和内部的判断", async () => {
  await sql`update supplier set risk_level = 'high', sap_code = 'V-4711', merged_into_id = ${world.ids.supplierB}
    where id = ${world.ids.supplierA}`.execute(db());
  const token = await signIn(world, "supplierA");
  const other = world.ids.supplierB;
  for (const path of [`${S}/${other}`, `${S}/${other}/export?format=pdf`, `${S}/${other}/comments`])
    expect((await call(world, { token, method: "GET", path })).status, path).toBe(404);
  const inside = ["risk_level", "sap_code", "merged_into_id", "merge_log", "is_temporary", "orgs", "related_parties"];
  for (const name of inside) {
    for (const path of [
      `${S}/page?${name}=1`,
      `${S}/export?format=csv&columns=${name}`,
      `${S}/export?format=csv&lines=${name}`,
    ])
      expect((await call(world, { token, method: "GET", path })).status, path).toBe(400);
  }
  for (const toggle of ["merging_only", "frozen_only"])
    expect((await call(world, { token, method: "GET", path: `${S}/page?${toggle}=1` })).status, toggle).toBe(400);
  const own = JSON.stringify((await call(world, { token, method: "GET", path: `${S}/${world.ids.supplierA}` })).body);
  for (const word of ["risk_level", "V-4711", other, "合并"]) expect(own, word).not.toContain(word);
  const page = JSON.stringify(
    await recordModel(
      await world.as("supplierA"),
      world.engine.registry.screen("supplier-management/supplier-info") ?? world.screen("supplier-management/supplier"),
      world.ids.supplierA,
    ),
  );
  for (const word of ["高风险", "V-4711", "合并", "业务灯", "关联方图谱"]) expect(page, word).not.toContain(word);
  await sql`update supplier set merged_into_id = null where id = ${world.ids.supplierA}`.execute(db());
});

test("由单据更新的字段谁也不能手工改：说出是哪个字段，什么都没有变", async () => {
  const token = await signIn(world, "manager");
  const stored = async () =>
    (
      await sql`select stage, grade, risk_level, freeze_status, completeness, version from supplier
      where id = ${world.ids.supplierA}`.execute(db())
    ).rows[0];
  const before = await stored();
  for (const [name, value] of Object.entries({
    stage: "preferred",
    grade: "A",
    risk_level: "low",
    freeze_status: "none",
  })) {
    const request = { version: Number(Object(before).version), [name]: value };
    const { status, body } = await call(world, {
      token,
      method: "PUT",
      path: `${S}/${world.ids.supplierA}`,
      body: request,
    });
    expect(status, name).toBe(400);
    expect(body.message).toContain("该字段由业务单据自动更新，不可手工修改");
  }
  expect(await stored()).toEqual(before);
});

test("完整账号只给财务和供应商自己：采购员读到尾号，导出和筛选也问不出来", async () => {
  const stored = await sql<{ account_no: string }>`select account_no from supplier_bank_account
    where id = ${world.ids.accountA}`.execute(db());
  const number = stored.rows[0]?.account_no ?? "?";
  const buyer = await signIn(world, "buyerA");
  const seen = await call(world, { token: buyer, method: "GET", path: `${ACCOUNT}/${world.ids.accountA}` });
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain(number);
  expect(JSON.stringify(seen.body)).toContain(`尾号${number.slice(-4)}`);
  for (const path of [
    `${ACCOUNT}/export?format=csv&columns=account_no`,
    `${ACCOUNT}/page?account_no=${number}`,
    `${ACCOUNT}/export?format=csv&account_no=${number}`,
  ])
    expect((await call(world, { token: buyer, method: "GET", path })).status, path).toBe(400);
  const finance = await call(world, {
    token: await signIn(world, "finance"),
    method: "GET",
    path: `${ACCOUNT}/${world.ids.accountA}`,
  });
  expect(JSON.stringify(finance.body)).toContain(number);
  const other = await call(world, {
    token: await signIn(world, "supplierB"),
    method: "GET",
    path: `${ACCOUNT}/${world.ids.accountA}`,
  });
  expect(other.status).toBe(404);
});
