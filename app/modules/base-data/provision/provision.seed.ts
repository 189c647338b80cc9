import { z } from "zod";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { TEXTS } from "./provision-texts";

const KEY = "base-data/provision";
const RECEIPT = "base-data/provision-receipt";

interface Published {
  daysAgo: number;
  title: string;
  category: string;
  body: string;
  must_accept: boolean;
  /** Days to accept after the publication. */
  days: number;
  /** Of ten suppliers so many have not answered; the two that people sign in as have, where `signedInWait` is not said. */
  silent: number;
  signedInWait?: true;
}

/** The oldest first; the second of a title replaces the first. */
const PUBLISHED: readonly Published[] = [
  {
    daysAgo: 540,
    title: "采购管理规定",
    category: "purchase",
    body: TEXTS.purchase,
    must_accept: true,
    days: 30,
    silent: 0,
  },
  {
    daysAgo: 420,
    title: "交货管理规定",
    category: "delivery",
    body: TEXTS.delivery,
    must_accept: true,
    days: 21,
    silent: 0,
  },
  {
    daysAgo: 330,
    title: "供应商廉洁规定",
    category: "integrity",
    body: TEXTS.integrity,
    must_accept: true,
    days: 30,
    silent: 0,
  },
  {
    daysAgo: 250,
    title: "包装与托盘规定",
    category: "quality",
    body: TEXTS.packaging,
    must_accept: false,
    days: 30,
    silent: 3,
  },
  {
    daysAgo: 180,
    title: "采购管理规定",
    category: "purchase",
    body: TEXTS.purchaseNext,
    must_accept: true,
    days: 30,
    silent: 0,
  },
  {
    daysAgo: 35,
    title: "对账与结算规定",
    category: "settlement",
    body: TEXTS.settlement,
    must_accept: true,
    days: 28,
    silent: 1,
  },
  {
    ...{ daysAgo: 5, title: "质量管理规定", category: "quality", body: TEXTS.quality, must_accept: true, days: 15 },
    silent: 5,
    signedInWait: true,
  },
];

/** Accounts of the demo whose passwords are known. */
const SIGNED_IN = ["supplier1", "supplier2"];

/** Provisions in every state over eighteen months; most suppliers accept in time, some late, few not yet. */
async function demoProvisions(pen: DemoPen): Promise<void> {
  const { entity } = pen.screen(KEY);
  const receipts = pen.screen(RECEIPT).entity;
  const legal = await pen.person("legal1");
  const by = (days: number, hour = 10) => pen.context(pen.moment(pen.daysAgo(days), hour), legal);
  const accounts = await unscopedRows(
    pen.context(pen.moment(pen.daysAgo(0), 0)),
    "system-management/user",
    ["accountname", "supplier_id"],
    [where.set("supplier_id"), where.eq("state", "active")],
  );
  const accountOf = new Map(accounts.map(({ accountname, supplier_id }) => [supplier_id, accountname]));
  const answer = async (one: Published, provisionId: string) => {
    const asked = await unscopedRows(by(0), RECEIPT, ["id", "supplier_id"], [where.eq("provision_id", provisionId)]);
    for (const [index, { id, supplier_id }] of asked.entries()) {
      const account = accountOf.get(supplier_id);
      if (!account) continue;
      const waits = SIGNED_IN.includes(account) ? one.signedInWait === true : index % 10 < one.silent;
      // Most within the first days, every twelfth after the deadline.
      const after = index % 12 === 11 ? one.days + 3 : 1 + ((index * 7) % Math.max(2, Math.min(one.days - 2, 14)));
      const day = one.daysAgo - after;
      if (day < 0) continue;
      const at = pen.moment(pen.daysAgo(day), 8 + (index % 9), (index * 13) % 60);
      const context = { ...pen.context(at, await pen.person(account)), ip: `183.60.${20 + (index % 40)}.${5 + index}` };
      // Some of those who have not accepted have opened it.
      if (waits && index % 2 === 1) continue;
      await ask(context, { entityKey: RECEIPT, name: "text", input: { id, looking: true }, answer: z.unknown() });
      if (!waits) await applyTransition(context, { entity: receipts, id, name: "accept", input: { read_to_end: "1" } });
    }
  };
  for (const one of PUBLISHED) {
    const { daysAgo, title, category, body, must_accept, days } = one;
    const { id } = await pen.create(by(daysAgo + 3), KEY, {
      ...{ title, category, body, effective_date: pen.daysAgo(daysAgo), accept_deadline: pen.daysAgo(daysAgo - days) },
      must_accept: must_accept ? "1" : "",
    });
    await applyTransition(by(daysAgo), { entity, id, name: "publish" });
    await answer(one, id);
    if (title === "包装与托盘规定")
      await applyTransition(by(90), { entity, id, name: "withdraw", reason: "内容并入交货管理规定" });
    if (title === "对账与结算规定") await applyTransition(by(3, 15), { entity, id, name: "remind" });
    // Of the delivery rules a revision is being written.
    if (title === "供应商廉洁规定") {
      const [delivery] = await unscopedRows(by(0), KEY, ["id"], [where.eq("title", "交货管理规定")]);
      if (delivery)
        await applyTransition(by(2), { entity, id: delivery.id, name: "revise", reason: "增加包装与托盘的要求" });
    }
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: KEY,
  least: {
    needs: [],
    sample: ({ serial }) => ({
      title: `样例规定${serial}`,
      category: "delivery",
      body: "一、送货\n请提前一天预约。",
      effective_date: "2035-01-01",
    }),
  },
  rows: {
    names: ["provision"],
    target: "provision",
    async make({ add, move }) {
      await add("provision", {
        title: "收货现场规定",
        category: "delivery",
        body: "一、安全\n进厂请戴安全帽。",
        effective_date: "2035-01-01",
      });
      await move("provision", "publish");
    },
  },
  demo: demoProvisions,
});
