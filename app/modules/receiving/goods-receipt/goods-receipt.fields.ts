import {
  choice,
  computed,
  date,
  dateTime,
  drawn,
  keptOpen,
  lineReference,
  lines,
  pictures,
  quantity,
  reference,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { differenceOf, stockedQty, toReturn, toTakeBack } from "./goods-receipt.rules";

const NOTE = "receiving/delivery-note";
const ORDER = "purchase-orders/purchase-order";
const SAME_PLACE = { supplier_id: "supplier_id", factory_id: "factory_id" } as const;

const VERDICTS = { free: "免检", pass: "合格", concession: "让步接收", fail: "不合格" } as const;

/** What may be said of the lines that are not free of inspection. */
export const judgedBy = { pass: VERDICTS.pass, concession: VERDICTS.concession, fail: VERDICTS.fail } as const;

/** What stands in the head of a receipt. */
export const receiptFields = {
  delivery_note_id: reference(NOTE, {
    label: "送货单",
    system: true,
    within: SAME_PLACE,
    help: "从送货明细带出；没有送货单的收货须有相应权限",
  }),
  supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
  factory_id: reference("master-data/factory", { label: "工厂", required: true }),
  warehouse_id: reference("master-data/warehouse", { label: "仓库", within: { factory_id: "factory_id" } }),
  receive_at: dateTime({ label: "收货时间", notInFuture: true, help: "留空为登记时间" }),
  photos: pictures({ label: "照片", most: 20, help: "数量差异较大的须上传" }),
  remark: text({ label: "备注", maxLength: 200 }),
  count_qty: computed(quantity({ label: "清点数量" })),
  accept_qty: computed(quantity({ label: "合格数量", help: "含让步接收" })),
  reject_qty: computed(quantity({ label: "拒收数量" })),
  diff_qty: computed(quantity({ label: "差异数量", help: "清点数量减送货数量" })),
  post_date: date({ label: "过账日期", writeIn: [], help: "留空为今天" }),
  posted_at: dateTime({ label: "过账时间", system: true }),
  diff_status: choice({
    label: "差异确认",
    system: true,
    choices: { none: "无差异", waiting: "待供应商确认", agreed: "已确认", disputed: "有异议", settled: "已协商" },
    tones: { none: "done", waiting: "waiting", agreed: "done", disputed: "warning", settled: "done" },
  }),
};

/** What was counted, per line and batch. */
export const receiptLines = {
  items: lines({
    label: "收货明细",
    min: 1,
    max: 200,
    totals: ["notice_qty", "count_qty", "accept_qty", "concession_qty", "reject_qty"],
    fillFrom: {
      note_line: {
        order_line: "order_line",
        material_id: "material_id",
        notice_qty: "open_qty",
        batch_no: "batch_no",
        produce_date: "produce_date",
        expire_date: "expire_date",
      },
      order_line: { material_id: "material_id", uom: "uom" },
    },
    fields: {
      note_line: lineReference({
        label: "送货行",
        to: NOTE,
        lines: "items",
        only: where.oneOf("state", ["arrived", "receiving"]),
        otherwise: "送货行不存在，或送货单不在收货中",
        within: SAME_PLACE,
        open: "to_receive",
      }),
      order_line: lineReference({
        label: "订单行",
        required: true,
        to: ORDER,
        lines: "items",
        only: where.oneOf("state", ["released", "negotiating", "confirmed"]),
        onlyLines: where.oneOf("line_status", ["open", "partial"]),
        within: SAME_PLACE,
        open: "to_deliver",
      }),
      order_id: reference(ORDER, { label: "订单", system: true, within: SAME_PLACE }),
      material_id: reference("master-data/material", { label: "物料", required: true }),
      uom: choice({ label: "单位", system: true, dictionary: "uom" }),
      batch_no: text({ label: "批号", maxLength: 60 }),
      produce_date: date({ label: "生产日期", notInFuture: true }),
      expire_date: date({ label: "到期日" }),
      notice_qty: quantity({ label: "送货数量", min: "0" }),
      gross_weight: quantity({ label: "毛重", min: "0" }),
      tare_weight: quantity({ label: "皮重", min: "0" }),
      moisture_qty: quantity({ label: "扣水", min: "0" }),
      count_qty: quantity({ label: "清点数量", min: "0" }),
      diff_qty: computed(quantity({ label: "差异" })),
      diff_reason: choice({
        label: "差异原因",
        choices: { short: "短少", over: "多送", damage: "破损", moisture: "水分扣减", wrong: "错料", other: "其他" },
      }),
      photos: pictures({ label: "照片", most: 10, help: "这一行的破损、短少等" }),
      inspection_mode: choice({
        label: "检验方式",
        system: true,
        choices: { exempt: "免检", relaxed: "放宽", normal: "正常", tightened: "加严" },
      }),
      qa_result: choice({
        label: "检验结论",
        system: true,
        choices: VERDICTS,
        tones: { free: "done", pass: "done", concession: "warning", fail: "refused" },
      }),
      accept_qty: quantity({ label: "合格数量", system: true, min: "0" }),
      concession_qty: quantity({ label: "让步数量", system: true, min: "0" }),
      reject_qty: quantity({ label: "拒收数量", system: true, min: "0" }),
      concession_no: text({ label: "让步批准单号", system: true, maxLength: 40, hiddenFromSuppliers: true }),
      returned_qty: drawn(quantity({ label: "已退货", help: "退货单占用的入库数量，取消后退回" })),
      taken_back_qty: drawn(quantity({ label: "拒收已退", help: "退货单占用的拒收数量" })),
      returnable_qty: keptOpen(quantity({ label: "可退", help: "还可以退货的入库数量" })),
      rejected_left_qty: keptOpen(quantity({ label: "拒收待退", help: "还没有安排带回的拒收数量" })),
    },
    compute: { diff_qty: (line) => differenceOf(line) },
    open: {
      to_return: { label: "可退", of: toReturn, into: "returnable_qty", unit: "uom" },
      to_take_back: { label: "拒收待退", of: toTakeBack, into: "rejected_left_qty", unit: "uom" },
    },
    draws: {
      received: {
        on: "note_line",
        into: "received_qty",
        while: ["posted"],
        quantity: ({ count_qty }) => count_qty,
        // More than the note says may come: how much, says the tolerance of the order.
        agree: { material_id: "material_id" },
      },
      accepted: {
        on: "order_line",
        into: "accepted_qty",
        while: ["posted"],
        quantity: stockedQty,
        agree: { material_id: "material_id", factory_id: "factory_id" },
        within: "to_deliver",
        refusal: "第{n}行超出超收容差，订单最多还可收{open}{uom}",
        beside: "count_qty",
      },
      rejected: {
        on: "order_line",
        into: "rejected_qty",
        while: ["posted"],
        quantity: ({ reject_qty }) => reject_qty,
      },
    },
  }),
};
