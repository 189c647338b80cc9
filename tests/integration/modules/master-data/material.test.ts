import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { batchPageModel, batchResultModel, submitBatch } from "~/engine/screen/batch-model.server";
import { historyPage } from "~/engine/screen/history-page.server";
import { listModel } from "~/engine/screen/list-model.server";
import { order, refusal } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const KEY = "master-data/material";
const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(KEY);
const BATCH = `/v2/${KEY}/batch/change_many`;

async function material(code: string, values: object = {}): Promise<string> {
  const plain = {
    code,
    name: `纸箱${code}`,
    material_type_id: world.ids.boxType,
    uom: "pcs",
    material_status: "active",
  };
  return (await createRecord(world.system(), { screen, values: { ...plain, ...values } })).id;
}
const stored = async (id: string) => (await openRecord(world.system(), { entity: world.entity(KEY), id })).record;

const versionOf = (id: string) =>
  stored(id).then(
    ({ version }) => version,
    () => 1,
  );

/** The form as a browser without script sends it. */
async function post(context: Context, ids: readonly string[], values: Readonly<Record<string, string>>) {
  const rows = new URLSearchParams(await Promise.all(ids.map(async (id) => ["row", `${id}:${await versionOf(id)}`])));
  const page = await batchPageModel(context, screen, "change-many", rows);
  const form = new FormData();
  for (const { id, version, refusal: refused } of page.rows)
    form.append(refused === undefined ? "row" : "_refused", `${id}:${version}`);
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set("_once", page.secrets.once);
  return submitBatch(context, screen, "change-many", form);
}

function resultOf(context: Context, { resultHref = "" }: Awaited<ReturnType<typeof post>>) {
  return batchResultModel(context, screen, "change-many", new URLSearchParams(resultHref.split("?")[1]));
}

describe("物料批量修改", () => {
  test("填写的项目写入每个物料，留空的不变，每个物料各有历史", async () => {
    const keeper = await world.as("masterData");
    const ids = [await material("P1", { tax_rate: "9" }), await material("P2", { key_material: "1" })];
    const outcome = await post(keeper, ids, {
      tax_rate: "13",
      inspect_required: "yes",
      key_material: "no",
      reason: "税率调整",
    });
    expect((await resultOf(keeper, outcome)).failed).toEqual([]);
    for (const id of ids) {
      expect(await stored(id)).toMatchObject({
        tax_rate: "13.0000",
        inspect_required: true,
        key_material: false,
        material_status: "active",
        version: 2,
      });
      const history = JSON.stringify(await historyPage(keeper, screen, id, new URLSearchParams()));
      expect(history).toContain("批量修改");
      expect(history).toContain("税率调整");
    }
  });

  test("什么也没填的不执行；单个物料用修改，没有这个按钮；没有修改权限的人不能批量修改", async () => {
    const keeper = await world.as("masterData");
    const id = await material("P3");
    const other = await material("P4");
    const outcome = await post(keeper, [id, other], {});
    const result = await resultOf(keeper, outcome);
    expect(result.failed.map(({ message }) => message)).toEqual(Array(2).fill("请至少填写一项要修改的内容"));
    expect(availableTransitions(keeper, world.entity(KEY), await stored(id))).toEqual([]);
    const { batch } = await listModel(keeper, screen, new URLSearchParams());
    expect(batch?.transitions.map(({ label }) => label)).toEqual(["批量修改"]);
    const buyer = await world.as("buyerA");
    expect((await listModel(buyer, screen, new URLSearchParams())).batch ?? null).toBeNull();
    await refusal(batchPageModel(buyer, screen, "change-many", new URLSearchParams({ row: `${id}:1` })), "forbidden");
    const qa = await signIn(world, "qa");
    const refused = await call(world, {
      token: qa,
      method: "POST",
      path: BATCH,
      body: { items: [{ id, version: 1 }], input: { tax_rate: "6" } },
    });
    expect(refused.status).toBe(403);
  });

  test("要么全部要么都不：有一个改不了，前面的也撤回；不勾选的只改可以的", async () => {
    const keeper = await world.as("masterData");
    const ids = [await material("P5"), await material("P6")];
    const chosen = new URLSearchParams(ids.map((id) => ["row", `${id}:1`]));
    const page = await batchPageModel(keeper, screen, "change-many", chosen);
    const form = () => {
      const posted = new FormData();
      for (const { id, version } of page.rows) posted.append("row", `${id}:${version}`);
      posted.set("tax_rate", "6");
      return posted;
    };
    // Somebody was quicker with the second.
    await post(await world.as("admin"), [ids[1] ?? ""], { bill_policy: "ordered" });
    const all = form();
    all.set("_whole", "1");
    const whole = await submitBatch(keeper, screen, "change-many", all);
    const result = await resultOf(keeper, whole);
    expect(result.done).toContain("0 条");
    expect(result.failed.map(({ message }) => message)[0]).toBe("没有处理：有记录不能处理，全部撤回");
    expect([(await stored(ids[0] ?? "")).tax_rate, (await stored(ids[1] ?? "")).tax_rate]).toEqual([null, null]);
    await submitBatch(keeper, screen, "change-many", form());
    expect([(await stored(ids[0] ?? "")).tax_rate, (await stored(ids[1] ?? "")).tax_rate]).toEqual(["6.0000", null]);
    const left = form();
    left.set("_whole", "1");
    left.append("_refused", `${world.ids.corn}:1`);
    const again = await submitBatch(keeper, screen, "change-many", left);
    expect(again.model?.errors.map(({ message }) => message)).toEqual(["所选的有1条不能处理，没有执行"]);
  });

  test("批量停用也告诉采购员影响几张订单；接口可以要求全部成功", async () => {
    const box = await material("P7", { tax_rate: "13" });
    const buyer = await world.as("buyerA");
    await order(world, buyer, { items: [{ material_id: box, qty: "10", price: "3", required_date: "2025-05-01" }] });
    const token = await signIn(world, "masterData");
    const items = [box, world.engine.newId()].map((id) => ({ id, version: 1 }));
    const asked = { items, input: { material_status: "stopped" } };
    const none = await call(world, { token, method: "POST", path: BATCH, body: { ...asked, whole: true } });
    expect(Object(none.body.result).done).toEqual([]);
    expect(await stored(box)).toMatchObject({ material_status: "active" });
    const some = await call(world, { token, method: "POST", path: BATCH, body: asked });
    expect(Object(some.body.result).done).toHaveLength(1);
    expect(await stored(box)).toMatchObject({ material_status: "stopped" });
    const { rows } = await sql<{ title: string; body: string }>`select * from inbox
      where user_id = ${world.accounts.buyerA}`.execute(world.engine.database.connection());
    expect(JSON.stringify(rows)).toContain("P7");
  });
});
