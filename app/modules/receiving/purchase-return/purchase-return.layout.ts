/** How far a return is. */
export const returnStates = {
  draft: "草稿",
  in_approval: "审批中",
  to_confirm: "待供应商确认",
  disputed: "有异议",
  accepted: "待提货",
  shipped: "已出厂",
  completed: "已完成",
  reversed: "已冲销",
  cancelled: "已取消",
} as const;

export const returnTones = {
  draft: "draft",
  in_approval: "waiting",
  to_confirm: "waiting",
  disputed: "warning",
  accepted: "running",
  shipped: "running",
  completed: "done",
  reversed: "closed",
  cancelled: "closed",
} as const;

/** States in which what is to go back is spoken for. */
export const HOLDING = ["in_approval", "to_confirm", "disputed", "accepted", "shipped", "completed"] as const;
/** States in which it is gone. */
export const GONE = ["shipped", "completed"] as const;
