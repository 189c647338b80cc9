import { describe, expect, test } from "vitest";
import type { Table } from "~/ui/model/table";
import { rowsFacts, sentList, sentRecord } from "~/ui/table/drawn";
import { rowsHtml } from "~/ui/table/rows-html";

const address = { href: (to: string) => `/web${to}`, path: (to: string) => to };
const columns: Table["columns"] = [
  { key: "number", label: "单号", align: "start" },
  { key: "name", label: "名称", align: "start", wideOnly: true },
  { key: "amount", label: "金额", align: "end" },
  { key: "state", label: "状态", align: "start" },
];

const table = (rows: Table["rows"], more: Partial<Table> = {}): Table => ({ caption: "订单", columns, rows, ...more });
const row = (texts: string[], more: Partial<Table["rows"][number]> = {}) => ({
  id: "7",
  cells: texts.map((text) => ({ text })),
  ...more,
});
const drawn = (one: Table, picked?: boolean) => rowsHtml(one, address, picked);

describe("表格的行", () => {
  test("首列是行头并通往记录，金额靠右，空值在手机上略去，只在宽屏的列有记号", () => {
    expect(drawn(table([row(["CG-1", "葵花籽", "¥1.00", "—"], { href: "/a/b/7" })]))).toBe(
      '<tr><th scope="row" data-label="单号"><a href="/web/a/b/7">CG-1</a></th><td data-label="名称" data-wide="">葵花籽</td>' +
        '<td class="n" data-label="金额">¥1.00</td><td data-label="状态" data-none="">—</td></tr>',
    );
  });

  test("状态是徽章；自己有链接的格不被行的链接盖住", () => {
    const html = drawn(
      table([
        {
          id: "7",
          href: "/row",
          cells: [
            { text: "CG-1", href: "/own" },
            { text: "审批中", tone: "waiting" },
          ],
        },
      ]),
    );
    expect(html).toContain('<a href="/web/own">CG-1</a>');
    expect(html).toContain('<span class="bd" data-tone="waiting">审批中</span>');
    expect(html).toContain('data-badge=""');
  });

  test("固定在旁边的列有记号", () => {
    const fixed = columns.map((column) => (column.key === "state" ? { ...column, stays: true } : column));
    expect(rowsHtml({ ...table([row(["CG-1", "", "", "草稿"])]), columns: fixed }, address)).toContain(
      '<td data-label="状态" data-stays="">草稿</td>',
    );
  });

  test("可选的行有勾选框，叫得出名字；整页选中时已勾上", () => {
    const one = table([row(["CG-1"], { pick: { label: "CG-1", value: "7:3" } }), row(["CG-2"])]);
    expect(drawn(one).match(/<input/g)).toHaveLength(1);
    expect(drawn(one), "没有勾选框的行，单号仍与上下对齐").toContain(
      '<th scope="row" data-label="单号" data-unpicked="">CG-2',
    );
    expect(drawn(one)).toContain('<input type="checkbox" name="row" value="7:3" aria-label="选择 CG-1"/>');
    expect(drawn(one, true)).toContain('value="7:3" checked aria-label');
  });

  test("操作多于三个时收起其余的", () => {
    const action = (label: string) => ({ label, href: `/${label}`, tone: "plain" as const });
    const actions = ["下达", "撤回", "暂停", "关闭"].map(action);
    const html = drawn(table([row(["CG-1"], { actions })], { hasActions: true }));
    expect(html).toMatch(/下达<\/a><a [^>]*>撤回<\/a><details><summary>更多<\/summary><a [^>]*>暂停/);
    expect(drawn(table([row(["CG-1"], { actions: actions.slice(0, 3) })], { hasActions: true }))).not.toContain("更多");
    expect(drawn(table([row(["CG-1"])], { hasActions: true }))).toContain('<td class="dt-do"></td>');
  });

  test("长的词可在任何处折行，其余只在空格处", () => {
    expect(drawn(table([row(["A B"])]))).toContain('data-wrap="blanks"');
    expect(drawn(table([row(["2026-11-28 14:00"])]))).toContain('data-wrap="moment"');
    expect(drawn(table([row(["一二三四五六七八九十一二三"])]))).toContain('data-wrap="anywhere"');
    expect(drawn(table([row(["一二三四五六七八九十一二"])]))).not.toContain("data-wrap");
  });

  test("任何文字都只是文字：标记、引号和脚本地址不能变成元素或属性", () => {
    const evil = `"><img src=x onerror='alert(1)'>&amp;`;
    const html = drawn(
      table(
        [
          {
            id: evil,
            pick: { label: evil, value: evil },
            cells: [
              { text: evil, href: `/${evil}` },
              { text: evil, tone: "waiting" },
            ],
            actions: [{ label: evil, href: `/${evil}`, tone: "plain" }],
          },
        ],
        { hasActions: true, columns: [{ key: "a", label: evil, align: "start" }, ...columns.slice(1)] },
      ),
    );
    const tags = [...html.matchAll(/<(\/?[a-z]+)/g)].map(([, name]) => name);
    expect(new Set(tags)).toEqual(
      new Set(["tr", "/tr", "th", "/th", "td", "/td", "input", "a", "/a", "span", "/span"]),
    );
    const attributes = [...html.matchAll(/<[a-z]+((?:\s[\w-]+(?:="[^"]*")?)*)\/?>/g)].map(([, found = ""]) => found);
    expect(attributes).toHaveLength(tags.filter((name) => !name?.startsWith("/")).length);
    expect(attributes.join("").replace(/"[^"]*"/g, '""')).not.toMatch(/onerror|src/);
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;");
  });

  test("整页不再送一遍已经画好的行和建议，只送要知道的", () => {
    const full = table([row(["CG-1"], { href: "/x" }), row(["CG-2"])]);
    const model = { table: full, filters: [], datalists: [{ id: "l", options: ["甲"] }] } as unknown as Parameters<
      typeof sentList
    >[0];
    const sent = sentList(model);
    expect(JSON.stringify(sent)).not.toMatch(/CG-|甲/);
    expect(rowsFacts(sent.table)).toEqual(rowsFacts(full));
    expect(rowsFacts(full)).toEqual({ count: 2, hasLink: true, beside: 0 });
    expect(sent.datalists).toBe("drawn");
    expect(sentList({ ...model, datalists: [] }).datalists).toEqual([]);
  });

  test("记录页各部分的行也只送一遍；其余部分照送", () => {
    const full = table([row(["CG-1"]), row(["CG-2"])]);
    const facts = { kind: "facts", title: "概况", facts: [{ label: "轮次", text: "第2轮" }] };
    const sections = [facts, { kind: "table", title: "明细", table: full }];
    const sent = sentRecord({ sections } as unknown as Parameters<typeof sentRecord>[0]);
    expect(JSON.stringify(sent)).not.toContain("CG-");
    expect(sent.sections).toEqual([
      facts,
      { kind: "table", title: "明细", table: { ...full, rows: [], drawn: rowsFacts(full) } },
    ]);
  });
});
