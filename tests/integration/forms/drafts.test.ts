import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Identity } from "~/data/database.server";
import type { Context } from "~/engine/context.server";
import { draftsOf, dropDraft, findDraft, listDrafts, saveDraft } from "~/engine/operations/drafts.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { saveForm, submitForm } from "~/engine/screen/form-submit.server";
import { homeModel } from "~/engine/screen/home-model.server";
import { formatDecimal } from "~/shared/decimal";
import { ORDER, order, refusal, stored } from "../../support/orders";
import { openWorld } from "../../support/world";
import { controlsOf, posted, typedOrder } from "./typed-order";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const NEW = "/purchase-orders/purchase-order/new";

/** A draft of a new order, as the program keeps it. */
function draft(remark: string, title = "新建采购订单", address = NEW) {
  return { id: world.engine.newId(), address, title, body: { values: { remark }, lines: {} } };
}

async function purge(context: Context): Promise<void> {
  for (const { id } of await listDrafts(context, 100)) await dropDraft(context, id);
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
    const id = await saveDraft(buyer, draft("甲"));
    await saveDraft(supplier, draft("乙", "供方", "/x/y/new"));
    expect((await findDraft(buyer, NEW))?.body.values).toEqual({ remark: "甲" });
    expect(await findDraft(other, NEW)).toBeNull();
    expect(await findDraft(other, NEW, id)).toBeNull();
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
    await dropDraft(other, id);
    expect(await findDraft(buyer, NEW, id)).not.toBeNull();
    // Whoever knows the id of somebody else's draft writes one of its own.
    const own = await saveDraft(other, { ...draft("抢占"), id });
    expect(own).not.toBe(id);
    expect((await findDraft(buyer, NEW, id))?.body.values).toEqual({ remark: "甲" });
    expect((await findDraft(other, NEW, own))?.body.values).toEqual({ remark: "抢占" });
    expect(await saveDraft(buyer, { ...draft("别的表单", "修改", "/x/y/edit"), id })).not.toBe(id);
    expect((await findDraft(buyer, NEW, id))?.body.values).toEqual({ remark: "甲" });
    await purge(other);
    await purge(buyer);
    expect(await findDraft(buyer, NEW)).toBeNull();
  });

  test("同一张表单打开两次，各留一份；同一份只留最后的；多于上限时最早的让位；空字符不影响；过长的不收", async () => {
    const buyer = await world.as("buyerA");
    const [one, two] = [draft("一"), draft("二")];
    await saveDraft(buyer, one);
    await saveDraft(buyer, two);
    world.clock.advance(60_000);
    const later = await world.as("buyerA");
    await saveDraft(later, { ...one, body: { values: { remark: "一\0号" }, lines: {} } });
    expect((await draftsOf(later, NEW, 10)).map(({ id, body }) => [id, body.values.remark])).toEqual([
      [one.id, "一号"],
      [two.id, "二"],
    ]);
    for (const remark of ["三", "四", "五", "六"]) {
      world.clock.advance(60_000);
      await saveDraft(await world.as("buyerA"), draft(remark));
    }
    expect((await draftsOf(later, NEW, 10)).map(({ body }) => body.values.remark)).toEqual([
      "六",
      "五",
      "四",
      "三",
      "一号",
    ]);
    await saveDraft(later, draft("别处", "修改采购订单", "/x/y/edit"));
    expect(await draftsOf(later, NEW, 10)).toHaveLength(5);
    await refusal(saveDraft(buyer, draft("长".repeat(1_000_001))), "malformed");
    await purge(buyer);
  });

  test("打开表单时提示，继续填写时原样带出，放弃后不再提示，首页列出", async () => {
    const buyer = await world.as("buyerB");
    const form = typedOrder(world, { remark: "没填完" });
    form.set("_intent", "keep");
    const id = world.engine.newId();
    form.set("_draft", id);
    const href = `${NEW}?draft=${id}`;
    expect(await submitForm(buyer, { screen, form, id: null })).toMatchObject({ to: href });
    expect((await homeModel(buyer)).begun).toMatchObject({ drafts: [{ id, title: "新建采购订单", href }] });
    const fresh = await newFormModel(buyer, screen);
    expect(fresh.draft).toBeUndefined();
    expect(fresh.waiting).toMatchObject({ full: false, rows: [{ id, href }] });
    expect(fresh.waiting?.rows[0]?.words).toMatch(/^供应商：\S+.*；订单明细 3 行$/);
    expect(fresh.draftId).not.toBe(id);
    expect(controlsOf(fresh).remark?.value).toBe("");
    const shown = await newFormModel(buyer, screen, { draft: id });
    expect([shown.draftId, shown.waiting]).toEqual([id, undefined]);
    expect(shown.draft?.at).toMatch(/^2025-03-10 10:/);
    expect((await newFormModel(buyer, screen, { draft: "1" })).draftId).toBe(id);
    expect(controlsOf(shown).remark?.value).toBe("没填完");
    expect(controlsOf(shown)["items.1.qty"]?.value).toBe("10");
    const second = { _draft: fresh.draftId, _waiting: "1", remark: "另写的" };
    await submitForm(buyer, { screen, form: posted({ ...second, _intent: "keep" }), id: null });
    const both = await newFormModel(buyer, screen, { draft: fresh.draftId });
    expect(both.waiting?.rows.map((row) => row.id)).toEqual([id]);
    const outcome = await submitForm(buyer, {
      screen,
      form: posted({ ...second, _intent: `discard.${id}` }),
      id: null,
    });
    if (!outcome.model) throw new Error("the form was left");
    expect(controlsOf(outcome.model).remark?.value).toBe("另写的");
    expect([outcome.model.draftId, outcome.model.waiting]).toEqual([fresh.draftId, undefined]);
    expect(
      await submitForm(buyer, { screen, form: posted({ ...second, _intent: "discard" }), id: null }),
    ).toMatchObject({ to: NEW });
    expect((await newFormModel(buyer, screen)).waiting).toBeUndefined();
  });

  test("保存成功后那一份随之消失，另一份还在，修改表单记得打开时的版本", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const [one, two] = [world.engine.newId(), world.engine.newId()];
    await submitForm(buyer, {
      screen,
      form: posted({ remark: "改到一半", _version: "1", _intent: "keep", _draft: one }),
      id,
    });
    await submitForm(buyer, {
      screen,
      form: posted({ remark: "另一处改", _version: "1", _intent: "keep", _draft: two }),
      id,
    });
    await submitForm(buyer, {
      screen,
      form: typedOrder(world, { remark: "先存一次", _version: "1", _draft: one }),
      id,
    });
    expect((await stored(world, id)).remark).toBe("先存一次");
    const open = await editFormModel(buyer, screen, id);
    expect(open.waiting?.rows.map((row) => [row.id, row.words])).toEqual([[two, "备注：另一处改"]]);
    expect((await editFormModel(buyer, screen, id, { draft: two })).version).toBe("1");
    expect((await editFormModel(buyer, screen, id, { draft: one })).draft).toBeUndefined();
    await purge(buyer);
  });

  test("没有权限打开的表单不能暂存", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    await refusal(saveForm(await world.as("supplierA"), screen, posted({ remark: "x" }), null), "forbidden");
    await refusal(saveForm(await world.as("buyerB"), screen, posted({ remark: "x", _version: "1" }), id), "not_found");
  });
});

describe("复制单据", () => {
  test("看不到的单据不能复制，不能新建的人也不能", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    await refusal(newFormModel(await world.as("buyerB"), screen, { copyOf: id }), "not_found");
    await refusal(newFormModel(await world.as("supplierA"), screen, { copyOf: id }), "forbidden");
  });

  test("复制的明细一打开就有金额和合计", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const { amount } = await stored(world, id);
    const { sections } = await newFormModel(buyer, screen, { copyOf: id });
    const items = sections.find((part) => part.kind === "lines" && part.name === "items");
    expect(JSON.stringify(items)).toContain(formatDecimal(String(amount), 2));
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
