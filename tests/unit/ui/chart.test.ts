import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { ChartFigure } from "~/ui/chart/ChartFigure";
import { grouped, placeOn, readable, scaleOf } from "~/ui/chart/scale";
import type { Chart } from "~/ui/model/chart";

const html = (chart: Chart) =>
  renderToStaticMarkup(createElement(StaticRouter, { location: "/" }, createElement(ChartFigure, { chart })));

const amounts: Chart = {
  kind: "bar",
  caption: "各供应商金额",
  axis: "供应商",
  unit: "元",
  labels: ["甲供应商", "<乙>"],
  series: [{ label: "金额", values: ["1234567.50", "-100.00"] }],
};

test("刻度取整，总含零；整数不出现小数刻度", () => {
  expect(scaleOf([0, 1]).marks).toEqual([0, 1]);
  expect(scaleOf([3, 17]).marks).toEqual([0, 5, 10, 15, 20]);
  expect(scaleOf([0.1, 0.35]).marks).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(scaleOf([-30, 100]).marks).toEqual([-50, 0, 50, 100]);
  expect(scaleOf([]).marks).toEqual([0, 1]);
  expect(scaleOf([0, 0]).marks).toEqual([0, 1]);
});

test("折线的数值都远离零时刻度从最小值附近开始；接近零、有负数、都相等时仍含零", () => {
  expect(scaleOf([9_012, 9_700], true).marks).toEqual([9_000, 9_200, 9_400, 9_600, 9_800]);
  expect(scaleOf([3, 17], true).marks).toEqual([0, 5, 10, 15, 20]);
  for (const values of [[-30, 100], [5, 5], []]) expect(scaleOf(values, true)).toEqual(scaleOf(values));
});

test("数值在刻度上的位置", () => {
  const scale = scaleOf([-30, 100]);
  expect([-50, 0, 100].map((value) => placeOn(scale, value))).toEqual([0, 33.33, 100]);
});

test("数值按千分位显示，小数部分不变", () => {
  expect(["1234567.5000", "-1000", "999", "0.12345"].map(grouped)).toEqual([
    "1,234,567.5000",
    "-1,000",
    "999",
    "0.12345",
  ]);
});

test("一列数字的小数位一样多，不写数据库补的零；两位小数的金额不变", () => {
  expect(readable(["60.0000", "1045.0000"])).toEqual(["60", "1,045"]);
  expect(readable(["60.0000", "-0.1250", "7"])).toEqual(["60.000", "-0.125", "7.000"]);
  expect(readable(["100.00", "59.50"])).toEqual(["100.00", "59.50"]);
  expect(readable([])).toEqual([]);
});

test("帕累托图：柱是各自占比，线是累计占比，标线在给定的百分比；没有脚本也完整", () => {
  const page = html({
    ...{ kind: "pareto", caption: "占比", axis: "供应商", unit: "%", labels: ["甲", "乙"], mark: "80" },
    series: [
      { label: "占比", values: ["75", "25"] },
      { label: "累计占比", values: ["75", "100"] },
    ],
  });
  expect(page).toContain('class="ch-limit" d="M0 20H100"');
  expect(page).toContain('d="M25 25L75 0"');
  expect(page.match(/<rect/g)).toHaveLength(2);
  expect(page).toContain("累计占比（%）");
});

test("条形图下有同样数字的表，名称里的符号不成为标记，负数从零向左", () => {
  const page = html(amounts);
  const [picture = "", table = ""] = page.split("</svg>");
  expect(picture).toContain("&lt;乙&gt;");
  expect(page).not.toContain("<乙>");
  expect(table).toContain("1,234,567.50");
  expect(table).toContain("-100.00");
  expect(table).toContain("金额（元）");
  const [first, second] = [...picture.matchAll(/<rect[^>]* x="([\d.]+)%"[^>]*width="([\d.]+)%"/g)].map(
    ([, x, width]) => [Number(x), Number(width)],
  );
  expect(first?.[0]).toBeGreaterThan(0);
  expect((second?.[0] ?? 0) + (second?.[1] ?? 0)).toBeCloseTo(first?.[0] ?? -1, 1);
});

test("雷达图从正上方起，超出0到100的停在边上；少于三个方面画成条形", () => {
  const sides: Chart = {
    kind: "radar",
    caption: "各章节得分率",
    axis: "章节",
    unit: "%",
    labels: ["厂区与卫生", "过程控制", "追溯与召回", "一个名字很长的章节"],
    series: [
      { label: "本次", values: ["100", "50", "130", "0"] },
      { label: "上次", values: ["80", "70", "60", "90"] },
    ],
  };
  const page = html(sides);
  const [picture = "", table = ""] = page.split("</svg>");
  expect(picture).toContain('d="M0 -100L50 0L0 100L0 0Z"');
  expect(picture).toContain("一个名字很长…");
  expect(table).toContain("一个名字很长的章节");
  expect(page).toContain("上次");
  const two = html({ ...sides, labels: ["甲", "乙"], series: [{ label: "本次", values: ["10", "20"] }] });
  expect(two).toContain("<rect");
  expect(two).not.toContain("ch-radar");
});

test("折线图每个值一个点，几条线有图例；没有数据只有空表", () => {
  const line: Chart = {
    kind: "line",
    caption: "命中",
    axis: "日期",
    labels: ["2026-11-19", "2026-11-20", "2026-11-21"],
    series: [
      { label: "提醒", values: ["0", "2", "1"] },
      { label: "禁止", values: ["1", "0", "0"] },
    ],
  };
  const page = html(line);
  expect(page.match(/class="ch-dots" d="(M[\d. ]+h0){3}"/g)).toHaveLength(2);
  expect(page).toContain("ch-legend");
  expect(html({ ...line, labels: [], series: [] })).toContain("没有数据");
});

test("矩阵：每格写出数量，空格不写；表格列出全部", () => {
  const matrix: Chart = {
    kind: "matrix",
    caption: "风险矩阵",
    axis: "可能性",
    unit: "件",
    labels: ["可能性1", "可能性2"],
    series: [
      { label: "影响2", values: ["0", "3"] },
      { label: "影响1", values: ["1", "0"] },
    ],
  };
  const shown = html(matrix);
  const svg = shown.slice(shown.indexOf("<svg"), shown.indexOf("</svg>"));
  expect(svg.match(/<rect/g)).toHaveLength(4);
  expect(svg.match(/text-anchor="middle">\d/g)).toEqual(['text-anchor="middle">3', 'text-anchor="middle">1']);
  expect(shown).toContain("影响2（件）");
  expect(shown).not.toContain("style=");
});

test("旭日图旁列出各组和占比，图上编号对应", () => {
  const drawn = html({
    kind: "sunburst",
    caption: "采购额",
    axis: "品类",
    labels: ["瓜子", "花生", "纸箱"],
    groups: ["原料", "原料", "包装"],
    series: [{ label: "金额", values: ["50", "25", "25"] }],
  });
  expect(drawn).toContain("<ol><li>原料 <b>75%</b></li><li>包装 <b>25%</b></li></ol>");
  expect(drawn.match(/<text[^>]*>(\d)<\/text>/g)).toHaveLength(2);
});
