import { describe, expect, test } from "vitest";
import {
  bandsContiguous,
  dimensionsUsed,
  fullScore,
  gradesCover,
  itemsFit,
  linesFit,
  weightsComplete,
} from "~/modules/supplier-management/scoring-template/scoring-template.rules";

const dims = [
  { code: "Q", name: "质量", weight: "60" },
  { code: "D", name: "交付", weight: "40" },
];
const item = (more: object = {}) => ({
  dim_code: "Q",
  item: "车间清洁",
  method: "manual",
  metric_code: null,
  max_score: "10",
  cap: null,
  bands: [],
  ...more,
});
const band = (from_value: string, to_value: string, score = "5") => ({ from_value, to_value, score });
const grade = (name: string, min_score: string, max_score: string) => ({ grade: name, min_score, max_score });

describe("评审模板", () => {
  test("满分是各项满分之和", () => {
    expect(fullScore({ items: [item(), item({ max_score: "2.5" })] })).toBe("12.5");
  });

  test("维度权重必须合计100%，小数也一样", () => {
    expect(weightsComplete({ dims })).toBeNull();
    expect(weightsComplete({ dims: [{ code: "Q", name: "质量", weight: "99.99" }] })?.message).toBe(
      "维度权重合计必须等于100%，当前为99.99%",
    );
  });

  test("每个维度下有项目，每个项目有维度", () => {
    expect(dimensionsUsed({ dims, items: [item()] })?.field).toBe("dims.1.code");
    expect(itemsFit({ dims, items: [item({ dim_code: "X" })] })?.field).toBe("items.0.dim_code");
  });

  test("系统取值的项目要有指标，别的不能有", () => {
    expect(itemsFit({ dims, items: [item({ method: "system" })] })?.field).toBe("items.0.metric_code");
    expect(itemsFit({ dims, items: [item({ metric_code: "otd" })] })?.field).toBe("items.0.metric_code");
    expect(itemsFit({ dims, items: [item({ method: "system", metric_code: "otd" })] })).toBeNull();
  });

  test("扣分上限不超过满分", () => {
    expect(itemsFit({ dims, items: [item({ cap: "10.1" })] })?.message).toContain("扣分上限");
    expect(itemsFit({ dims, items: [item({ cap: "10" })] })).toBeNull();
  });

  test("分段折算首尾相接，得分不超过满分", () => {
    const bands = [band("95", "100"), band("0", "95", "0")];
    expect(bandsContiguous({ items: [item({ bands })] })).toBeNull();
    expect(bandsContiguous({ items: [item({ bands: [band("0", "90"), band("95", "100")] })] })?.message).toBe(
      "指标【车间清洁】分段折算不连续",
    );
    expect(bandsContiguous({ items: [item({ bands: [band("5", "5")] })] })).not.toBeNull();
    expect(bandsContiguous({ items: [item({ bands: [band("0", "100", "11")] })] })?.message).toContain("满分");
  });

  test("等级区间连续覆盖0到100", () => {
    const whole = [grade("A", "90", "100"), grade("D", "0", "70"), grade("B", "70", "90")];
    expect(gradesCover({ grades: whole })).toBeNull();
    expect(gradesCover({ grades: [] })).toBeNull();
    expect(gradesCover({ grades: [grade("A", "90", "100"), grade("D", "0", "80")] })?.message).toBe(
      "等级区间必须连续覆盖0-100且不重叠（D与A之间有误）",
    );
    expect(gradesCover({ grades: [grade("A", "0", "99.9")] })?.message).toContain("A与100之间");
  });

  test("整改通过线不高于通过线，通过线不高于100", () => {
    expect(linesFit({ pass_line: "85", conditional_line: "70" })).toBeNull();
    expect(linesFit({ pass_line: "70", conditional_line: "85" })?.field).toBe("conditional_line");
    expect(linesFit({ pass_line: null, conditional_line: "70" })?.field).toBe("pass_line");
    expect(linesFit({ pass_line: "100.1", conditional_line: null })?.field).toBe("pass_line");
  });
});
