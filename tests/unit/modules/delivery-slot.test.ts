import { describe, expect, test } from "vitest";
import { rebooked } from "~/modules/receiving/delivery-note/delivery-note.rules";
import {
  type Bookable,
  endsAfterBeginning,
  isTooLate,
  mayChange,
  misfit,
  overbooked,
  overlap,
  roomFor,
  spanOf,
  weeksFit,
  windowName,
} from "~/modules/receiving/delivery-slot/delivery-slot.rules";

const slot: Bookable = {
  factory_id: "f1",
  slot_date: "2025-03-11",
  time_from: "09:00",
  time_to: "11:00",
  dock: "1号月台",
  name: "03-11 周二 09:00-11:00 1号月台",
  state: "open",
  material_type_id: null,
  capacity: 2,
  capacity_m3: "60",
  booked: 1,
  booked_m3: "35",
};
// 09:30 in China on the day of the window.
const booking = { factory_id: "f1", eta: "2025-03-11T01:30:00.000Z", types: [["flour", "grain"]] };
const now = "2025-03-10T02:00:00.000Z";

describe("送货时段", () => {
  test("名称写明日期、星期、时间和月台", () => {
    expect(windowName(slot)).toBe(slot.name);
  });

  test("结束晚于开始；相接不算重叠", () => {
    expect(endsAfterBeginning({ time_from: "09:00", time_to: "09:00" })?.message).toBe("结束时间须晚于开始时间");
    expect(endsAfterBeginning({ time_from: "22:00", time_to: "24:00" })).toBeNull();
    expect(overlap({ time_from: "09:00", time_to: "11:00" }, { time_from: "11:00", time_to: "12:00" })).toBe(false);
    expect(overlap({ time_from: "09:00", time_to: "11:00" }, { time_from: "10:59", time_to: "12:00" })).toBe(true);
  });

  test("一次复制到以后几周，按参数", () => {
    const copy = (weeks: string, most: number) => weeksFit(slot, { weeks }, undefined, { limit: () => most });
    expect(copy("8", 8)).toBeNull();
    expect(copy("9", 8)).toEqual({ field: "weeks", message: "一次最多复制到以后8周" });
    expect(copy("9", 26)).toBeNull();
  });

  test("到24:00的时段在次日零点结束", () => {
    expect(spanOf({ slot_date: "2025-03-11", time_from: "22:00", time_to: "24:00" })).toEqual({
      from: "2025-03-11T14:00:00.000Z",
      to: "2025-03-11T16:00:00.000Z",
    });
  });
});

describe("能否预约", () => {
  test("同一工厂、开放、没有过、预计到达在时段之内", () => {
    expect(misfit(slot, booking, now)).toBeNull();
    expect(misfit(undefined, booking, now)).toContain("找不到");
    expect(misfit(slot, { ...booking, factory_id: "f2" }, now)).toContain("不是收货工厂的");
    expect(misfit({ ...slot, state: "closed" }, booking, now)).toContain("已关闭");
    expect(misfit(slot, booking, "2025-03-11T03:00:00.000Z")).toContain("已过");
    expect(misfit(slot, { ...booking, eta: null }, now)).toBe("请填写预计到达");
    expect(misfit(slot, { ...booking, eta: "2025-03-11T00:59:00.000Z" }, now)).toContain("09:00-11:00之内");
    expect(misfit(slot, { ...booking, eta: "2025-03-11T03:00:00.000Z" }, now)).toBeNull();
    expect(misfit(slot, { ...booking, eta: "2025-03-12T01:30:00.000Z" }, now)).toContain("不在同一天");
  });

  test("指定物料大类的时段，整车都须是这一类或其下级", () => {
    expect(misfit({ ...slot, material_type_id: "grain" }, booking, now)).toBeNull();
    const mixed = { ...booking, types: [["flour", "grain"], ["box"]] };
    expect(misfit({ ...slot, material_type_id: "grain" }, mixed, now)).toContain("指定类型");
  });

  test("车次先满说约满，体积先满说体积；正好装满可以", () => {
    expect(roomFor(slot, "25")).toBeNull();
    expect(roomFor(slot, "25.001")).toContain("体积");
    expect(roomFor({ ...slot, booked: 2 }, "1")).toContain("该时段已约满");
    expect(roomFor({ ...slot, capacity_m3: null }, "999")).toBeNull();
    expect(overbooked({ ...slot, booked: 2, booked_m3: "60.000" })).toBeNull();
  });

  test("开始前几小时以前可以改约", () => {
    expect(mayChange(slot, "2025-03-10T21:00:00.000Z", 4)).toBe(true);
    expect(mayChange(slot, "2025-03-10T21:00:00.001Z", 4)).toBe(false);
    expect(mayChange(slot, "2025-03-11T00:59:00.000Z", 0)).toBe(true);
  });

  test("迟到从预计到达算起，最晚从时段结束算起，正好到限不算", () => {
    const late = (eta: string | null, now: string) => isTooLate(slot, { eta, now, minutes: 60 });
    expect(late(booking.eta, "2025-03-11T02:30:00.000Z")).toBe(false);
    expect(late(booking.eta, "2025-03-11T02:30:00.001Z")).toBe(true);
    expect(late("2025-03-11T09:00:00.000Z", "2025-03-11T04:00:00.000Z")).toBe(false);
    expect(late("2025-03-11T09:00:00.000Z", "2025-03-11T04:00:00.001Z")).toBe(true);
    expect(late(null, "2025-03-11T04:00:00.001Z")).toBe(true);
  });
});

describe("改约以后的预约状态", () => {
  const changed = (record: { slot_id: string | null; slot_status: string | null }, slot_id: string | null) => {
    const set = {};
    rebooked({ record, input: { slot_id }, set: (values) => Object.assign(set, values) });
    return set;
  };
  test("另约即已预约；放弃的没有状态；失去时段没有另约的仍标记", () => {
    expect(changed({ slot_id: "a", slot_status: "booked" }, "b")).toEqual({ slot_status: "booked", lost_slot: null });
    expect(changed({ slot_id: "a", slot_status: "booked" }, null)).toEqual({ slot_status: null });
    expect(changed({ slot_id: null, slot_status: "late" }, null)).toEqual({});
    expect(changed({ slot_id: null, slot_status: "late" }, "b")).toEqual({ slot_status: "booked", lost_slot: null });
  });
});
