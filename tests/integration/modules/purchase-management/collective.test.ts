import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { recordOnWire } from "~/api/record-wire.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { readHistory } from "~/engine/operations/audit.server";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { requireAction } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { planExport, readPlanned, rowCount } from "~/engine/output/export.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { conversionModel } from "~/engine/screen/conversion-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { ORDER, order, refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const POOL = "purchase-management/collective";
const RFQ = "purchase-management/rfq";
const PLAN = "purchase-management/purchase-plan-apply";
const PART = "purchase-management/collective-factory";
const ALLOCATION = "purchase-management/allocation-detail";
const QUOTE = "receiving/supplier-quote";
const PRICE = "price-approval/account-price";
const HOUR = 3_600_000;
const world = await openWorld();
afterAll(() => world.close());
const { company, factory1, factory2, box, corn, boxType } = world.ids;
const connection = world.engine.database.connection();

await sql`update material set purchase_group_id = ${world.ids.group1} where id = ${box}`.execute(connection);

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: POOL, id, name, ...more });

/** A planner who works for one factory alone. */
async function plannerOf(factory: string) {
  const all = await world.as("planner");
  return { ...all, actor: { ...all.actor, scopes: { ...all.actor.scopes, factory: [factory] } } };
}

let month = 0;
async function plan(factory: string, qty: string, period: string): Promise<string> {
  const { id } = await createRecord(world.system(), {
    screen: world.screen(PLAN),
    values: {
      ...{
        title: "纸箱采购计划",
        plan_kind: "month",
        fiscal_year: period.slice(0, 4),
        company_id: company,
        factory_id: factory,
      },
      ...{ period_from: period, period_to: period },
      items: [{ material_id: box, month: period, qty, uom: "pcs", budget_price: "1.5" }],
    },
  });
  await applyTransition(world.system(), { entity: world.entity(PLAN), id, name: "submit", reason: "批准" });
  return String(linesOf(await recordOf(world, PLAN, id), "items")[0]?.id);
}

async function figures(line: string) {
  const { rows } = await sql<{ sourcing: string; sourced: string; status: string }>`
    select sourcing_qty::text as sourcing, sourced_qty::text as sourced, line_status as status
    from purchase_plan_apply_items where id = ${line}`.execute(connection);
  return rows[0];
}

interface Pool {
  id: string;
  lines: readonly [string, string];
}

/** A pool made of lines of approved plans of two factories. */
async function collected(): Promise<Pool> {
  month += 1;
  const period = `${2026 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, "0")}`;
  const lines = [await plan(factory1, "1000", period), await plan(factory2, "3000", period)] as const;
  const rows = [
    { line: lines[0], quantity: "1000" },
    { line: lines[1], quantity: "3000" },
  ];
  const { made } = await convert(await world.as("manager"), { screen: world.screen(POOL), name: "from_plan", rows });
  expect(made).toHaveLength(1);
  return { id: String(made[0]?.id), lines };
}

async function edit(account: AccountName, id: string, values: object) {
  const { version } = await recordOf(world, POOL, id);
  return updateRecordBy(await world.as(account), { screen: world.screen(POOL), id, version, values: { ...values } });
}

async function confirm(id: string, factories: readonly string[]) {
  const rows = linesOf(await recordOf(world, POOL, id), "factories");
  const chosen = rows.filter(({ factory_id }) => factories.includes(String(factory_id)));
  return step("planner", id, "confirm", {
    lineInput: Object.fromEntries(chosen.map((row) => [row.id, { chosen: "1" }])),
  });
}

async function frozen(): Promise<Pool> {
  const pool = await collected();
  await confirm(pool.id, [factory1, factory2]);
  await step("manager", pool.id, "freeze");
  return pool;
}

/** Asked for in one bundle. @returns with the inquiry */
async function started(): Promise<Pool & { rfq: string }> {
  const pool = await frozen();
  await step("manager", pool.id, "start");
  const demands = linesOf(await recordOf(world, POOL, pool.id), "demands").map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select distinct root_id as id from rfq_items where pool_line in (${sql.join(demands)})`.execute(connection);
  expect(rows).toHaveLength(1);
  return { ...pool, rfq: String(rows[0]?.id) };
}

async function quote(rfq: string, by: "supplierA" | "supplierB", price: string) {
  const own = [where.eq("rfq_id", rfq), where.eq("supplier_id", world.ids[by])];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], own);
  const id = String(row?.id);
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    ...{ screen: world.screen(QUOTE), id, version: record.version },
    values: {
      ...{ tax_rate: "13", valid_to: "2027-12-31", contact_phone: "13800000000" },
      items: linesOf(record, "items").map((line) => ({ id: line.id, price })),
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
}

/** A planner asks to leave for its factory, and the purchase manager agrees. */
async function leave(rfq: string, factory: string): Promise<void> {
  const own = [where.eq("rfq_id", rfq), where.eq("factory_id", factory)];
  const [part] = await unscopedRows(world.system(), PART, ["id"], own);
  const id = String(part?.id);
  await move(world, "planner", { key: PART, id, name: "leave", reason: "停产" });
  await move(world, "manager", { key: PART, id, name: "consent" });
}

/** Quoted, awarded to the cheaper and approved; @param leaving a factory that leaves before the award */
async function approved(leaving?: string) {
  const pool = await started();
  const { rfq } = pool;
  const asked = { key: RFQ, id: rfq };
  const screen = world.engine.registry.screen("purchase-management/rfq-collective");
  if (!screen) throw new Error("no screen");
  const { version } = await recordOf(world, RFQ, rfq);
  await updateRecordBy(await world.as("manager"), {
    ...{ screen, id: rfq, version },
    values: {
      ...{ deadline: inHours(48), start_at: inHours(-1), min_suppliers: "2", purchase_group_id: world.ids.group1 },
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await move(world, "manager", { ...asked, name: "submit" });
  await quote(rfq, "supplierA", "1.4");
  await quote(rfq, "supplierB", "1.5");
  await move(world, "manager", { ...asked, name: "close" });
  await move(world, "manager", { ...asked, name: "open" });
  if (leaving !== undefined) await leave(rfq, leaving);
  await move(world, "manager", { ...asked, name: "fill_lowest" });
  await move(world, "manager", { ...asked, name: "award" });
  const [price] = await unscopedRows(world.system(), PRICE, ["id"], [where.eq("rfq_id", rfq)]);
  const entity = world.entity(PRICE);
  await applyTransition(world.system(), { entity, id: String(price?.id), name: "submit", reason: "同意" });
  expect(await recordOf(world, RFQ, rfq)).toMatchObject({ state: "done" });
  return pool;
}

describe("汇总需求", () => {
  test("由两个工厂的计划行转成，品类、供货期、截止和参与工厂补齐，占用计划数量", async () => {
    const { id, lines } = await collected();
    const record = await recordOf(world, POOL, id);
    expect(record).toMatchObject({ state: "collecting", category_id: boxType, factory_count: 2, route: "rfq" });
    expect(String(record.number)).toMatch(/^JC\d{4}-\d{4}$/);
    expect(record.collect_deadline).not.toBeNull();
    expect(await figures(lines[1])).toEqual({ sourcing: "3000.000", sourced: "0.000", status: "sourcing" });
    const manager = await world.as("manager");
    expect(JSON.stringify(await listModel(manager, world.screen(POOL), new URLSearchParams()))).toContain("4,000");
    expect(JSON.stringify(await recordModel(manager, world.screen(POOL), id))).toContain("汇总需求");
  });

  test("工厂上次价取本厂最近的价格数据，没有的取全公司的", async () => {
    const { rows } = await sql<{ price: string }>`
      select price::text from price_data where material_id = ${box} and company_id = ${company} and currency = 'CNY'
      and closed_on is null and valid_from <= ${world.clock.now().toISOString()}::date and (factory_id is null or factory_id = ${factory1})
      order by factory_id nulls last, valid_from desc, price limit 1`.execute(connection);
    const [line] = linesOf(await recordOf(world, POOL, (await collected()).id), "demands");
    expect(line?.last_price ?? null).toEqual(rows[0]?.price ?? null);
  });

  test("其他品类、单位不一致、超出计划剩余、已在别的集采中的，都说在那一行旁边", async () => {
    const { id, lines } = await collected();
    const demands = linesOf(await recordOf(world, POOL, id), "demands").map((line) => ({ id: line.id }));
    const own = { factory_id: factory1, qty: "10", uom: "kg" };
    const strange = await refusal(
      edit("manager", id, { demands: [...demands, { ...own, material_id: corn }] }),
      "invalid",
    );
    expect(strange.complaints).toMatchObject([{ field: "demands.2.material_id" }]);
    expect(strange.complaints[0]?.message).toContain("不属于所选品类");
    const unit = await refusal(edit("manager", id, { demands: [...demands, { ...own, material_id: box }] }), "invalid");
    expect(unit.complaints[0]?.message).toBe("物料【M003】单位不一致，集采须按物料的基本单位填写");
    const [first, second] = demands;
    const much = await refusal(edit("manager", id, { demands: [{ ...first, qty: "1200" }, second] }), "invalid");
    expect(much.complaints[0]?.message).toMatch(/^第1行数量超出计划剩余数量/);
    const { number } = await recordOf(world, POOL, id);
    const other = await collected();
    const rows = linesOf(await recordOf(world, POOL, other.id), "demands").map((line) => ({ id: line.id }));
    const twice = await refusal(
      edit("manager", other.id, {
        demands: [...rows, { factory_id: factory1, material_id: box, qty: "1", uom: "pcs", plan_line: lines[0] }],
      }),
      "invalid",
    );
    expect(JSON.stringify(twice.complaints)).toContain(`计划行已加入集采${number}`);
    // What the pool holds whole no inquiry draws: beyond the tolerance of the plan the chain refuses it, however it was typed.
    const manager = await world.as("manager");
    const inquiry = { screen: world.screen(RFQ), name: "from_plan", rows: [{ line: String(lines[0]), quantity: "1" }] };
    expect((await refusal(convert(manager, inquiry), "invalid")).complaints[0]?.message).toContain(
      "没有可以生成的数量",
    );
    const typed = createRecord(manager, {
      screen: world.screen(RFQ),
      values: {
        ...{ title: "自行询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
        items: [{ plan_line: lines[0], material_id: box, factory_id: factory1, qty: "100", uom: "pcs" }],
      },
    });
    expect((await refusal(typed, "invalid")).complaints[0]?.message).toContain("寻源数量超出计划剩余数量");
  });
});

describe("工厂确认", () => {
  test("计划员只确认、只修改本厂的需求；需求变了须重新确认", async () => {
    const { id } = await collected();
    const mine = await plannerOf(factory1);
    const record = await recordOf(world, POOL, id);
    const factories = linesOf(record, "factories");
    const of = (factory: string) => String(factories.find(({ factory_id }) => factory_id === factory)?.id);
    const entity = world.entity(POOL);
    const tick = (factory: string) => ({ entity, id, name: "confirm", lineInput: { [of(factory)]: { chosen: "1" } } });
    const strange = await refusal(applyTransition(mine, tick(factory2)), "invalid");
    expect(strange.message).toContain("只能确认本厂的需求");
    await applyTransition(mine, tick(factory1));
    const after = await recordOf(world, POOL, id);
    expect(linesOf(after, "factories")).toMatchObject([
      { factory_id: factory1, confirmed_by: world.accounts.planner },
      { factory_id: factory2, confirmed_at: null },
    ]);
    const [one, two] = linesOf(after, "demands");
    const change = (values: object) =>
      recordOf(world, POOL, id).then(({ version }) =>
        updateRecordBy(mine, { screen: world.screen(POOL), id, version, values: { ...values } }),
      );
    const theirs = await refusal(change({ demands: [{ id: one?.id }, { id: two?.id, qty: "5" }] }), "malformed");
    expect(theirs.message).toContain("不属于本单据");
    const added = { factory_id: factory2, material_id: box, qty: "50", uom: "pcs" };
    const strangers = await refusal(change({ demands: [{ id: one?.id }, added] }), "invalid");
    expect(strangers.complaints[0]).toMatchObject({ field: "demands.1.factory_id" });
    const head = await refusal(change({ title: "改名" }), "invalid");
    expect(head.complaints).toMatchObject([{ field: "title" }]);
    await change({
      demands: [
        { id: one?.id, qty: "900" },
        { factory_id: factory1, material_id: box, qty: "50", uom: "pcs" },
      ],
    });
    const changed = await recordOf(world, POOL, id);
    expect(linesOf(changed, "factories")[0]).toMatchObject({ factory_id: factory1, confirmed_at: null });
    expect(linesOf(changed, "demands")).toMatchObject([
      { id: one?.id, line_no: 10, qty: "900.000" },
      { ...two, line_no: 20 },
      { line_no: 30, qty: "50.000", factory_id: factory1 },
    ]);
  });

  test("有删除权限、却看不到别厂的行的人不能删除，看得到全部行的可以", async () => {
    const { id } = await collected();
    const boss = await world.as("manager");
    // Who may begin pools sees all of them; this person may only take them away.
    const rights = new Map([...boss.actor.permissions, ["collective", new Set(["query", "get", "delete"])]]);
    const remover = (factory: readonly string[]): Context => ({
      ...boss,
      actor: {
        ...boss.actor,
        permissions: rights,
        scopes: { ...boss.actor.scopes, factory: [...factory] },
      },
    });
    const remove = (context: Context) => removeRecord(context, { screen: world.screen(POOL), id });
    const refused = await refusal(remove(remover([factory1])), "wrong_state");
    expect(refused.message).toBe("单据中有您看不到的行，不能删除，请由能看到全部行的同事处理");
    expect(linesOf(await recordOf(world, POOL, id), "demands")).toHaveLength(2);
    await remove(remover([factory1, factory2]));
    await refusal(readRecord(boss, world.screen(POOL), id), "not_found");
  });

  test("计划员在页面、接口、打印、导出、筛选和历史里只看到本厂的行和合计，保存不动别厂的行", async () => {
    const { id, lines } = await collected();
    const [mine, theirs] = [await plannerOf(factory1), await plannerOf(factory2)];
    // Who runs pools sees all of them, whatever its factories.
    const boss = await world.as("manager");
    const manager = { ...boss, actor: { ...boss.actor, scopes: { ...boss.actor.scopes, factory: [factory1] } } };
    const [one, two] = linesOf(await recordOf(world, POOL, id), "demands");
    await edit("manager", id, { demands: [{ id: one?.id }, { id: two?.id, qty: "2999" }] });
    const screen = world.screen(POOL);
    const entity = world.entity(POOL);
    const read = async (context: Context) => {
      const rights = requireAction(context, entity, "export", screen);
      const list = { filters: {}, toggles: [], sort: [], page: 1, size: 50 };
      const request = { format: "csv" as const, list, columns: [], lines: "demands", strict: false };
      const plan = await planExport(context, { screen, request, rights, most: 10_000 });
      const places = Array.from({ length: rowCount(plan) }, (_none, at) => at);
      const own = JSON.stringify(await readHistory(context, { entity, recordId: id }));
      return {
        page: JSON.stringify(await recordModel(context, screen, id)),
        wire: JSON.stringify(recordOnWire(context, entity, await openRecord(context, { entity, id }))),
        print: JSON.stringify(await printedRecord(context, screen, id, "https://example.com")),
        list: JSON.stringify(await listModel(context, screen, new URLSearchParams())),
        file: JSON.stringify(await readPlanned(context, screen, plan, places)),
        history: own,
      };
    };
    const [here, there, all] = [await read(mine), await read(theirs), await read(manager)];
    for (const text of [here.page, here.wire, here.print, here.file, here.history]) {
      expect(text).not.toMatch(/2,?999/);
      expect(text).not.toContain(String(two?.id));
    }
    for (const text of [there.page, there.wire, there.print, there.history]) expect(text).toMatch(/2,?999/);
    expect(there.wire).not.toContain(String(one?.id));
    expect(all.wire).toContain(String(one?.id));
    expect(all.history).toMatch(/2,?999/);
    expect([here.wire.includes("total_saving"), all.wire.includes("total_saving")]).toEqual([false, true]);
    expect([here.list.includes("集采节约额"), all.list.includes("集采节约额")]).toEqual([false, true]);
    expect([here.list.includes("3,999"), all.list.includes("3,999")]).toEqual([false, true]);
    // The material of a row that is not seen finds nothing.
    const sought = async (context: Context) =>
      JSON.stringify(await listModel(context, screen, new URLSearchParams({ "demands.material_id": box }))).includes(
        id,
      );
    const nobody = { ...mine, actor: { ...mine.actor, scopes: { ...mine.actor.scopes, factory: [] } } };
    expect([await sought(mine), await sought(nobody)]).toEqual([true, false]);
    // The same line of a plan twice: all rows count, and nothing is told of the other.
    const save = async (demands: object[]) =>
      updateRecordBy(mine, {
        ...{ screen, id, version: (await recordOf(world, POOL, id)).version, values: { demands } },
      });
    const twin = { factory_id: factory1, material_id: box, qty: "1", uom: "pcs", plan_line: lines[1] };
    const twice = await refusal(save([{ id: one?.id }, twin]), "invalid");
    expect(twice.complaints.length).toBeGreaterThan(0);
    expect(JSON.stringify(twice.complaints)).not.toMatch(/2,?999|二厂/);
    await save([]);
    expect(linesOf(await recordOf(world, POOL, id), "demands")).toMatchObject([
      { id: two?.id, line_no: 20, qty: "2999.000", factory_id: factory2 },
    ]);
    expect(await figures(lines[1])).toMatchObject({ sourcing: "2999.000" });
  });

  test("只有一个工厂、有工厂没有确认的不能锁定；解锁由采购经理，说明原因", async () => {
    const { id } = await collected();
    await confirm(id, [factory1]);
    const waiting = await refusal(step("manager", id, "freeze"), "invalid");
    expect(waiting.message).toContain("二厂还没有确认需求");
    const [first] = linesOf(await recordOf(world, POOL, id), "demands");
    const [row] = linesOf(await recordOf(world, POOL, id), "factories");
    await edit("manager", id, { factories: [{ id: row?.id }], demands: [{ id: first?.id }] });
    const alone = await refusal(step("manager", id, "freeze"), "invalid");
    expect(alone.message).toBe("集采至少需要两个工厂参与");
    const pool = await frozen();
    await refusal(step("buyerA", pool.id, "unfreeze", { reason: "改数量" }), "forbidden");
    expect(await step("manager", pool.id, "unfreeze", { reason: "改数量" })).toMatchObject({ state: "collecting" });
    const { rows } = await sql<{ title: string }>`
      select title from inbox where user_id = ${world.accounts.planner} and title like '集采项目%'`.execute(connection);
    expect(rows.map(({ title }) => title).join()).toContain("已解锁");
  });
});

describe("到期", () => {
  test("汇总截止前2天提醒没有确认的工厂的计划员，确认了的不提醒", async () => {
    const { id } = await collected();
    await edit("manager", id, { collect_deadline: inHours(48) });
    await confirm(id, [factory1]);
    await workDeadlines(world.system(), { remindNow: true });
    const { rows } = await sql<{ title: string; user_id: string }>`
      select title, user_id from inbox where record_id = ${id} and scenario = 'collective.confirm-due'`.execute(
      connection,
    );
    expect(rows.map(({ user_id }) => user_id)).toEqual([world.accounts.planner]);
    expect(rows[0]?.title).toContain("二厂");
  });
});

describe("集采以外寻源", () => {
  /** Part of a line of a plan is in a pool, the rest is free. */
  async function partly() {
    month += 1;
    const period = `${2026 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, "0")}`;
    const lines = [await plan(factory1, "1000", period), await plan(factory2, "3000", period)] as const;
    const rows = lines.map((line) => ({ line, quantity: "600" }));
    const { made } = await convert(await world.as("manager"), { screen: world.screen(POOL), name: "from_plan", rows });
    const id = String(made[0]?.id);
    const { number } = await recordOf(world, POOL, id);
    return { id, line: lines[0], period, text: `已纳入集采项目${number}` };
  }
  const drop = (id: string) => step("manager", id, "cancel", { reason: "不集采" });
  /** What the page of a transition finds, with what it links to. */
  const found = async (key: string, id: string, name: string, account: AccountName = "manager") => {
    const model = await transitionModel(await world.as(account), world.screen(key), id, name);
    return JSON.stringify(model.findings);
  };

  test("计划行余下的数量另行询价：须说明原因，放行的警告有记录；集采取消后不再提醒", async () => {
    const { id, line, text } = await partly();
    const { made } = await convert(await world.as("manager"), {
      ...{ screen: world.screen(RFQ), name: "from_plan", rows: [{ line, quantity: "400" }] },
    });
    const rfq = String(made[0]?.id);
    const { version } = await recordOf(world, RFQ, rfq);
    await updateRecordBy(await world.as("manager"), {
      ...{ screen: world.screen(RFQ), id: rfq, version },
      values: {
        ...{ deadline: inHours(48), start_at: inHours(-1), min_suppliers: "2", purchase_group_id: world.ids.group1 },
        suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
      },
    });
    expect(await found(RFQ, rfq, "submit")).toContain(`第1行${text}`);
    expect(await found(RFQ, rfq, "submit")).toContain(`/${POOL}/${id}`);
    const asked = { key: RFQ, id: rfq, name: "submit" };
    await refusal(move(world, "manager", asked), "acknowledge");
    await drop(id);
    expect(await found(RFQ, rfq, "submit")).not.toContain("已纳入集采项目");
    const other = await partly();
    const again = await convert(await world.as("manager"), {
      ...{ screen: world.screen(RFQ), name: "from_plan", rows: [{ line: other.line, quantity: "400" }] },
    });
    const second = String(again.made[0]?.id);
    const { version: now } = await recordOf(world, RFQ, second);
    await updateRecordBy(await world.as("manager"), {
      ...{ screen: world.screen(RFQ), id: second, version: now },
      values: {
        ...{ deadline: inHours(48), start_at: inHours(-1), min_suppliers: "2", purchase_group_id: world.ids.group1 },
        suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
      },
    });
    await move(world, "manager", { key: RFQ, id: second, name: "submit", reason: "急用，等不及集采" });
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(w)::text as text from passed_warning w`.execute(connection);
    expect(rows.map((row) => row.text).join()).toContain(other.text);
  });

  test("供货期内本厂自行下单的提醒，供货期外、取消以后的不提醒", async () => {
    const { id, period, text } = await partly();
    const draft = async (required_date: string) =>
      (
        await order(world, await world.as("buyerA"), {
          items: [{ material_id: box, qty: "10", uom: "pcs", price: "1.5", required_date }],
        })
      ).id;
    const inside = await draft(`${period}-10`);
    expect(await found(ORDER, inside, "submit", "buyerA")).toContain(`第1行${text}`);
    expect(await found(ORDER, await draft("2040-01-10"), "submit", "buyerA")).not.toContain("已纳入集采项目");
    await drop(id);
    expect(await found(ORDER, inside, "submit", "buyerA")).not.toContain("已纳入集采项目");
  });

  test("按采购计划分配的，锁定时提醒", async () => {
    const { id, line, period, text } = await partly();
    const [own] = await unscopedLines(world.system(), {
      ...{ entityKey: PLAN, lines: "items", columns: ["root_id"], where: [where.eq("id", line)] },
    });
    const { id: allocation } = await createRecord(await world.as("buyerA"), {
      screen: world.screen(ALLOCATION),
      values: {
        ...{ source_type: "purchase_plan", purchase_plan_id: own?.root_id, material_id: box, factory_id: factory1 },
        ...{ period, demand_qty: "400" },
        shares: [{ supplier_id: world.ids.supplierA, alloc_qty: "400", adjust_reason: "独家" }],
      },
    });
    expect(await found(ALLOCATION, allocation, "lock", "buyerA")).toContain(text);
    await drop(id);
    expect(await found(ALLOCATION, allocation, "lock", "buyerA")).not.toContain("已纳入集采项目");
  });
});

describe("寻源与分配", () => {
  test("一张集采询价，工厂留在行上；计划数量由集采占用一次，询价未完成不能分配也不能取消", async () => {
    const { id, rfq, lines } = await started();
    const record = await recordOf(world, RFQ, rfq);
    expect(record).toMatchObject({ mode: "collective", state: "draft", factory_count: 2 });
    expect(linesOf(record, "items")).toMatchObject([
      { factory_id: factory1, qty: "1000.000", plan_line: null },
      { factory_id: factory2, qty: "3000.000", plan_line: null },
    ]);
    expect(linesOf(await recordOf(world, POOL, id), "demands")).toMatchObject([
      { sourcing_qty: "1000.000", open_qty: "0.000" },
      { sourcing_qty: "3000.000", open_qty: "0.000" },
    ]);
    expect(await figures(lines[0])).toMatchObject({ sourcing: "1000.000" });
    expect((await refusal(step("manager", id, "distribute"), "invalid")).message).toContain("核价还没有批准");
    expect((await refusal(step("manager", id, "cancel", { reason: "不集采" }), "invalid")).message).toContain(
      "请先取消",
    );
    await move(world, "manager", { key: RFQ, id: rfq, name: "cancel", reason: "不集采" });
    await step("manager", id, "cancel", { reason: "不集采" });
    expect(await figures(lines[0])).toEqual({ sourcing: "0.000", sourced: "0.000", status: "open" });
  });

  test("核价批准后按工厂分配：供应商、数量、价格和节约额，计划行已定价，分配明细记得住计划", async () => {
    const { id, rfq, lines } = await approved();
    await step("manager", id, "distribute");
    const record = await recordOf(world, POOL, id);
    expect(record).toMatchObject({ state: "distributed" });
    // Nothing is ordered yet: both factories stand below; whoever sees its own factory alone compares none.
    const pageOf = async (context: Awaited<ReturnType<typeof world.as>>) =>
      JSON.stringify(await recordModel(context, world.screen(POOL), String(record.id)));
    expect(await pageOf(await world.as("manager"))).toContain("不到确认数量80%");
    expect(await pageOf(await plannerOf(String(world.ids.factory1)))).not.toContain("执行不足的工厂");
    expect(linesOf(record, "results")).toMatchObject([
      { factory_id: factory1, supplier_id: world.ids.supplierA, qty: "1000.000", price: "1.400000", share: "100.0000" },
      { factory_id: factory2, supplier_id: world.ids.supplierA, qty: "3000.000", price: "1.400000" },
    ]);
    // Who orders at another supplier than the pool gave the goods to says why; a pool that is closed asks no more.
    const ordered = async (supplier_id: string | undefined, required_date: string) => {
      const { id: made } = await order(world, await world.as("buyerA"), {
        ...{ supplier_id, items: [{ material_id: box, qty: "10", uom: "pcs", price: "1.5", required_date }] },
      });
      const model = await transitionModel(await world.as("buyerA"), world.screen(ORDER), made, "submit");
      return JSON.stringify(model.findings);
    };
    const outside = `第1行：集采项目${record.number}已把本厂的该物料分配给其他供应商`;
    expect(await ordered(world.ids.supplierB, String(record.period_to))).toContain(outside);
    expect(await ordered(world.ids.supplierA, String(record.period_to))).not.toContain("分配给其他供应商");
    expect(await ordered(world.ids.supplierB, "2060-01-10")).not.toContain("分配给其他供应商");
    const compared = linesOf(record, "results").some(({ last_price }) => last_price !== null);
    expect(record.total_saving !== null).toBe(compared);
    expect(await figures(lines[1])).toEqual({ sourcing: "0.000", sourced: "3000.000", status: "sourced" });
    expect((await recordOf(world, RFQ, rfq)).distributed_at).not.toBeNull();
    const parts = await unscopedRows(world.system(), PART, ["state", "planner_id"], [where.eq("rfq_id", rfq)]);
    expect(parts.map(({ state }) => state)).toEqual(["distributed", "distributed"]);
    expect(parts.map(({ planner_id }) => planner_id)).toContain(world.accounts.planner);
    const { number } = await recordOf(world, RFQ, rfq);
    const list = await listModel(await world.as("manager"), world.screen(POOL), new URLSearchParams());
    expect(JSON.stringify(list)).toContain(String(number));
    const made = await unscopedRows(
      world.system(),
      ALLOCATION,
      ["purchase_plan_id"],
      [where.eq("source_no", String(number))],
    );
    expect(made).toHaveLength(2);
    for (const { purchase_plan_id } of made) expect(purchase_plan_id).not.toBeNull();
  });

  test("锁定后只由「发起寻源」生成询价，不另行挑选需求行；询价取消后可重新发起询价", async () => {
    const { id } = await frozen();
    const manager = await world.as("manager");
    const screen = world.engine.registry.screen("purchase-management/rfq-collective");
    if (!screen) throw new Error("no screen");
    const offered = async () => {
      const page = await recordModel(manager, world.screen(POOL), id);
      const choice = await conversionModel(manager, screen, "from-pool", new URLSearchParams({ source: id }));
      return { linked: JSON.stringify(page).includes("from-pool"), rows: choice.rows.length };
    };
    expect(await offered()).toEqual({ linked: false, rows: 0 });
    const lines = linesOf(await recordOf(world, POOL, id), "demands").map((line) => line.id);
    const part = { screen, name: "from_pool", rows: [{ line: String(lines[0]), quantity: "10" }] };
    await refusal(convert(manager, part), "not_found");
    await step("manager", id, "start");
    expect(await offered()).toEqual({ linked: false, rows: 0 });
    const { rows } = await sql<{ id: string }>`
      select distinct root_id as id from rfq_items where pool_line in (${sql.join(lines)})`.execute(connection);
    await move(world, "manager", { key: RFQ, id: String(rows[0]?.id), name: "cancel", reason: "重新询价" });
    expect(await offered()).toEqual({ linked: true, rows: 2 });
  });

  test("退出的工厂：集采项目分配结果时才退回采购计划，确认文字也这样说", async () => {
    const { id, lines } = await approved(factory2);
    expect(await figures(lines[1])).toEqual({ sourcing: "3000.000", sourced: "0.000", status: "sourcing" });
    await step("manager", id, "distribute");
    expect(await figures(lines[1])).toEqual({ sourcing: "0.000", sourced: "0.000", status: "open" });
    expect(await figures(lines[0])).toMatchObject({ sourced: "1000.000" });
    const { consent, leave: asked } = world.entity(PART).transitions ?? {};
    expect(consent?.confirm).toContain("由集采项目发起的在项目分配结果时退回采购计划");
    expect(asked?.confirm).toContain("由集采项目发起的，在项目分配结果时释放");
  });

  test("供应商看不到集采项目", async () => {
    const { id } = await collected();
    const supplier = await world.as("supplierA");
    await expect(readRecord(supplier, world.screen(POOL), id)).rejects.toMatchObject({ error: "forbidden" });
  });
});
