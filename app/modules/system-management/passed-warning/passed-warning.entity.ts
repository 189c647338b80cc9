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

const READ = ["query", "get", "export"] as const;
const system = { system: true } as const;
const always = { system: true, required: true } as const;

/** Whether a document can be moved past warnings by saying why. */
function warns({ transitions }: AnyEntity): boolean {
  return Object.values<AnyTransition>(transitions ?? {}).some(({ acknowledge }) => acknowledge === true);
}

/**
 * Warnings that somebody passed by saying why, one row each: a view of the trail, in which they stand with the move that passed them.
 * @param entities what there is to move
 */
export function passedWarningOf(entities: readonly AnyEntity[]) {
  const kinds = Object.fromEntries(entities.filter(warns).map(({ key, label }) => [key, label]));
  return defineEntity({
    key: "system-management/passed-warning",
    label: "放行的警告",
    kind: "log",
    purpose: "检查提醒了什么、谁以什么理由继续，按月、单据类型和人员汇总，可以打开到单据。只增不改。",
    table: "passed_warning",
    title: ["warning"],
    search: [],
    removable: false,
    copy: false,
    comments: false,
    fields: {
      at: dateTime({ label: "时间", ...always }),
      entity: choice({ label: "单据类型", choices: kinds, ...always }),
      record_number: text({ label: "单号", found: "start", help: "输入单号或开头的几位", ...system }),
      record_key: text({ label: "单据标识", ...always }),
      label: text({ label: "操作", ...always }),
      warning: longText({ label: "警告", ...always }),
      rule: text({ label: "规则编码", help: "由单据规则提出的警告才有", ...system }),
      user_id: reference("system-management/user", { label: "人员", ...system }),
      user_name: text({ label: "放行人", ...always }),
      reason: longText({ label: "理由", ...system }),
      factory_id: reference("master-data/factory", { label: "工厂", ...system }),
      purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", ...system }),
      channel: choice({ label: "来源", choices: { page: "页面", rest: "接口", system: "系统" }, ...always }),
    },
    list: {
      columns: ["warning", "at", "entity", "record_number", "label", "user_name", "reason", "rule", "channel"],
      filters: ["at", "entity", "record_number", "rule", "user_id", "factory_id", "purchase_group_id", "channel"],
      sort: "-at",
      card: ["at", "entity", "record_number", "warning", "user_name"],
    },
    form: [
      section("警告", ["at", "warning", "rule", "entity", "record_number", "factory_id", "purchase_group_id"]),
      section("放行", ["label", "user_name", "reason", "channel"]),
    ],
    access: {
      suppliers: noSupplier,
      // As the document that was moved, or what it hangs on (`scope_of_warned`): the group of its orders, its material, the supplier's buyer.
      // Several groups are nobody's scope: these, and what belongs to no factory, are for those who oversee the whole company.
      staff: { factory: "factory_id", purchase_group: "purchase_group_id" },
      grants: { purchase_manager: READ, supervisor: READ, leader: READ, system_admin: READ, log_auditor: READ },
    },
  });
}
