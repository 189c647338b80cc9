import { z } from "zod/v4";
import { type FixedCall, fixed, pageOf, pageQuery, requestId, text } from "./define.server";

const GROUP = "用户日志";
const nullable = z.string().nullable();
const figure = z.int().nullable();
const batch = z.object({
  id: z.string(),
  batchNo: nullable,
  triggerType: nullable,
  startedAt: nullable,
  endedAt: nullable,
  totalCount: figure,
  insertCount: figure,
  updateCount: figure,
  blockCount: figure,
  skipCount: figure,
  failCount: figure,
  status: nullable.meta({ description: "checked、running、success、partial、failed、cancelled" }),
  message: nullable,
});
const carried = batch.extend({ waiting: z.int().meta({ description: "还没有执行的行数" }) });
const row = z.object({
  id: z.string(),
  rowNo: figure,
  workNo: nullable,
  accountname: nullable,
  username: nullable,
  op: nullable.meta({ description: "insert、update、block、skip" }),
  diff: nullable.meta({ description: "变更内容，手机号等已遮盖" }),
  success: z.boolean(),
  error: nullable,
  userId: nullable,
});
const page = pageQuery.optional();

/** The log of the synchronisation of accounts with the personnel master data, and the calls that begin one. */
export const USER_LOG_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/sys/getSynMdmUserLogList",
    summary: "人员同步的批次",
    permission: "user-log.query",
    json: {
      page,
      batchNo: text().optional(),
      triggerType: text("manual、call、cron、retry、parent", 20).optional(),
      status: text("running、success、partial、failed", 20).optional(),
      startDate: text("开始时间不早于，YYYY-MM-DD", 10).optional(),
      endDate: text("开始时间不晚于，YYYY-MM-DD", 10).optional(),
      requestId,
    },
    result: pageOf(batch),
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/sys/getSynMdmUserLogDetailList",
    summary: "一个批次中的人员",
    permission: "user-log-row.query",
    json: {
      page,
      logId: text("批次的 id；与 batchNo 二选一", 100).optional(),
      batchNo: text().optional(),
      workNo: text().optional(),
      accountname: text().optional(),
      op: text("insert、update、block、skip", 20).optional(),
      success: text("1 成功或无变化，0 失败", 5).optional(),
      requestId,
    },
    result: pageOf(row),
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/sys/synMdmUsers",
    summary: "推送人员",
    permission: "user-log.import",
    json: {
      rows: z.array(z.record(z.string().max(60), z.union([z.string(), z.number(), z.null()]))).max(2000),
      dryRun: z.boolean().optional().meta({ description: "true 只检查，不改动账号" }),
      requestId,
    },
    result: carried,
    note: "rows 每项为一个人员，列名与导入模板相同；新增、修改、冻结账号另需用户管理的相应权限。",
  }),
  ...(["run", "retry"] as const).map((action) =>
    fixed({
      group: GROUP,
      method: "post",
      path: `/v2/sys/synMdmUsers/{id}/${action}`,
      summary: action === "run" ? "执行检查过的批次" : "重跑失败项",
      permission: "user-log.import",
      json: { requestId },
      result: carried,
    }),
  ),
];
