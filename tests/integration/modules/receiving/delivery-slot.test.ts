import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "~/engine/entity";
import { searchChoices } from "~/engine/operations/choose.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { optionsFor } from "~/engine/operations/references.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { deliveryLabels } from "~/engine/output/delivery-labels.server";
import { releaseLateSlots } from "~/modules/receiving/delivery-note/delivery-note.jobs.server";
import { dockBoardModel } from "~/modules/receiving/dock-board/index.page.server";
import type { AccountName } from "../../../support/company";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { expectWhole } from "../../../support/page-model";
import { refuseNote } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const NOTE = "receiving/delivery-note";
const SLOT = "receiving/delivery-slot";
const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };

const world = await openWorld();
afterAll(() => world.close());

// What factories ask of goods is another subject.
beforeAll(async () => {
  await world.engine.database.transaction({ role: "owner" }, () =>
    sql`update receive_control set over_percent = 0, early_days = 365`.execute(world.engine.database.connection()),
  );
});

let docks = 0;
/** A window at a dock nobody else uses, the day after today. */
async function window(values: Record<string, string> = {}): Promise<string> {
  docks += 1;
  const { id } = await createRecord(await world.as("warehouse"), {
    screen: world.screen(SLOT),
    values: {
      factory_id: world.ids.factory1,
      slot_date: "2025-03-11",
      time_from: "09:00",
      time_to: "11:00",
      dock: `${docks}号测试台`,
      capacity: "1",
      ...values,
    },
  });
  return id;
}

const slotOf = async (id: string) => (await openRecord(world.system(), { entity: world.entity(SLOT), id })).record;
const noteOf = async (id: string) => (await openRecord(world.system(), { entity: world.entity(NOTE), id })).record;

const board = async (account: AccountName, day: string) =>
  dockBoardModel(await world.as(account), new URLSearchParams({ factory: world.ids.factory1, day }));

const queueOf = async (id: string) => {
  const { queue_no, queue_day } = await noteOf(id);
  return [queue_no, queue_day];
};

/** A draft of the supplier for a window, all that is asked for filled in. */
async function draft(account: AccountName, slot: string | null, eta = "2025-03-11 09:30"): Promise<string> {
  const order = await confirmed(world, account);
  const [line] = items(await stored(world, order.id));
  const { id } = await createRecord(await world.as(account), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ...(slot === null ? {} : { slot_id: slot }),
      ship_date: "2025-03-10",
      eta,
      vehicle_no: "皖A12345",
      driver: "王师傅",
      driver_phone: "13800000000",
      items: [
        { order_line: line?.id, qty: "40", batch_no: "P250301", produce_date: "2025-03-01", expire_date: "2026-03-01" },
      ],
    },
  });
  return id;
}

const move = async (account: AccountName, id: string, name: string, more: object = {}) =>
  applyTransition(await world.as(account), { entity: world.entity(NOTE), id, name, ...more });
const send = (id: string, account: AccountName = "supplierA") => move(account, id, "submit", { reason: "测试" });

async function booked(slot: string): Promise<string> {
  const id = await draft("supplierA", slot);
  await send(id);
  return id;
}

const trip = (more: Record<string, unknown> = {}) => ({
  input: { eta: "2025-03-11 09:30", vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000", ...more },
});

async function told(account: AccountName, title: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from inbox
    where user_id = ${world.accounts[account]} and title like ${`%${title}%`}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.n ?? 0;
}

describe("登记送货时段", () => {
  test("结束须晚于开始，同一月台同一天不能重叠，相接可以", async () => {
    const wrong = await refusal(window({ time_from: "11:00", time_to: "09:00" }), "invalid");
    expect(wrong.complaints).toEqual([{ field: "time_to", message: "结束时间须晚于开始时间" }]);
    await window({ dock: "重叠台" });
    const over = await refusal(window({ dock: "重叠台", time_from: "10:30", time_to: "12:00" }), "invalid");
    expect(over.complaints[0]?.message).toBe("重叠台已有时段09:00-11:00，时间重叠");
    await window({ dock: "重叠台", time_from: "11:00", time_to: "12:00" });
    await window({ dock: "重叠台", slot_date: "2025-03-12" });
  });

  test("复制到以后几周：休息日和月台已有时段的跳过", async () => {
    const slot = await window({ dock: "复制台", capacity: "3" });
    await window({ dock: "复制台", slot_date: "2025-03-18", time_from: "10:00", time_to: "12:00" });
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`insert into factory_calendar (id, root_id, line_no, from_day, to_day, kind)
        values (gen_random_uuid(), ${world.ids.factory1}, 10, '2025-03-25', '2025-03-25', 'rest')`.execute(
        world.engine.database.connection(),
      ),
    );
    await applyTransition(await world.as("warehouse"), {
      entity: world.entity(SLOT),
      id: slot,
      name: "copy_week",
      input: { weeks: "3" },
    });
    const { rows } = await sql<{
      day: string;
      capacity: number;
      free: number;
    }>`select slot_date::text as day, capacity, free
      from delivery_slot where dock = '复制台' order by slot_date`.execute(world.engine.database.connection());
    expect(rows).toEqual([
      { day: "2025-03-11", capacity: 3, free: 3 },
      { day: "2025-03-18", capacity: 1, free: 1 },
      { day: "2025-04-01", capacity: 3, free: 3 },
    ]);
  });
});

describe("预约", () => {
  test("发货即预约，草稿不占；取消和整车拒收让出", async () => {
    const slot = await window();
    const id = await draft("supplierA", slot);
    expect(await slotOf(slot)).toMatchObject({ booked: 0, free: 1 });
    await send(id);
    expect(await slotOf(slot)).toMatchObject({ booked: 1, free: 0 });
    expect(await noteOf(id)).toMatchObject({ slot_id: slot, slot_status: "booked" });
    await move("supplierA", id, "cancel", { reason: "车辆故障" });
    expect(await slotOf(slot)).toMatchObject({ booked: 0, free: 1 });
    const other = await booked(slot);
    await move("warehouse", other, "check_in");
    expect(await slotOf(slot)).toMatchObject({ booked: 1 });
    await refuseNote(world, other, "外包装进水");
    expect(await slotOf(slot)).toMatchObject({ booked: 0, free: 1 });
  });

  test("两车同时约最后一个位置，一车约到，另一车被告知已约满", async () => {
    const slot = await window();
    const both = [await draft("supplierA", slot), await draft("supplierA", slot)];
    const outcomes = await Promise.allSettled(both.map((id) => send(id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = outcomes.find((one) => one.status === "rejected");
    expect(String(lost?.status === "rejected" && lost.reason.message)).toContain("该时段已约满");
    expect(await slotOf(slot)).toMatchObject({ booked: 1, free: 0 });
    const states = [(await noteOf(both[0] ?? "")).state, (await noteOf(both[1] ?? "")).state];
    expect(states.sort()).toEqual(["draft", "submitted"]);
  });

  test("预计到达须在时段之内，时段须是收货工厂的", async () => {
    const slot = await window();
    await expect(send(await draft("supplierA", slot, "2025-03-11 11:30"))).rejects.toThrow(
      /须在送货时段09:00-11:00之内/,
    );
    await expect(send(await draft("supplierA", slot, "2025-03-12 09:30"))).rejects.toThrow(/不在同一天/);
    const elsewhere = await window({ factory_id: world.ids.factory2 ?? "" }).catch(() => null);
    if (elsewhere) await refusal(draft("supplierA", elsewhere), "invalid");
  });

  test("供应商只看到可约的和自己约的时段，看不到上限和已约", async () => {
    const [free, own, others] = [await window(), await window(), await window()];
    await booked(own);
    await booked(others);
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`update delivery_note set supplier_id = ${world.ids.supplierB} where slot_id = ${others}`.execute(
        world.engine.database.connection(),
      ),
    );
    const seen = async (account: AccountName) => {
      const context = await world.as(account);
      const screen = world.engine.registry.screen("receiving/open-slot");
      if (!screen) throw new Error("no screen");
      return (await listRecords(context, screen, ALL)).rows;
    };
    const rows = await seen("supplierA");
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([free, own]));
    expect(ids).not.toContain(others);
    expect(Object.keys(rows[0] ?? {})).not.toContain("capacity");
    const supplier = await world.as("supplierA");
    await refusal(
      reading(supplier, () => openRecord(supplier, { entity: world.entity(SLOT), id: others })),
      "not_found",
    );
    await refusal(draft("supplierA", others), "invalid");
  });

  test("填写送货单时从可约的时段里选择，别人占满的不提供，也查不到", async () => {
    const [free, others] = [await window(), await window()];
    await booked(others);
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`update delivery_note set supplier_id = ${world.ids.supplierB} where slot_id = ${others}`.execute(
        world.engine.database.connection(),
      ),
    );
    const supplier = await world.as("supplierA");
    const entity = world.entity(NOTE);
    const field: Field | undefined = entity.fields.slot_id;
    if (!field) throw new Error("notes have no window");
    const [offer] = await reading(supplier, () => optionsFor(supplier, [field], 1000));
    const offered = offer?.options.map(({ id }) => id);
    expect(offered).toContain(free);
    expect(offered).not.toContain(others);
    const { dock } = await slotOf(free);
    const look = (text: unknown) =>
      searchChoices(supplier, { entity, field, path: "slot_id", text: String(text), page: 1, size: 100 });
    expect((await look(dock)).rows.map(({ id }) => id)).toContain(free);
    expect((await look((await slotOf(others)).dock)).rows.map(({ id }) => id)).not.toContain(others);
  });

  test("别的供应商占的位置也计算在内", async () => {
    const slot = await window({ capacity: "2" });
    const theirs = await booked(slot);
    const mine = await draft("supplierA", slot);
    const third = await draft("supplierA", slot);
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`update delivery_note set supplier_id = ${world.ids.supplierB} where id = ${theirs}`.execute(
        world.engine.database.connection(),
      ),
    );
    await send(mine);
    expect(await slotOf(slot)).toMatchObject({ booked: 2, free: 0 });
    await expect(send(third)).rejects.toThrow(/该时段已约满/);
  });

  test("改约：另约一个，原来的让出；时段开始前几小时起不能改", async () => {
    const [one, two] = [await window(), await window({ time_from: "13:00", time_to: "15:00" })];
    const id = await booked(one);
    await move("supplierA", id, "edit_trip", trip({ eta: "2025-03-11 13:30", slot_id: two }));
    expect(await slotOf(one)).toMatchObject({ booked: 0 });
    expect(await slotOf(two)).toMatchObject({ booked: 1 });
    await refusal(move("supplierA", id, "edit_trip", trip({ eta: "2025-03-11 16:30", slot_id: two })), "invalid");
    const near = await window({ slot_date: "2025-03-10", time_from: "12:00", time_to: "14:00" });
    const soon = await draft("supplierA", near, "2025-03-10 12:30");
    await send(soon);
    const late = await refusal(move("supplierA", soon, "edit_trip", trip({ slot_id: one })), "invalid");
    expect(late.complaints).toEqual([{ field: "slot_id", message: "送货时段开始前4小时内不能再改约，请联系收货工厂" }]);
    // A later arrival may be said; the place waits no longer for that.
    await move("supplierA", soon, "edit_trip", trip({ eta: "2025-03-10 15:00", slot_id: near }));
    expect(await noteOf(soon)).toMatchObject({ slot_id: near, slot_status: "booked" });
    await move("supplierA", soon, "cancel", { reason: "不送了" });
    expect(await slotOf(near)).toMatchObject({ booked: 0 });
  });
});

describe("容量和关闭", () => {
  test("车次上限不能小于已约，已约的时段不能改时间也不能删除", async () => {
    const slot = await window({ capacity: "2" });
    await booked(slot);
    await booked(slot);
    const change = async (values: Record<string, string>) =>
      updateRecordBy(await world.as("warehouse"), {
        screen: world.screen(SLOT),
        id: slot,
        version: Number((await slotOf(slot)).version),
        values,
      });
    const refused = await refusal(change({ capacity: "1" }), "invalid");
    expect(refused.complaints).toEqual([{ field: "capacity", message: "已有2车预约，不能小于该数" }]);
    await refusal(change({ time_from: "08:00" }), "invalid");
    await change({ capacity: "3" });
    expect(await slotOf(slot)).toMatchObject({ capacity: 3, booked: 2, free: 1 });
  });

  test("关闭时段：已约未到的失去时段并收到原因，不能再约", async () => {
    const slot = await window();
    const id = await booked(slot);
    await applyTransition(await world.as("warehouse"), {
      entity: world.entity(SLOT),
      id: slot,
      name: "close",
      reason: "月台检修",
    });
    expect(await noteOf(id)).toMatchObject({ state: "submitted", slot_id: null, slot_status: "withdrawn" });
    expect(String((await noteOf(id)).lost_slot)).toContain("09:00-11:00");
    expect(await slotOf(slot)).toMatchObject({ state: "closed", booked: 0 });
    expect(await told("supplierA", "关闭了您的送货单")).toBeGreaterThan(0);
    await refusal(draft("supplierA", slot), "invalid");
  });

  test("体积上限：装不下的约不进去", async () => {
    await world.engine.database.transaction({ role: "owner" }, () =>
      sql`insert into logistics_volume (id, state, material_id, pack_qty, length_cm, width_cm, height_cm, volume_m3, gross_kg, by_supplier)
        values (gen_random_uuid(), 'active', ${world.ids.corn}, 20, 100, 100, 100, 1, 21, false)`.execute(
        world.engine.database.connection(),
      ),
    );
    const slot = await window({ capacity: "5", capacity_m3: "3" });
    const id = await booked(slot);
    expect((await noteOf(id)).load_m3).toBe("2.000");
    expect(await slotOf(slot)).toMatchObject({ booked: 1, booked_m3: "2.000", free_m3: "1.000" });
    await expect(send(await draft("supplierA", slot))).rejects.toThrow(/体积不够/);
  });
});

describe("月台看板", () => {
  test("仓库看到各月台各时段约了几车和体积，链接到送货单和前后一天", async () => {
    const dock = "看板台";
    const slot = await window({ dock, slot_date: "2025-03-20", capacity: "2", capacity_m3: "50" });
    await window({ dock, slot_date: "2025-03-20", time_from: "11:00", time_to: "12:30" });
    const id = await draft("supplierA", slot, "2025-03-20 09:30");
    await send(id);
    const without = await draft("supplierA", null, "2025-03-20 14:00");
    await send(without);
    const model = await board("warehouse", "2025-03-20");
    expectWhole(model, "月台看板");
    expect(model.columns).toEqual(["09:00", "10:00", "11:00", "12:00", "12:30"]);
    const [row] = model.docks;
    expect(row?.dock).toBe(dock);
    expect(row?.parts.map(({ span, time, slot: one }) => [span, time, one === null])).toEqual([
      [2, "09:00–11:00", false],
      [2, "11:00–12:30", false],
      [1, "12:30–13:00", true],
    ]);
    expect(row?.parts[0]?.slot).toMatchObject({
      href: `/receiving/delivery-slot/${slot}`,
      load: expect.stringMatching(/^1\/2车 [\d.]+\/50m³$/),
      notes: [{ href: `/receiving/delivery-note/${id}`, facts: expect.stringContaining("皖A12345 · 09:30预计") }],
    });
    expect(model.lists[1]?.notes.map((note) => note.id)).toEqual([without]);
    expect(model.after).toContain("day=2025-03-21");
    expect(model.before).toContain("day=2025-03-19");
    await move("warehouse", without, "check_in");
    await move("warehouse", id, "check_in");
    // Who came first without a window stands behind.
    expect((await board("warehouse", "2025-03-20")).lists[0]?.notes.map((note) => note.id)).toEqual([id, without]);
  });

  test("没有时段的一天说明没有；供应商打不开看板", async () => {
    const model = await board("warehouse", "2025-05-01");
    expect(model).toMatchObject({ docks: [], empty: "这一天没有登记送货时段。" });
    await refusal(board("supplierA", "2025-03-20"), "forbidden");
  });
});

describe("标签", () => {
  test("每个批次一张，写明物料、批号、日期、数量、供应商和送货单，带二维码；别的供应商打不开", async () => {
    const id = await draft("supplierA", null);
    const sheet = async (account: AccountName) =>
      deliveryLabels(await world.as(account), world.screen(NOTE), id, "https://portal.example.com");
    const { labels, code } = await sheet("supplierA");
    expect(code.content).toBe(`https://portal.example.com/web/receiving/delivery-note/${id}`);
    expect(labels).toHaveLength(1);
    expect(labels[0]?.title).toContain("玉米");
    const facts = Object.fromEntries((labels[0]?.facts ?? []).map(({ label, text }) => [label, text]));
    expect(facts).toMatchObject({ 批号: "P250301", 生产日期: "2025-03-01", 到期日: "2026-03-01", 数量: "40" });
    expect(facts.供应商).not.toBe("");
    expect(facts.送货单).toMatch(/^SH\d{8}-\d{4} 行10$/);
    await refusal(sheet("supplierB"), "not_found");
  });
});

describe("排队号", () => {
  test("同时签到的车各得一号，中间不空号；签到失败的不占号", async () => {
    const sent = async () => {
      const id = await draft("supplierA", null);
      await send(id);
      return id;
    };
    const [first, second, third, fourth] = [await sent(), await sent(), await sent(), await sent()];
    expect(await queueOf(first)).toEqual([null, null]);
    await move("warehouse", first, "check_in");
    const [before, day] = await queueOf(first);
    expect(day).toBe("2025-03-10");
    await refusal(move("warehouse", first, "check_in"), "wrong_state");
    await refusal(move("supplierA", second, "check_in"), "forbidden");
    await Promise.all([second, third].map((id) => move("warehouse", id, "check_in")));
    await move("warehouse", fourth, "check_in");
    const given = [await queueOf(second), await queueOf(third)].map(([no]) => Number(no) - Number(before));
    expect(given.sort()).toEqual([1, 2]);
    expect(await queueOf(fourth)).toEqual([Number(before) + 3, day]);
    const { number, queue_no } = await noteOf(fourth);
    expect(await told("supplierA", `送货单${number}已到%，排队号${queue_no}`)).toBe(1);
    const waiting = (await board("warehouse", "2025-03-11")).lists[0]?.notes ?? [];
    expect(waiting.find(({ id }) => id === fourth)?.facts).toContain(`排队号${queue_no} · 皖A12345`);
  });
});

describe("迟到", () => {
  test("超过预计到达一小时没有签到，标记迟到、让出时段并告诉双方；签到的不受影响", async () => {
    const slot = await window({ capacity: "2" });
    const [late, there] = [await booked(slot), await booked(slot)];
    world.clock.advance((24 * 60 + 29) * 60_000);
    await move("warehouse", there, "check_in");
    await releaseLateSlots(world.engine);
    expect(await noteOf(late)).toMatchObject({ slot_status: "booked" });
    world.clock.advance(2 * 60_000);
    expect(await releaseLateSlots(world.engine)).toBeGreaterThan(0);
    expect(await releaseLateSlots(world.engine)).toBe(0);
    expect(await noteOf(late)).toMatchObject({ state: "submitted", slot_id: null, slot_status: "late" });
    expect(await noteOf(there)).toMatchObject({ state: "arrived", slot_id: slot, slot_status: "booked" });
    expect(await slotOf(slot)).toMatchObject({ booked: 1, free: 1 });
    expect(await told("supplierA", "迟到，已失去送货时段")).toBeGreaterThan(0);
    expect(await told("warehouse", "迟到，时段已释放")).toBeGreaterThan(0);
    // The place is free for another one, also while the window runs.
    await move("supplierA", late, "edit_trip", trip({ eta: "2025-03-11 10:50", slot_id: slot }));
    expect(await noteOf(late)).toMatchObject({ slot_status: "booked", lost_slot: null });
    await move("warehouse", late, "check_in");
    expect(linesOf(await noteOf(late), "items")).toHaveLength(1);
    // Counted from one on each day.
    expect([await queueOf(there), await queueOf(late)]).toEqual([
      [1, "2025-03-11"],
      [2, "2025-03-11"],
    ]);
  });
});
