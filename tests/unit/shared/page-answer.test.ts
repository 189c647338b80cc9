import { expect, test } from "vitest";
import { readPageAnswer } from "~/shared/page-answer";

const rows = [{ id: "a" }, { id: "b" }];
const data = [
  { id: "a", key: 1 },
  { id: "b", key: 2 },
];
const page = { data, pageNo: 2, pageSize: 2, totalCount: 5, totalPage: 3 };

test.each([
  ["v2", { records: rows, current: 2, size: 2, total: 5, pages: 3 }],
  ["v1", { rows, pageNow: 2, pageSize: 2, rowCount: 5, pageCount: 3 }],
  ["混用", { rows, current: 2, pageSize: 2, total: 5, pageCount: 3 }],
  ["数字写成文本", { records: rows, current: "2", size: "2", total: "5", pages: "3" }],
])("%s 的写法，在根上或在 result 里，读出来相同", (_name, spelled) => {
  expect(readPageAnswer(spelled)).toEqual(page);
  expect(readPageAnswer({ success: true, code: 200, result: spelled })).toEqual(page);
});

test("缺少的按行数推算；不是分页的是 null", () => {
  expect(readPageAnswer({ rows })).toEqual({ data, pageNo: 1, pageSize: 2, totalCount: 2, totalPage: 1 });
  expect(readPageAnswer({ rows: [], total: 0 })).toEqual({
    data: [],
    pageNo: 1,
    pageSize: 0,
    totalCount: 0,
    totalPage: 0,
  });
  expect(readPageAnswer({ rows, total: -1, pages: "x" })).toMatchObject({ totalCount: 2, totalPage: 1 });
  for (const none of [null, 1, "x", [], {}, { result: [] }, { result: null, rows: "x" }])
    expect(readPageAnswer(none)).toBeNull();
});
