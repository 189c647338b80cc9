import { expect, test } from "vitest";
import { placeTimeline } from "~/shared/placed-timeline";
import { textSide } from "~/shared/timeline";

const row = { label: "排产", note: "按期", isLate: false };

test("从最早到最晚的一天铺满宽度，今天和需求日期在其中", () => {
  const { days, today, groups } = placeTimeline({
    ...{ caption: "进度", planned: "计划", actual: "实际", today: "2026-03-06" },
    groups: [
      {
        ...{ label: "行10", note: "", isLate: false },
        due: { day: "2026-03-11", label: "需求" },
        rows: [
          { ...row, planned: { from: "2026-03-01", to: "2026-03-06" }, actual: null },
          { ...row, planned: { from: "2026-03-11", to: "2026-03-11" }, actual: null },
        ],
      },
    ],
  });
  expect(days.map(({ text }) => text)).toEqual(["2026-03-01", "2026-03-11"]);
  expect(today).toEqual({ at: 50, text: "今天03-06" });
  expect(groups[0]?.due).toEqual({ at: 100, text: "需求03-11" });
  expect(groups[0]?.rows.map(({ planned }) => planned)).toEqual([
    { from: 0, width: 50 },
    // A single day at the very end is still seen.
    { from: 99.2, width: 0.8 },
  ]);
});

test("只有一天时也画得出来；靠边的文字不出图", () => {
  const { today } = placeTimeline({ caption: "", planned: "", actual: "", today: "2026-03-06", groups: [] });
  expect(today.at).toBe(0);
  expect([0, 50, 100].map(textSide)).toEqual(["start", "middle", "end"]);
});
