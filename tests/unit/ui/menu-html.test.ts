import { expect, test } from "vitest";
import { markActive, menuHtml } from "~/ui/shell/menu-html";

const items = [
  {
    key: "orders",
    label: "采购<订单>",
    items: [{ key: "purchase-order", label: '订单"A"&B', href: "/orders/list?a=1&b=2" }],
  },
  {
    key: "finance",
    label: "财务",
    href: "/finance",
    items: [
      { key: "sap", label: "SAP", href: "https://sap.example/x", target: "_blank" },
      { key: "deep", label: "更深", items: [{ key: "leaf", label: "叶", href: "/finance/deep/leaf" }] },
    ],
  },
  { key: "single", label: "单独", href: "/single", icon: "<三" },
];

test("菜单文字和地址都被转义，地址带上基础路径", () => {
  const html = menuHtml(items, "/web");
  expect(html).toContain("<span>采购&lt;订单&gt;</span>");
  expect(html).toContain('href="/web/orders/list?a=1&amp;b=2">订单&quot;A&quot;&amp;B</a>');
  expect(html).toContain('<a data-k="single" href="/web/single"><b aria-hidden="true">&lt;三</b><span>单独</span></a>');
  expect(menuHtml([{ key: "b", label: "乙", href: "/web/b" }], "/web")).toContain('href="/web/b"');
});

test("多级目录套在一起，有自己地址的目录带「进入」", () => {
  const html = menuHtml(items, "/web");
  expect(html).toContain(
    '<li><details data-d="deep"><summary><span>更深</span></summary><ul><li><a data-k="leaf" href="/web/finance/deep/leaf">叶</a></li></ul></details></li>',
  );
  expect(html).toContain('<li><a data-k="finance" href="/web/finance" aria-label="进入财务">进入</a></li>');
  expect(html.match(/进入<\/a>/g)).toHaveLength(1);
});

test("外部地址在新窗口打开，脚本地址不会成为链接", () => {
  expect(menuHtml(items)).toContain('href="https://sap.example/x" target="_blank" rel="noopener noreferrer"');
  for (const href of ["javascript:alert(1)", "//evil.example", "data:text/html,x"])
    expect(menuHtml([{ key: "b", label: "乙", href }])).toContain('href="#"');
});

test("当前菜单被展开并标记，未知的键不改变菜单", () => {
  const html = menuHtml(items, "/web");
  const marked = markActive(html, ["finance", "deep"], "leaf");
  expect(marked).toContain('<details data-d="finance" open>');
  expect(marked).toContain('<details data-d="deep" open>');
  expect(marked).toContain('data-k="leaf" aria-current="page"');
  expect(marked.match(/aria-current/g)).toHaveLength(1);
  expect(markActive(html, ["nothing"], "nothing")).toBe(html);
});
