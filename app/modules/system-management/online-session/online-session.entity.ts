import {
  choice,
  dateTime,
  defineEntity,
  integer,
  noSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { CHANNELS, END_REASONS } from "~/shared/sign-in-words";

const system = true;
const read = ["query", "get", "export"] as const;

/** Who is signed in, over a view that shows no secret of a session and lets nothing be done but to end one. */
export const onlineSession = defineEntity({
  key: "system-management/online-session",
  label: "在线会话",
  kind: "log",
  purpose: "现在有哪些登录还有效、最近什么时候用过，必要时强制下线；结束的会话保留30天。",
  table: "online_session",
  title: ["account"],
  search: [],
  removable: false,
  copy: false,
  fields: {
    account: text({ label: "登录账号", required: true, system }),
    user_id: reference("system-management/user", { label: "用户", required: true, system }),
    user_type: choice({
      label: "用户类型",
      required: true,
      system,
      choices: { internal: "内部员工", supplier: "供应商" },
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", system }),
    rank: integer({ label: "级别", required: true, system }),
    channel: choice({ label: "方式", required: true, system, choices: CHANNELS }),
    ip: text({ label: "IP地址", system }),
    device: text({ label: "设备标识", system }),
    issued_at: dateTime({ label: "登录时间", required: true, system }),
    last_seen_at: dateTime({ label: "最近使用", required: true, system }),
    expires_at: dateTime({ label: "有效期至", required: true, system }),
    ended_at: dateTime({ label: "结束时间", system }),
    end_reason: choice({ label: "结束原因", system, choices: END_REASONS }),
    session_id: text({ label: "会话", required: true, system }),
  },
  list: {
    columns: [
      "account",
      "user_id",
      "supplier_id",
      "state",
      "channel",
      "ip",
      "+client",
      "issued_at",
      "last_seen_at",
      "ended_at",
      "end_reason",
    ],
    filters: ["account", "user_id", "user_type", "supplier_id", "ip", "session_id", "last_seen_at", "state"],
    sort: "-last_seen_at",
    batch: ["kick"],
    rowActions: ["kick"],
    card: ["user_id", "ip", "+client", "last_seen_at"],
  },
  form: [
    section("登录", ["account", "user_id", "user_type", "supplier_id", "channel", "ip", "device", "session_id"]),
    section("时间", ["issued_at", "last_seen_at", "expires_at", "ended_at", "end_reason"]),
  ],
  states: { live: "在线", ended: "已结束" },
  tones: { live: "running", ended: "closed" },
  editIn: [],
  transitions: {
    kick: {
      label: "强制下线",
      from: ["live"],
      to: "ended",
      by: ["system_admin"],
      tone: "danger",
      notBy: ["user_id"],
      notByRefusal: "不能强制下线自己，其他设备请在账号设置中退出",
      reason: "required",
      reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
      confirm: "该用户在这台设备上的下一次操作起须重新登录，没有保存的内容会丢失。",
      done: "已强制下线",
    },
  },
  related: [pointsAt("user_id")],
  access: {
    suppliers: noSupplier,
    seniority: { column: "rank", refusal: "不能强制下线级别比自己高的用户" },
    grants: { system_admin: read, log_auditor: read },
  },
  views: [
    {
      screen: "system-management/online-session",
      label: "在线会话",
      extra: { client: text({ label: "设备", system }) },
    },
  ],
});
