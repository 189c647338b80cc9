/** Ways by which something reaches a person. */
export const NOTIFICATION_CHANNELS = { site: "站内消息", email: "邮件" } as const;
export type NotificationChannel = keyof typeof NOTIFICATION_CHANNELS;

/** How much a message matters: `todo` waits for the reader, `warning` gets worse by itself, `security` is about the account. */
export const NOTIFICATION_LEVELS = { info: "通知", todo: "待办", warning: "预警", security: "安全" } as const;
export type NotificationLevel = keyof typeof NOTIFICATION_LEVELS;

/** Whom a scenario may reach; each side has wording of its own. */
export const NOTIFICATION_AUDIENCES = { internal: "内部", supplier: "供应商", both: "内部和供应商" } as const;
export const NOTIFICATION_SIDES = { internal: "内部", supplier: "供应商" } as const;
export type NotificationSide = keyof typeof NOTIFICATION_SIDES;

/** What became of a notification for one reader and channel. */
export const SEND_STATES = {
  sent: "已发送",
  queued: "待发送",
  held: "待汇总",
  failed: "失败",
  skipped: "未发送",
  cancelled: "已取消",
  recalled: "已撤回",
} as const;
/** Why nothing was sent. */
export const SKIP_REASONS = {
  off: "个人已关闭",
  no_address: "无联系方式",
  disabled: "场景停用",
  merged: "重复合并",
  condition: "不满足触发条件",
} as const;

/** Whom a scenario is meant for, as people say it. */
export const RECEIVER_RULES = {
  owner: "单据负责人",
  supplier_contact: "供应商联系人",
  assignee: "当前处理人",
  role: "指定角色",
  creator: "创建人",
} as const;
export type ReceiverRule = keyof typeof RECEIVER_RULES;

/** How a condition of an administrator compares a variable with a value. */
export const CONDITION_OPERATORS = {
  eq: "等于",
  ne: "不等于",
  contains: "包含",
  lacks: "不包含",
  above: "大于",
  below: "小于",
} as const;
export type ConditionOperator = keyof typeof CONDITION_OPERATORS;

/** A value that wording may name, and what stands for it in a preview. */
export interface NotificationVariable {
  label: string;
  sample: string;
}

/** Title and text with `{{variable}}` in them. */
export interface Wording {
  title: string;
  content: string;
}

/** A business event that people are told of. What stands here exists; rows hold which channels and words apply. */
export interface ScenarioFacts {
  /** As settings and lists name it. */
  label: string;
  /** Where it belongs, as lists group it. */
  module: string;
  level: NotificationLevel;
  /** Channels of a new installation. */
  channels: readonly NotificationChannel[];
  audience: keyof typeof NOTIFICATION_AUDIENCES;
  /** Nobody can turn it off. */
  mandatory?: true;
  /**
   * Further ones about the same record within 24 hours are counted on the message that is still unread, in the words of the last: with
   * `true` whatever their title, and the reader is spared the mails, too; `false` where each says something of its own. Default: those
   * of the same title, and every mail leaves.
   */
  merge?: boolean;
  /** What turning it off means, for the settings of a person. */
  help: string;
  variables: Readonly<Record<string, NotificationVariable>>;
  /** First wording, for members of staff and, without `supplier`, for everybody. */
  wording: Wording;
  /** First wording for suppliers. */
  supplier?: Wording;
}
