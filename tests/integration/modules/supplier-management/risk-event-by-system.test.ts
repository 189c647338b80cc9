import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { noticeDeliveryStops } from "~/modules/supplier-management/risk-event/risk-deliveries.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { confirmed, ORDER } from "../../../support/orders";
import { make, stored, transition } from "../../../support/quality";
import { openWorld } from "../../../support/world";

const RISK = "supplier-management/risk-event";
const ACTION = "supplier-audit/corrective-action";
const FREEZE = "supplier-performance/supplier-freeze";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;
const DAY_MS = 24 * 60 * 60_000;

const columns = [
  "id",
  "supplier_id",
  "category",
  "title",
  "detail",
  "state",
  "level",
  "owner_id",
  "occurred_on",
] as const;
/** What the system noticed, by the beginning of its mark. */
const noticed = async (mark: string) => {
  const rows = await unscopedRows(
    world.system(),
    RISK,
    [...columns, "external_id"],
    [where.eq("source", "system"), where.set("external_id")],
  );
  return rows.filter(({ external_id }) => String(external_id).startsWith(mark));
};
const today = () => world.clock.now().toISOString().slice(0, 10);

test("同一物料的同一致命缺陷90天内再次下发整改，记一件待研判的高风险；不致命的、第一次的不记", async () => {
  const qa = await world.as("qa");
  const fault = async (severity: string, defect: string) => {
    const { id } = await make(world, qa, ACTION, {
      ...{ supplier_id: ids.supplierA, material_id: ids.corn },
      ...{ severity, defect },
    });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    return String((await stored(world, ACTION, id)).number);
  };
  await fault("major", "水分超标");
  await fault("major", "水分超标");
  const first = await fault("critical", "金属异物");
  expect(await noticed("repeated-defect:")).toEqual([]);
  const second = await fault("critical", "金属异物");
  const [event, ...more] = await noticed("repeated-defect:");
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    supplier_id: ids.supplierA,
    category: "food_safety",
    title: "致命缺陷90天内重复发生：金属异物",
    state: "new",
    level: "high",
  });
  expect(event?.detail).toContain(`整改单【${first}】和【${second}】`);
});

test("列入黑名单的供应商，其关联方各记一件待研判的关联方风险：登记的关联方、同一法定代表人，两边登记只记一次", async () => {
  const connection = world.engine.database.connection();
  await sql`insert into supplier_related_parties (id, root_id, line_no, related_supplier_id, relation)
    values (${world.engine.newId()}, ${ids.supplierA}, 10, ${ids.supplierB}, 'same_contact')`.execute(connection);
  const person = async (role: string) => ({ ...(await personWith(world, role)), now: world.clock.now() });
  const { id } = await make(world, await person("buyer"), FREEZE, {
    ...{ supplier_id: ids.supplierB, freeze_type: "blacklist", reason: "商业贿赂", alternative: "由甲方替代" },
    ...{ on_delivery: "", effective_from: today() },
  });
  await transition(world, {
    context: await person("buyer"),
    key: FREEZE,
    id,
    name: "submit",
    more: { reason: "查实" },
  });
  await transition(world, { context: await person("leader"), key: FREEZE, id, name: "approve" });
  const name = String((await stored(world, "supplier-management/supplier", ids.supplierB)).name);
  expect(await noticed("blacklisted:")).toMatchObject([
    {
      supplier_id: ids.supplierA,
      category: "related",
      title: `关联方风险：${name}被列入黑名单`,
      detail: expect.stringContaining(`关联方（同一联系方式）${name}被列入黑名单`),
      state: "new",
      level: "high",
    },
  ]);
});

test("已确认的交货逾期超过7天记一件断供风险；还在处理的不重复记，关闭后同一订单也不再记", async () => {
  const order = await confirmed(world);
  const { number, items } = await stored(world, ORDER, order.id);
  const days = (Array.isArray(items) ? items : []).map(({ confirm_date }) => String(confirm_date)).sort();
  const first = days[0] ?? "";
  const since = async () =>
    (await noticed("delivery-stop:")).filter(({ title }) => String(title).endsWith(String(number)));
  const until = (day: string) => world.clock.advance(Date.parse(day) - Date.parse(today()));
  until(addDays(first, 7));
  await noticeDeliveryStops(world.engine);
  expect(await since()).toEqual([]);
  world.clock.advance(DAY_MS);
  expect(await noticeDeliveryStops(world.engine)).toBe(1);
  expect(await noticeDeliveryStops(world.engine)).toBe(0);
  const [event] = await since();
  expect(event).toMatchObject({
    supplier_id: ids.supplierA,
    category: "capacity",
    title: `断供超过7天：采购订单${String(number)}`,
    state: "new",
    level: "medium",
    occurred_on: addDays(first, 8),
  });
  expect(event?.detail).toContain("逾期8天未交");
  const buyer = await world.as("buyerA");
  await transition(world, {
    context: { ...buyer, now: world.clock.now() },
    key: RISK,
    id: String(event?.id),
    name: "ignore",
    more: {
      reason: "供应商已发货在途",
    },
  });
  expect(await noticeDeliveryStops(world.engine)).toBe(0);
});

test("高风险确认后采购经理有一件待办，发起冻结后结束；发起的单据只列出看得到的人", async () => {
  const qa = await world.as("qa");
  const { id } = await make(world, qa, RISK, { probability: "5", impact: "4" });
  await transition(world, { context: qa, key: RISK, id, name: "confirm" });
  const tasks = async () => {
    const found = sql<{ state: string; role: string }>`select t.state, r.code as role from task t
      join role r on r.id = t.candidate_role_id where t.document_id = ${id}`;
    return (await found.execute(world.engine.database.connection())).rows;
  };
  expect(await tasks()).toEqual([{ state: "open", role: "purchase_manager" }]);
  await transition(world, { context: qa, key: RISK, id, name: "propose_freeze" });
  expect(await tasks()).toMatchObject([{ state: "done" }]);
  const page = async (role: string) =>
    JSON.stringify((await recordModel(await personWith(world, role), world.screen(RISK), id)).sections);
  expect(await page("leader")).toContain("由本事件发起的单据");
  // Legal reads risks, but no freezes.
  expect(await page("legal")).not.toContain("由本事件发起的单据");
});

test("每周告诉责任人还有几件没有关闭，同一天不重复", async () => {
  const buyer = await world.as("buyerB");
  const { id } = await make(world, buyer, RISK, {
    ...{ supplier_id: ids.supplierA, occurred_on: TODAY, owner_id: world.accounts.buyerB },
    ...{ probability: "1", impact: "2" },
  });
  expect((await stored(world, RISK, id)).owner_id).toBe(world.accounts.buyerB);
  expect((await workDeadlines(world.system(), { remindNow: true })).digested).toBeGreaterThan(0);
  expect((await workDeadlines(world.system(), { remindNow: true })).digested).toBe(0);
  const { rows } = await sql<{ title: string; body: string }>`select title, body from inbox
    where user_id = ${world.accounts.buyerB} and title like '您负责的风险事件%'`.execute(
    world.engine.database.connection(),
  );
  expect(rows).toMatchObject([{ title: "您负责的风险事件还有1件未关闭", body: expect.stringContaining("待研判1件") }]);
});
