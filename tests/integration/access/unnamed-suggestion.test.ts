import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { recordOnWire } from "~/api/record-wire.server";
import type { Context } from "~/engine/context.server";
import { readTrail } from "~/engine/operations/audit-trail.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { exportRecords } from "~/engine/output/export.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { historyPage } from "~/engine/screen/history-page.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { stateCounts } from "~/engine/screen/waiting.server";
import type { AccountName } from "../../support/company";
import { personWith } from "../../support/conformance";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const SUGGESTION = "system-management/homepage-suggestion";
const PAGE = "/supplier-management/supplier-file/01980000-0000-7000-8000-000000000001/edit";
const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };

const world = await openWorld();
afterAll(() => world.close());
const { engine } = world;
const screenOf = (key: string) => {
  const screen = engine.registry.screen(key);
  if (!screen) throw new Error(`no screen ${key}`);
  return screen;
};
const mine = screenOf("system-management/my-suggestion");
const handled = world.screen(SUGGESTION);

const suggest = async (account: AccountName, values: Record<string, unknown> = {}) =>
  (
    await createRecord(await world.as(account), {
      screen: mine,
      values: {
        title: "采购员回复太慢",
        category: "service",
        content: "变更申请三天没有人答复，请改进。",
        page_path: PAGE,
        anonymous: "1",
        ...values,
      },
    })
  ).id;
const step = async (account: AccountName, id: string, name: string, more: Record<string, unknown> = {}) => {
  world.clock.advance(60_000);
  return applyTransition(await world.as(account), { entity: world.entity(SUGGESTION), id, name, ...more });
};

/** Given in, accepted, answered, asked about again, answered again and closed by whoever made it. */
async function wholeLife(author: AccountName): Promise<string> {
  const id = await suggest(author);
  await step("admin", id, "accept", { input: { handler: world.accounts.qa } });
  await step("admin", id, "answer", { input: { text: "已经提醒" } });
  await step(author, id, "reopen", { reason: "还是没有答复" });
  await step("admin", id, "answer", { input: { text: "今天答复" } });
  await step(author, id, "close", { input: { rating: "3" } });
  return id;
}

/** Everything by which the person could be told: account, name, id, company and its id. */
async function marksOf(author: AccountName): Promise<string[]> {
  const { id, account, name, supplierId, supplierName } = await world.actor(author);
  return [id, account, name, supplierId, supplierName].filter((mark): mark is string => Boolean(mark));
}

/** What somebody is shown of a record, on every way to it. */
async function shownTo(context: Context, id: string): Promise<string> {
  const audit = screenOf("system-management/audit-log");
  // What somebody took out of the list is told of that person; it names no record.
  const entries = (await listRecords(context, audit, ALL)).rows.filter(
    ({ values }) => values.entity === SUGGESTION && values.action !== "export",
  );
  const { rows } = await listRecords(context, handled, { ...ALL, columns: [...handled.list.columns, "updated_by"] });
  const file = await exportRecords(context, handled, {
    list: ALL,
    format: "csv",
    lines: null,
    strict: true,
    columns: ["number", "title", "created_by", "updated_by", "supplier_id", "anonymous", "page_path"],
  });
  const loaded = await readRecord(context, handled, id);
  return JSON.stringify([
    rows.filter((row) => row.id === id),
    await new Response(file.body).text(),
    await recordModel(context, handled, id),
    await historyPage(context, handled, id, new URLSearchParams()),
    await printedRecord(context, handled, id, "http://portal.test"),
    recordOnWire(context, handled.entity, loaded),
    entries,
    [
      ...(
        await readTrail(
          context,
          entries.map((row) => row.id),
        )
      ).values(),
    ],
  ]);
}

describe("匿名建议", () => {
  for (const author of ["supplierA", "planner"] as const) {
    test(`处理人在列表、单据、历史、打印、导出、接口和操作日志中都看不到${author === "planner" ? "员工" : "供应商"}是谁`, async () => {
      const id = await wholeLife(author);
      const shown = await shownTo(await world.as("admin"), id);
      expect(shown).toContain("匿名用户");
      for (const mark of await marksOf(author)) expect(shown).not.toContain(mark);
      // Where the page was names no record: few people look at it.
      expect(shown).toContain("/supplier-management/supplier-file");
      expect(shown).not.toContain("01980000-0000");
    });

    test(`消息、邮件、发送记录、任务和关注里没有${author === "planner" ? "员工" : "供应商"}的痕迹`, async () => {
      const id = await wholeLife(author);
      const { id: person } = await world.actor(author);
      for (const table of ["inbox", "mail_outbox", "msg_send_record", "task", "record_watch"]) {
        const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)} t
          where to_jsonb(t)::text like ${`%${id}%`} and to_jsonb(t)::text like ${`%${person}%`}`.execute(
          engine.database.connection(),
        );
        expect([table, Number(rows[0]?.count)]).toEqual([table, 0]);
      }
    });
  }

  test("提交人在我的建议中看到自己的，同公司的同事和别的供应商看不到", async () => {
    const id = await suggest("supplierA");
    const { record } = await readRecord(await world.as("supplierA"), mine, id);
    expect(record).toMatchObject({ anonymous: true, created_by: null, supplier_id: null });
    const colleague = await personWith(world, "supplier_admin", world.ids.supplierA);
    await refusal(readRecord(colleague, mine, id), "not_found");
    await refusal(readRecord(await world.as("supplierB"), mine, id), "not_found");
    await refusal(step("supplierB", id, "reopen", { reason: "我也问" }), "not_found");
  });

  test("绕过程序直接查数据库：同公司的同事也读不到，提交人读得到", async () => {
    const id = await suggest("supplierA");
    const { database } = engine;
    const readBy = (person: string | null) =>
      database.transaction({ role: "supplier", userId: person ?? "", supplierId: world.ids.supplierA }, async () => {
        const found = sql`select title from homepage_suggestion where id = ${id}`;
        return (await found.execute(database.connection())).rows.length;
      });
    const colleague = await personWith(world, "supplier_admin", world.ids.supplierA);
    expect([await readBy(colleague.actor.id), await readBy(world.accounts.supplierA)]).toEqual([0, 1]);
  });

  test("不发消息，但提交人在首页看到有回复等着评价", async () => {
    const id = await suggest("planner");
    const waiting = async () =>
      (await stateCounts(await world.as("planner"))).filter(({ todo }) => todo === "查看回复并评价");
    const before = (await waiting())[0]?.count ?? 0;
    await step("admin", id, "answer", { input: { text: "已经提醒" } });
    expect((await waiting())[0]?.count).toBe(before + 1);
  });

  test("防止滥用：日志审计员看得到匿名提交人，廉洁举报的监察人员看不到", async () => {
    const id = await suggest("supplierA");
    const auditor = await personWith(world, "log_auditor");
    const { name } = await world.actor("supplierA");
    expect(JSON.stringify(await recordModel(auditor, handled, id))).toContain(name);
    const report = await suggest("planner", { category: "integrity", content: "某采购员收受礼品，请核查。" });
    const supervisor = await personWith(world, "supervisor");
    const seen = JSON.stringify(await recordModel(supervisor, screenOf("system-management/integrity-report"), report));
    for (const mark of await marksOf("planner")) expect(seen).not.toContain(mark);
    await refusal(readRecord(auditor, handled, report), "not_found");
  });

  test("提交人不能关注匿名建议，否则名字会出现在关注的人里", async () => {
    const id = await suggest("qa");
    const { message } = await refusal(
      watchRecord(await world.as("qa"), { entity: world.entity(SUGGESTION), screen: mine, id, on: true }),
      "own_rule",
    );
    expect(message).toContain("匿名提交的单据不能关注");
  });

  test("不勾选匿名的照旧：姓名和公司都在", async () => {
    const id = await suggest("supplierB", { anonymous: "0" });
    const { record, labels } = await readRecord(await world.as("admin"), handled, id);
    const { id: person, supplierId } = await world.actor("supplierB");
    expect(record).toMatchObject({ created_by: person, supplier_id: supplierId, author_id: null, page_path: PAGE });
    expect(labels.get("created_by")).not.toBe("匿名用户");
  });

  test("匿名的也算在每人每天10条里", async () => {
    for (let count = 0; count < 10; count += 1) await suggest("warehouse");
    const { complaints } = await refusal(suggest("warehouse", { anonymous: "0" }), "invalid");
    expect(complaints?.map(({ message }) => message)).toEqual(["今日提交次数已达上限"]);
  });
});

test("从哪一页打开，相关页面就先填哪一页；没有来路就空着", async () => {
  const isFilled = async (page?: string) => {
    const model = await newFormModel(await world.as("qa"), mine, page === undefined ? {} : { page });
    return JSON.stringify(model).includes("/purchase-orders/purchase-order");
  };
  expect(await isFilled("/purchase-orders/purchase-order")).toBe(true);
  expect(await isFilled()).toBe(false);
});
