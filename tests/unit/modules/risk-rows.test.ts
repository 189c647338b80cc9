import { expect, test } from "vitest";
import { eventsIn, headComplaint } from "~/modules/supplier-management/risk-event/risk-rows.rules";

const HEAD = ["外部标识", "统一社会信用代码", "风险类别", "风险标题", "风险描述", "发生日期", "可能性", "影响程度"];

test("第一行的列要齐、要认识、不重复，次序随意", () => {
  expect(headComplaint([...HEAD].reverse())).toBeNull();
  expect(headComplaint(HEAD.slice(1))).toBe("第一行缺少列：外部标识");
  expect(headComplaint([...HEAD, "备注"])).toBe("第一行有不认识的列：备注");
  expect(headComplaint([...HEAD, "外部标识"])).toBe("第一行有重复的列");
});

test("行号按表格数，空行跳过，类别的名称换成代码，不认识的留给保存时说", () => {
  const row = (id: string, category: string) => [id, "C1", category, "标题", "描述", "2025-03-01", "3", "5"];
  const table = [HEAD, row("E-1", "行政处罚"), HEAD.map(() => " "), row(" E-2 ", "别的")];
  expect(eventsIn(table)).toEqual([
    {
      rowNo: 2,
      externalId: "E-1",
      supplier: "C1",
      values: {
        category: "penalty",
        title: "标题",
        detail: "描述",
        occurred_on: "2025-03-01",
        probability: "3",
        impact: "5",
      },
    },
    expect.objectContaining({ rowNo: 4, externalId: "E-2", values: expect.objectContaining({ category: "别的" }) }),
  ]);
});
