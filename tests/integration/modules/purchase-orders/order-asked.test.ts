import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { loader as openRecordPage } from "~/routes/_shell.$module.$screen.$id._index";
import { action as makeMove, loader as openMove } from "~/routes/_shell.$module.$screen.$id.$transition";
import type { TransitionModel } from "~/ui/model/form";
import type { AccountName } from "../../../support/company";
import { deliveries, items, released, stored, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";
import { answer, args, browser } from "../../session/guard-support";

const world = await openWorld();
afterAll(() => world.close());

const PATH = "/purchase-orders/purchase-order";
const UNKNOWN = "0198d5a0-0000-7000-8000-000000000000";
const asked = (id: string, move = "confirm") => `${PATH}/${id}/${move}?asked=1`;

/** What a browser of this person gets for the address of a message. */
async function opened(account: AccountName, address: string) {
  const { token } = await browser(world, account);
  const [, module = "", screen = "", id = "", move = ""] = address.split("?")[0]?.split("/") ?? [];
  const got = await answer(openMove(args(address, token, { params: { module, screen, id, transition: move } })));
  return { ...got, token };
}

/** What the last message of a person leads to in the portal. */
async function lastEntry(account: AccountName, words: string) {
  const { entries } = await inboxModel(await world.as(account), new URLSearchParams());
  return entries.find((entry) => "title" in entry && entry.title.includes(words));
}

async function lastNotice(): Promise<string | undefined> {
  const { rows } = await sql<{ body: string }>`select body from notice order by created_at desc limit 1`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.body;
}

test("邮件和站内消息的链接直接打开确认页，页上有每批的数量、单价和交期，也能改去变更；提交就确认", async () => {
  const connection = world.engine.database.connection();
  await sql`update app_user set email = 'seller@example.com' where id = ${world.accounts.supplierA}`.execute(
    connection,
  );
  const { id } = await released(world);
  const { rows } = await sql<{ path: string }>`
    select path from mail_outbox where user_id = ${world.accounts.supplierA} order by created_at desc limit 1`.execute(
    connection,
  );
  expect(rows[0]?.path).toBe(asked(id));
  expect(await lastEntry("supplierA", "等待您确认")).toMatchObject({ href: asked(id) });
  const { status, body, token } = await opened("supplierA", asked(id));
  expect(status).toBe(200);
  const { model } = body as { model: TransitionModel };
  const planned = items(await stored(world, id)).flatMap((line) => deliveries(line));
  expect(planned.length).toBeGreaterThan(0);
  expect(model.lines?.columns.map(({ label }) => label)).toEqual([
    ...["行", "物料", "规格", "含税单价", "单位", "计划数量", "要求交期"],
  ]);
  expect(model.lines?.rows.map(({ cells }) => cells.at(-1)?.text)).toEqual(
    planned.map(({ plan_date }) => String(plan_date)),
  );
  expect(model.others?.map(({ label }) => label)).toEqual(["部分确认", "提出变更", "查看采购订单"]);
  const form = new URLSearchParams({ _csrf: model.secrets.csrf, _once: model.secrets.once, _version: model.version });
  const params = { module: "purchase-orders", screen: "purchase-order", id, transition: "confirm" };
  const post = {
    method: "POST",
    body: form,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    params,
  };
  expect(await answer(makeMove(args(model.action, token, post)))).toMatchObject({ status: 303, to: `${PATH}/${id}` });
  expect((await stored(world, id)).state).toBe("confirmed");
});

test("已经确认的、没有权限的到单据页并看到原因；别的供应商和不存在的一样；站内消息看不到的单据不给链接", async () => {
  const { id } = await released(world);
  const buyer = await opened("buyerA", asked(id));
  expect(buyer).toMatchObject({ status: 302, to: `${PATH}/${id}` });
  expect(await lastNotice()).toBe("您没有「确认订单」的权限，可以在这里查看单据");
  await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
  expect(await opened("supplierA", asked(id))).toMatchObject({ status: 302, to: `${PATH}/${id}` });
  expect(await lastNotice()).toBe("单据当前为「执行中」，不能确认订单");
  const { token } = await browser(world, "supplierA");
  expect((await answer(openRecordPage(args(`${PATH}/${id}`, token)))).status).toBe(200);
  const [foreign, unknown] = [await opened("supplierB", asked(id)), await opened("supplierB", asked(UNKNOWN))];
  expect(foreign.status).toBe(404);
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  expect(await opened("supplierA", `${PATH}/${id}/confirm`)).toMatchObject({ status: 400 });
  await sql`update purchase_order set released_at = null where id = ${id}`.execute(world.engine.database.connection());
  const { entries } = await inboxModel(await world.as("supplierA"), new URLSearchParams());
  expect(entries.filter((entry) => "href" in entry && entry.href.includes(id))).toEqual([]);
});

test("采购员从提议的消息直接到答复页", async () => {
  const { id } = await released(world);
  const [line] = items(await stored(world, id));
  const [delivery] = deliveries(line);
  await transition(world, {
    ...{ context: await world.as("supplierA"), id, name: "propose" },
    more: { reason: "原料晚到", lineInput: { [delivery?.id ?? ""]: { plan_qty: "1", plan_date: "2030-01-05" } } },
  });
  expect(await lastEntry("buyerA", "提出变更")).toMatchObject({ href: asked(id, "accept-change") });
  const { body } = await opened("buyerA", asked(id, "accept-change"));
  const { model } = body as { model: TransitionModel };
  expect(model.others?.map(({ label }) => label)).toContain("拒绝变更");
  expect(model.lines?.rows).toHaveLength(1);
});
