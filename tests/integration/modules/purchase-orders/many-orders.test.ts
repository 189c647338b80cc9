import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raisePermissionVersion } from "~/data/access.server";
import { beginConversion, CONVERSION_TASK, countsOf, mayConvertLater } from "~/engine/conversions/task.server";
import { workOnConversions } from "~/engine/conversions/work.server";
import { convert, linesToConvert, requireConversion } from "~/engine/operations/conversion.server";
import { createRecord } from "~/engine/operations/save.server";
import { conversionModel, submitConversion } from "~/engine/screen/conversion-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { confirmed, ORDER, refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const COMMIT = "purchase-orders/demand-commit";
const world = await openWorld();
afterAll(() => world.close());
const { supplierA, supplierB, factory1, box, corn, oil, company, demandPlan } = world.ids;
const connection = () => world.engine.database.connection();

beforeAll(async () => {
  // Terms of an order come from the last one to the supplier.
  await confirmed(world);
  await sql`update purchase_order set state = 'closed'`.execute(connection());
  // Nothing was ordered of the second supplier yet: its orders take the group that buys the material.
  await sql`update material set purchase_group_id = ${world.ids.group1} where id = ${corn}`.execute(connection());
  for (const supplier_id of [supplierA, supplierB])
    await createRecord(world.system(), {
      screen: world.screen("base-data/price-data"),
      values: {
        ...{ supplier_id, material_id: corn, company_id: company, currency: "CNY", uom: "kg", price_kind: "new" },
        ...{ price: "3.27", untaxed_price: "3", tax_rate: "9", source_no: "HJ20250101-0009" },
        ...{ valid_from: "2025-01-01", valid_to: "2029-12-31", agreed_to: "2029-12-31" },
        ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
      },
    });
});

interface Wanted {
  supplier_id?: string;
  lines: readonly string[];
}

/** A commitment with a line for each of these materials, week after week. */
async function asked({ supplier_id = supplierA, lines }: Wanted): Promise<string> {
  await sql`update demand_commit set state = 'ended'`.execute(connection());
  return added({ supplier_id, lines });
}

async function added({ supplier_id = supplierA, lines }: Wanted): Promise<string> {
  const { id } = await createRecord(world.system(), {
    screen: world.screen(COMMIT),
    values: {
      ...{ supplier_id, plan_id: demandPlan, factory_id: factory1, company_id: company, base_week: TODAY },
      items: lines.map((material_id, at) => ({
        ...{ material_id, week_start: addDays(TODAY, 70 + 7 * at), share_qty: "10", uom: "kg" },
      })),
    },
  });
  return id;
}

const conversionOf = async (account: AccountName = "buyerA") =>
  requireConversion(await world.as(account), world.screen(ORDER), "from_demand");

async function begun(typed: ReadonlyMap<string, string> = new Map()): Promise<string> {
  const { id } = await beginConversion(await world.as("buyerA"), await conversionOf(), { wanted: {}, typed });
  return id;
}

const start = (id: string, account: AccountName = "buyerA") =>
  move(world, account, { key: CONVERSION_TASK, id, name: "start" });
const work = (goOn = () => true) => workOnConversions(world.engine, goOn);
const task = (id: string) => recordOf(world, CONVERSION_TASK, id);
const counts = async (id: string) => countsOf(await world.as("buyerA"), id);

/** Lines of orders on the lines of a commitment. */
async function ordered(commit: string): Promise<{ order: string; qty: string }[]> {
  const { rows } = await sql<{ order: string; qty: string }>`
    select i.root_id as order, i.qty::text from purchase_order_items i join demand_commit_items d on d.id = i.demand_line
    where d.root_id = ${commit} order by d.line_no`.execute(connection());
  return rows;
}

async function lineIds(commit: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from demand_commit_items where root_id = ${commit} order by line_no`.execute(connection());
  return rows.map(({ id }) => id);
}

async function reasons(id: string): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select reason from conversion_row where task_id = ${id} and state = 'failed' order by row_no`.execute(connection());
  return rows.map(({ reason }) => reason);
}

describe("后台由需求生成订单", () => {
  test("先选好再开始；每个供应商和工厂一张，完成后告诉开始的人", async () => {
    const [a, b] = [await asked({ lines: [corn, corn] }), await added({ supplier_id: supplierB, lines: [corn] })];
    const id = await begun();
    expect(await task(id)).toMatchObject({ state: "ready", total_count: 3, done_count: 0 });
    expect(await work()).toBe(0);
    expect(await ordered(a)).toEqual([]);
    await start(id);
    expect(await work()).toBe(1);
    expect(await task(id)).toMatchObject({ state: "done", document_count: 2, done_count: 3, fail_count: 0 });
    const [one, other] = await ordered(a);
    expect(one?.order).toBe(other?.order);
    expect((await ordered(b)).map(({ qty }) => qty)).toEqual(["10.000"]);
    const { rows } = await sql<{ title: string }>`
      select title from inbox where record_id = ${id} and user_id = ${world.accounts.buyerA}`.execute(connection());
    expect(rows.map(({ title }) => title)).toEqual(["转采购订单：全部生成"]);
  });

  test("负责的物料类型以外的行不提供：订单上不能选这种物料", async () => {
    const commit = await asked({ lines: [corn, box] });
    const [first = "", second = ""] = await lineIds(commit);
    const { rows } = await sql<{
      type: string;
    }>`select material_type_id as type from material where id = ${corn}`.execute(connection());
    const listed = async (scope: "all" | "listed") => {
      await sql`delete from user_scope where user_id = ${world.accounts.buyerA} and kind = 'material_type'`.execute(
        connection(),
      );
      await sql`update app_user set material_scope = ${scope} where id = ${world.accounts.buyerA}`.execute(
        connection(),
      );
      if (scope === "listed")
        await sql`insert into user_scope (user_id, kind, target_id) values (${world.accounts.buyerA}, 'material_type', ${rows[0]?.type})`.execute(
          connection(),
        );
      await raisePermissionVersion(connection());
    };
    await listed("listed");
    try {
      const buyer = await world.as("buyerA");
      const found = await linesToConvert(buyer, await conversionOf(), { page: { size: 10 } });
      expect(found.map(({ id }) => id)).toEqual([first]);
      const typed = [{ line: second, quantity: "1" }];
      const refused = convert(buyer, { screen: world.screen(ORDER), name: "from_demand", rows: typed });
      expect((await refusal(refused, "not_found")).message).toBe("所选的行不存在或无权查看");
    } finally {
      await listed("all");
    }
  });

  test("超过一次的行数上限，一行也不收下", async () => {
    await asked({ lines: [corn, corn] });
    await setParameter(world, "conversion.taskLines", "1");
    try {
      expect((await refusal(begun(), "invalid")).message).toBe("符合条件的超过1行，请缩小范围后分次生成");
    } finally {
      await setParameter(world, "conversion.taskLines", "5000");
    }
  });

  test("没有价格的、已经用完的行逐行说明原因，其余照样生成", async () => {
    const commit = await asked({ lines: [corn, oil, corn] });
    const [first = ""] = await lineIds(commit);
    const id = await begun();
    const rows = [{ line: first, quantity: "10" }];
    await convert(await world.as("buyerA"), { screen: world.screen(ORDER), name: "from_demand", rows });
    await start(id);
    await work();
    expect(await task(id)).toMatchObject({ state: "partial", done_count: 1, fail_count: 2 });
    expect(await reasons(id)).toEqual([
      expect.stringMatching(/超出需求份额|没有可以生成的数量/),
      expect.stringContaining("没有有效的价格"),
    ]);
    const { sections } = await recordModel(await world.as("buyerA"), world.screen(CONVERSION_TASK), id);
    const text = JSON.stringify(sections);
    expect(text).toContain("没有生成的行");
    expect(text).toContain("没有有效的价格");
    expect(text).toContain("生成的单据");
  });

  test("中断以后接着做，没有一行转两次", async () => {
    const commit = await asked({ lines: [corn, corn, corn, corn] });
    await setParameter(world, "conversion.documentLines", "1");
    const id = await begun();
    await start(id);
    let left = 2;
    expect(await work(() => left-- > 0)).toBe(0);
    expect(await counts(id)).toMatchObject({ done: 2, left: 2 });
    expect(
      JSON.stringify((await recordModel(await world.as("buyerA"), world.screen(CONVERSION_TASK), id)).sections),
    ).toContain("已处理 2 行，共 4 行");
    await Promise.all([work(), work()]);
    await work();
    expect(await task(id)).toMatchObject({ state: "done", document_count: 4 });
    expect(await ordered(commit)).toHaveLength(4);
    await setParameter(world, "conversion.documentLines", "50");
  });

  test("改过的数量按改的生成；取消的不再继续", async () => {
    const commit = await asked({ lines: [corn, corn] });
    const [first = ""] = await lineIds(commit);
    const id = await begun(new Map([[first, "4"]]));
    await start(id);
    await work();
    expect((await ordered(commit)).map(({ qty }) => qty)).toEqual(["4.000", "10.000"]);
    const other = await asked({ lines: [corn] });
    const given = await begun();
    await start(given);
    await move(world, "buyerA", { key: CONVERSION_TASK, id: given, name: "cancel" });
    expect(await work()).toBe(0);
    expect(await ordered(other)).toEqual([]);
  });

  test("只有选择的人可以开始；供应商和没有新建权限的人没有这个按钮", async () => {
    await asked({ lines: [corn] });
    const id = await begun();
    await refusal(start(id, "manager"), "not_found");
    expect(mayConvertLater(await world.as("buyerA"), await conversionOf())).toBe(true);
    await refusal(conversionOf("supplierA"), "forbidden");
    expect(mayConvertLater(await world.as("supplierA"), await conversionOf())).toBe(false);
  });
});

describe("由接口在后台生成", () => {
  const later = (token: string, body: object, name = "from_demand") =>
    call(world, { token, method: "POST", path: `/v2/${ORDER}/convert/${name}/later`, body });

  test("按条件收下全部行，核对行数后由任务的 start 开始；行用完以后重复发送答复不变，内容不同是 40004", async () => {
    await asked({ lines: [corn, corn, corn] });
    const other = await added({ supplier_id: supplierB, lines: [corn] });
    const token = await signIn(world, "buyerA");
    const body = { supplier_id: supplierA, week_start: ["", addDays(TODAY, 80)], requestId: "later-1" };
    const begun = await later(token, body);
    expect([begun.status, begun.body.message]).toEqual([200, "操作成功"]);
    const { id, version, total } = Object(begun.body.result);
    expect(total).toBe(2);
    const started = await call(world, {
      ...{ token, method: "POST", path: `/v2/sys/conversion-task/${id}/start`, body: { version } },
    });
    expect(started.status).toBe(200);
    await work();
    expect(await task(id)).toMatchObject({ state: "done", document_count: 1, done_count: 2 });
    expect(await ordered(other)).toEqual([]);
    expect((await later(token, body)).body.result).toEqual(begun.body.result);
    expect((await later(token, { ...body, week_start: ["", ""] })).body.code).toBe(40004);
    expect((await later(token, { ...body, requestId: "later-2" })).body).toMatchObject({
      message: expect.stringContaining("没有符合条件的行"),
    });
  });

  test("给出的行按给出的数量；用完的、不认识的、重复的行不收下", async () => {
    const commit = await asked({ lines: [corn, corn] });
    const [first = "", second = ""] = await lineIds(commit);
    const token = await signIn(world, "buyerA");
    const rows = [
      { line: second, quantity: "4" },
      { line: first, quantity: "6" },
    ];
    const { id } = Object((await later(token, { rows })).body.result);
    await start(id);
    await work();
    expect((await ordered(commit)).map(({ qty }) => qty)).toEqual(["6.000", "4.000"]);
    const answer = async (body: object) => {
      const { status, body: said } = await later(token, body);
      return [status, said.message, Object(said.result).errors];
    };
    const line = { line: first, quantity: "4" };
    const all = await later(token, { rows: [line, { line: second, quantity: "0" }] });
    expect(Object(all.body.result).errors).toEqual({ "rows.1.quantity": "数量须大于0" });
    await later(token, { rows: [line], requestId: "rest" });
    expect((await answer({ rows: [{ ...line, line: world.engine.newId() }] }))[1]).toBe("所选的行不存在或无权查看");
    expect((await answer({ rows: [line, line] }))[1]).toContain("同一行只能选择一次");
    expect((await answer({ rows: [] }))[0]).toBe(400);
    expect((await answer({ rows: [line], q: "B" }))[1]).toContain("参数格式不正确：q");
    expect((await answer({ week_start: ["2026-02-01", "2026-01-01"] }))[1]).toContain("开始日期不能晚于结束日期");
    expect((await answer({ factory_id: "F01" }))[1]).toContain("factory_id 须为 id");
  });

  test("供应商、没有新建权限的人做不了；不在后台进行的操作没有这个接口", async () => {
    expect((await later(await signIn(world, "supplierA"), {})).status).toBe(403);
    expect((await later(await signIn(world, "warehouse"), {})).status).toBe(403);
    expect((await later(await signIn(world, "buyerA"), {}, "from_stock")).status).toBe(404);
  });
});

describe("选择行的页面", () => {
  test("多于一页时可以后台生成全部符合条件的行，按当前的查找条件", async () => {
    await asked({ lines: Array.from({ length: 60 }, () => corn) });
    const buyer = await world.as("buyerA");
    const model = await conversionModel(buyer, world.screen(ORDER), "from-demand", new URLSearchParams());
    expect(model.offersLater).toBe(true);
    const form = new FormData();
    form.set("_intent", "later");
    form.set("_day_to", addDays(TODAY, 70 + 7 * 54));
    const outcome = await submitConversion(buyer, world.screen(ORDER), "from-demand", form);
    const to = "begun" in outcome ? outcome.begun : "";
    expect(await task(to.split("/").at(-1) ?? "")).toMatchObject({ total_count: 55, state: "ready" });
    form.set("_day_to", addDays(TODAY, 1));
    expect(await submitConversion(buyer, world.screen(ORDER), "from-demand", form)).toMatchObject({
      status: 400,
      model: { problem: expect.stringContaining("没有符合条件的行") },
    });
  });
});
