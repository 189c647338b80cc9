import { expect, test } from "vitest";
import { formAt } from "~/engine/screen/address";
import { holderOf, isControlName, textAt } from "~/engine/screen/form-place";

const text = {
  values: { remark: "头" },
  lines: {
    items: [
      { values: { qty: "1" } },
      { values: { qty: "2" }, lines: { schedules: [{ values: { plan_qty: "二之一" } }] } },
    ],
  },
};

test.each([
  ["remark", "头"],
  ["items.1.qty", "2"],
  ["items.1.schedules.0.plan_qty", "二之一"],
  ["items.9.qty", ""],
  ["items.0.schedules.0.plan_qty", ""],
  ["constructor", ""],
  ["toString.0.x", ""],
])("表单中「%s」处的内容是「%s」", (name, value) => {
  expect(textAt(text, name)).toBe(value);
});

test("不存在的行没有可以填写的位置", () => {
  expect(holderOf(text, "items.9.qty")).toBeUndefined();
  expect(holderOf(text, "items.1.qty")).toBe(text.lines.items[1]);
});

test.each(["remark", "items.0.qty", "items.0.schedules.12.plan_qty"])("「%s」是控件的名称", (name) => {
  expect(isControlName(name)).toBe(true);
});

test.each(["", "a.b", "items.0", "items.99999.qty", "a b", "items.0.qty\n", "../x"])("「%s」不是控件的名称", (name) => {
  expect(isControlName(name)).toBe(false);
});

const ID = "01a1fc9e-e3d4-77dd-8dab-2559ce67a574";
const screen = { area: "a", key: "b" };

test.each<[string | null, string | null | undefined]>([
  ["/a/b/new", null],
  [`/a/b/${ID}/edit`, ID],
  [`/a/c/${ID}/edit`, undefined],
  [`/x/a/b/${ID}/edit`, undefined],
  [`//evil.test/a/b/${ID}/edit`, undefined],
  [`/a/b/${ID}/edit?x`, undefined],
  ["/a/b/new?x", undefined],
  [null, undefined],
])("地址「%s」指向的表单", (address, expected) => {
  expect(formAt(screen, address)).toBe(expected);
});
