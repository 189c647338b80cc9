import { afterAll, describe, expect, test } from "vitest";
import type { AnyRecord } from "~/engine/entity";
import { audit, readHistory } from "~/engine/operations/audit.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { listModel } from "~/engine/screen/list-model.server";
import { rfq } from "../../fixtures/definitions/rfq.entity";
import { ORDER, released } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const LIST = "/v2/purchase-orders/purchase-order/page";

describe("供应商看到的筛选条件", () => {
  test("不列出其他供应商的联系人，也不列出与自己单据无关的员工", async () => {
    await released(world);
    const model = await listModel(await world.as("supplierA"), world.screen(ORDER), new URLSearchParams());
    const text = JSON.stringify({ filters: model.filters, datalists: model.datalists });
    expect(text).not.toContain("乙供方");
    expect(text).not.toContain("乙采购");
    expect(text).not.toContain("管理员");
  });

  test.each([
    ["采购员", "buyer_id", "甲采购"],
    ["收货工厂", "factory_id", "不存在的工厂"],
    ["物料", "items.material_id", "不存在的物料"],
  ])("按%s的文字筛选得到答复，不是系统繁忙", async (_label, name, typed) => {
    const token = await signIn(world, "supplierA");
    const { status } = await call(world, { token, method: "POST", path: LIST, body: { [name]: typed } });
    expect(status).toBeLessThan(500);
  });
});

test("受邀供应商的历史里没有其他受邀供应商，也没有供应商看不到的明细", async () => {
  const id = world.engine.newId();
  const at = world.clock.now().toISOString();
  const record: AnyRecord = {
    id,
    number: "XJ-1",
    state: "quoting",
    previous_state: null,
    version: 2,
    created_by: null,
    created_at: at,
    updated_by: null,
    updated_at: at,
    published_at: at,
    suppliers: [
      { id: world.engine.newId(), line_no: 10, supplier_id: world.ids.supplierA },
      { id: world.engine.newId(), line_no: 20, supplier_id: world.ids.supplierB },
    ],
  };
  const hiddenLines = Object.entries(rfq.lines).find(([, lines]) => lines.options.suppliers === "none");
  if (!hiddenLines) throw new Error("the fixture has no lines that suppliers do not see");
  const [name, { fields }] = hiddenLines;
  const change = (path: string, toText: string) => ({ path, label: path, from: null, to: "x", fromText: "", toText });
  const buyer = await world.as("buyerA");
  await inTransaction(buyer, () =>
    audit(buyer, rfq, record, {
      action: "invite",
      label: "追加邀请",
      changes: [
        change("suppliers.20.supplier_id", "乙供方食品有限公司"),
        change(`${name}.10.${Object.keys(fields)[0]}`, "内部评议"),
      ],
      reason: null,
    }),
  );
  const own = await readHistory(await world.as("supplierA"), { entity: rfq, recordId: id });
  expect(own.map((entry) => entry.label)).toEqual(["追加邀请"]);
  expect(JSON.stringify(own)).not.toContain("乙供方");
  expect(JSON.stringify(own)).not.toContain("内部评议");
  const staff = await readHistory(buyer, { entity: rfq, recordId: id });
  expect(JSON.stringify(staff)).toContain("乙供方");
  expect(JSON.stringify(staff)).toContain("内部评议");
});
