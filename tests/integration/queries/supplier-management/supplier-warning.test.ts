import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { sayDigests } from "~/engine/deadlines/digests.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { listModel } from "~/engine/screen/list-model.server";
import { gatherWarnings } from "~/modules/supplier-management/supplier-warning/supplier-warning.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { refusal } from "../../../support/orders";
import { make } from "../../../support/quality";
import { openWorld } from "../../../support/world";

const KEY = "supplier-management/supplier-warning";
const CERTIFICATE = "supplier-management/supplier-certificate";
const RISK = "supplier-management/risk-event";
const world = await openWorld();
afterAll(() => world.close());
const connection = () => world.engine.database.connection();

const rowsFor = async (who: "qa" | "supplierA" | "supplierB", toggles: string[] = []) => {
  const { rows } = await listRecords(await world.as(who), world.screen(KEY), {
    filters: {},
    toggles,
    sort: [],
    page: 1,
    size: 100,
  });
  return rows.map(({ id, values }) => ({ id, values }));
};

test("证照、型检、授权和风险汇总在一处；供应商只看到自己的，看不到风险；变重时重新打开，了结后消失", async () => {
  const system = world.system();
  const { id } = await createRecord(system, {
    screen: world.screen(CERTIFICATE),
    values: {
      supplier_id: world.ids.supplierA,
      certificate_type: "haccp",
      certificate_no: "YJ-1",
      issuer: "测试认证中心",
      issue_date: "2024-01-01",
      valid_to: addDays(TODAY, 20),
    },
  });
  const certificate = world.entity(CERTIFICATE);
  await applyTransition(system, { entity: certificate, id, name: "submit" });
  await applyTransition(system, { entity: certificate, id, name: "verify", input: { method: "online" } });
  const risk = await createRecord(system, {
    screen: world.screen(RISK),
    values: {
      supplier_id: world.ids.supplierA,
      category: "penalty",
      title: "停产整顿",
      detail: "测试",
      occurred_on: addDays(TODAY, -3),
      probability: "5",
      impact: "5",
      measures: [{ measure: "现场核查", due_date: addDays(TODAY, 5) }],
    },
  });
  await applyTransition(system, { entity: world.entity(RISK), id: risk.id, name: "confirm" });
  await sql`update type_inspection_due set due_date = ${addDays(TODAY, -16)} where id = ${world.ids.dueB}`.execute(
    connection(),
  );
  // An audit that was to have been yesterday; the supplier does not read what we plan.
  const audit = await make(world, system, "supplier-management/supplier-audit", { plan_date: addDays(TODAY, -1) });
  await gatherWarnings(world.engine);
  const seen = await rowsFor("qa");
  expect(seen.map(({ values }) => [values.kind, values.level]).sort()).toEqual([
    ["audit", "warn"],
    ["qualification", "info"],
    ["risk", "warn"],
    ["type_inspection", "block"],
  ]);
  expect((await rowsFor("supplierA")).map(({ values }) => values.kind)).toEqual(["qualification"]);
  expect((await rowsFor("supplierB")).map(({ values }) => values.kind)).toEqual(["type_inspection"]);
  // Who of our own people looks after a warning is hidden from suppliers: they are not offered to narrow by it, nor does trying tell.
  const toggles = async (who: "qa" | "supplierA") =>
    (await listModel(await world.as(who), world.screen(KEY), new URLSearchParams())).toggles.map(({ label }) => label);
  expect(await toggles("qa")).toContain("我归口的");
  expect(await toggles("supplierA")).not.toContain("我归口的");
  expect(await rowsFor("supplierA", ["mine_only"])).toHaveLength(1);

  const own = seen.find(({ values }) => values.kind === "qualification");
  const handle = async (who: "qa" | "supplierA") =>
    applyTransition(await world.as(who), { entity: world.entity(KEY), id: own?.id ?? "", name: "handle" });
  await refusal(handle("supplierA"), "forbidden");
  await handle("qa");
  await sql`update supplier_audit set state = 'cancelled' where id = ${audit.id}`.execute(connection());
  await gatherWarnings(world.engine);
  expect((await rowsFor("qa")).filter(({ values }) => values.kind === "audit")).toEqual([]);
  const stateOf = async () => (await rowsFor("qa")).find((row) => row.id === own?.id)?.values;
  expect(await stateOf()).toMatchObject({ state: "handled" });
  await sql`update supplier_certificate set valid_to = ${addDays(TODAY, -1)} where id = ${id}`.execute(connection());
  await gatherWarnings(world.engine);
  expect(await stateOf()).toMatchObject({ state: "open", level: "warn", due_date: addDays(TODAY, -1) });
  await applyTransition(system, {
    entity: certificate,
    id,
    name: "revoke",
    reason: "测试",
    input: { cause: "mistaken" },
  });
  await gatherWarnings(world.engine);
  expect(await stateOf()).toBeUndefined();
});

test("提醒供应商：每天一次，供应商收到消息；风险不提醒；没有账号的说明原因；归口人员每周收到一条汇总", async () => {
  await gatherWarnings(world.engine);
  const buyer = await world.as("buyerA");
  const entity = world.entity(KEY);
  const idOf = async (kind: string) =>
    String((await rowsFor("qa")).find(({ values }) => values.kind === kind && values.state === "open")?.id);
  const remind = async (kind: string) => applyTransition(buyer, { entity, id: await idOf(kind), name: "remind" });
  const inspection = await idOf("type_inspection");
  const { rows: kept } = await sql<{ owner: boolean }>`
    select w.owner_id = coalesce(s.sqe_id, s.buyer_id) as owner from supplier_warning w join supplier s on s.id = w.supplier_id
    where w.id = ${inspection}`.execute(connection());
  expect(kept).toEqual([{ owner: true }]);

  await applyTransition(buyer, { entity, id: inspection, name: "remind" });
  const { rows: notification } = await sql<{ title: string; body: string }>`select title, body from inbox
    where user_id = ${world.accounts.supplierB} and title like '请处理%'`.execute(connection());
  expect(notification).toMatchObject([
    { title: expect.stringContaining("型式检验"), body: expect.stringContaining("已过期16天") },
  ]);
  const again = await refusal(applyTransition(buyer, { entity, id: inspection, name: "remind" }), "invalid");
  expect(again.complaints[0]?.message).toContain("今天已提醒过供应商");
  const offered = await listRecords(buyer, world.screen(KEY), {
    ...{ filters: {}, toggles: [], sort: [], page: 1, size: 100, transitions: ["remind"] },
  });
  const offeredFor = (kind: string) =>
    offered.rows.filter(({ values }) => values.kind === kind).flatMap((row) => row.transitions);
  expect(offeredFor("type_inspection")).toEqual(["remind"]);
  expect(offeredFor("risk")).toEqual([]);
  const judged = await refusal(remind("risk"), "wrong_state");
  expect(judged.message).toContain("不提醒供应商");

  await sql`update type_inspection_due set due_date = ${TODAY} where id = ${world.ids.dueA}`.execute(connection());
  await gatherWarnings(world.engine);
  await sql`update app_user set state = 'frozen' where supplier_id = ${world.ids.supplierA}`.execute(connection());
  const unread = (await rowsFor("qa")).find(
    ({ values }) => values.kind === "type_inspection" && values.supplier_id === world.ids.supplierA,
  );
  const silent = await refusal(applyTransition(buyer, { entity, id: String(unread?.id), name: "remind" }), "invalid");
  expect(silent.message).toContain("没有可登录的平台账号");

  const weekly = async () => {
    const round = { lapsed: 0, reminded: 0, digested: 0, failed: [] };
    // The digest alone: what lapses meanwhile would take its warnings with it.
    await sayDigests(world.system(), { entities: [world.entity(KEY)], round, goesOn: () => true, anew: true });
    const { rows } = await sql<{ user_id: string; body: string }>`select user_id, body from inbox
      where title like '您归口的供应商有%'`.execute(connection());
    return { told: round.digested, rows };
  };
  const first = await weekly();
  expect(first.told).toBeGreaterThan(0);
  expect(first.rows.map(({ body }) => body).join()).toContain("企业风险1条");
  expect((await weekly()).rows).toEqual(first.rows);
});

test("稍后提醒：明天起三十天内，到期重新打开；影响业务的不能推迟，供应商不能推迟也看不到推迟到哪天", async () => {
  await gatherWarnings(world.engine);
  const entity = world.entity(KEY);
  const qa = await world.as("qa");
  const rows = async () => rowsFor("qa");
  const light = (await rows()).find(({ values }) => values.level !== "block" && values.state === "open");
  const heavy = (await rows()).find(({ values }) => values.level === "block");
  const id = light?.id ?? "";
  const snooze = (until: string, one = id) =>
    applyTransition(qa, { entity, id: one, name: "snooze", input: { until } });
  for (const until of [TODAY, addDays(TODAY, 31)]) {
    const refused = await refusal(snooze(until), "invalid");
    expect(refused.complaints[0]?.message).toBe("提醒日期须在明天起30天以内");
  }
  expect((await refusal(snooze(addDays(TODAY, 3), heavy?.id), "wrong_state")).message).toContain("不能推迟");
  const own = await world.as("supplierB");
  await refusal(
    applyTransition(own, { entity, id: heavy?.id ?? "", name: "snooze", input: { until: addDays(TODAY, 3) } }),
    "forbidden",
  );
  await snooze(addDays(TODAY, 3));
  await gatherWarnings(world.engine);
  const now = async () => (await rows()).find((row) => row.id === id)?.values.state;
  expect(await now()).toBe("snoozed");
  await sql`update supplier_warning set snoozed_until = ${TODAY} where id = ${id}`.execute(connection());
  await gatherWarnings(world.engine);
  expect(await now()).toBe("open");
});

test("质量协议单独归类，不与资质混在一起", async () => {
  const { id } = await createRecord(world.system(), {
    screen: world.screen(CERTIFICATE),
    values: {
      ...{ supplier_id: world.ids.supplierB, certificate_type: "quality_agreement", certificate_no: "ZLXY-1" },
      ...{ issuer: "双方签订", issue_date: "2024-01-01", valid_to: addDays(TODAY, 10) },
    },
  });
  for (const [name, input] of [
    ["submit", {}],
    ["verify", { method: "original" }],
  ] as const)
    await applyTransition(world.system(), { entity: world.entity(CERTIFICATE), id, name, input });
  await gatherWarnings(world.engine);
  const found = (await rowsFor("supplierB")).filter(({ values }) => values.kind === "agreement");
  expect(found).toHaveLength(1);
});
