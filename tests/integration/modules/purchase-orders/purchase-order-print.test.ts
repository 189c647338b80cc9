import { afterAll, describe, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import type { PrintDocument } from "~/shared/print-document";
import { ORDER, order, orderValues, refusal, released, stored, transition } from "../../../support/orders";
import { pdfPages } from "../../../support/pdf-text";
import { signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ORIGIN = "http://portal.test";

async function paper(account: Parameters<typeof world.as>[0], id: string): Promise<PrintDocument> {
  return (await printedRecord(await world.as(account), world.screen(ORDER), id, ORIGIN)).document;
}

function facts(of: readonly { label: string; text: string }[]): Record<string, string> {
  return Object.fromEntries(of.map(({ label, text }) => [label, text]));
}

describe("打印采购订单", () => {
  test("双方、明细、合计、大写、条款和签章", async () => {
    const { id } = await released(world);
    const { number } = await stored(world, id);
    const document = await paper("buyerA", id);
    expect(document).toMatchObject({
      title: "采购订单",
      number: { label: "采购订单号", text: number },
      mark: null,
      words: { label: "金额大写（人民币）", text: "肆仟捌佰捌拾壹元陆角叁分" },
      signatures: ["需方（盖章）", "供方（盖章）"],
      landscape: false,
      foot: `采购订单 ${number} · 版本1 · 待供应商确认`,
    });
    expect(document.head).toMatchObject({ name: "测试食品有限公司", facts: [{ label: "统一社会信用代码" }, {}] });
    expect(document.parties.map(({ title, name }) => [title, name])).toEqual([
      ["需方", "测试食品有限公司"],
      ["供方", "甲供应商"],
    ]);
    expect(facts(document.sums)).toMatchObject({ 含税金额: "¥4,881.63" });
    expect(document.clauses[0]).toContain("确认时限");
    expect(document.qr?.content).toBe(`${ORIGIN}/web/${ORDER}/${id}`);
    const table = document.parts.find((part) => part.kind === "table");
    expect(table).toMatchObject({
      columns: [
        { label: "行", align: "end" },
        { label: "物料编码", align: "start" },
        { label: "物料名称", align: "start" },
        { label: "规格" },
        { label: "单位" },
        { label: "数量", align: "end" },
        { label: "含税单价（¥）" },
        { label: "税率" },
        { label: "含税金额（¥）" },
        { label: "需求日期" },
      ],
      totals: ["合计", "", "", "", "", "", "", "", "4,881.63", ""],
    });
    expect(table?.kind === "table" ? table.rows[2] : []).toEqual([
      "30",
      "M003",
      "外箱",
      "40×30",
      "个",
      "200.5",
      "1.255",
      "13%",
      "251.63",
      "2025-03-10",
    ]);
  });

  test("分批交货的行列出每一批，只有一批的行不重复列出", async () => {
    const buyer = await world.as("buyerA");
    const whole = await released(world);
    expect((await paper("buyerA", whole.id)).parts.map(({ title }) => title)).toEqual(["", "订单明细"]);
    const { items } = orderValues(world);
    const [first, ...others] = Array.isArray(items) ? items : [];
    const schedules = [
      { plan_date: "2025-03-20", plan_qty: "400" },
      { plan_date: "2025-03-27", plan_qty: "600" },
    ];
    const split = await order(world, buyer, { items: [{ ...first, schedules }, ...others] });
    const table = (await paper("buyerA", split.id)).parts.find(({ title }) => title === "交货计划");
    expect(table).toMatchObject({
      kind: "table",
      columns: [{ label: "行" }, { label: "要求交期" }, { label: "计划数量" }],
      rows: [
        ["10 / 1", "2025-03-20", "400"],
        ["10 / 2", "2025-03-27", "600"],
      ],
    });
  });

  test("草稿和作废的单据打上标记", async () => {
    const buyer = await world.as("buyerA");
    const draft = await order(world, buyer);
    expect((await paper("buyerA", draft.id)).mark).toBe("草稿");
    await transition(world, { context: buyer, id: draft.id, name: "cancel", more: { reason: "测试" } });
    expect((await paper("buyerA", draft.id)).mark).toBe("已取消");
  });

  test("供应商的打印件没有内部字段，别人的单据打不出来", async () => {
    const { id } = await released(world, { remark: "随车带检验报告" });
    const own = await paper("supplierA", id);
    const text = JSON.stringify(own);
    expect(own.parties.map(({ name }) => name)).toEqual(["测试食品有限公司", "甲供应商"]);
    expect(facts(own.parties[1]?.facts ?? [])).toHaveProperty("统一社会信用代码");
    expect(text).toContain("M003");
    expect(text).toContain("随车带检验报告");
    for (const hidden of ["批准金额", "放行检查", "测试市测试路1号"]) expect(text).not.toContain(hidden);
    for (const account of ["supplierB", "buyerB"] as const) {
      await refusal(paper(account, id), "not_found");
      await refusal(recordPdf(await world.as(account), world.screen(ORDER), id, ORIGIN), "not_found");
    }
    await refusal(paper("expert", id), "forbidden");
  });
});

test("每一种单据和档案都有默认的打印件", async () => {
  await released(world);
  for (const screen of world.engine.registry.screens) {
    const shown = { filters: {}, toggles: [], sort: [], page: 1, size: 1, columns: [] };
    const [record] = (await listRecords(world.system(), screen, shown)).rows;
    if (!record) continue;
    const { document } = await printedRecord(world.system(), screen, record.id, ORIGIN);
    expect(document.title, screen.key).toBe(screen.entity.print?.title ?? screen.noun);
    expect(document.parts.length, screen.key).toBeGreaterThan(0);
  }
});

describe("PDF", () => {
  test("不管谁在什么时候导出，同样内容的字节相同；改了内容就不同", async () => {
    const { id } = await released(world);
    const screen = world.screen(ORDER);
    const first = await recordPdf(await world.as("buyerA"), screen, id, ORIGIN);
    world.clock.advance(3_600_000);
    const second = await recordPdf(await world.as("manager"), screen, id, ORIGIN);
    expect(first.name).toMatch(/^采购订单_CG\d{8}-\d{4}\.pdf$/);
    if (!(first.body instanceof Uint8Array && second.body instanceof Uint8Array)) throw new Error("expected bytes");
    expect(Buffer.from(first.body).equals(second.body)).toBe(true);
    const [page = ""] = pdfPages(first.body);
    for (const text of [String((await stored(world, id)).number), "肆仟捌佰捌拾壹元陆角叁分", "外箱", "第1页"])
      expect(page).toContain(text);
    await transition(world, { context: await world.as("supplierA"), id, name: "confirm" });
    const third = await recordPdf(await world.as("buyerA"), screen, id, ORIGIN);
    expect(third.body instanceof Uint8Array && Buffer.from(first.body).equals(third.body)).toBe(false);
  });

  test("接口给出文件，其他格式被拒绝，别人的单据找不到", async () => {
    const { id } = await released(world);
    const get = async (account: "supplierA" | "supplierB", query: string) => {
      const headers = { Authorization: await signIn(world, account) };
      const request = new Request(`${ORIGIN}/v2/${ORDER}/${id}/export${query}`, { headers });
      return world.services.rest.fetch(request, { requestId: "1", ip: "127.0.0.1" });
    };
    const answer = await get("supplierA", "?format=pdf");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");
    expect((await get("supplierA", "?format=docx")).status).toBe(400);
    expect((await get("supplierB", "?format=pdf")).status).toBe(404);
  });

  test("明细多到上限也打得出来，每行都在", async () => {
    const buyer = await world.as("buyerA");
    const items = Array.from({ length: 200 }, (_none, index) => ({
      material_id: world.ids.corn,
      qty: String(index + 1),
      price: "1",
      required_date: "2025-03-20",
    }));
    const { id } = await createRecord(buyer, { screen: world.screen(ORDER), values: orderValues(world, { items }) });
    const document = await paper("buyerA", id);
    const table = document.parts.find((part) => part.kind === "table");
    expect(table?.kind === "table" ? table.rows.length : 0).toBe(200);
    const { body } = await recordPdf(buyer, world.screen(ORDER), id, ORIGIN);
    const pages = body instanceof Uint8Array ? pdfPages(body) : [];
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages.slice(0, -1)) expect(page).toContain("物料编码");
  });
});
