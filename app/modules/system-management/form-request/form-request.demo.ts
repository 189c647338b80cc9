import type { DemoPen } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const REQUEST = "system-management/form-request";
const ANSWER = "system-management/form-answer";
const MINE = "system-management/my-form";

/** What suppliers say of their sites, question by question. */
const SAID = [
  ["5200", "清理线\n混合机\n金属检测机", "阴凉", "是", "是", "2026-03-18", "希望共享贵公司的过敏原管理模板。"],
  ["3600", "粉碎机\n混合机\n包装线", "常温", "是", "否", null, null],
  ["8800", "清理线\n包装线\n金属检测机", "冷藏", "是", "是", "2025-11-06", null],
  ["2450", "包装线", "常温", "否", "否", null, "召回演练计划下半年进行，请安排人员指导。"],
  ["6100", "清理线\n粉碎机\n混合机\n包装线\n金属检测机", "冷冻", "是", "是", "2026-01-22", null],
] as const;

/** The questionnaire of the demo: one that is over, one that is being answered by the suppliers that are qualified, one not sent yet. */
export async function demoFormRequests(pen: DemoPen): Promise<void> {
  const [survey] = await unscopedRows(
    pen.context(pen.now),
    "system-management/form",
    ["id"],
    [where.eq("code", "SITE")],
  );
  const qualified = where.eq("stage", "qualified");
  const rows = await unscopedRows(pen.context(pen.now), "supplier-management/supplier", ["id"], [qualified]);
  const ids = rows.map(({ id }) => id);
  const asked = async ({ days, due, name, to }: { days: number; due: number; name: string; to: readonly string[] }) => {
    const context = pen.context(pen.moment(pen.daysAgo(days), 10));
    const { id } = await pen.create(context, REQUEST, {
      form_id: survey?.id,
      name,
      due_date: pen.daysAgo(due),
      note: "有疑问请联系质量部。",
      suppliers: to.map((supplier_id) => ({ supplier_id })),
    });
    return id;
  };
  const move = (days: number, id: string, name: "send" | "finish") =>
    applyTransition(pen.context(pen.moment(pen.daysAgo(days), 10)), { entity: pen.screen(REQUEST).entity, id, name });
  const over = await asked({ days: 75, due: 55, name: "上半年现场情况自查", to: ids.slice(0, 4) });
  await move(75, over, "send");
  await answers(pen, over, { days: 66, most: 3 });
  await move(52, over, "finish");
  const running = await asked({ days: 5, due: -10, name: "现场审核前自查", to: ids });
  await move(5, running, "send");
  const [first] = await answers(pen, running, { days: 3, most: SAID.length });
  if (first) {
    const at = pen.context(pen.moment(pen.daysAgo(1), 11), await pen.person("qa1"));
    const reason = "厂房面积与营业执照附页不一致，请核对后重新填写。";
    await applyTransition(at, { entity: pen.screen(ANSWER).entity, id: first, name: "send_back", reason });
  }
  await asked({ days: 0, due: -30, name: "冷链设施补充自查", to: ids.slice(0, 6) });
}

/** So many suppliers answer what they were asked, each in a transaction of its own. */
async function answers(
  pen: DemoPen,
  request: string,
  { days, most }: { days: number; most: number },
): Promise<string[]> {
  const now = pen.context(pen.now);
  const columns = ["id", "number", "supplier_id"] as const;
  const rows = await unscopedRows(now, ANSWER, columns, [where.eq("task_id", request)]);
  const { entity } = pen.screen(ANSWER);
  const screen = pen.services.registry.screen(MINE);
  if (!screen) throw new Error("suppliers have no forms of their own");
  const given: string[] = [];
  for (const { id, supplier_id } of rows.sort((a, b) => String(a.number).localeCompare(String(b.number)))) {
    const own = pen.suppliers.find((one) => one.id === supplier_id);
    const said = SAID[given.length];
    if (!own || !said || given.length === most) continue;
    const context = pen.context(pen.moment(pen.daysAgo(days), 9 + given.length), own.actor);
    await pen.together(context, async () => {
      const { record } = await openRecord(context, { entity, id });
      const items = linesOf(record, "items").map((row, index) => ({ id: row.id, value: said[index] }));
      await updateRecordBy(context, { screen, id, version: record.version, values: { items } });
      await applyTransition(context, { entity, id, name: "submit" });
    });
    given.push(id);
  }
  return given;
}
