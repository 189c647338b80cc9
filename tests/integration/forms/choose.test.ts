import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { chooseModel } from "~/engine/screen/choose-model.server";
import { optionsOn } from "~/engine/screen/fills.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { ORDER, order, refusal } from "../../support/orders";
import { openWorld } from "../../support/world";
import { controlsOf, typedOrder } from "./typed-order";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const AREA = "purchase-orders/purchase-order";
const NEW = `/${AREA}/new`;

function asked(field: string, form: string, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ field, form, ...more });
}

describe("查找页", () => {
  test("为一行查找物料再返回：选中的物料就位，其余内容一样不少", async () => {
    const buyer = await world.as("buyerA");
    const form = typedOrder(world, { remark: "别丢", "items.1.material_id": "玉米", "items.1.tax_rate": "" });
    form.set("_intent", "pick.items.1.material_id");
    const draft = world.engine.newId();
    form.set("_draft", draft);
    const outcome = await submitForm(buyer, { screen, form, id: null });
    const to = new URL(("to" in outcome ? outcome.to : "") ?? "", "http://portal.test");
    expect(to.pathname).toBe(`/${AREA}/choose`);
    const model = await chooseModel(buyer, screen, to.searchParams);
    expect([model.title, model.text, model.backHref]).toEqual(["选择物料", "玉米", `${NEW}?draft=${draft}`]);
    const [row] = model.table.rows;
    expect(row?.id).toBe(world.ids.corn);
    const back = new URL(row?.href ?? "", "http://portal.test");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      draft,
      set: "items.1.material_id",
      value: world.ids.corn,
    });
    const chosen = { name: "items.1.material_id", id: world.ids.corn };
    const controls = controlsOf(await newFormModel(buyer, screen, { draft, chosen: [chosen] }));
    const materials = controls["items.1.material_id"];
    expect(materials).toMatchObject({ autoFocus: true });
    expect([
      materials?.value,
      materials?.options?.find(({ value }) => value === materials.value)?.label,
    ]).toContainEqual(expect.stringContaining("玉米"));
    expect(controls.remark?.value).toBe("别丢");
    expect(["items.0.qty", "items.1.qty", "items.2.qty"].map((name) => controls[name]?.value)).toEqual([
      "1000",
      "10",
      "200.5",
    ]);
    expect(controls["items.1.tax_rate"]?.value).not.toBe("");
    expect(controls["items.1.uom"]?.value).not.toBe("");
  });

  test.each([
    "",
    "/",
    "//evil.test/new",
    "https://evil.test/purchase-orders/purchase-order/new",
    "/web/purchase-orders/purchase-order/new",
    `${NEW}?next=//evil.test`,
    `${NEW}/../../x`,
    `/${AREA}/../x/new`,
    `/${AREA}/abc/edit`,
    "/contract-management/contract/new",
  ])("返回的地址「%s」不是本功能的表单：拒绝", async (form) => {
    await refusal(chooseModel(await world.as("buyerA"), screen, asked("supplier_id", form)), "malformed");
  });

  test("看不到的单据、不能填的人、不是引用的字段：拒绝", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    const edit = `/${AREA}/${id}/edit`;
    await refusal(chooseModel(await world.as("buyerB"), screen, asked("supplier_id", edit)), "not_found");
    await refusal(chooseModel(await world.as("supplierA"), screen, asked("supplier_id", NEW)), "forbidden");
    await refusal(chooseModel(await world.as("buyerA"), screen, asked("remark", NEW)), "not_found");
    await refusal(chooseModel(await world.as("buyerA"), screen, asked("__proto__", NEW)), "not_found");
    await refusal(chooseModel(await world.as("buyerA"), screen, asked("items/0", NEW)), "malformed");
  });

  test("合同只列出已选供应商的；修改表单里的短列表也一样", async () => {
    const buyer = await world.as("buyerA");
    const form = typedOrder(world);
    form.set("_intent", "keep");
    await submitForm(buyer, { screen, form, id: null });
    const model = await chooseModel(buyer, screen, asked("contract_id", NEW));
    expect(model.table.rows.map((row) => row.id)).toEqual([world.ids.contractA]);
    const { id } = await order(world, buyer);
    const controls = controlsOf(await editFormModel(buyer, screen, id));
    expect(controls.contract_id?.options?.map(({ value }) => value)).toEqual([world.ids.contractA]);
  });
});

describe("人员", () => {
  test("只列出做这件事的人，键入别人的也不收；已在单据上的照旧，角色停用或到期的不再列出", async () => {
    const { accounts } = world;
    const buyer = await world.as("buyerA");
    const shown = (area: string) => {
      const found = world.engine.registry.screen(area);
      if (!found) throw new Error(`no screen "${area}"`);
      return found;
    };
    const listed = async (context: Context, area: string, field: string) => {
      const { rows } = (await optionsOn(context, area, new URLSearchParams({ field, q: "员" }))) as {
        rows: { id: string }[];
      };
      const { options } = (controlsOf(await newFormModel(context, shown(area)))[field] ?? {}) as {
        options?: readonly { value: string }[];
      };
      return [...new Set([...rows.map(({ id }) => id), ...(options ?? []).map(({ value }) => value)])];
    };
    const buyers = await listed(buyer, AREA, "buyer_id");
    expect(buyers).toContain(accounts.buyerA);
    for (const other of [accounts.finance, accounts.legal, accounts.admin, accounts.qa, accounts.warehouse])
      expect(buyers).not.toContain(other);
    const leaders = await listed(await world.as("qa"), "supplier-management/quality-audit", "leader_id");
    expect(leaders).toContain(accounts.qa);
    for (const other of [accounts.finance, accounts.buyerA, accounts.admin]) expect(leaders).not.toContain(other);

    for (const field of ["opener_1", "opener_2"]) {
      const openers = await listed(buyer, "purchase-management/rfq", field);
      expect(openers).toContain(accounts.buyerA);
      for (const other of [accounts.legal, accounts.qa, accounts.warehouse]) expect(openers).not.toContain(other);
    }
    // Where a rule names the role, the role is asked and no right.
    expect(await listed(buyer, "purchase-management/rfq", "opener_supervisor")).toEqual([]);

    const refused = await refusal(order(world, buyer, { buyer_id: accounts.finance }), "invalid");
    expect(refused.complaints).toEqual([{ field: "buyer_id", message: expect.stringContaining("找不到采购员") }]);
    // Whoever was chosen and does something else since stays; for another document nobody finds that person.
    const { id } = await order(world, buyer, { buyer_id: accounts.buyerB });
    const grant = (until: string | null) =>
      sql`update user_role set valid_until = ${until}::date where user_id = ${accounts.buyerB}`.execute(
        world.engine.database.connection(),
      );
    await grant("2020-01-01");
    const record = (await openRecord(buyer, { entity: screen.entity, id })).record;
    const values = { buyer_id: accounts.buyerB, remark: "照旧" };
    await updateRecordBy(buyer, { screen, id, version: record.version, values });
    await refusal(order(world, buyer, { buyer_id: accounts.buyerB }), "invalid");
    expect(await listed(buyer, AREA, "buyer_id")).not.toContain(accounts.buyerB);
    await grant(null);
  });
});

describe("选择后随之填写的内容", () => {
  test("每个候选物料带着规格、单位和税率", async () => {
    const buyer = await world.as("buyerA");
    const answer = await optionsOn(buyer, AREA, new URLSearchParams({ field: "items.material_id", q: "玉米" }));
    expect(answer).toMatchObject({
      rows: [{ id: world.ids.corn, fills: { uom: expect.any(String), tax_rate: expect.any(String) } }],
    });
  });

  test("键入的编码也能得到；找不到的什么都不带", async () => {
    const buyer = await world.as("buyerA");
    const ask = (chosen: string) => optionsOn(buyer, AREA, new URLSearchParams({ field: "factory_id", chosen }));
    expect(await ask(world.ids.factory1)).toEqual({ address: "测试市一厂路1号" });
    expect(await ask("F1")).toEqual({ address: "测试市一厂路1号" });
    expect(await ask("没有这个工厂")).toEqual({});
  });

  test("不能填写订单的供应商问不到", async () => {
    const params = new URLSearchParams({ field: "items.material_id", chosen: world.ids.corn });
    await refusal(optionsOn(await world.as("supplierA"), AREA, params), "forbidden");
  });
});
