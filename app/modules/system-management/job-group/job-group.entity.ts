import {
  defineEntity,
  integer,
  longText,
  noSupplier,
  person,
  pointedAtBy,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { ALARM_ADDRESSES, alarmAddresses, codeLength, windowIsWhole } from "./job-group.rules";

const read = ["query", "get", "export"] as const;
const timeOfDay = { expression: /^([01]\d|2[0-3]):[0-5]\d$/, complaint: "请按 HH:mm 填写，例如 22:30" };

/** Jobs that belong to one person, and how many of them may run at once. */
export const jobGroup = defineEntity({
  key: "system-management/job-group",
  label: "任务分组",
  kind: "register",
  purpose: "把定时任务归到负责人名下，限制同时执行的个数，并可设置每天不执行任务的停机窗口。",
  fields: {
    code: text({
      label: "分组编码",
      required: true,
      maxLength: 64,
      pattern: { expression: /^[a-z][a-z0-9-]*$/, complaint: "编码仅小写字母、数字、短横线，以字母开头" },
      unique: "分组编码已存在",
      help: "保存后不能修改",
    }),
    name: text({ label: "分组名称", required: true, maxLength: 40 }),
    owner_id: person({
      label: "负责人",
      help: "可以启动、停止和执行本分组的任务，任务失败时通知；留空通知所有系统管理员",
    }),
    alarm_emails: longText({
      label: "报警邮箱",
      pattern: ALARM_ADDRESSES,
      maxLength: 1000,
      help: "没有账号的人也能收到；多个地址用逗号、分号或换行隔开",
    }),
    max_parallel: integer({
      label: "最大并发",
      required: true,
      initial: 2,
      min: "1",
      max: "20",
      help: "本分组同时执行的例行任务数，超出的排队；人工触发和有人等着的另计同样多",
    }),
    pause_from: text({ label: "停机窗口起", maxLength: 5, pattern: timeOfDay, help: "北京时间，可以跨过零点" }),
    pause_to: text({ label: "停机窗口止", maxLength: 5, pattern: timeOfDay, help: "窗口内到点的任务等窗口结束再执行" }),
    enabled: yesNo({ label: "启用", initial: true, help: "停用后本分组的任务都不再按时执行" }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  rules: [codeLength, windowIsWhole, alarmAddresses],
  list: {
    columns: [
      "code",
      "name",
      "owner_id",
      "max_parallel",
      "+job_count",
      "+running_count",
      "pause_from",
      "pause_to",
      "enabled",
    ],
    filters: ["code", "name", "owner_id", "enabled"],
    sort: "code",
    card: ["name", "+job_count"],
  },
  form: [
    section("分组", [
      "code",
      "name",
      "owner_id",
      "alarm_emails",
      "max_parallel",
      "pause_from",
      "pause_to",
      "enabled",
      "remark",
    ]),
  ],
  related: [pointedAtBy("system-management/job", "group_id", { label: "任务" })],
  access: {
    suppliers: noSupplier,
    // Whoever is in charge of a group sees that one: see `engine/access/positions`.
    personal: { where: where.mine("owner_id"), unless: "job-group-all.get" },
    rights: {
      "job-group-all": { label: "查看所有任务分组", grants: { system_admin: ["get"], log_auditor: ["get"] } },
    },
    grants: { system_admin: "all", log_auditor: read },
  },
  views: [
    {
      screen: "system-management/job-group",
      label: "任务分组",
      extra: {
        job_count: integer({ label: "任务数", system: true }),
        running_count: integer({ label: "执行中", system: true }),
      },
    },
  ],
});
