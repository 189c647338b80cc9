import { expect, test } from "vitest";
import { valueFits } from "~/modules/system-management/parameter/parameter.rules";
import { PARAMETERS, type ParameterFacts } from "~/shared/parameters";

test("整数参数只收范围内的整数，话里说出范围", () => {
  const key = "security.login.maxFail";
  expect(valueFits({ key, value: "5" })).toBeNull();
  for (const value of ["2", "21", "5.0", "05", " 5", "-5", "", null, "1e1", "99999999999999999999"]) {
    expect(valueFits({ key, value }), String(value)).toEqual({
      field: "value",
      message: "参数值必须是3到20之间的整数",
    });
  }
});

test("文本参数可以为空；程序不读的键不作判断", () => {
  expect(valueFits({ key: "ui.filingNumber", value: null })).toBeNull();
  expect(valueFits({ key: "toString", value: "随便" })).toBeNull();
});

test("每个参数的默认值都在自己的范围内", () => {
  for (const [key, { initial }] of Object.entries<ParameterFacts>(PARAMETERS)) {
    expect(valueFits({ key, value: initial }), key).toBeNull();
  }
});
