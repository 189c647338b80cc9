import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { valueFits } from "~/modules/system-management/parameter/parameter.rules";
import { PARAMETERS, type ParameterFacts } from "~/shared/parameters";

const typed = (key: string, value_type: string, value: string | null, allowed: string | null = null) =>
  valueFits({ key, value_type, value, allowed });

test("整数参数只收范围内的整数，话里说出范围", () => {
  const key = "security.login.maxFail";
  expect(typed(key, "int", "5")).toBeNull();
  for (const value of ["2", "21", "5.0", "05", " 5", "-5", "", null, "1e1", "99999999999999999999"]) {
    expect(typed(key, "int", value), String(value)).toEqual({
      field: "value",
      message: "参数值必须是3到20之间的整数",
    });
  }
});

test("由单据定义带来的整数参数，范围按参数自己写明的", () => {
  const key = "deadline.supplier-registration.review.term";
  expect(typed(key, "int", "3", "1到3650")).toBeNull();
  for (const value of ["0", "3651", "三"])
    expect(typed(key, "int", value, "1到3650"), value).toEqual({
      field: "value",
      message: "参数值必须是1到3650之间的整数",
    });
});

test("提醒日按写法收，可以为空；读不懂的说明写法", () => {
  for (const value of ["前7、前1、当天、后3", "后1", "", null]) expect(typed("deadline.x", "days", value)).toBeNull();
  for (const value of ["7", "前7天", "前1000", "明天"])
    expect(typed("deadline.x", "days", value)?.message, value).toContain("前7、前1、当天、后3");
});

test("文本参数可以为空", () => {
  expect(typed("ui.filingNumber", "text", null)).toBeNull();
});

test("每个参数的默认值都在自己的范围内", () => {
  for (const [key, { initial, type }] of Object.entries<ParameterFacts>(PARAMETERS)) {
    expect(typed(key, type, initial), key).toBeNull();
  }
});

test("每个参数都有程序在读，没有改了不起作用的", () => {
  const sources = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.parentPath.includes("shared/parameters"))
    .map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"));
  // Quoted where it is read; a sentence that names it in braces reads nothing.
  const unread = Object.keys(PARAMETERS).filter(
    (key) => !sources.some((text) => text.includes(`"${key}"`) || text.includes(`'${key}'`)),
  );
  expect(unread).toEqual([]);
});
