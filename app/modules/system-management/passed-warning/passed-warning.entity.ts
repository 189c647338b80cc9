import {
  type AnyEntity,
  type AnyTransition,
  choice,
  dateTime,
  defineEntity,
  digest,
  longText,
  noSupplier,
  person,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { BUYERS } from "~/shared/jobs-of-people";

const READ = ["query", "get", "export"] as const;
const system = { system: true } as const;
/** Orders that were submitted, released or changed by saying why. */
const ofOrders = where.eq("entity", "purchase-orders/purchase-order");
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
    purpose:
      "检查提醒了什么、谁以什么理由继续，按月、单据类型和人员汇总，可以打开到单据；采购订单的可以按供应商和采购员查，每月1日通知上月的条数。只增不改。",
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
      // Of an order, as it says today; whoever passed the warning need not be its buyer.
      supplier_id: reference("supplier-management/supplier", {
        label: "订单供应商",
        help: "采购订单的才有",
        ...system,
      }),
      buyer_id: person({ label: "订单采购员", may: BUYERS, help: "采购订单的才有", ...system }),
      channel: choice({ label: "来源", choices: { page: "页面", rest: "接口", system: "系统" }, ...always }),
    },
    list: {
      columns: ["warning", "at", "entity", "record_number", "label", "user_name", "reason", "rule", "channel"],
      filters: [
        "at",
        "entity",
        "record_number",
        "rule",
        "supplier_id",
        "buyer_id",
        "user_id",
        "factory_id",
        "purchase_group_id",
        "channel",
      ],
      sort: "-at",
      toggles: {
        orders_only: { label: "订单放行记录", where: ofOrders },
        last_month_only: { label: "上月订单放行", where: ofOrders, worked: true },
      },
      card: ["at", "entity", "record_number", "warning", "user_name"],
    },
    form: [
      section("警告", [
        "at",
        "warning",
        "rule",
        "entity",
        "record_number",
        "supplier_id",
        "buyer_id",
        "factory_id",
        "purchase_group_id",
      ]),
      section("放行", ["label", "user_name", "reason", "channel"]),
    ],
    digests: {
      monthly: digest({
        label: "订单放行月报",
        every: "month",
        day: 1,
        where: ofOrders,
        chosen: "last_month_only",
        scenario: "passed-warning.month",
        to: { roles: ["purchase_manager", "supervisor"] },
        reads: ["at", "record_key"],
        values: (rows) => ({
          month: rows[0]?.text("at").slice(0, "0000-00".length) ?? "",
          count: String(rows.length),
          orders: String(new Set(rows.map((row) => row.value("record_key"))).size),
        }),
        path: "/system-management/passed-warning?last_month_only=1",
      }),
    },
    access: {
      suppliers: noSupplier,
      // As the document that was moved, or what it hangs on (`scope_of_warned`): the group of its orders, its material, the supplier's buyer.
      // Several groups are nobody's scope: these, and what belongs to no factory, are for those who oversee the whole company.
      staff: { factory: "factory_id", purchase_group: "purchase_group_id" },
      grants: { purchase_manager: READ, supervisor: READ, leader: READ, system_admin: READ, log_auditor: READ },
    },
  });
}
