import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listWork } from "~/engine/operations/saved-views.server";
import { listModel, openList } from "~/engine/screen/list-model.server";
import { submitView } from "~/engine/screen/views-model.server";
import type { AccountName } from "../../support/company";
import { ORDER, refusal, submitted } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const LIST = `/${ORDER}`;

function post(context: Context, intent: string, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  form.set("_intent", intent);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return submitView(context, screen, form);
}

function save(context: Context, name: string, query: string) {
  return post(context, "save", { name, query });
}

/** The complaint beside the name, and what was typed. */
async function complaint(outcome: ReturnType<typeof post>): Promise<string | undefined> {
  const answered = await outcome;
  if (!("model" in answered) || !answered.model) return undefined;
  const { model } = answered;
  return model.save?.error ?? model.views.find((view) => "error" in view)?.error;
}

async function viewsOf(account: AccountName) {
  return (await listWork(await world.as(account), screen)).views;
}

async function idOf(account: AccountName, name: string): Promise<string> {
  return (await viewsOf(account)).find((view) => view.name === name)?.id ?? "";
}

function open(context: Context, query = "") {
  return openList(context, screen, new URLSearchParams(query));
}

describe("保存的视图", () => {
  test("记住条件、开关、排序和每页条数，不记页码；在列表上方成为链接", async () => {
    const buyer = await world.as("buyerA");
    const query = "state=draft&urgent_only=1&sort=-amount&sort=order_date&size=50&page=3&nonsense=1";
    expect(await save(buyer, " 大额草稿 ", query)).toMatchObject({ notice: "视图「大额草稿」已保存" });
    const kept = new URLSearchParams((await viewsOf("buyerA"))[0]?.query);
    expect(Object.fromEntries([...kept.keys()].map((name) => [name, kept.getAll(name)]))).toEqual({
      state: ["draft"],
      urgent_only: ["1"],
      sort: ["-amount", "order_date"],
      size: ["50"],
    });
    const shown = await listModel(
      buyer,
      screen,
      new URLSearchParams("size=50&sort=-amount&sort=order_date&urgent_only=1&state=draft"),
    );
    expect(shown.views.links.map(({ label, current }) => [label, current])).toEqual([
      ["全部", false],
      ["大额草稿", true],
    ]);
    // What is kept already is not offered for saving again.
    expect(shown.views.save).toBeUndefined();
    expect((await listModel(buyer, screen, new URLSearchParams("state=draft"))).views.save).toBeDefined();
  });

  test("名称不填、重复、太长、叫「全部」：说明写在旁边，别人的同名不算", async () => {
    const buyer = await world.as("buyerA");
    await save(buyer, "重名", "state=draft");
    expect(await complaint(save(buyer, "  ", "state=draft"))).toBe("请填写视图名称");
    expect(await complaint(save(buyer, "重名", "state=closed"))).toBe("已有名为「重名」的视图，请换一个名称");
    expect(await complaint(save(buyer, "长".repeat(21), "state=draft"))).toBe("名称最多20个字");
    expect(await complaint(save(buyer, "全部", "state=draft"))).toContain("全部");
    const other = await world.as("buyerB");
    expect(await save(other, "重名", "state=draft")).toMatchObject({ notice: "视图「重名」已保存" });
    expect((await viewsOf("buyerB")).map(({ name }) => name)).toEqual(["重名"]);
  });

  test("改名、删除", async () => {
    const buyer = await world.as("buyerA");
    await save(buyer, "甲", "state=draft");
    await save(buyer, "乙", "state=closed");
    const id = await idOf("buyerA", "甲");
    expect(await complaint(post(buyer, `rename ${id}`, { [`name.${id}`]: "乙" }))).toBe(
      "已有名为「乙」的视图，请换一个名称",
    );
    await post(buyer, `rename ${id}`, { [`name.${id}`]: "丙" });
    expect((await viewsOf("buyerA")).map(({ name }) => name)).toEqual(expect.arrayContaining(["乙", "丙"]));
    await post(buyer, `remove ${id}`);
    expect(await idOf("buyerA", "丙")).toBe("");
  });

  test("每个列表最多20个", async () => {
    const context = await world.as("planner");
    for (let count = 1; count <= 20; count += 1) await save(context, `视图${count}`, "state=draft");
    expect(await complaint(save(context, "第二十一", "state=draft"))).toBe("最多保存20个视图，请先删除不用的");
    expect(await viewsOf("planner")).toHaveLength(20);
  });

  test("别人的视图改不了、删不了、设不了默认，也看不到", async () => {
    await save(await world.as("manager"), "经理的", "state=released");
    const id = await idOf("manager", "经理的");
    for (const account of ["buyerA", "supplierA"] as const) {
      const context = await world.as(account);
      await refusal(post(context, `rename ${id}`, { [`name.${id}`]: "改了" }), "not_found");
      await refusal(post(context, `remove ${id}`), "not_found");
      await refusal(post(context, `default ${id}`), "not_found");
      expect(
        (await listModel(context, screen, new URLSearchParams("state=closed"))).views.links.map(({ label }) => label),
      ).not.toContain("经理的");
    }
    expect(await viewsOf("manager")).toMatchObject([{ id, name: "经理的", isDefault: false }]);
    await refusal(post(await world.as("manager"), "remove 不是编号"), "not_found");
    await refusal(post(await world.as("expert"), "save", { name: "x", query: "state=draft" }), "forbidden");
    await refusal(post(await world.as("manager"), "drop"), "malformed");
  });

  test("供应商也有自己的视图", async () => {
    const supplier = await world.as("supplierA");
    await save(supplier, "待确认", "state=released");
    expect((await viewsOf("supplierA")).map(({ name }) => name)).toEqual(["待确认"]);
    expect(await viewsOf("supplierB")).toEqual([]);
  });

  test("看不见的条件不会被保存，保存的内容也带不到别处", async () => {
    const supplier = await world.as("supplierB");
    await save(supplier, "怪", "//evil.example?x=1&state=released&password=1");
    expect((await viewsOf("supplierB"))[0]?.query).toBe("state=released");
  });
});

describe("默认视图", () => {
  test("不带参数打开列表时显示它，「全部」可以回去；别的条件照常", async () => {
    const context = await world.as("finance");
    await submitted(world);
    expect(await open(context)).toHaveProperty("model");
    await save(context, "已关闭的", "state=closed");
    await save(context, "草稿", "state=draft");
    await post(context, `default ${await idOf("finance", "已关闭的")}`);
    expect(await open(context)).toEqual({ href: `${LIST}?state=closed` });
    const narrowed = await open(context, "state=draft");
    expect(narrowed.model?.views.links[0]).toMatchObject({ label: "全部", href: `${LIST}?view=all`, current: false });
    const all = await open(context, "view=all");
    expect(all.model?.views.links[0]?.current).toBe(true);
    // Nothing on the page leads into the default view by being empty.
    const tab = all.model?.tabs[0]?.href;
    expect(tab).toBe(`${LIST}?view=all`);
    expect(narrowed.model?.clearHref).toContain("view=all");

    await post(context, `default ${await idOf("finance", "草稿")}`);
    expect((await viewsOf("finance")).filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(["草稿"]);
    await post(context, "plain");
    expect(await open(context)).toHaveProperty("model");
  });
});

test("是或否的条件写成 true 也是“是”：列表、标签和控件说的一样", async () => {
  const buyer = await world.as("buyerA");
  for (const [written, said, chosen] of [
    ["true", "是", "1"],
    ["1", "是", "1"],
    ["false", "否", "0"],
  ]) {
    const { chips, filters } = await listModel(buyer, screen, new URLSearchParams({ urgent: String(written) }));
    expect(chips.map(({ label }) => label)).toEqual([`加急：${said}`]);
    expect(filters.find(({ name }) => name === "urgent")?.values).toEqual([chosen]);
  }
});
