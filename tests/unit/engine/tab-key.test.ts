import { expect, test } from "vitest";
import { ownerKey, tabId, tabKey } from "~/engine/session/tab-key";

const ID = "0195a1b2-0000-7000-8000-000000000001";
const LIST = "/purchase-orders/purchase-order";

test.each([
  ["筛选、页码和排序不算另一页", `${LIST}?state=draft&page=3&sort=-amount`, LIST],
  ["一张单据的各页是同一页", `${LIST}/${ID}/edit?from=page%3D2`, `${LIST}/${ID}`],
  ["新建是自己的一页", `${LIST}/new?draft=1`, `${LIST}/new`],
  ["地址里的编号算在内", "/reports/stock?no=A/1&page=2&id=7", "/reports/stock?id=7&no=A%2F1"],
  ["末尾的斜线不算", `${LIST}/`, LIST],
])("%s", (_what, address, key) => {
  expect(tabKey(address)).toBe(key);
});

test("没有标签的页面归到最近的上一级", () => {
  const keys = ["/qiaqia/home", LIST, `${LIST}/${ID}`];
  expect(ownerKey(keys, `${LIST}/${ID}/submit`)).toBe(`${LIST}/${ID}`);
  expect(ownerKey(keys, `${LIST}/columns`)).toBe(LIST);
  expect(ownerKey(keys, "/purchase-orders/purchase-order-change")).toBeUndefined();
});

test("每个标签的简称都不同", () => {
  const keys = Array.from({ length: 5000 }, (_, at) => `${LIST}/${ID.slice(0, -4)}${String(at).padStart(4, "0")}`);
  expect(new Set(keys.map(tabId)).size).toBe(keys.length);
  expect(keys.every((key) => /^[0-9a-z]{1,11}$/.test(tabId(key)))).toBe(true);
});
