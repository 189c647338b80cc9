import type { Transition } from "~/engine/entity";
import { yesNo } from "~/engine/entity";
import { closeChosen, closeOrder, endDeliveries, followReceipts, openAgain } from "./purchase-order.effects";
import type { orderFields, orderLines } from "./purchase-order.fields";
import type { orderStates } from "./purchase-order.layout";
import { takingGoods } from "./purchase-order.layout";
import { allClosed, allConfirmed, choosesSomething } from "./purchase-order.rules";
import { hasPending } from "./purchase-order-change.rules";
import {
  isComplete,
  nothingOnItsWay,
  nothingTickedOnItsWay,
  somethingLeft,
  somethingReceived,
  whereComplete,
} from "./purchase-order-progress.rules";

/** How deliveries of an order end, line by line or all of them, and how they go on again. */
export const endTransitions = {
  close_lines: {
    label: "关闭行",
    from: ["released", "confirmed", "on_hold"],
    to: "same",
    settles: [
      whereComplete,
      { to: "closed", when: allClosed },
      { to: "confirmed", when: (order) => order.state === "released" && allConfirmed(order) },
    ],
    by: ["buyer"],
    tone: "danger",
    offered: { when: (order) => !hasPending(order), otherwise: "订单有变更正在处理，处理完毕后才能关闭行" },
    confirm: "关闭的行不再交货；全部行关闭后订单随之关闭。",
    reason: "required",
    lineInput: {
      lines: "items",
      show: ["material_id", "spec", "qty", "uom", "required_date", "confirm_date"],
      where: takingGoods,
      fields: { chosen: yesNo({ label: "关闭" }) },
    },
    guard: [choosesSomething, nothingTickedOnItsWay],
    done: "已关闭所选的行",
    effect: closeChosen,
  },
  close: {
    label: "关闭",
    from: ["released", "negotiating", "confirmed", "on_hold"],
    to: "closed",
    by: ["buyer"],
    tone: "danger",
    reason: "required",
    confirm: "关闭后未交的数量不再交货，供应商会看到订单已关闭。还没有答复的变更提议随之撤回，提出的供应商会收到通知。",
    guard: nothingOnItsWay,
    effect: closeOrder,
  },
  complete: {
    label: "完成",
    decides: { not: "Ends an order that was delivered; nothing comes into force" },
    from: ["confirmed"],
    to: "completed",
    by: ["buyer"],
    reason: "required",
    confirm: "确定不再交货：未收的数量不再需要，没有收过货的行关闭，供应商会收到通知。",
    guard: [somethingReceived, nothingOnItsWay],
    effect: endDeliveries,
  },
  /** Made by what others draw on the lines: the status of lines and order follows what was received. */
  follow_receipts: {
    label: "更新收货进度",
    decides: { not: "Follows what was received; nothing comes into force" },
    from: ["released", "negotiating", "confirmed", "on_hold", "completed", "closed"],
    to: "same",
    settles: [
      {
        to: "completed",
        when: (order) => order.state !== "closed" && isComplete(order) && !hasPending(order),
      },
      { to: "confirmed", when: (order) => order.state === "completed" },
    ],
    by: "system",
    effect: followReceipts,
  },
  reopen: {
    label: "重新打开",
    from: ["closed", "completed"],
    to: "released",
    settles: [{ to: "confirmed", when: allConfirmed }],
    by: ["purchase_manager"],
    guard: somethingLeft,
    reason: "required",
    confirm: "重新打开后订单继续执行；供应商尚未确认的行须由供应商确认。",
    effect: openAgain,
  },
} satisfies Readonly<Record<string, Transition<typeof orderFields, typeof orderLines, keyof typeof orderStates>>>;
