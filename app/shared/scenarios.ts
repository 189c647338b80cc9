import { type GatewayChannel, isGatewayChannel } from "./channels";

/** Ways by which something reaches a person. */
export const NOTIFICATION_CHANNELS = { site: "站内消息", email: "邮件", wecom: "企业微信", sms: "短信" } as const;
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
  unproved: "邮箱未验证",
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

/** Areas by which lists group events, in their order. */
export const SCENARIO_MODULES = [
  "单据",
  "导入导出",
  "审批",
  "表单填报",
  "新闻公告",
  "建议与反馈",
  "系统",
  "任务",
  "消息",
  "账号",
  "供应商",
  "质量",
  "采购订单",
  "收货",
  "价格",
] as const;

/** A business event that people are told of. What the program brings exists; rows hold which channels and words apply. */
export interface ScenarioFacts {
  /** As settings and lists name it. */
  label: string;
  /** Where it belongs, as lists group it. */
  module: (typeof SCENARIO_MODULES)[number];
  level: NotificationLevel;
  /** Channels of a new installation. */
  channels: readonly NotificationChannel[];
  audience: keyof typeof NOTIFICATION_AUDIENCES;
  /** Whom the program tells of it by itself, in one word; default: the keeper of the record, or the contacts of the supplier. */
  receivers?: ReceiverRule;
  /** Nobody can turn it off. */
  mandatory?: true;
  /**
   * Further ones about the same record within 24 hours are counted on the message that is still unread, in the words of the last: with
   * `true` whatever their title, and the reader is spared the mails, too; `false` where each says something of its own. Default: those
   * of the same title, and every mail leaves.
   */
  merge?: boolean;
  /** It is told also to those whose accounts are blocked or deleted: what was done to them is their matter. */
  toStopped?: true;
  /** A mail goes to nobody but those who have proved that the address of their account is theirs. */
  provedMail?: true;
  /** What turning it off means, for the settings of a person. */
  help: string;
  variables: Readonly<Record<string, NotificationVariable>>;
  /** First wording, for members of staff and, without `supplier`, for everybody. */
  wording: Wording;
  /** First wording for suppliers. */
  supplier?: Wording;
}

/** Events by code. Codes never change once they have been in use. */
export type Scenarios = Readonly<Record<string, ScenarioFacts>>;

/**
 * Every event that people are notified of, by code, for the compiler alone: the engine says its own (`app/engine/scenarios.ts`),
 * modules theirs where they are written (`<entity>.scenarios.ts`). What an event says is asked of the registry.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface ScenarioMap {}

/** Stands where an interface takes over the events of a list. */
export type EventsOf<T> = T;

export type ScenarioCode = keyof ScenarioMap & string;

/** Values that a notification of the scenario brings. */
export type ScenarioValues<K extends ScenarioCode> = Readonly<
  Record<keyof ScenarioMap[K]["variables"] & string, string>
>;

/**
 * Whether a new installation tells of it by the channel. What goes by a gateway tells those who asked for it, of what is worth a mail.
 */
export function startsBy({ channels }: ScenarioFacts, channel: NotificationChannel): boolean {
  return isGatewayChannel(channel)
    ? channels.includes("site") && channels.includes("email")
    : channels.includes(channel);
}

/** Levels by how much they matter, as `notify.smsLevel` counts them. */
const URGENCY: readonly NotificationLevel[] = ["security", "warning", "todo", "info"];

/** Whether whoever has bound the channel and chosen nothing is told by it. @param most how many levels go by text message */
export function isToldUnasked(channel: GatewayChannel, level: NotificationLevel, most: number): boolean {
  return channel !== "sms" || URGENCY.indexOf(level) < most;
}

/** Whether mails of it wait for the end of the quiet hours in a new installation: those that get worse by waiting do not. */
export function waitsInQuietHours({ level }: ScenarioFacts): boolean {
  return level === "info" || level === "todo";
}

/** Whom the program tells of an event by itself, in one word; an administrator may have decided otherwise. */
export function receiverRuleOf(facts: Pick<ScenarioFacts, "receivers" | "audience"> | undefined): ReceiverRule {
  return facts?.receivers ?? (facts?.audience === "supplier" ? "supplier_contact" : "owner");
}

/** What events are called, by code. */
export function scenarioLabels(scenarios: Scenarios): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(scenarios).map(([code, { label }]) => [code, label]));
}

/** Events as lists show them: by their areas, within those as they were given. */
export function inOrder(scenarios: Scenarios): Scenarios {
  const place = ({ module }: ScenarioFacts) => SCENARIO_MODULES.indexOf(module);
  return Object.fromEntries(Object.entries(scenarios).sort(([, one], [, other]) => place(one) - place(other)));
}

/** Name by which mails of this product are told from others. */
const SENDER = "供应商平台";

/** The first wording of a scenario for a channel and a side. */
export function firstWording(facts: ScenarioFacts, channel: NotificationChannel, side: NotificationSide): Wording {
  const { title, content } = side === "supplier" ? (facts.supplier ?? facts.wording) : facts.wording;
  return channel !== "email"
    ? { title, content }
    : { title: `【${SENDER}】${title}`, content: `{{receiver}}，您好：\n\n${content}` };
}

/** Sides a scenario speaks to. */
export function sidesOf({ audience }: ScenarioFacts): NotificationSide[] {
  return audience === "both" ? ["internal", "supplier"] : [audience];
}
