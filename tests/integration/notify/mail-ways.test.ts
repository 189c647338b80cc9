import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { deliverMail } from "~/engine/mail/worker.server";
import { sendDailyDigests } from "~/engine/notify/daily-digest.server";
import { notify } from "~/engine/notify/notify.server";
import { loader as openRecordPage } from "~/routes/_shell.$module.$screen.$id._index";
import { loader as openMove } from "~/routes/_shell.$module.$screen.$id.$transition";
import type { AccountName } from "../../support/company";
import { released, transition } from "../../support/orders";
import { openWorld } from "../../support/world";
import { answer, args, browser } from "../session/guard-support";

const ORIGIN = "https://portal.example.com";
const ORDER = "purchase-orders/purchase-order";
const SUPPLIER = "supplier-management/supplier";
const UNKNOWN = "0198d5a0-0000-7000-8000-000000000000";

const world = await openWorld();
afterAll(() => world.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await run(sql`update app_user set email = accountname || '@example.com'`);

/** The mails that wait, as they leave, by their subject; what was there before is gone. */
async function delivered(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const send = async (mail: { subject: string; text: string }) => void texts.set(mail.subject, mail.text);
  await deliverMail(world.engine, { send }, ORIGIN);
  return texts;
}

const endingWith = (texts: ReadonlyMap<string, string>, words: string) =>
  [...texts]
    .find(([subject]) => subject.includes(words))?.[1]
    .split("\n")
    .at(-1);

async function opened(account: AccountName, address: string) {
  const { token } = await browser(world, account);
  const [, module = "", screen = "", id = "", move] = address.split("?")[0]?.split("/") ?? [];
  if (move !== undefined)
    return answer(openMove(args(address, token, { params: { module, screen, id, transition: move } })));
  return answer(openRecordPage(args(address, token, { params: { module, screen, id } })));
}

test("邮件都带着去处：要求办理的到那一步，其余的到单据", async () => {
  const { id } = await released(world);
  expect(endingWith(await delivered(), "采购订单")).toBe(`查看：${ORIGIN}/web/${ORDER}/${id}/confirm?asked=1`);
  await transition(world, { context: await world.as("buyerA"), id, name: "hold", more: { reason: "盘点" } });
  expect(endingWith(await delivered(), "已暂停")).toBe(`查看：${ORIGIN}/web/${ORDER}/${id}`);
});

test("不说要办什么、也没有自己去处的消息到单据的第一个页面；在别的页面看得到的人被带过去，看不到的与不存在的一样", async () => {
  const id = world.ids.supplierA;
  await notify(world.system(), {
    scenario: "supplier.supplement",
    values: { sections: "资质", due: "2030-01-05" } as never,
    toSuppliers: [id],
    record: { entity: SUPPLIER, id },
  });
  const way = `/supplier-management/supplier-maintenance/${id}`;
  const [line = ""] = [...(await delivered()).values()].map((text) => text.split("\n").at(-1));
  expect(line).toBe(`查看：${ORIGIN}/web${way}`);
  expect(await opened("supplierA", way)).toMatchObject({ status: 302, to: `/supplier-management/supplier-info/${id}` });
  expect((await opened("buyerA", way)).status).toBe(200);
  const foreign = await opened("supplierB", way);
  const unknown = await opened("supplierB", way.replace(id, UNKNOWN));
  expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
  expect(foreign.to ?? null).toBeNull();
});

test("每日汇总的每一条都带着去处", async () => {
  const { id } = await released(world);
  await delivered();
  await run(sql`insert into notification_choice (user_id, scenario, wanted, mail)
    values (${world.accounts.supplierA}, 'order.progress', true, 'daily'), (${world.accounts.supplierA}, 'order.confirm-due', true, 'daily')`);
  const buyer = await world.as("buyerA");
  await transition(world, { context: buyer, id, name: "remind" });
  await transition(world, { context: buyer, id, name: "hold", more: { reason: "盘点" } });
  await delivered();
  expect(await sendDailyDigests(world.engine)).toBe(1);
  const text = [...(await delivered()).values()].at(0) ?? "";
  const ways = text.split("\n").filter((line) => line.includes("查看："));
  // Both happened at the same moment.
  expect(ways.map((line) => line.trim()).sort()).toEqual([
    `查看：${ORIGIN}/web/account/inbox`,
    `查看：${ORIGIN}/web/${ORDER}/${id}`,
    `查看：${ORIGIN}/web/${ORDER}/${id}/confirm?asked=1`,
  ]);
});

test("一条消息只能要求它的单据上有的一步", async () => {
  const told = { values: {} as never, record: { entity: SUPPLIER, id: UNKNOWN } };
  await expect(notify(world.system(), { scenario: "supplier.supplement", ...told, asks: "gone" })).rejects.toThrow(
    "gone",
  );
});
