import { expect, test } from "vitest";
import { markActive, menuHtml } from "~/ui/shell/menu-html";

const groups = [
  {
    key: "orders",
    label: "采购<订单>",
    items: [{ key: "purchase-order", label: '订单"A"&B', href: "/orders/list?a=1&b=2" }],
  },
  {
    key: "finance",
    label: "财务",
    items: [{ key: "sap", label: "SAP", href: "https://sap.example/x", target: "_blank" }],
  },
];

test("菜单文字和地址都被转义，地址带上基础路径", () => {
  const html = menuHtml(groups, "/web");
  expect(html).toContain("<span>采购&lt;订单&gt;</span>");
  expect(html).toContain('href="/web/orders/list?a=1&amp;b=2">订单&quot;A&quot;&amp;B</a>');
  expect(menuHtml([{ key: "a", label: "甲", items: [{ key: "b", label: "乙", href: "/web/b" }] }], "/web")).toContain(
    'href="/web/b"',
  );
});

test("外部地址在新窗口打开，脚本地址不会成为链接", () => {
  expect(menuHtml(groups)).toContain('href="https://sap.example/x" target="_blank" rel="noopener noreferrer"');
  const odd = menuHtml([{ key: "a", label: "甲", items: [{ key: "b", label: "乙", href: "javascript:alert(1)" }] }]);
  expect(odd).toContain('href="#"');
});

test("当前菜单被展开并标记，未知的键不改变菜单", () => {
  const html = menuHtml(groups, "/web");
  const marked = markActive(html, "orders", "purchase-order");
  expect(marked).toContain('<details data-d="orders" open>');
  expect(marked).toContain('data-k="purchase-order" aria-current="page"');
  expect(marked.match(/aria-current/g)).toHaveLength(1);
  expect(markActive(html, "nothing", "purchase-order")).toBe(html);
});
