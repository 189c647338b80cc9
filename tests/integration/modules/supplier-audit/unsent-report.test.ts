import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readTrail } from "~/engine/operations/audit-trail.server";
import { availableColumns } from "~/engine/operations/list-columns.server";
import { linesOf } from "~/engine/operations/records.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { refusal } from "../../../support/orders";
import { change, make, seen, stored, transition } from "../../../support/quality";
import { openWorld } from "../../../support/world";

const ACTION = "supplier-audit/corrective-action";
const REGISTRATION = "supplier-onboarding/supplier-registration";
const world = await openWorld();
afterAll(() => world.close());

const measure = { kind: "corrective", description: "更换筛网", owner: "王工", due_date: "2025-07-01" };

async function issued(values: Record<string, unknown> = {}): Promise<string> {
  const { id } = await make(world, await world.as("qa"), ACTION, values);
  await transition(world, { context: await world.as("qa"), key: ACTION, id, name: "issue" });
  return id;
}

test("供应商没有提交的整改报告，内部看不到、改不了，日志里也不写；供应商没有动笔的，内部可以代填", async () => {
  const qa = await world.as("qa");
  const id = await issued();
  await change(world, { context: qa, key: ACTION, id, values: { root_cause: "我方代填" } });
  expect(await seen(world, qa, ACTION, id)).toMatchObject({ root_cause: "我方代填" });

  const supplier = await world.as("supplierA");
  const written = { root_cause: "筛网破损", summary: "内部先讨论", actions: [measure] };
  await change(world, { context: supplier, key: ACTION, id, values: written });
  const mine = await seen(world, supplier, ACTION, id);
  expect([mine.root_cause, linesOf(mine, "actions").length]).toEqual(["筛网破损", 1]);
  for (const who of ["qa", "admin", "buyerA"] as const) {
    const record = await seen(world, await world.as(who), ACTION, id);
    expect([record.root_cause, record.summary, linesOf(record, "actions")]).toEqual([null, null, []]);
  }
  const page = JSON.stringify(await recordModel(qa, world.screen(ACTION), id));
  expect(page).toContain("供应商正在填写，提交以后才能看到和修改其填写的内容。");
  for (const text of ["筛网破损", "内部先讨论", "更换筛网"]) expect(page).not.toContain(text);
  await refusal(change(world, { context: qa, key: ACTION, id, values: { root_cause: "改一改" } }), "wrong_state");

  const { rows } = await sql<{ id: string }>`select id from audit_entry where record_id = ${id}`.execute(
    world.engine.database.connection(),
  );
  const ids = rows.map((row) => row.id);
  const trail = async () => JSON.stringify([...(await readTrail(await world.as("admin"), ids)).values()]);
  expect(await trail()).not.toContain("筛网破损");

  // What people of ours do to the document beside it leaves the report as it is.
  await transition(world, { context: qa, key: ACTION, id, name: "remind" });
  expect(await stored(world, ACTION, id)).toMatchObject({ root_cause: "筛网破损", summary: "内部先讨论" });
  await sql`update corrective_action set state = 'submitted' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  expect(await seen(world, qa, ACTION, id)).toMatchObject({ root_cause: "筛网破损" });
  expect(await trail()).toContain("筛网破损");
});

test("临时措施提交以后可以看，其余仍未提交；列表不能选没有提交的内容作列", async () => {
  const id = await issued({ method: "d8" });
  const supplier = await world.as("supplierA");
  const written = { containment: "封存库存", root_cause: "筛网破损" };
  await change(world, { context: supplier, key: ACTION, id, values: written });
  await sql`update corrective_action set state = 'contained' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  const qa = await world.as("qa");
  expect(await seen(world, qa, ACTION, id)).toMatchObject({ containment: "封存库存", root_cause: null });
  expect(availableColumns(qa, world.screen(ACTION))).not.toContain("report_files");
});

test("还在填写的注册申请，内部看不到；提交以后看得到", async () => {
  const { id } = await make(world, world.system(), REGISTRATION);
  const buyer = await world.as("buyerA");
  await refusal(seen(world, buyer, REGISTRATION, id), "not_found");
  await sql`update supplier_registration set state = 'pending' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  expect(await seen(world, buyer, REGISTRATION, id)).toMatchObject({ id });
});
