import {
  type AnyEntity,
  type AnyTransition,
  choice,
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  reference,
  section,
  text,
} from "~/engine/entity";

const read = ["query", "get", "export"] as const;

/** What happens to records of every kind, and to accounts and menus outside their forms. */
const COMMON: Readonly<Record<string, string>> = {
  create: "新建",
  update: "修改",
  remove: "删除",
  export: "导出",
  download: "下载",
  assign_role: "分配角色",
  assign_factory: "分配工厂",
  assign_material_type: "分配物料类型",
  assign_purchase_group: "分配采购组",
  password: "修改密码",
  profile: "修改个人资料",
  avatar: "更换头像",
  notification: "修改通知设置",
  "recover-email": "修改密保邮箱",
  "prove-mail": "验证邮箱",
  "end-sessions": "退出其他登录设备",
  "module-not-found": "打开不存在的页面",
};

/** Actions of the trail with what people call them; transitions of the same name are one, under all their labels. */
function actionsOf(entities: readonly AnyEntity[]): Record<string, string> {
  const found = new Map(Object.entries(COMMON).map(([name, label]) => [name, [label]]));
  for (const { transitions } of entities) {
    for (const [name, { label }] of Object.entries<AnyTransition>(transitions ?? {})) {
      const labels = found.get(name) ?? [];
      if (!labels.includes(label)) found.set(name, [...labels, label]);
    }
  }
  return Object.fromEntries([...found].map(([name, labels]) => [name, labels.join(" / ")]));
}

/**
 * The audit trail as a screen, over the table in which every change is kept. The database lets it only grow, and this list
 * reads a view of it: nothing here can be made, changed or removed.
 * @param entities what there is to write about
 */
export function auditLogOf(entities: readonly AnyEntity[]) {
  const kinds = Object.fromEntries(entities.map(({ key, label }) => [key, label]));
  const system = true;
  return defineEntity({
    key: "system-management/audit-log",
    label: "操作日志",
    kind: "log",
    purpose: "谁在什么时候对哪张单据做了什么、改了哪些内容。只增不改，任何人都不能修改或删除。",
    table: "audit_entry",
    title: ["label"],
    search: [],
    removable: false,
    copy: false,
    fields: {
      at: dateTime({ label: "时间", required: true, system }),
      user_id: reference("system-management/user", { label: "人员", system }),
      user_name: text({ label: "操作人", required: true, system }),
      entity: choice({ label: "单据类型", required: true, system, choices: kinds }),
      record_number: text({ label: "单号", system, found: "start", help: "输入单号或开头的几位" }),
      action: choice({ label: "动作", required: true, system, choices: actionsOf(entities) }),
      label: text({ label: "操作", required: true, system }),
      reason: longText({ label: "原因", system }),
      channel: choice({
        label: "来源",
        required: true,
        system,
        choices: { page: "页面", rest: "接口", system: "系统" },
      }),
      ip: text({ label: "IP地址", system }),
      trace: text({ label: "追踪号", required: true, system }),
    },
    list: {
      columns: ["at", "user_name", "entity", "+record", "label", "+changes", "reason", "channel", "ip"],
      filters: ["at", "user_id", "entity", "record_number", "action", "channel"],
      sort: "-at",
      card: ["at", "user_name", "+record", "label", "+changes"],
    },
    form: [
      section("操作", ["at", "user_name", "label", "entity", "reason"]),
      section("来源", ["channel", "ip", "trace"]),
    ],
    access: { suppliers: noSupplier, grants: { system_admin: read, log_auditor: read } },
    views: [
      {
        screen: "system-management/audit-log",
        label: "操作日志",
        extra: { record: text({ label: "单据", system }), changes: longText({ label: "变更内容", system }) },
      },
    ],
  });
}
