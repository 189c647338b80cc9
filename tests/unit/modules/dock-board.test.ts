import { describe, expect, test } from "vitest";
import { boardGrid, fullness, queueOrder } from "~/modules/receiving/delivery-slot/dock-board.rules";

const slot = (dock: string, from: string, to: string) => ({ id: `${dock} ${from}`, dock, from, to, notes: [] });

describe("月台看板", () => {
  test("一天没有时段就没有表", () => {
    expect(boardGrid([])).toEqual({ columns: [], end: "", docks: [] });
  });

  test("月台按名称里的数字排列，时段占满它的小时，空的小时各一格", () => {
    const grid = boardGrid([
      slot("10号月台", "08:00", "10:00"),
      slot("2号月台", "09:00", "10:00"),
      slot("2号月台", "10:00", "12:00"),
    ]);
    expect(grid.columns).toEqual(["08:00", "09:00", "10:00", "11:00"]);
    expect(grid.end).toBe("12:00");
    expect(grid.docks.map(({ dock }) => dock)).toEqual(["2号月台", "10号月台"]);
    const shape = grid.docks.map(({ cells }) => cells.map(({ span, slot: one }) => [span, one?.from ?? null]));
    expect(shape).toEqual([
      [
        [1, null],
        [1, "09:00"],
        [2, "10:00"],
      ],
      [
        [2, "08:00"],
        [1, null],
        [1, null],
      ],
    ]);
  });

  test("不从整点开始的时段也对齐，每行的格数相同", () => {
    const grid = boardGrid([
      slot("1", "08:30", "09:30"),
      slot("1", "09:30", "10:15"),
      slot("2", "08:00", "11:00"),
      slot("3", "22:00", "24:00"),
    ]);
    expect(grid.columns.slice(0, 6)).toEqual(["08:00", "08:30", "09:00", "09:30", "10:00", "10:15"]);
    expect(grid.end).toBe("24:00");
    for (const { cells } of grid.docks)
      expect(cells.reduce((total, { span }) => total + span, 0)).toBe(grid.columns.length);
  });

  test("占用按车次或体积，先满的为准", () => {
    const figures = { capacity: 4, capacityM3: "60", booked: 1, bookedM3: "45" };
    expect(fullness(figures)).toBe("75.0000");
    expect(fullness({ ...figures, bookedM3: "6" })).toBe("25.0000");
    expect(fullness({ ...figures, capacityM3: null })).toBe("25.0000");
  });

  test("门口排队：有时段的按时段，没有时段的在后面按到厂先后", () => {
    const cars = [
      { arrivedAt: "2025-03-11T00:10:00.000Z", slotFrom: null },
      { arrivedAt: "2025-03-11T00:40:00.000Z", slotFrom: "09:00" },
      { arrivedAt: "2025-03-11T00:50:00.000Z", slotFrom: "08:00" },
      { arrivedAt: "2025-03-11T00:05:00.000Z", slotFrom: null },
    ];
    expect([...cars].sort(queueOrder).map(({ arrivedAt }) => arrivedAt.slice(14, 16))).toEqual([
      "50",
      "40",
      "05",
      "10",
    ]);
  });
});
