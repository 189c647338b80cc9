import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pdfFile } from "~/engine/output/pdf-thread.server";
import { printCode } from "~/engine/output/print-code.server";
import type { PrintDocument, PrintTable } from "~/shared/print-document";
import { howMany } from "../../support/length";
import { pdfPages } from "../../support/pdf-text";

const AT = "2026-11-21T01:00:00.000Z";

function paper(more: Partial<PrintDocument> = {}): PrintDocument {
  return {
    title: "采购订单",
    head: { title: "", name: "测试食品有限公司", facts: [{ label: "注册地址", text: "测试市测试路1号" }] },
    number: { label: "采购订单号", text: "CG20250310-0001" },
    mark: null,
    qr: printCode("http://portal.test/web/purchase-orders/purchase-order/1"),
    parties: [],
    parts: [],
    sums: [],
    words: null,
    clauses: [],
    signatures: [],
    landscape: false,
    foot: "采购订单 CG20250310-0001 · 版本1",
    ...more,
  };
}

function table(rows: string[][]): PrintTable {
  const columns = ["行", "物料名称", "含税金额"].map((label, index) => ({
    label,
    align: index === 1 ? ("start" as const) : ("end" as const),
  }));
  return { columns, rows, totals: ["合计", "", "1.00"] };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_none, index) => [`${index + 1}`, `物料${index + 1}号`, "1.00"]);

describe("PDF 文件", () => {
  test("内容相同，字节相同；内容或日期不同，字节不同", async () => {
    const document = paper({ parts: [{ kind: "table", title: "明细", ...table(lines(60)) }] });
    const first = Buffer.from(await pdfFile(document, AT));
    expect(first.equals(await pdfFile(document, AT))).toBe(true);
    expect(first.equals(await pdfFile(document, "2026-11-22T01:00:00.000Z"))).toBe(false);
    expect(first.equals(await pdfFile(paper(), AT))).toBe(false);
    expect(first.toString("latin1", 0, 5)).toBe("%PDF-");
  });

  test("单号、页眉、页码都在，字体嵌在文件里", async () => {
    const file = await pdfFile(paper({ mark: "草稿" }), AT);
    const [page = "", ...more] = pdfPages(file);
    expect(more).toEqual([]);
    for (const text of ["测试食品有限公司", "采购订单号：CG20250310-0001", "草稿", "第1页/共1页"])
      expect(page).toContain(text);
    expect(Buffer.from(file).toString("latin1")).toMatch(/\/FontFile2 \d+ 0 R/);
  });

  test("签字栏不单独占一页：前面的最后一条与它同页", async () => {
    for (const count of [30, 31, 33]) {
      const parts = [{ kind: "table" as const, title: "明细", ...table(lines(count)) }];
      const signatures = ["需方（盖章）", "供方（盖章）"];
      const sums = [{ label: "含税金额", text: "1.00" }];
      const withClauses = pdfPages(
        await pdfFile(paper({ parts, sums, signatures, clauses: ["先验收。", "后付款。"] }), AT),
      );
      expect(withClauses.at(-1), `${count} rows`).toContain("后付款。");
      expect(withClauses.at(-1)).toContain("签字：");
      const without = pdfPages(await pdfFile(paper({ parts, sums, signatures }), AT));
      expect(without.at(-1), `${count} rows`).toMatch(/含税金额1\.00/);
    }
  });

  test("一千行明细：每一行都在、只在一页上，每页都有表头和页码", async () => {
    const pages = pdfPages(
      await pdfFile(paper({ parts: [{ kind: "table", title: "明细", ...table(lines(1000)) }] }), AT),
    );
    expect(pages.length).toBeGreaterThan(15);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain("行物料名称含税金额");
      expect(page).toContain(`第${index + 1}页/共${pages.length}页`);
    }
    const whole = pages.join("");
    const found = [...whole.matchAll(/物料(\d+)号/g)].map(([, number]) => Number(number));
    expect(found).toEqual(Array.from({ length: 1000 }, (_none, index) => index + 1));
    expect(whole.split("合计")).toHaveLength(2);
  });

  test("比一页还长的格子分到几页，不丢字", async () => {
    const long = Array.from({ length: 400 }, (_none, index) => `第${index}段。`).join("\n");
    const parts: PrintDocument["parts"] = [
      { kind: "facts", title: "说明", facts: [{ label: "备注", text: long }] },
      { kind: "table", title: "明细", ...table([["1", long, "1.00"]]) },
    ];
    const whole = pdfPages(await pdfFile(paper({ parts }), AT)).join("");
    for (const index of [0, 199, 399]) expect(whole.split(`第${index}段。`)).toHaveLength(3);
  });

  test("任何文字都画得出来，字体里没有的字也不出错", async () => {
    const texts = [
      "عربي ﷽ हिन्दी 😀👨‍👩‍👧 𠮷 \u0000\ud800\udc00\udc00",
      "",
      "\n\n",
      ...fc.sample(fc.string({ unit: "binary", maxLength: 60 }), {
        numRuns: howMany({ usual: 150, full: 3_000 }),
        seed: 41,
      }),
    ];
    const facts = texts.map((text) => ({ label: text, text }));
    for (const one of texts.slice(0, 2)) {
      const document = paper({
        title: one,
        head: { title: one, name: one, facts: facts.slice(0, 3) },
        parties: [{ title: one, name: one, facts: facts.slice(0, 20) }],
        parts: [
          { kind: "facts", title: one, facts },
          { kind: "table", title: one, ...table(texts.map((text) => [one, text, text])) },
        ],
        sums: facts.slice(0, 5),
        words: { label: one, text: one },
        clauses: texts.slice(0, 20),
        signatures: [one, one],
        mark: one,
        foot: one,
      });
      expect((await pdfFile(document, AT)).length).toBeGreaterThan(1000);
    }
  });
});

test("二维码的每一格都在路径里", () => {
  const { size, path } = printCode("http://portal.test/web/1");
  const dark = [...path.matchAll(/h(\d+)v1/g)].reduce((sum, [, width]) => sum + Number(width), 0);
  expect(path).toMatch(/^M2 2h7v1h-7z/);
  expect(dark).toBeGreaterThan((size * size) / 4);
});
