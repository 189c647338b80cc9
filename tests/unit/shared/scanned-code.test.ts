import { expect, test } from "vitest";
import { scannedCode } from "~/shared/scanned-code";

const ID = "01980000-0000-7000-8000-00000000000a";

test.each([
  ["单号", "SH20261125-0001", { number: "SH20261125-0001" }],
  ["全角、小写、带空格的单号", " ｓｈ20261125－0001 ", { number: "SH20261125-0001" }],
  ["送货单二维码的地址", `https://portal.example.com/web/receiving/delivery-note/${ID}`, { id: ID }],
  ["带参数的地址", `/web/receiving/delivery-note/${ID.toUpperCase()}?from=x`, { id: ID }],
  ["清点页的地址", `https://portal.example.com/web/receiving/phone-receiving/${ID}/receive`, { id: ID }],
  ["扫码页带单号的地址", "/web/receiving/phone-receiving?code=sh20261125-0001", { number: "SH20261125-0001" }],
  ["编号", ID, { id: ID }],
  ["什么都没有", " \n", null],
])("%s", (_what, text, read) => {
  expect(scannedCode(text)).toEqual(read);
});

test("其他单据的地址不当作送货单", () => {
  expect(scannedCode(`https://portal.example.com/web/purchase-orders/purchase-order/${ID}`)).not.toHaveProperty("id");
});
