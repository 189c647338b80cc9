import { choice, dateTime, defineEntity, noSupplier, pointsAt, reference, section, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { CHANNELS, REASONS } from "~/shared/sign-in-words";

const system = true;
const read = ["query", "get", "export"] as const;

/** The log as a screen, over a view of the table that only grows: nothing here can be made, changed or removed. */
export const loginLog = defineEntity({
  key: "system-management/login-log",
  label: "登录日志",
  kind: "log",
  purpose: "谁在什么时候、从哪里登录、失败、退出或被强制下线。只增不改，按保留天数清理。",
  table: "login_entry",
  title: ["account"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    at: dateTime({ label: "时间", required: true, system }),
    account: text({
      label: "登录账号",
      required: true,
      system,
      help: "不存在的账号只记第一个字，因为可能是误输的密码",
    }),
    user_id: reference("system-management/user", { label: "用户", system }),
    event: choice({
      label: "事件",
      required: true,
      system,
      choices: { login: "登录", logout: "注销", expire: "过期", kick: "强制下线", lock: "锁定" },
      tones: { login: "running", logout: "closed", expire: "closed", kick: "warning", lock: "refused" },
    }),
    result: choice({
      label: "结果",
      required: true,
      system,
      choices: { ok: "成功", fail: "失败" },
      tones: { ok: "done", fail: "refused" },
    }),
    reason: choice({ label: "原因", system, choices: REASONS }),
    channel: choice({ label: "方式", required: true, system, choices: CHANNELS }),
    ip: text({ label: "IP地址", system }),
    device: text({ label: "设备标识", system }),
    is_new_device: yesNo({ label: "新设备", system }),
    session_id: text({ label: "会话", system }),
  },
  list: {
    columns: ["account", "at", "user_id", "event", "result", "reason", "channel", "ip", "+client", "is_new_device"],
    filters: ["account", "user_id", "result", "event", "reason", "channel", "ip", "session_id", "at"],
    sort: "-at",
    toggles: {
      failed_only: { label: "只看失败", where: where.eq("result", "fail") },
      new_device_only: { label: "只看新设备", where: where.eq("is_new_device", true) },
    },
    card: ["at", "event", "result", "ip", "+client"],
  },
  form: [
    section("登录日志", ["at", "account", "user_id", "event", "result", "reason"]),
    section("来源", ["channel", "ip", "device", "is_new_device", "session_id"]),
  ],
  related: [pointsAt("user_id")],
  access: {
    suppliers: noSupplier,
    grants: { system_admin: read, log_auditor: read },
  },
  views: [
    { screen: "system-management/login-log", label: "登录日志", extra: { client: text({ label: "设备", system }) } },
  ],
});
