import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { checkPeople, openBatch, retryFailed, runBatch } from "~/engine/user-sync/batch.server";
import { peopleOf, peopleOfCall } from "~/engine/user-sync/columns";
import { checkFile, templateFile } from "~/engine/user-sync/pages.server";
import { make, personWith } from "../../support/conformance";
import { refusal } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const USER = "system-management/user";
const ROWS = world.screen("user-administration/user-log-row");
const LATER = Date.now() + 3_600_000;

const people = (...rows: Record<string, string>[]) => peopleOfCall(rows);
const person = (work_no: string, more: Record<string, string> = {}) => ({
  work_no,
  username: `同步${work_no}`,
  phone: "13812345678",
  ...more,
});
const userOf = async (workNo: string) => {
  const { rows } = await sql<{
    id: string;
    accountname: string;
    username: string;
    state: string;
    source: string;
    phone: string;
  }>`select id, accountname, username, state, source, phone from app_user where work_no = ${workNo}`.execute(
    database.connection(),
  );
  return rows[0];
};
const rowsOf = async (who: Context, id: string) => {
  const request = { filters: { batch_id: [id] }, toggles: [], sort: [], page: 1, size: 100 };
  return (
    await listRecords(who, ROWS, { ...request, columns: ["row_no", "op", "changes", "error", "work_no"] })
  ).rows.map(({ values }) => ({ ...values }));
};

describe("先检查，后执行", () => {
  test("检查不改动账号，逐行说明；执行后新增、更新、离职冻结、无变化各归其位", async () => {
    const admin = await world.as("admin");
    const old = await make(world, USER, {}, { work_no: "S100", accountname: "s100", username: "旧名字" });
    await make(world, USER, {}, { work_no: "S101", accountname: "s101" });
    const same = await make(world, USER, {}, { work_no: "S102", accountname: "s102", username: "不变" });
    const id = await checkPeople(admin, {
      trigger: "manual",
      people: people(
        person("S001", { sex: "女", status: "在职" }),
        { work_no: "S100", username: "新名字" },
        { work_no: "S101", status: "离职" },
        { work_no: "S102", username: "不变" },
        person("S001"),
        person("S002", { phone: "123" }),
        person("", { username: "没有工号" }),
      ),
    });
    expect(await userOf("S001")).toBeUndefined();
    expect((await userOf("S100"))?.username).toBe("旧名字");
    const planned = await rowsOf(admin, id);
    expect(planned.map(({ op, state }) => [op, state])).toEqual([
      ["insert", "planned"],
      ["update", "planned"],
      ["block", "planned"],
      ["skip", "skipped"],
      [null, "failed"],
      [null, "failed"],
      [null, "failed"],
    ]);
    expect(planned[1]?.changes).toBe("姓名：旧名字 → 新名字");
    expect(planned[0]?.changes).toContain("138****5678");
    expect(planned[4]?.error).toBe("工号「S001」与第1行重复");
    expect(planned[5]?.error).toBe("请输入正确的手机号");
    expect(planned[6]?.error).toBe("工号不能为空");
    expect((await openBatch(admin, id)).record).toMatchObject({ state: "checked", insert_count: 1, fail_count: 3 });

    expect(await runBatch(admin, id, LATER)).toBe(true);
    expect((await openBatch(admin, id)).record).toMatchObject({
      state: "partial",
      total_count: 7,
      insert_count: 1,
      update_count: 1,
      block_count: 1,
      skip_count: 1,
      fail_count: 3,
    });
    expect(await userOf("S001")).toMatchObject({ accountname: "S001", state: "active", source: "mdm" });
    expect(await userOf("S100")).toMatchObject({ id: old.id, username: "新名字", source: "mdm" });
    expect((await userOf("S101"))?.state).toBe("blocked");
    expect(await userOf("S102")).toMatchObject({ id: same.id, username: "不变" });
    // Nobody can sign in with what nobody knows, and nothing personal is kept about those that are done.
    const { rows } = await sql`select 1 from user_secret where user_id = ${(await userOf("S001"))?.id}`.execute(
      database.connection(),
    );
    expect(rows).toEqual([]);
    const kept = await sql<{
      n: number;
    }>`select count(*)::int as n from user_log_payload p join user_log_row r on r.id = p.row_id
      where r.batch_id = ${id} and r.state <> 'failed'`.execute(database.connection());
    expect(kept.rows[0]?.n).toBe(0);
    await refusal(runBatch(admin, id, LATER), "wrong_state");
  });

  test("失败项改正原因后重跑：新的批次，先检查再执行", async () => {
    const admin = await world.as("admin");
    const taken = await make(world, USER, {}, { work_no: "T900", accountname: "t001" });
    const id = await checkPeople(admin, { trigger: "manual", people: people(person("T001")) });
    await runBatch(admin, id, LATER);
    expect((await openBatch(admin, id)).record.state).toBe("failed");
    expect((await rowsOf(admin, id))[0]?.error).toBe("用户账号「T001」已属于工号T900");
    await database.transaction({ role: "owner" }, () =>
      sql`update app_user set accountname = 't900' where id = ${taken.id}`.execute(database.connection()),
    );
    const again = await retryFailed(admin, id);
    expect((await openBatch(admin, again)).record).toMatchObject({
      state: "checked",
      trigger_type: "retry",
      retry_of: id,
    });
    await runBatch(admin, again, LATER);
    expect((await openBatch(admin, again)).record.state).toBe("success");
    expect(await userOf("T001")).toBeDefined();
  });

  test("没有时间了就停下，再次执行接着做，不做两遍；执行中的批次未完，别的批次不能开始", async () => {
    const admin = await world.as("admin");
    const id = await checkPeople(admin, { trigger: "manual", people: people(person("U001"), person("U002")) });
    const other = await checkPeople(admin, { trigger: "manual", people: people(person("U003")) });
    expect(await runBatch(admin, id, 0)).toBe(false);
    expect((await openBatch(admin, id)).record.state).toBe("running");
    expect((await refusal(runBatch(admin, other, LATER), "wrong_state")).message).toBe("已有同步任务正在执行");
    const outcomes = await Promise.allSettled([runBatch(admin, id, LATER), runBatch(admin, id, LATER)]);
    expect(outcomes.map(({ status }) => status)).toContain("fulfilled");
    // The slower of the two may come when the other has done everything.
    for (const one of outcomes)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ message: "该批次当前为「成功」，不能执行" });
    expect((await openBatch(admin, id)).record).toMatchObject({ state: "success", insert_count: 2 });
  });
});

describe("同步守同样的规矩", () => {
  test("不能动级别更高的账号，不能冻结最后一名管理员，不碰供应商账号和已删除的账号", async () => {
    const userAdmin = await personWith(world, "user_admin");
    const admin = await world.as("admin");
    await database.transaction({ role: "owner" }, () =>
      sql`update app_user set work_no = 'ADM' where id = ${world.accounts.admin}`.execute(database.connection()),
    );
    const rows = people({ work_no: "ADM", username: "改名" }, { work_no: "ADM", status: "离职" });
    for (const one of rows) {
      const id = await checkPeople(userAdmin, { trigger: "manual", people: [one] });
      const [row] = await rowsOf(admin, id);
      expect([row?.state, row?.error]).toEqual(["failed", "无权操作该用户"]);
    }
    const own = await checkPeople(admin, { trigger: "manual", people: [rows[1] ?? { rowNo: 1, body: {} }] });
    expect((await rowsOf(admin, own))[0]?.state).toBe("failed");
    await database.transaction({ role: "owner" }, () =>
      sql`update app_user set work_no = 'SUP' where id = ${world.accounts.supplierA}`.execute(database.connection()),
    );
    const supplier = await checkPeople(admin, {
      trigger: "manual",
      people: people({ work_no: "SUP", username: "改名" }),
    });
    expect((await rowsOf(admin, supplier))[0]?.error).toBe("该工号属于供应商账号，不能同步");
  });

  test("有导入权限没有新增权限的人，行行失败；没有导入权限的人一律拒绝", async () => {
    const auditor = await personWith(world, "log_auditor");
    await refusal(checkPeople(auditor, { trigger: "manual", people: people(person("V001")) }), "forbidden");
    await refusal(
      checkPeople(await world.as("supplierA"), { trigger: "manual", people: people(person("V001")) }),
      "forbidden",
    );
    const admin = await world.as("admin");
    const permissions = new Map([...admin.actor.permissions].filter(([id]) => id !== "users"));
    const half = { ...admin, actor: { ...admin.actor, permissions } };
    const id = await checkPeople(half, { trigger: "manual", people: people(person("V001")) });
    expect((await rowsOf(admin, id))[0]?.error).toBe("无操作权限：users.add");
  });

  test("供应商在数据库里也看不到同步记录和人员资料", async () => {
    const identity = { role: "supplier" as const, userId: world.accounts.supplierA, supplierId: world.ids.supplierA };
    for (const table of ["user_log", "user_log_row", "user_log_payload"]) {
      const peek = database.transaction(identity, () =>
        sql`select * from ${sql.table(table)}`.execute(database.connection()),
      );
      await expect(peek, table).rejects.toMatchObject({ code: "denied" });
    }
  });
});

describe("文件", () => {
  test("模板填好就能导入；列名不认识、缺工号、重复、没有人员都说清楚", async () => {
    const admin = await world.as("admin");
    const template = new Uint8Array(await new Response(templateFile(admin).body).arrayBuffer());
    await refusal(checkFile(admin, template, "模板.xlsx"), "invalid");
    const csv = Buffer.from("工号*,姓名,手机号,入职日期\nW001,张三,13812345678,45000\n,,,\n");
    const id = await checkFile(admin, csv, "C:\\人员.csv");
    expect((await openBatch(admin, id)).record).toMatchObject({
      file_name: "人员.csv",
      total_count: 1,
      insert_count: 1,
    });
    expect((await rowsOf(admin, id))[0]?.changes).toContain("入职日期：2023-03-15");
    for (const [rows, said] of [
      [
        [
          ["工号", "密码"],
          ["1", "x"],
        ],
        "密码",
      ],
      [[["姓名"], ["x"]], "没有「工号」列"],
      [
        [
          ["工号", "工号"],
          ["1", "1"],
        ],
        "重复的列",
      ],
      [[["工号"], [""]], "没有人员"],
    ] as const) {
      expect(() => peopleOf(rows)).toThrow(said);
    }
  });
});

describe("接口", () => {
  test("推送、查批次、查明细、重跑；不认识的字段整个拒绝", async () => {
    const token = await signIn(world, "admin");
    const rows = [person("X001"), person("X002", { phone: "1" })];
    const bad = await call(world, {
      token,
      method: "POST",
      path: "/v2/sys/synMdmUsers",
      body: { rows: [{ work_no: "X9", password: "x" }] },
    });
    expect([bad.status, bad.body.code]).toEqual([400, 40002]);
    const dry = await call(world, { token, method: "POST", path: "/v2/sys/synMdmUsers", body: { rows, dryRun: true } });
    expect(dry.body.result).toMatchObject({ status: "checked", insertCount: 1, failCount: 1, waiting: 1 });
    const ran = await call(world, { token, method: "POST", path: "/v2/sys/synMdmUsers", body: { rows } });
    expect(ran.body.result).toMatchObject({
      status: "partial",
      totalCount: 2,
      insertCount: 1,
      failCount: 1,
      waiting: 0,
    });
    const { batchNo, id } = Object(ran.body.result);
    const page = { page: { current: 1, size: 5 } };
    const list = await call(world, {
      token,
      method: "POST",
      path: `/v2/sys/getSynMdmUserLogList?batchNo=${batchNo}`,
      body: page,
    });
    expect(list.body.result).toMatchObject({
      total: 1,
      records: [{ batchNo, status: "partial", triggerType: "call" }],
    });
    const failed = await call(world, {
      token,
      method: "POST",
      path: "/v2/sys/getSynMdmUserLogDetailList",
      body: {
        ...page,
        batchNo,
        success: "0",
      },
    });
    expect(failed.body.result).toMatchObject({
      total: 1,
      records: [{ workNo: "X002", success: false, error: "请输入正确的手机号" }],
    });
    const retried = await call(world, { token, method: "POST", path: `/v2/sys/synMdmUsers/${id}/retry`, body: {} });
    expect(retried.body.result).toMatchObject({ status: "failed", triggerType: "retry", totalCount: 1 });
    const buyer = await signIn(world, "buyerA");
    for (const path of ["getSynMdmUserLogList", "getSynMdmUserLogDetailList", "synMdmUsers"]) {
      const refused = await call(world, {
        token: buyer,
        method: "POST",
        path: `/v2/sys/${path}`,
        body: { rows, batchNo },
      });
      expect(refused.status, path).toBe(403);
    }
  });
});
