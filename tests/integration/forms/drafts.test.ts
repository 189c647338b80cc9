import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Identity } from "~/data/database.server";
import { dropDraft, findDraft, keepDraft, listDrafts } from "~/engine/operations/drafts.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { keepForm, submitForm } from "~/engine/screen/form-submit.server";
import { homeModel } from "~/engine/screen/home-model.server";
import { ORDER, order, refusal, stored } from "../../support/orders";
import { openWorld } from "../../support/world";
import { controlsOf, posted, typedOrder } from "./typed-order";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const NEW = "/purchase-orders/purchase-order/new";

function body(remark: string) {
  return { values: { remark }, lines: {} };
}

/** How many drafts a person sees who asks the database directly, whatever the program would ask. */
function visible(identity: Identity): Promise<number> {
  const { database } = world.engine;
  return database.transaction(identity, async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from form_draft`.execute(database.connection());
    return rows[0]?.n ?? -1;
  });
}

describe("暂存的内容", () => {
  test("只有本人看得到，直接查数据库也一样", async () => {
    const [buyer, other, supplier] = [await world.as("buyerA"), await world.as("buyerB"), await world.as("supplierA")];
    await keepDraft(buyer, { address: NEW, title: "新建采购订单", body: body("甲") });
    await keepDraft(supplier, { address: "/x/y/new", title: "供方", body: body("乙") });
    expect((await findDraft(buyer, NEW))?.body.values).toEqual({ remark: "甲" });
    expect(await findDraft(other, NEW)).toBeNull();
    expect((await listDrafts(supplier, 10)).map(({ title }) => title)).toEqual(["供方"]);
    const { accounts, ids } = world;
    expect(await visible({ role: "staff", userId: accounts.buyerA })).toBe(1);
    expect(await visible({ role: "staff", userId: accounts.buyerB })).toBe(0);
    expect(await visible({ role: "staff" })).toBe(0);
    const supplierId = ids.supplierA;
    expect(await visible({ role: "supplier", userId: accounts.supplierA, supplierId })).toBe(1);
    expect(await visible({ role: "supplier", userId: accounts.supplierClerkA, supplierId })).toBe(0);
    const forged = world.engine.database.transaction({ role: "staff", userId: accounts.buyerB }, () =>
      sql`update form_draft set title = '改' where user_id = ${accounts.buyerA}`.execute(
        world.engine.database.connection(),
      ),
    );
    expect((await forged).numAffectedRows).toBe(0n);
    await dropDraft(other, NEW);
    expect(await findDraft(buyer, NEW)).not.toBeNull();
    await dropDraft(buyer, NEW);
    expect(await findDraft(buyer, NEW)).toBeNull();
  });

  test("同一张表单只留最后一份；空字符不影响暂存；过长的不收", async () => {
    const buyer = await world.as("buyerA");
    await keepDraft(buyer, { address: NEW, title: "一", body: body("一") });
    await keepDraft(buyer, { address: NEW, title: "二", body: body("二\0号") });
    expect(await listDrafts(buyer, 10)).toHaveLength(1);
    expect((await findDraft(buyer, NEW))?.body.values.remark).toBe("二号");
    await refusal(keepDraft(buyer, { address: NEW, title: "三", body: body("长".repeat(1_000_001)) }), "malformed");
    await dropDraft(buyer, NEW);
  });

  test("打开表单时提示，继续填写时原样带出，放弃后不再提示，首页列出", async () => {
    const buyer = await world.as("buyerB");
    const form = typedOrder(world, { remark: "没填完" });
    form.set("_intent", "keep");
    expect(await submitForm(buyer, screen, form, null)).toMatchObject({ to: `${NEW}?draft=1` });
    expect((await homeModel(buyer)).begun).toMatchObject({
      drafts: [{ title: "新建采购订单", href: `${NEW}?draft=1` }],
    });
    const fresh = await newFormModel(buyer, screen);
    expect(fresh.draft).toEqual({ at: "2025-03-10 10:00", href: `${NEW}?draft=1` });
    expect(controlsOf(fresh).remark?.value).toBe("");
    const shown = await newFormModel(buyer, screen, { draft: true });
    expect(shown.draft).toEqual({ at: "2025-03-10 10:00" });
    expect(controlsOf(shown).remark?.value).toBe("没填完");
    expect(controlsOf(shown)["items.1.qty"]?.value).toBe("10");
    const beside = posted({ remark: "另写的", _waiting: "1", _intent: "discard" });
    const outcome = await submitForm(buyer, screen, beside, null);
    expect("model" in outcome && outcome.model ? controlsOf(outcome.model).remark?.value : "").toBe("另写的");
    expect((await newFormModel(buyer, screen)).draft).toBeUndefined();
  });

  test("保存成功后暂存的内容随之消失，修改表单记得打开时的版本", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const form = posted({ remark: "改到一半", _version: "1", _intent: "keep" });
    await submitForm(buyer, screen, form, id);
    await submitForm(buyer, screen, typedOrder(world, { remark: "先存一次", _version: "1" }), id);
    expect((await stored(world, id)).remark).toBe("先存一次");
    expect((await editFormModel(buyer, screen, id)).draft).toBeUndefined();
    await submitForm(buyer, screen, posted({ remark: "再改", _version: "1", _intent: "keep" }), id);
    expect((await editFormModel(buyer, screen, id, { draft: true })).version).toBe("1");
  });

  test("没有权限打开的表单不能暂存", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    await refusal(keepForm(await world.as("supplierA"), screen, posted({ remark: "x" }), null), "forbidden");
    await refusal(keepForm(await world.as("buyerB"), screen, posted({ remark: "x", _version: "1" }), id), "not_found");
  });
});

describe("复制单据", () => {
  test("看不到的单据不能复制，不能新建的人也不能", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    await refusal(newFormModel(await world.as("buyerB"), screen, { copyOf: id }), "not_found");
    await refusal(newFormModel(await world.as("supplierA"), screen, { copyOf: id }), "forbidden");
  });

  test("带出可写的内容，过去的日期和人员重新取", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer, { remark: "照旧" });
    world.clock.advance(11 * 24 * 3600_000);
    const later = await world.as("buyerA");
    const controls = controlsOf(await newFormModel(later, screen, { copyOf: id }));
    expect(controls.remark?.value).toBe("照旧");
    expect(controls.order_date?.value).toBe("2025-03-21");
    expect(controls["items.0.qty"]?.value).toBe("1000");
    expect(controls["items.0.required_date"]?.value).toBe("");
    expect(controls["items.1.required_date"]?.value).toBe("2025-03-25");
  });
});
