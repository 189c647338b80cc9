import { expect, test } from "vitest";
import { isReadable, isTooDeep, marked, unreadablePlaces } from "~/shared/readable";

test.each([
  ["", true],
  ["花生 🥜 ﷽\t\n", true],
  ["\u0001", true],
  ["a\0b", false],
  ["\ud83e", false],
  ["\udd5c半个", false],
])("%j 能否保存：%s", (text, can) => {
  expect(isReadable(text)).toBe(can);
});

test("不能识别的字符换成记号，其余不变", () => {
  expect(marked("一\0号\ud83e🥜")).toBe("一\ufffd号\ufffd🥜");
  expect(isReadable(marked("\0\ud800"))).toBe(true);
});

test("每处不能识别的文字都说得出位置", () => {
  const body = {
    remark: "a\0",
    items: [{ qty: "1" }, { spec: "\ud800", below: [{ note: "\0" }] }],
    amount: 1,
    none: null,
  };
  expect(unreadablePlaces(body)).toEqual(["remark", "items.1.spec", "items.1.below.0.note"]);
  expect(unreadablePlaces(["ok", "\0"])).toEqual(["1"]);
  expect(unreadablePlaces({ "a\0": "x" })).toEqual([""]);
  expect(
    unreadablePlaces(
      Array.from({ length: 500 }, () => "\0"),
      3,
    ),
  ).toEqual(["0", "1", "2"]);
});

test("层层嵌套的不往下看", () => {
  const nested = (depth: number) => JSON.parse(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  expect(isTooDeep(nested(20))).toBe(false);
  expect(isTooDeep(nested(20_000))).toBe(true);
  expect(isTooDeep("a")).toBe(false);
  expect(isTooDeep(null)).toBe(false);
});
