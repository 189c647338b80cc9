import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { historyPage } from "~/engine/screen/history-page.server";
import { listModel } from "~/engine/screen/list-model.server";
import { keepOrigin, listOriginOf, originHref } from "~/engine/screen/list-origin.server";
import { readListQuery } from "~/engine/screen/list-query.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { statesModel } from "~/engine/screen/states-model.server";
import { navOf, topTabs } from "~/engine/session/menu.server";
import { openSession, takeNotices } from "~/engine/session/session.server";
import type { AccountName } from "../../support/company";
import { confirmed, ORDER, order, refusal, released, seen, stored, transition } from "../../support/orders";
import { countQueries } from "../../support/queries";
import { signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(ORDER);
const SUPPLIER = "supplier-management/supplier";

const from = (query: string) => new URLSearchParams({ from: query });

describe("关联单据", () => {
  test("订单指向合同，合同、供应商、物料列出订单，各带状态、要点和去处", async () => {
    const { id, number } = await released(world);
    const buyer = await world.as("buyerA");
    const ofOrder = await recordModel(buyer, screen, id);
    expect(ofOrder.related).toMatchObject({
      here: { label: "采购订单", text: number },
      groups: [
        {
          label: "合同",
          side: "before",
          total: "1",
          items: [
            {
              href: `/contract-management/contract/${world.ids.contractA}`,
              state: { label: "执行中", tone: "running" },
              fact: { label: "合同结束日期", text: "2025-12-31" },
            },
          ],
        },
      ],
    });
    const ofContract = await recordModel(buyer, world.screen("contract-management/contract"), world.ids.contractA);
    const orders = ofContract.related?.groups.find((group) => group.label === "采购订单");
    expect(orders?.side).toBe("after");
    expect(orders?.items[0]).toMatchObject({ text: number, state: { label: "待供应商确认" } });
    expect(orders?.items[0]?.fact?.text).toContain("4,881.63");
    const ofMaterial = await recordModel(buyer, world.screen("master-data/material"), world.ids.corn);
    const ofCorn = ofMaterial.related?.groups.find((group) => group.label === "采购订单");
    expect(ofCorn?.items.map(({ text }) => text)).toContain(number);
  });

  test("供应商看得到采购员的姓名，但没有打不开的链接；自己的供应商资料打得开", async () => {
    const { id } = await released(world);
    const { sections } = await recordModel(await world.as("supplierA"), screen, id);
    const facts = sections.flatMap((section) => (section.kind === "facts" ? section.facts : []));
    const fact = (label: string) => facts.find((one) => one.label === label);
    expect(fact("采购员")?.text).toBeTruthy();
    expect(fact("采购员")).not.toHaveProperty("href");
    expect(fact("供应商")).toHaveProperty("href");
  });

  test("最多列五张，其余到筛选好的列表里看，数目相同", async () => {
    for (let made = 0; made < 6; made += 1) await released(world);
    const buyer = await world.as("buyerA");
    const { related } = await recordModel(buyer, world.screen(SUPPLIER), world.ids.supplierA);
    const orders = related?.groups.find((group) => group.label === "采购订单");
    expect(orders?.items).toHaveLength(5);
    expect(orders?.allHref).toBe(`/${ORDER}?supplier_id=${world.ids.supplierA}`);
    const list = await listModel(buyer, screen, new URLSearchParams({ supplier_id: world.ids.supplierA }));
    expect(list.total).toBe(`${orders?.total} 条`);
    const ofContract = await recordModel(buyer, world.screen("contract-management/contract"), world.ids.contractA);
    expect(ofContract.related?.groups.find((group) => group.label === "采购订单")?.allHref).toBe(
      `/${ORDER}?contract_id=${world.ids.contractA}`,
    );
  });

  test("看不到的不出现：别的采购组、没有权限的角色、还没下达的对供应商", async () => {
    const { id, number } = await order(world, await world.as("buyerA"));
    const names = async (account: AccountName, key: string, record: string) =>
      JSON.stringify((await recordModel(await world.as(account), world.screen(key), record)).related ?? null);
    expect(await names("buyerA", SUPPLIER, world.ids.supplierA)).toContain(number);
    expect(await names("buyerB", SUPPLIER, world.ids.supplierA)).not.toContain("采购订单");
    expect(await names("masterData", SUPPLIER, world.ids.supplierA)).not.toMatch(/采购订单|"合同"/);
    expect(await names("supplierA", "contract-management/contract", world.ids.contractA)).not.toContain(number);
    await transition(world, { context: await world.as("buyerA"), id, name: "submit" });
    await transition(world, { context: await world.as("buyerA"), id, name: "release", more: { reason: "测试" } });
    expect(await names("supplierA", "contract-management/contract", world.ids.contractA)).toContain(number);
    // A warehouse keeper may open orders and no contracts.
    expect(await names("warehouse", ORDER, id)).toBe("null");
  });
});

describe("列表里的前后记录", () => {
  const all: string[] = [];
  beforeAll(async () => {
    for (const day of ["2025-03-03", "2025-03-04", "2025-03-04", "2025-03-05", "2025-03-06"]) {
      const urgent = all.length % 2 === 0 ? "1" : "0";
      all.push((await order(world, await world.as("buyerA"), { order_date: day, urgent, remark: "前后" })).id);
    }
  });

  /** Walks from the first row on by the links; answers the ids in the order in which they came. */
  async function walk(account: AccountName, query: string): Promise<{ ids: string[]; places: string[] }> {
    const context = await world.as(account);
    const { rows } = await listRecords(context, screen, readListQuery(screen, new URLSearchParams(query)));
    let href: string | undefined = `/${ORDER}/${rows[0]?.id}?${from(query)}`;
    const ids: string[] = [];
    const places: string[] = [];
    while (href) {
      const url: URL = new URL(href, "http://portal.test");
      const id = url.pathname.split("/").at(-1) ?? "";
      const { way } = await recordModel(context, screen, id, { params: url.searchParams });
      ids.push(id);
      places.push(way?.place ?? "");
      href = way?.next;
    }
    return { ids, places };
  }

  test.each([
    ["默认次序", "size=100"],
    ["按日期倒序", "size=100&sort=-order_date"],
    ["按日期顺序", "size=100&sort=order_date"],
    ["按供应商名称和金额", "size=100&sort=supplier_id&sort=-amount"],
    ["按可能为空的列顺序", "size=100&sort=confirm_deadline"],
    ["按可能为空的列倒序", "size=100&sort=-confirm_deadline"],
    ["按合同", "size=100&sort=contract_id"],
    ["有筛选", "size=100&urgent=1&state=draft"],
  ])("%s：一路「下一条」与列表的次序相同", async (_label, query) => {
    const context = await world.as("buyerA");
    const { rows } = await listRecords(context, screen, readListQuery(screen, new URLSearchParams(query)));
    const { ids, places } = await walk("buyerA", query);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(places).toEqual(rows.map((_row, position) => `第 ${position + 1} / ${rows.length} 条`));
  });

  test("供应商也一样，只走自己看得到的", async () => {
    const context = await world.as("supplierA");
    await released(world);
    const { rows } = await listRecords(context, screen, readListQuery(screen, new URLSearchParams("size=100")));
    expect((await walk("supplierA", "size=100")).ids).toEqual(rows.map(({ id }) => id));
  });

  test("「上一条」是「下一条」的反向", async () => {
    const context = await world.as("buyerA");
    const { ids } = await walk("buyerA", "size=100&sort=-amount");
    const second = await recordModel(context, screen, ids[1] ?? "", { params: from("size=100&sort=-amount") });
    expect(second.way?.previous).toContain(ids[0]);
  });

  test("办理之后不再符合筛选，仍然知道下一条，回到原来的列表", async () => {
    const context = await world.as("buyerA");
    const { ids } = await walk("buyerA", "size=100&state=draft&sort=order_date");
    await transition(world, { context, id: ids[0] ?? "", name: "submit" });
    const { way, backHref } = await recordModel(context, screen, ids[0] ?? "", {
      params: from("state=draft&sort=order_date"),
    });
    expect(way?.next).toContain(ids[1]);
    expect(way).not.toHaveProperty("place");
    expect(backHref).toBe(`/${ORDER}?state=draft&sort=order_date`);
  });

  test("返回列表时回到记录所在的页，每页的链接都带着来路", async () => {
    const context = await world.as("buyerA");
    const list = await listModel(context, screen, new URLSearchParams("size=10&sort=order_date&page=1"));
    const href = list.table.rows.at(-1)?.href ?? "";
    const url = new URL(href, "http://portal.test");
    expect(url.searchParams.get("from")).toBe("sort=order_date&size=10&page=1");
    const last = await recordModel(context, screen, url.pathname.split("/").at(-1) ?? "", { params: url.searchParams });
    expect(last.backHref).toBe(`/${ORDER}?sort=order_date&size=10`);
    const next = new URL(last.way?.next ?? "", "http://portal.test");
    expect(next.searchParams.get("from")).toBe("sort=order_date&size=10&page=2");
    // Files and paper lead nowhere from which one would come back.
    const pages = last.actions.filter((action) => !/\/(print|export|new)(\?|$)/.test(action.href));
    for (const action of pages) expect(action.href).toContain("?from=");
    for (const address of [last.statesHref, last.watch?.action, last.comments?.form?.action])
      expect(address).toContain("?from=");
  });

  test("来路只认这个列表自己的条件，其余一概不要", async () => {
    const params = from("state=draft&sort=approved_nothing&evil=https%3A%2F%2Fx.test&size=7&page=-3");
    const origin = listOriginOf(screen, params);
    expect(originHref(screen, origin)).toBe(`/${ORDER}?state=draft&size=10`);
    expect(listOriginOf(screen, new URLSearchParams({ from: "x".repeat(5000) }))).toBeNull();
    expect(originHref(screen, null)).toBe(`/${ORDER}`);
    expect(keepOrigin({ action: "/a", cancelHref: "/b" }, null)).toEqual({ action: "/a", cancelHref: "/b" });
    expect(keepOrigin({ action: "/a", cancelHref: "/b" }, origin).action).toMatch(/^\/a\?from=/);
  });

  test("直接打开的单据没有前后", async () => {
    const { way } = await recordModel(await world.as("buyerA"), screen, all[0] ?? "");
    expect(way).toBeUndefined();
  });
});

describe("变更记录", () => {
  test("新建时写下了什么都在，没填的和没勾的不在，供应商看不到的仍然看不到", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer, { remark: "首批" });
    const { history } = await recordModel(buyer, screen, id);
    const [made] = history;
    expect(made).toMatchObject({ what: "新建", who: "甲采购" });
    const given = new Map(made?.changes.map(({ label, to }) => [label, to]));
    expect(given.get("供应商")).toContain("甲供应商");
    expect(given.get("备注")).toBe("首批");
    expect(given.get("订单明细 10 · 数量")).toBe("1,000");
    expect(given.has("加急")).toBe(false);
    expect(given.has("批准金额")).toBe(false);
    expect(made?.changes.every((change) => !("from" in change))).toBe(true);
  });

  test("很长的新建只记前两百项，并说出还有多少", async () => {
    const { ids } = world;
    const line = { material_id: ids.corn, qty: "1", price: "1", required_date: "2025-03-20" };
    const { id } = await order(world, await world.as("buyerA"), { items: Array.from({ length: 40 }, () => line) });
    const { history } = await recordModel(await world.as("buyerA"), screen, id);
    const changes = history[0]?.changes ?? [];
    // What suppliers read and what they do not is kept apart, two hundred of each at most.
    expect(changes.length).toBeLessThanOrEqual(2 * 201);
    expect(changes.length).toBeLessThan(40 * 8);
    expect(changes.filter(({ to }) => /^其余\d+项未列出$/.test(to ?? ""))).toHaveLength(1);
  });

  test("只改了供应商看不到的字段时，供应商连改过都不知道", async () => {
    const { id } = await released(world);
    const before = (await recordModel(await world.as("supplierA"), screen, id)).history.length;
    const entity = world.entity(ORDER);
    const hidden = Object.keys(entity.fields).find((name) => entity.fields[name].options.hiddenFromSuppliers);
    expect(hidden).toBeDefined();
    const buyer = await world.as("buyerA");
    const change = { path: hidden ?? "", label: "批准金额", from: "1", to: "2", fromText: "1", toText: "2" };
    const record = await stored(world, id);
    await inTransaction(buyer, () =>
      audit(buyer, entity, record, { action: "update", label: "修改", changes: [change], reason: null }),
    );
    expect((await recordModel(await world.as("supplierA"), screen, id)).history).toHaveLength(before);
    expect((await recordModel(buyer, screen, id)).history[0]?.what).toBe("修改");
  });

  test("超过五十条时分页，别的供应商打不开", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    for (let time = 0; time < 55; time += 1) {
      const { version } = await seen(world, buyer, id);
      await updateRecordBy(buyer, { screen, id, version, values: { remark: `第${time}次` } });
    }
    const model = await recordModel(buyer, screen, id);
    expect(model.history).toHaveLength(50);
    expect(model.historyHref).toBe(`/${ORDER}/${id}/history`);
    const first = await historyPage(buyer, screen, id, new URLSearchParams());
    expect([first.entries.length, first.previous]).toEqual([50, undefined]);
    const second = await historyPage(buyer, screen, id, new URLSearchParams({ page: "2" }));
    expect(second.entries.map(({ what }) => what)).toEqual([...Array(5).fill("修改"), "新建"]);
    expect(second.next).toBeUndefined();
    await refusal(historyPage(await world.as("supplierB"), screen, id, new URLSearchParams()), "not_found");
  });
});

describe("流程图", () => {
  test("标出当前状态和走过的路，供应商只看到自己能看到的步骤", async () => {
    const { id } = await confirmed(world);
    const staff = await statesModel(await world.as("buyerA"), screen, id, new URLSearchParams());
    expect(staff.state).toEqual({ label: "执行中", tone: "running" });
    expect(staff.picture).toContain('data-state="confirmed" data-tone="running" data-current=""');
    expect(staff.picture.match(/data-taken=""/g)?.length).toBeGreaterThanOrEqual(3);
    expect(staff.table.rows.map(({ id: name }) => name)).toEqual(Object.keys(world.entity(ORDER).transitions ?? {}));
    const supplier = await statesModel(await world.as("supplierA"), screen, id, new URLSearchParams());
    expect(supplier.picture.match(/data-taken=""/g)?.length ?? 0).toBeLessThan(
      staff.picture.match(/data-taken=""/g)?.length ?? 0,
    );
    await refusal(statesModel(await world.as("supplierB"), screen, id, new URLSearchParams()), "not_found");
  });

  test("没有流程的资料没有流程图", async () => {
    const context = await world.as("masterData");
    const material = world.screen("master-data/material");
    expect(await recordModel(context, material, world.ids.corn)).not.toHaveProperty("statesHref");
    await refusal(statesModel(context, material, world.ids.corn, new URLSearchParams()), "not_found");
  });
});

describe("查询次数", () => {
  test.each(["buyerA", "supplierA"] as const)(
    "%s 打开一张单据，连同会话和外框不超过12次，不随行数增加",
    async (account) => {
      const { id } = await released(world);
      const token = await signIn(world, account);
      const open = async () => {
        const session = await openSession(world.engine, token, { requestId: "x", ip: "", channel: "page" });
        if (!session) throw new Error("no session");
        const { context } = session;
        await topTabs(context);
        await navOf(context, "top-purchase");
        await takeNotices(context);
        return recordModel(context, screen, id, { params: from(`sort=-amount`), looking: true });
      };
      await open();
      const before = await countQueries(world.engine.database, open);
      expect(before.length).toBeGreaterThan(5);
      expect(before.length, before.join("\n")).toBeLessThanOrEqual(12);
      for (let made = 0; made < 3; made += 1) await released(world);
      expect(await countQueries(world.engine.database, open)).toHaveLength(before.length);
    },
  );
});
