import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { permissionVersion } from "~/data/access.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { Screen } from "~/engine/entity/registry";
import { fileOfRecord } from "~/engine/files/answer.server";
import { receiveFile, uploadTarget, uploadTargets } from "~/engine/files/upload.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { intParameter } from "~/engine/parameters.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { editFormModel } from "~/engine/screen/form-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays, addWorkdays, dayOf } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { sentIn } from "../../../support/files";
import { initialLimit } from "../../../support/limits";
import { refusal } from "../../../support/orders";
import { pictureFile } from "../../../support/pictures";
import { change, make, seen, stored, transition } from "../../../support/quality";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const AUDIT = "supplier-management/supplier-audit";
const ACTION = "supplier-audit/corrective-action";
const RULE = "supplier-audit/audit-rule";

const world = await openWorld();
afterAll(() => world.close());

const DAY_MS = 24 * 60 * 60_000;
function screenOf(key: string): Screen {
  const screen = world.engine.registry.screensOf(ACTION).find((one) => one.key === key);
  if (!screen) throw new Error(`no screen ${key}`);
  return screen;
}
const NO_SESSION = {
  idHash: "",
  csrf: "",
  currentTop: null,
  expiresAt: "",
  hasNotices: false,
  tabs: [],
  offersTabs: false,
};
const write = (query: ReturnType<typeof sql>) => query.execute(world.engine.database.connection());

/** An audit of supplier A that has begun, with its sheet. */
async function begun() {
  const qa = await world.as("qa");
  const { id } = await make(world, qa, AUDIT);
  await transition(world, { context: qa, key: AUDIT, id, name: "notify" });
  await transition(world, { context: qa, key: AUDIT, id, name: "start" });
  return { qa, id, record: await stored(world, AUDIT, id) };
}

function rows(record: Awaited<ReturnType<typeof stored>>, judged: readonly object[]) {
  return linesOf(record, "items").map((row, index) => ({ id: row.id, ...judged[index] }));
}

test("计划中的审核可以放进日历：通知供应商之后供应商也可以；开始以后不再提供", async () => {
  const qa = await world.as("qa");
  const { id } = await make(world, qa, AUDIT, { scope_note: "请准备追溯记录" });
  const entry = async (who: Parameters<typeof world.as>[0]) => {
    const context = await world.as(who);
    return world.engine.registry.server(AUDIT).calendar?.(context, await seen(world, context, AUDIT, id));
  };
  const offered = async (who: Parameters<typeof world.as>[0]) => {
    const { actions } = await recordModel(await world.as(who), world.screen(AUDIT), id);
    return actions.filter(({ label }) => label === "加入日历").map(({ href }) => href.split("/").at(-1));
  };
  const { plan_date: day, number } = await stored(world, AUDIT, id);
  expect(await entry("qa")).toMatchObject({
    day,
    isOpen: true,
    title: expect.stringContaining("："),
    note: expect.stringContaining(`单号 ${String(number)}`),
  });
  expect(await offered("qa")).toEqual(["calendar"]);
  await refusal(seen(world, await world.as("supplierA"), AUDIT, id), "not_found");
  await transition(world, { context: qa, key: AUDIT, id, name: "notify" });
  expect(await entry("supplierA")).toMatchObject({ day });
  await transition(world, {
    context: await world.as("supplierA"),
    key: AUDIT,
    id,
    name: "confirm_date",
    more: { input: { supplier_rep: "李经理" } },
  });
  expect((await entry("supplierA"))?.isOpen).toBeUndefined();
  await transition(world, { context: qa, key: AUDIT, id, name: "start" });
  expect(await entry("qa")).toBeNull();
  expect(await offered("qa")).toEqual([]);
});

test("列表只有本菜单、本人能见的状态可选；整改清单仍是全部状态", async () => {
  const shown = async (who: Parameters<typeof world.as>[0], key: string) => {
    const { tabs, filters } = await listModel(await world.as(who), screenOf(key), new URLSearchParams());
    const state = filters.find(({ name }) => name === "state");
    return [tabs.map(({ label }) => label), state && "options" in state ? state.options.length : 0];
  };
  expect(await shown("qa", "correction-report-audit")).toEqual([["全部", "报告待审核", "效果验证中"], 2]);
  expect(await shown("supplierA", "correction-report")).toEqual([
    ["全部", "待供方回复", "已临时围堵", "报告待审核", "退回修改", "效果验证中", "已关闭"],
    6,
  ]);
  expect(await shown("qa", "correction-list")).toEqual([expect.arrayContaining(["草稿", "已取消"]), 8]);
});

describe("质量审核", () => {
  test("评分表来自模板并固定下来；不能增删条目；未评分不能提交", async () => {
    const { qa, id, record } = await begun();
    expect(linesOf(record, "items").map(({ section, content, max_score }) => [section, content, max_score])).toEqual([
      ["卫生", "车间清洁", "10.0"],
      ["卫生", "异物控制", "10.0"],
    ]);
    expect(record).toMatchObject({ pass_line: "85.0", conditional_line: "70.0" });
    const [first] = rows(record, [{ result: "conform" }]);
    await refusal(change(world, { context: qa, key: AUDIT, id, values: { items: [first] } }), "invalid");
    await change(world, { context: qa, key: AUDIT, id, values: { items: rows(record, [{ result: "conform" }, {}]) } });
    expect((await refusal(transition(world, { context: qa, key: AUDIT, id, name: "submit" }), "invalid")).message).toBe(
      "还有1项未评分，不能提交报告",
    );
    await refusal(
      change(world, { context: qa, key: AUDIT, id, values: { items: rows(record, [{}, { result: "na" }]) } }),
      "invalid",
    );
  });

  test("评分时看得到章节、内容、要求和满分，条目不能增删；审核中先填写评分，再提交报告", async () => {
    const { qa, id, record } = await begun();
    const screen = world.screen(AUDIT);
    const form = await editFormModel(qa, screen, id);
    const sheet = form.sections.find((part) => part.kind === "lines" && part.name === "items");
    if (sheet?.kind !== "lines") throw new Error("the sheet is not on the form");
    expect(sheet.columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["章节", "审核内容", "满分", "判定"]),
    );
    expect(sheet.fixedRows).toBe(true);
    const texts = Object.fromEntries(sheet.rows[0]?.readOnly.map(({ name, text }) => [name, text]) ?? []);
    expect(texts).toMatchObject({ section: "卫生", content: "车间清洁", max_score: "10" });
    const added = [...rows(record, []), { result: "conform" }];
    await refusal(change(world, { context: qa, key: AUDIT, id, values: { items: added } }), "malformed");
    const { actions } = await recordModel(qa, screen, id);
    expect(actions.slice(0, 2).map(({ label, tone }) => [label, tone])).toEqual([
      ["填写评分", "primary"],
      ["提交报告", "plain"],
    ]);
    const list = await listModel(qa, screen, new URLSearchParams());
    const row = list.table.rows.find((one) => one.id === id);
    expect(row?.actions?.map(({ label, href }) => [label, href])).toEqual([
      ["填写评分", expect.stringMatching(/\/edit$/)],
    ]);
  });

  test("否决项不符合：结论只能为不通过，不符合要写明并有照片", async () => {
    const { qa, id, record } = await begun();
    const items = rows(record, [{ result: "conform" }, { result: "major" }]);
    await change(world, { context: qa, key: AUDIT, id, values: { items, conclusion: "pass" } });
    expect(await stored(world, AUDIT, id)).toMatchObject({ score: "70.0", veto_hit: true });
    const { complaints } = await refusal(transition(world, { context: qa, key: AUDIT, id, name: "submit" }), "invalid");
    expect(complaints.map(({ message }) => message)).toEqual([
      "触发否决项或存在致命不符合，结论只能为不通过",
      "第2项判为不符合，请在不符合项中写明事实（对应条款填2）",
    ]);
    const findings = [{ item_no: "2", severity: "major", description: "金属检测机停用" }];
    await change(world, { context: qa, key: AUDIT, id, values: { findings, conclusion: "" } });
    expect((await refusal(transition(world, { context: qa, key: AUDIT, id, name: "submit" }), "invalid")).message).toBe(
      "不符合项【1】缺少现场照片",
    );
    await refusal(
      change(world, { context: qa, key: AUDIT, id, values: { findings: [{ ...findings[0], photo_nos: "1" }] } }),
      "invalid",
    );
  });

  test("条款的照片放在自己的行里，算作不符合项的照片；别的行的不收；供应商在报告批准后才看到，别家看不到", async () => {
    const { qa, id, record } = await begun();
    const [screen, entity] = [world.screen(AUDIT), world.entity(AUDIT)];
    const upload = async (name: string, width: number) => {
      const bytes = sentIn(await pictureFile("jpeg", width, 30));
      return (await receiveFile(qa, uploadTarget(qa, screen, "items.photos"), { name, bytes })).id;
    };
    const [first, second] = [await upload("更衣室.jpg", 31), await upload("金检机.jpg", 32)];
    const items = rows(record, [
      { result: "conform", photos: [first] },
      { result: "major", photos: [second, await upload("金检机铭牌.jpg", 33)] },
    ]);
    const findings = [{ item_no: "2", severity: "major", description: "金属检测机停用" }];
    await change(world, { context: qa, key: AUDIT, id, values: { items, findings } });
    const twice = rows(record, [{}, { photos: [second, first] }]);
    const taken = await refusal(change(world, { context: qa, key: AUDIT, id, values: { items: twice } }), "invalid");
    expect(taken.complaints.map(({ field }) => field)).toEqual(["items.1.photos"]);
    // Suppliers bring nothing into the sheet.
    const supplier = await world.as("supplierA");
    expect(uploadTargets(supplier, entity).map(({ name }) => name)).not.toContain("items.photos");
    const download = async (who: Parameters<typeof world.as>[0]) => {
      const request = new Request("http://x/");
      const work = fileOfRecord(await world.as(who), { screen, recordId: id, fileId: second, request });
      return work.then(
        ({ status }) => String(status),
        (error: { error?: string }) => error.error,
      );
    };
    const answers = async () => [await download("qa"), await download("supplierA"), await download("supplierB")];
    expect(await answers()).toEqual(["200", "not_found", "not_found"]);
    await transition(world, { context: qa, key: AUDIT, id, name: "submit" });
    expect(await answers()).toEqual(["200", "not_found", "not_found"]);
    await transition(world, { context: await personWith(world, "qa_manager"), key: AUDIT, id, name: "approve" });
    expect(await answers()).toEqual(["200", "200", "not_found"]);
    expect(JSON.stringify(await recordModel(supplier, screen, id))).toContain(`/${id}/files/${second}?small=1`);
  });

  test("改判后，没有另行打分的得分随之变化；与判定不一致的得分要有证据", async () => {
    const { qa, id, record } = await begun();
    await change(world, {
      context: qa,
      key: AUDIT,
      id,
      values: { items: rows(record, [{ result: "minor" }, { result: "conform" }]) },
    });
    expect(await stored(world, AUDIT, id)).toMatchObject({ score: "90.0" });
    const again = rows(await stored(world, AUDIT, id), [{ result: "conform" }, {}]);
    await change(world, { context: qa, key: AUDIT, id, values: { items: again } });
    expect(await stored(world, AUDIT, id)).toMatchObject({ score: "100.0" });
    const odd = rows(record, [{ result: "conform", score: "5" }, {}]);
    const { complaints } = await refusal(
      change(world, { context: qa, key: AUDIT, id, values: { items: odd } }),
      "invalid",
    );
    expect(complaints[0]?.field).toBe("items.0.evidence");
  });

  test("归口采购员不能当组长，组长不能批准自己的报告", async () => {
    const lead = await personWith(world, "qa_manager");
    const byBuyer = () => refusal(make(world, lead, AUDIT, { leader_id: world.accounts.buyerA }), "invalid");
    expect((await byBuyer()).complaints[0]?.message).toContain("找不到审核组长");
    // Somebody who does both jobs can be found, and still does not lead an audit of the own supplier.
    const connection = world.engine.database.connection();
    const both = { user_id: world.accounts.buyerA, role_code: "qa" };
    await sql`insert into user_role (user_id, role_code) values (${both.user_id}, ${both.role_code})`.execute(
      connection,
    );
    expect((await byBuyer()).complaints[0]?.message).toBe("审核组长不能为该供应商归口采购员");
    await sql`delete from user_role where user_id = ${both.user_id} and role_code = ${both.role_code}`.execute(
      connection,
    );
    const { id } = await make(world, lead, AUDIT, { leader_id: lead.actor.id, audit_type: "flight" });
    await transition(world, { context: lead, key: AUDIT, id, name: "start" });
    const record = await stored(world, AUDIT, id);
    await change(world, {
      context: lead,
      key: AUDIT,
      id,
      values: { items: rows(record, [{ result: "conform" }, { result: "conform" }]) },
    });
    await transition(world, { context: lead, key: AUDIT, id, name: "submit" });
    await refusal(transition(world, { context: lead, key: AUDIT, id, name: "approve" }), "own_rule");
  });

  test("飞行检查和太近的日期不能发通知，供应商看不到没有通知的审核", async () => {
    const qa = await world.as("qa");
    const flight = await make(world, qa, AUDIT, { audit_type: "flight" });
    expect(
      (await refusal(transition(world, { context: qa, key: AUDIT, id: flight.id, name: "notify" }), "wrong_state"))
        .message,
    ).toContain("飞行检查");
    const soon = await make(world, qa, AUDIT, { plan_date: "2025-03-12" });
    expect(
      (await refusal(transition(world, { context: qa, key: AUDIT, id: soon.id, name: "notify" }), "invalid")).message,
    ).toContain("至少在3天之后");
    await refusal(seen(world, await world.as("supplierA"), AUDIT, flight.id), "not_found");
  });
});

describe("基地、通知和历次审核", () => {
  test("没有通知的年度审核不能开始；批准后基地记下审核日期和下次日期，再审时看得到上次", async () => {
    const qa = await world.as("qa");
    const lead = await personWith(world, "qa_manager");
    const site = { mode: "remote", site_id: world.ids.siteA };
    const { id } = await make(world, qa, AUDIT, site);
    expect(
      (await refusal(transition(world, { context: qa, key: AUDIT, id, name: "start" }), "invalid")).message,
    ).toContain("请先发送通知");
    await transition(world, { context: qa, key: AUDIT, id, name: "notify" });
    await transition(world, { context: qa, key: AUDIT, id, name: "start" });
    const record = await stored(world, AUDIT, id);
    await change(world, {
      context: qa,
      key: AUDIT,
      id,
      values: { items: rows(record, [{ result: "conform" }, { result: "conform" }]) },
    });
    await transition(world, { context: qa, key: AUDIT, id, name: "submit" });
    const cycles = [{ months: "24", mode: "onsite" }];
    const ofClass = { months: "24", mode: "document", supplier_class_id: world.ids.supplierClass };
    await change(world, { context: lead, key: RULE, id: world.ids.auditRule ?? "", values: { cycles: [ofClass] } });
    await transition(world, { context: lead, key: AUDIT, id, name: "approve" });
    await change(world, { context: lead, key: RULE, id: world.ids.auditRule ?? "", values: { cycles } });
    expect(await stored(world, "supplier-management/supplier-site", world.ids.siteA ?? "")).toMatchObject({
      last_audit_at: "2025-03-10",
      next_audit_at: "2027-03-10",
    });
    // The cycle of the class said how it is audited next; the place goes on with it until somebody chooses another way.
    const later = await make(world, qa, AUDIT, { ...site, mode: "", plan_date: "2025-03-21" });
    expect((await stored(world, AUDIT, later.id)).mode).toBe("document");
    const next = await make(world, qa, AUDIT, { ...site, plan_date: "2025-03-21" });
    await setParameter(world, "audit.mostInARow", "1");
    await transition(world, { context: qa, key: AUDIT, id: next.id, name: "notify" });
    const again = await refusal(transition(world, { context: qa, key: AUDIT, id: next.id, name: "start" }), "invalid");
    expect(again.message).toContain("连续审核该基地1次，请更换");
    await setParameter(world, "audit.mostInARow", "3");
    const page = JSON.stringify(await recordModel(qa, world.screen(AUDIT), next.id));
    expect(page).toContain("历次审核");
    expect(page).toContain(String(record.number));
  });

  test("现场审核要选基地，且是该供应商的", async () => {
    const qa = await world.as("qa");
    const missing = await refusal(make(world, qa, AUDIT, { mode: "onsite" }), "invalid");
    expect(missing.complaints.map(({ field }) => field)).toEqual(["site_id"]);
    await refusal(make(world, qa, AUDIT, { mode: "onsite", site_id: world.ids.siteB }), "invalid");
  });

  test("计划日期前30天、7天提醒组长，超期提醒组长和质量经理，开始后不再提醒", async () => {
    const qa = await world.as("qa");
    const { id } = await make(world, qa, AUDIT, { plan_date: addDays(TODAY, 30) });
    const said = async (day: number) => {
      world.clock.advance(day * DAY_MS);
      await workDeadlines(world.system(), { remindNow: true });
      world.clock.advance(-day * DAY_MS);
      const { rows } = await sql<{
        title: string;
      }>`select distinct title, min(at) over (partition by title) as at from inbox
        where record_id = ${id} order by at`.execute(world.engine.database.connection());
      return rows.map(({ title }) => title.replace(/^.*(?=计划于|已超过)/, ""));
    };
    const coming = ["计划于 2025-04-09 进行（剩30天）", "计划于 2025-04-09 进行（剩7天）"];
    expect(await said(0)).toEqual(expect.arrayContaining(coming.slice(0, 1)));
    expect(await said(23)).toEqual(expect.arrayContaining(coming));
    expect(await said(31)).toContain("已超过计划日期1天");
    await sql`update supplier_audit set state = 'in_progress' where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    expect(await said(38)).not.toContain("已超过计划日期8天");
  });

  test("排进审核组的人收到消息，改期再说一次；通知后取消，供应商知道", async () => {
    const lead = await personWith(world, "qa_manager");
    const member = String((await personWith(world, "supplier_auditor")).actor.id);
    const stranger = make(world, lead, AUDIT, { members: [{ user_id: world.accounts.planner }] });
    expect((await refusal(stranger, "invalid")).complaints).toEqual([
      { field: "members.0.user_id", message: expect.stringContaining("找不到组员") },
    ]);
    const { id } = await make(world, lead, AUDIT, { members: [{ user_id: member }] });
    const { number } = await stored(world, AUDIT, id);
    const titles = async (account: string | undefined) =>
      (
        await sql<{ title: string }>`select title from inbox where user_id = ${account} and record_id = ${id}
          order by at, id`.execute(world.engine.database.connection())
      ).rows.map(({ title }) => title);
    expect(await titles(member)).toEqual([`质量审核 ${number} 计划于 2025-03-20 进行，请安排时间`]);
    await transition(world, { context: lead, key: AUDIT, id, name: "notify" });
    await transition(world, {
      context: lead,
      key: AUDIT,
      id,
      name: "reschedule",
      more: { input: { plan_date: "2025-03-25" } },
    });
    expect(await titles(member)).toContain(`质量审核 ${number} 计划于 2025-03-25 进行，请安排时间`);
    await transition(world, { context: lead, key: AUDIT, id, name: "cancel", more: { reason: "并入年度审核" } });
    expect(await titles(world.accounts.supplierA)).toContain(`原定 2025-03-25 的质量审核 ${number} 已取消`);
  });

  test("规则说的通过线在开始时记到审核上，之后规则变了也不变", async () => {
    const rule = (valid_from: string, min: string) =>
      createRecord(world.system(), {
        screen: world.screen("supplier-audit/audit-rule"),
        values: {
          code: `JL${min}`,
          name: `结论${min}`,
          rule_kind: "conclusion",
          valid_from,
          conclusions: [
            { min, max: "100", conclusion: "pass", max_major: "0" },
            { min: "60", max: min, conclusion: "conditional", max_major: "1" },
            { min: "0", max: "60", conclusion: "fail" },
          ],
        },
      });
    const { rows: template } = await sql<{
      id: string;
    }>`update scoring_template set pass_line = null, conditional_line = null
      where id = ${world.ids.template} returning id`.execute(world.engine.database.connection());
    expect(template).toHaveLength(1);
    // Without a rule the parameters speak.
    const usual = {
      ...{ "audit.passLine": "90", "audit.conditionalLine": "65", "audit.majorTolerated": "4" },
      ...{ "audit.minorShare": "75", "audit.majorShare": "30" },
    };
    for (const [key, value] of Object.entries(usual)) await setParameter(world, key, value);
    const unruled = await begun();
    for (const key of ["audit.passLine", "audit.conditionalLine", "audit.majorTolerated"] as const)
      await setParameter(world, key, String(initialLimit(key)));
    for (const key of ["audit.minorShare", "audit.majorShare"] as const)
      await setParameter(world, key, String(initialLimit(key)));
    expect(await stored(world, AUDIT, unruled.id)).toMatchObject({
      ...{ pass_line: "90.0", conditional_line: "65.0", major_tolerated: 4, minor_share: 75, major_share: 30 },
    });
    const items = rows(unruled.record, [{ result: "minor" }, { result: "conform" }]);
    await change(world, { context: unruled.qa, key: AUDIT, id: unruled.id, values: { items } });
    expect(await stored(world, AUDIT, unruled.id)).toMatchObject({ score: "87.5" });
    await rule("2025-01-01", "92");
    const { record, id } = await begun();
    expect(record).toMatchObject({ pass_line: "92.0", conditional_line: "60.0", major_tolerated: 1 });
    await rule("2025-03-01", "95");
    expect(await stored(world, AUDIT, id)).toMatchObject({ pass_line: "92.0" });
    expect((await begun()).record).toMatchObject({ pass_line: "95.0" });
    await write(
      sql`update scoring_template set pass_line = 85, conditional_line = 70 where id = ${world.ids.template}`,
    );
  });
});

describe("从审核到整改关闭", () => {
  test("只有观察项：报告退回后再提交，批准即关闭，不生成整改单，并定下次审核日期", async () => {
    const { qa, id, record } = await begun();
    const lead = await personWith(world, "qa_manager");
    await change(world, {
      context: qa,
      key: AUDIT,
      id,
      values: {
        items: rows(record, [{ result: "minor", score: "5", evidence: "地面积水" }, { result: "conform" }]),
      },
    });
    const withFinding = { findings: [{ item_no: "1", severity: "observation", description: "地面积水" }] };
    await change(world, { context: qa, key: AUDIT, id, values: withFinding });
    await transition(world, { context: qa, key: AUDIT, id, name: "submit" });
    expect(await stored(world, AUDIT, id)).toMatchObject({ conclusion: "conditional", score: "75.0" });
    await transition(world, { context: lead, key: AUDIT, id, name: "reject", more: { reason: "应为一般不符合" } });
    const [finding] = linesOf(await stored(world, AUDIT, id), "findings");
    expect(finding?.corrective_action_id).toBeNull();
    await transition(world, { context: qa, key: AUDIT, id, name: "submit" });
    await transition(world, { context: lead, key: AUDIT, id, name: "approve" });
    expect((await stored(world, AUDIT, id)).state).toBe("closed");
    expect((await stored(world, AUDIT, id)).next_audit_date).toBe("2027-03-10");
  });

  test("整改单：期限按严重度，报告不全不能交，退回计次并重给期限，措施完成并核查后关闭", async () => {
    const qa = await world.as("qa");
    const supplier = await world.as("supplierA");
    const { id } = await make(world, qa, ACTION, { owner_id: qa.actor.id, severity: "major" });
    await refusal(seen(world, supplier, ACTION, id), "not_found");
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    expect((await stored(world, ACTION, id)).report_due).toBe("2025-03-24");
    await refusal(seen(world, await world.as("supplierB"), ACTION, id), "not_found");
    const missing = await refusal(transition(world, { context: supplier, key: ACTION, id, name: "submit" }), "invalid");
    expect(missing.message).toBe("请完善：发生原因、纠正措施、预防措施");
    await refusal(
      change(world, { context: supplier, key: ACTION, id, values: { problem: "不是我们的问题" } }),
      "malformed",
    );
    const action = (kind: string) => ({ kind, description: "更换刀具", owner: "张工", due_date: "2025-03-20" });
    await change(world, {
      context: supplier,
      key: ACTION,
      id,
      values: {
        root_cause: "刀具磨损没有更换周期",
        actions: [action("corrective"), action("preventive")],
      },
    });
    await transition(world, { context: supplier, key: ACTION, id, name: "submit" });
    await refusal(change(world, { context: supplier, key: ACTION, id, values: { root_cause: "改" } }), "wrong_state");
    const input = { note_cause: "没有说明流出原因" };
    await setParameter(world, "correction.returnDays", "5");
    await transition(world, { context: qa, key: ACTION, id, name: "send_back", more: { reason: "请补充原因", input } });
    await setParameter(world, "correction.returnDays", "3");
    expect(await stored(world, ACTION, id)).toMatchObject({ reject_count: 1, report_due: "2025-03-17" });
    await change(world, { context: supplier, key: ACTION, id, values: { escape_cause: "出厂抽检没有覆盖夜班" } });
    await transition(world, { context: supplier, key: ACTION, id, name: "submit" });
    const { sections } = await recordModel(qa, screenOf("correction-report-audit"), id);
    const compared = sections.find(({ title }) => title === "报告对照");
    const rowOf = (part: string) =>
      compared && "table" in compared
        ? compared.table.rows.find(({ cells }) => cells[0]?.text === part)?.cells.map(({ text }) => text)
        : [];
    expect(rowOf("原因")).toEqual([
      "原因",
      "有修改",
      "没有说明流出原因",
      "发生：刀具磨损没有更换周期",
      "发生：刀具磨损没有更换周期；流出：出厂抽检没有覆盖夜班",
    ]);
    expect(rowOf("措施")?.slice(0, 3)).toEqual(["措施", "未改", "—"]);
    await transition(world, { context: qa, key: ACTION, id, name: "accept", more: { input: { report_score: "4" } } });
    const note = { input: { verify_note: "现场确认" } };
    const actions = linesOf(await stored(world, ACTION, id), "actions");
    const checked = Object.fromEntries(actions.map((row) => [row.id, { check: "pass" }]));
    const undone = await refusal(
      transition(world, { context: qa, key: ACTION, id, name: "close", more: { ...note, lineInput: checked } }),
      "invalid",
    );
    expect(undone.message).toBe("还有2项措施没有完成，不能关闭");
    const lineInput = Object.fromEntries(actions.map((row) => [row.id, { done_date: "2025-03-10" }]));
    const unseen = await refusal(
      transition(world, { context: supplier, key: ACTION, id, name: "report_done", more: { lineInput } }),
      "invalid",
    );
    expect(unseen.message).toBe("请上传整改后照片");
    const photos = [{ id: world.engine.newId(), name: "a.jpg", size: 1, type: "image/jpeg" }];
    await write(sql`update corrective_action set after_photos = ${JSON.stringify(photos)}::jsonb where id = ${id}`);
    await transition(world, {
      context: supplier,
      key: ACTION,
      id,
      name: "report_done",
      more: { lineInput, input: { after_photos: photos } },
    });
    await transition(world, { context: qa, key: ACTION, id, name: "close", more: { ...note, lineInput: checked } });
    expect(await stored(world, ACTION, id)).toMatchObject({ state: "closed", closed_on: "2025-03-10" });
  });

  test("同一张照片不能再当整改后照片：本单、以前的单、登记措施完成时都指出用在哪一单；别家的单不说", async () => {
    const qa = await world.as("qa");
    const picture = await pictureFile("jpeg", 60, 40);
    const open = async (account: "supplierA" | "supplierB") => {
      const { id } = await make(world, qa, ACTION, { supplier_id: world.ids[account] });
      await transition(world, { context: qa, key: ACTION, id, name: "issue" });
      // As in a request: what parameters say is known before the supplier's transaction begins.
      const version = await permissionVersion(world.engine.database.connection());
      await intParameter(world.engine, "files.totalMb", version);
      const session = { ...NO_SESSION, permissionVersion: version };
      return { id, supplier: { ...(await world.as(account)), session } };
    };
    const bring = async (one: Awaited<ReturnType<typeof open>>, field: string, name: string) => {
      const target = uploadTarget(one.supplier, screenOf("correction-report"), field);
      const file = await receiveFile(one.supplier, target, { name, bytes: sentIn(picture) });
      return change(world, { context: one.supplier, key: ACTION, id: one.id, values: { [field]: [file.id] } });
    };
    const first = await open("supplierA");
    await bring(first, "before_photos", "前.jpg");
    const own = await refusal(bring(first, "after_photos", "后.jpg"), "invalid");
    const used = `该照片已在【${String((await stored(world, ACTION, first.id)).number)}】中使用，请重新拍摄`;
    expect(own.complaints).toEqual([{ field: "after_photos", message: used }]);
    const next = await open("supplierA");
    expect((await refusal(bring(next, "after_photos", "再用.jpg"), "invalid")).complaints[0]?.message).toBe(used);
    await bring(await open("supplierB"), "after_photos", "别家.jpg");
  });

  test("致命问题的报告由质量经理通过；期限只能延一次，到期后不能延", async () => {
    const qa = await world.as("qa");
    const lead = await personWith(world, "qa_manager");
    const { id } = await make(world, qa, ACTION, { severity: "critical" });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    const later = (report_due: string) => ({ reason: "供应商设备维修", input: { report_due } });
    await transition(world, { context: lead, key: ACTION, id, name: "extend", more: later("2025-03-21") });
    const twice = await refusal(
      transition(world, { context: lead, key: ACTION, id, name: "extend", more: later("2025-03-28") }),
      "invalid",
    );
    expect(twice.message).toBe("整改期限已延期1次，不能再次延期");
    await setParameter(world, "correction.mostExtensions", "2");
    await transition(world, { context: lead, key: ACTION, id, name: "extend", more: later("2025-03-22") });
    await setParameter(world, "correction.mostExtensions", "1");
    expect(await stored(world, ACTION, id)).toMatchObject({ extensions: 2, report_due: "2025-03-22" });
    await change(world, {
      context: qa,
      key: ACTION,
      id,
      values: {
        root_cause: "原料验收没有检测",
        actions: ["corrective", "preventive"].map((kind) => ({
          kind,
          description: "增加检测",
          owner: "张工",
          due_date: "2025-03-20",
        })),
      },
    });
    await transition(world, { context: qa, key: ACTION, id, name: "submit" });
    const input = { report_score: "3" };
    // Whoever wrote the report for the supplier does not judge it.
    await refusal(transition(world, { context: qa, key: ACTION, id, name: "review" }), "own_rule");
    const reviewer = await personWith(world, "qa");
    await refusal(
      transition(world, { context: reviewer, key: ACTION, id, name: "accept", more: { input } }),
      "forbidden",
    );
    const early = await refusal(
      transition(world, { context: lead, key: ACTION, id, name: "accept", more: { input } }),
      "invalid",
    );
    expect(early.message).toContain("致命问题需质量经理复审");
    await transition(world, { context: reviewer, key: ACTION, id, name: "review" });
    const page = await recordModel(lead, world.screen(ACTION), id);
    expect(page.warnings).toEqual(["致命问题需质量经理复审"]);
    expect(
      JSON.stringify(await recordModel(await world.as("supplierA"), screenOf("correction-report"), id)),
    ).not.toContain("初审");
    await transition(world, { context: lead, key: ACTION, id, name: "accept", more: { input } });
  });

  test("90天内同一物料同一缺陷记为重复，要说明上次措施为何失效", async () => {
    const qa = await world.as("qa");
    const same = { material_id: world.ids.corn, defect: "霉变" };
    const first = await make(world, qa, ACTION, same);
    await transition(world, { context: qa, key: ACTION, id: first.id, name: "issue" });
    world.clock.advance(DAY_MS);
    const second = await make(world, await world.as("qa"), ACTION, same);
    await transition(world, { context: await world.as("qa"), key: ACTION, id: second.id, name: "issue" });
    expect((await stored(world, ACTION, second.id)).recurrence_of).toBe(first.id);
    const page = await recordModel(await world.as("supplierA"), screenOf("correction-report"), second.id);
    expect(page.warnings).toEqual(["与上次整改的缺陷重复发生，请说明上次措施失效原因"]);
    const missing = await refusal(
      transition(world, { context: await world.as("supplierA"), key: ACTION, id: second.id, name: "submit" }),
      "invalid",
    );
    expect(missing.message).toContain("上次措施失效原因");
  });

  test("催办、延期、取消时供应商收到消息；换了负责人，新负责人知道；列表算出逾期天数", async () => {
    const qa = await world.as("qa");
    const lead = await personWith(world, "qa_manager");
    const { id } = await make(world, qa, ACTION, {
      severity: "major",
      owner_id: qa.actor.id,
      report_due: "2025-03-20",
    });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    await transition(world, { context: qa, key: ACTION, id, name: "remind" });
    await transition(world, {
      context: lead,
      key: ACTION,
      id,
      name: "extend",
      more: { reason: "停电", input: { report_due: "2025-03-21" } },
    });
    await transition(world, { context: lead, key: ACTION, id, name: "assign", more: { input: { owner: "甲采购" } } });
    await transition(world, { context: lead, key: ACTION, id, name: "cancel", more: { reason: "误发" } });
    const notified = await sql<{ title: string; user_id: string }>`
      select title, user_id from inbox where record_id = ${id} order by at, id`.execute(
      world.engine.database.connection(),
    );
    const number = String((await stored(world, ACTION, id)).number);
    const titles = (account: string) =>
      notified.rows.filter((row) => row.user_id === account).map(({ title }) => title);
    expect(titles(world.accounts.supplierA)).toEqual(
      expect.arrayContaining([
        `整改单 ${number} 将于 2025-03-20 到期`,
        `整改单 ${number} 期限已延期`,
        `整改单 ${number} 已取消`,
      ]),
    );
    expect(notified.rows.map(({ title }) => title)).toContain(`整改单 ${number} 由您负责`);

    const late = await make(world, qa, ACTION, { severity: "minor", report_due: "2025-03-12" });
    await transition(world, { context: qa, key: ACTION, id: late.id, name: "issue" });
    world.clock.advance(4 * DAY_MS);
    const extra = world.engine.registry.server(ACTION).extra;
    const counts = await extra?.(await world.as("qa"), "correction-list", [late.id, id], "list");
    expect(counts?.get(late.id)).toMatchObject({ overdue_days: 3, days_left: "逾期3天" });
    expect(counts?.get(id)).toMatchObject({ overdue_days: null, days_left: null });
    // Each view answers its own columns: how long we take to weigh a report is not among those of the supplier's.
    const reports = world.engine.registry.screensOf(ACTION).find(({ key }) => key === "correction-report");
    if (!reports) throw new Error("correction-report");
    const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
    const { rows } = await listRecords(await world.as("supplierA"), reports, request);
    const own = rows.find((row) => row.id === late.id);
    expect(Object.keys(own?.values ?? {}).filter((name) => name.startsWith("+"))).toEqual(["+days_left"]);
  });

  test("报告逾期满7天，质量经理收到评估质量函的任务；供应商交来报告、关闭之前都还在；代填的有标记", async () => {
    const qa = await world.as("qa");
    const { id } = await make(world, qa, ACTION, { severity: "minor", report_due: "2025-03-30" });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    const tasks = async () =>
      (
        await sql<{ title: string; state: string }>`select title, state from task where document_id = ${id}`.execute(
          world.engine.database.connection(),
        )
      ).rows;
    const until = (day: string) => world.clock.advance(Date.parse(`${day}T02:00:00Z`) - world.clock.now().getTime());
    until("2025-04-05");
    await workDeadlines(world.system(), { remindNow: true });
    expect(await tasks()).toEqual([]);
    until("2025-04-06");
    await workDeadlines(world.system(), { remindNow: true });
    await workDeadlines(world.system(), { remindNow: true });
    const title = "整改报告逾期已满7天，评估是否发出质量函";
    expect(await tasks()).toEqual([{ title, state: "open" }]);
    const page = await recordModel(await world.as("qa"), world.screen(ACTION), id);
    expect(page.warnings).toEqual(["整改报告已逾期7天", "逾期已满7天，请评估是否发出质量函"]);
    await change(world, {
      context: await world.as("qa"),
      key: ACTION,
      id,
      values: {
        root_cause: "原料验收没有检测",
        actions: ["corrective", "preventive"].map((kind) => ({
          kind,
          description: "增加检测",
          owner: "张工",
          due_date: "2025-04-20",
        })),
      },
    });
    await transition(world, { context: await world.as("qa"), key: ACTION, id, name: "submit" });
    expect(await stored(world, ACTION, id)).toMatchObject({ by_staff: true });
    expect((await tasks())[0]?.state).toBe("open");
    const lead = await personWith(world, "qa_manager");
    await transition(world, { context: lead, key: ACTION, id, name: "accept", more: { input: { report_score: "3" } } });
    await transition(world, { context: lead, key: ACTION, id, name: "fail_verify", more: { reason: "来料又出现" } });
    expect((await tasks()).map((one) => one.title).sort()).toEqual(
      [title, "整改验证不通过，评估是否发出质量警告函"].sort(),
    );
  });

  test("同时有几条整改时限规则的，最近生效的算数", async () => {
    const rule = (code: string, valid_from: string, report_days: string) =>
      createRecord(world.system(), {
        screen: world.screen("supplier-audit/audit-rule"),
        values: {
          code,
          name: code,
          rule_kind: "deadline",
          valid_from,
          deadlines: [{ severity: "minor", report_days }],
        },
      });
    await rule("SX-新", "2025-03-01", "3");
    await rule("SX-旧", "2024-01-01", "15");
    const qa = await world.as("qa");
    const { id } = await make(world, qa, ACTION, { severity: "minor", report_due: "" });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    expect((await stored(world, ACTION, id)).report_due).toBe(addWorkdays(dayOf(world.clock.now()), 3));
  });
});

test("统计：关闭的整改单记下处理天数，按严重度和方式平均；缺陷按多少排列并写出累计；供应商没有统计", async () => {
  const qa = await world.as("qa");
  const database = world.engine.database;
  const made = [];
  for (const defect of ["异物", "异物", "水分超标"]) {
    const { id } = await make(world, qa, ACTION, { supplier_id: world.ids.supplierB, severity: "major", defect });
    await transition(world, { context: qa, key: ACTION, id, name: "issue" });
    made.push(id);
  }
  const [first = ""] = made;
  await database.transaction({ role: "owner" }, () =>
    sql`update corrective_action set state = 'verifying', issued_at = issued_at - interval '6 days' where id = ${first}`.execute(
      database.connection(),
    ),
  );
  await transition(world, {
    context: qa,
    key: ACTION,
    id: first,
    name: "close",
    more: { input: { verify_note: "证据齐全" } },
  });
  expect((await stored(world, ACTION, first)).days_taken).toBe(6);
  const { charts } = await figuresModel(qa, screenOf("correction-list"));
  const [taken, causes] = charts;
  expect(taken?.labels).toContain("严重·简易整改(CAPA)");
  const at = causes?.labels.findIndex((label) => label.startsWith("异物（累计")) ?? -1;
  expect(causes?.series[0]?.values[at]).toBe("2");
  expect(causes?.labels.at(-1)).toMatch(/（累计100%）$/);
  await refusal(figuresModel(await world.as("supplierB"), screenOf("correction-report")), "not_found");
  await refusal(figuresModel(await world.as("supplierB"), screenOf("correction-list")), "forbidden");
});
