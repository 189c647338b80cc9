import { choice, date, quantity, text, type Work } from "~/engine/entity";
import { where } from "~/shared/condition";
import { suppliedAfter, usageFits } from "./product-need.rules";
import { isProduct } from "./product-order.fields";
import {
  finishedRate,
  finishesLate,
  isInProduction,
  isProductOrder,
  type MadeOrder,
  mergeReports,
  PROD_STAGES,
  plannedFinish,
  progressNotAskedToday,
  reportIsWhole,
  reportsOf,
  stageOf,
} from "./product-order.rules";
import { newSlips } from "./product-schedule.rules";
import { takingGoods } from "./purchase-order.layout";

type ReportWork = Work<
  MadeOrder & {
    items: readonly (MadeOrder["items"][number] & { id: string })[];
    progress: readonly (MadeOrder["progress"][number] & { id: string })[];
  }
>;

/** Reports become rows of the production; what follows from them is worked out here, as a supplier's transition computes nothing. */
function noteProgress(work: ReportWork): void {
  const merged = mergeReports(work.record.progress, reportsOf(work.record.items, work.lineInput));
  const { changed, added, rows } = merged;
  for (const { id, values } of changed) work.setLine("progress", id, { ...values, reported_on: work.today });
  for (const values of added) work.append("progress", { ...values, reported_on: work.today });
  const after = { ...work.record, progress: rows };
  work.set({
    prod_stage: stageOf(after),
    finished_rate: finishedRate(after),
    planned_finish: plannedFinish(after),
    finish_late: finishesLate(after),
    stage_slips: newSlips(work.record.progress, merged),
    progress_on: isInProduction(after) ? work.today : null,
  });
}

type SuppliedWork = Work<{ supplied: readonly Parameters<typeof suppliedAfter>[0][] }>;

/** What was sent or used, as far as it was typed, and what is left of it. */
function noteSupplied(what: "sent_qty" | "used_qty"): (work: SuppliedWork) => void {
  return (work) => {
    for (const row of work.record.supplied) {
      if (!work.lineInput.has(row.id)) continue;
      const { left_qty, ...after } = suppliedAfter(row, work.lineInput);
      work.setLine("supplied", row.id, { [what]: after[what], left_qty });
    }
  };
}

const toProduct = { when: isProductOrder, rows: isProduct, otherwise: "只有委外加工的成品订单才需要" };

/** Packaging was listed, which is to be sent and used up. */
const withPackaging = {
  when: (order: { order_type: string; supplied: readonly object[] }) =>
    isProductOrder(order) && order.supplied.length > 0,
  rows: where.all(isProduct, where.someLine("purchase_order_supplied", where.always)),
  otherwise: "订单没有客供包材",
};

/** The moves that only orders of goods made for us know. */
export const productTransitions = {
  confirm_label: {
    label: "确认版面",
    decides: { not: "Quality checked what is printed on the wrapping; the order itself goes its own way" },
    from: ["draft", "in_approval", "approved"],
    to: "same",
    by: ["qa", "qa_manager"],
    offered: {
      when: (order: { order_type: string; label_version: string | null; label_confirmed: boolean }) =>
        isProductOrder(order) && order.label_version !== null && !order.label_confirmed,
      rows: where.all(isProduct, where.set("label_version"), where.eq("label_confirmed", false)),
      otherwise: "版面已经确认，或不是有包装版本的成品订单",
    },
    confirm: "确认后订单可以按这一包装版本下达；修改包装版本须重新确认。",
    done: "的版面已确认",
    effect: (work: Work<object>) => work.set({ label_confirmed: true }),
  },
  report_progress: {
    label: "填报进度",
    decides: { not: "What the supplier tells of its production" },
    from: ["negotiating", "confirmed"],
    to: "same",
    by: ["supplier"],
    offered: {
      when: (order: { order_type: string; confirmed_at: string | null }) =>
        isProductOrder(order) && order.confirmed_at !== null,
      rows: where.all(isProduct, where.set("confirmed_at")),
      otherwise: "成品订单确认以后才填报生产进度",
    },
    confirm: "逐行填写生产阶段：还没有做到的填计划日期，做到的填实际日期；没有变化的行留空。",
    lineInput: {
      lines: "items",
      show: ["material_id", "qty", "uom", "required_date"],
      where: takingGoods,
      fields: {
        stage: choice({ label: "生产阶段", choices: PROD_STAGES }),
        plan_date: date({ label: "计划日期" }),
        actual_date: date({ label: "实际日期" }),
        finished_qty: quantity({ label: "完成数量" }),
        batch_no: text({ label: "生产批号", maxLength: 60 }),
      },
    },
    guard: reportIsWhole,
    done: "的生产进度已更新",
    effect: noteProgress,
  },
  remind_progress: {
    label: "催报进度",
    decides: { not: "Asks the supplier to tell of its production" },
    from: ["negotiating", "confirmed"],
    to: "same",
    by: ["buyer", "purchase_manager"],
    offered: toProduct,
    guard: progressNotAskedToday,
    confirm: "供应商会收到填报进度的提醒；同一张订单每天只能催报一次。",
    done: "已催报",
    effect: (work: Work<object>) => work.set({ progress_reminded_on: work.today }),
  },
  send_packaging: {
    label: "登记包材发出",
    decides: { not: "What was sent of what the order lists" },
    from: ["released", "negotiating", "confirmed", "on_hold"],
    to: "same",
    by: ["buyer"],
    offered: withPackaging,
    confirm: "填写到现在为止一共发给供应商的数量，供应商会收到通知。",
    lineInput: {
      lines: "supplied",
      show: ["material_id", "item_line", "need_qty", "uom", "used_qty"],
      fields: { sent_qty: quantity({ label: "已发数量", required: true }) },
    },
    guard: usageFits,
    done: "的包材已登记",
    effect: noteSupplied("sent_qty"),
  },
  report_usage: {
    label: "填报包材耗用",
    decides: { not: "What the supplier used of our packaging" },
    from: ["negotiating", "confirmed", "completed"],
    to: "same",
    by: ["supplier"],
    offered: withPackaging,
    confirm: "填写到现在为止一共耗用的数量；超过应耗的，采购员会收到通知。",
    lineInput: {
      lines: "supplied",
      show: ["material_id", "item_line", "need_qty", "uom", "sent_qty"],
      fields: { used_qty: quantity({ label: "实耗数量", required: true }) },
    },
    guard: usageFits,
    done: "的包材耗用已更新",
    effect: noteSupplied("used_qty"),
  },
} as const;

/** Why what this takes needs no approval. */
export const productChangesApproved = {
  send_packaging: "How much of the listed packaging left us; what was ordered stays as it was approved",
};

/** What suppliers write by them. */
export const productOfSuppliers = [
  "prod_stage",
  "finished_rate",
  "planned_finish",
  "finish_late",
  "stage_slips",
  "progress_on",
  "over_use",
  "supplied.used_qty",
  "supplied.left_qty",
  "supplied.over_rate",
  "progress",
  "progress.stage",
  "progress.plan_date",
  "progress.first_plan_date",
  "progress.actual_date",
  "progress.finished_qty",
  "progress.batch_no",
  "progress.reported_on",
] as const;
