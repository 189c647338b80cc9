import { expect, test } from "vitest";
import { bodyParts, bodyText, type Nameable, readMentions } from "~/engine/operations/mentions";

const one = (id: string, name: string, note: string): Nameable => ({ id, name, note, supplierId: null });
const ZHANG = one("01900000-0000-7000-8000-000000000001", "张三", "zhangsan");
const ZHANGFENG = one("01900000-0000-7000-8000-000000000002", "张三丰", "feng");
const LI = one("01900000-0000-7000-8000-000000000003", "李四", "li1");
const OTHER_LI = one("01900000-0000-7000-8000-000000000004", "李四", "li2");
const KNOWN = [ZHANG, ZHANGFENG, LI, OTHER_LI];

test("中文没有空格，取最长的姓名", () => {
  expect(readMentions("@张三丰请看", KNOWN).people).toEqual([ZHANGFENG]);
  expect(readMentions("请@张三看一下", KNOWN)).toEqual({
    body: `请@{${ZHANG.id}}看一下`,
    people: [ZHANG],
    faults: [],
  });
});

test("账号和大小写都认，同一个人只算一次", () => {
  expect(readMentions("@ZhangSan 和 @张三", KNOWN).people).toEqual([ZHANG]);
});

test("同名的人要用括号区分，全角半角都可以", () => {
  expect(readMentions("@李四请看", KNOWN).faults).toEqual([{ typed: "李四", candidates: [LI, OTHER_LI] }]);
  expect(readMentions("@李四（li2）请看", KNOWN)).toMatchObject({ body: `@{${OTHER_LI.id}}请看`, people: [OTHER_LI] });
  expect(readMentions("@李四(LI1)", KNOWN).people).toEqual([LI]);
  expect(readMentions("@李四(nobody)", KNOWN).faults).toHaveLength(1);
});

test("找不到的人说出写的是什么，到标点为止", () => {
  expect(readMentions("@王五，请看", KNOWN)).toEqual({
    body: "@王五，请看",
    people: [],
    faults: [{ typed: "王五", candidates: [] }],
  });
});

test("邮箱和单独的@不是提醒", () => {
  expect(readMentions("发到 a@b.com，@ 后面没有字", KNOWN)).toEqual({
    body: "发到 a@b.com，@ 后面没有字",
    people: [],
    faults: [],
  });
});

test("显示时用现在的姓名，手写的记号原样显示", () => {
  const body = `请@{${ZHANG.id}}看 @{${LI.id}}\n谢谢`;
  expect(bodyParts(body, { [ZHANG.id]: "张三改名" })).toEqual([
    { text: "请" },
    { text: "@张三改名", person: ZHANG.id },
    { text: "看 " },
    { text: `@{${LI.id}}` },
    { text: "\n谢谢" },
  ]);
  expect(bodyText(body, { [ZHANG.id]: "张三", [LI.id]: "李四" })).toBe("请@张三看 @李四 谢谢");
});
