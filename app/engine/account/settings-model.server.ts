import type { OwnSession } from "~/data/passwords.server";
import { chinaTime } from "~/shared/calendar";
import { GATEWAY_CHANNELS, type GatewayChannel } from "~/shared/channels";
import { PRESENT_PASSWORD_MISSING } from "~/shared/password-rules";
import type { Context } from "../context.server";
import type { AppError } from "../errors";
import { asksPresentPassword, recoverEmailOf } from "./change-password.server";
import { NO_SERVER, ownMail } from "./mail-proof.server";
import { MAIL_CHOICES, readChoices } from "./notification.server";
import { ownOf } from "./own.server";
import { liveSessions, recentSignIns } from "./own-sessions.server";

/** Pages of the settings in order; each has its own address. */
const TABS = [
  ["settings-base", "基本设置"],
  ["settings-security", "安全设置"],
  ["settings-opening", "开启口令"],
  ["settings-notification", "通知设置"],
  ["settings-binding", "账号绑定"],
  ["settings-avatar", "头像设置"],
] as const;

export type SettingsPage = (typeof TABS)[number][0];

/** The tabs of the settings as links, and the name of the open one. Only staff opens what is sealed. */
export function settingsFrame({ actor }: Context, current: SettingsPage) {
  const tabs = TABS.filter(([key]) => key !== "settings-opening" || actor.supplierId === null);
  return {
    title: TABS.find(([key]) => key === current)?.[1] ?? "",
    tabs: tabs.map(([key, label]) => ({ label, href: `/account/${key}`, current: key === current })),
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  "sign-out": "已退出",
  password: "改密后退出",
  forced: "被强制退出",
  blocked: "账号冻结后退出",
};

/** Whether the own address of mail is proved, and what that is good for. */
async function mailModel(context: Context) {
  const { email, provedAt } = await ownMail(context);
  if (email === null) return { state: "none" as const, text: "账号还没有邮箱，请先在基本设置中填写。" };
  if (provedAt === null && context.services.mailWaits)
    return { state: "waits" as const, text: `${email} 还没有验证。${NO_SERVER}。` };
  return provedAt === null
    ? {
        state: "open" as const,
        text: `${email} 还没有验证。验证后，管理员重置密码时一次性密码只发到这个邮箱，管理员看不到。`,
      }
    : {
        state: "proved" as const,
        text: `${email} 已于${minute(provedAt)}验证，管理员重置密码时一次性密码只发到这个邮箱。修改邮箱后须重新验证。`,
      };
}

/** Password, address of mail, mailbox of recovery, where one is signed in, and the last times one was. */
export async function securityModel(context: Context, refused?: { error: AppError; email: string }) {
  const faults = new Map(refused?.error.complaints.map(({ field, message }) => [field, message]));
  const asksPresent = await asksPresentPassword(context);
  const email = await recoverEmailOf(context);
  const live = await liveSessions(context);
  const csrf = context.session?.csrf ?? "";
  const error = (name: string) => (faults.has(name) ? { error: faults.get(name) ?? "", autoFocus: true } : {});
  return {
    ...settingsFrame(context, "settings-security"),
    csrf,
    passwordHref: "/account/password?from=%2Faccount%2Fsettings-security",
    mail: await mailModel(context),
    recover: {
      title: "密保邮箱",
      action: "/account/settings-security",
      csrf,
      from: "/account/settings-security",
      submit: "保存密保邮箱",
      ...(refused && faults.size === 0 ? { problem: refused.error.message } : {}),
      fields: [
        {
          name: "recoveremail",
          label: "密保邮箱",
          kind: "email" as const,
          value: refused?.email ?? email ?? "",
          rules: { email: true as const },
          help: "忘记密码时，重置链接只发送到这个邮箱；清空后使用个人资料中的邮箱。",
          ...error("recoveremail"),
        },
        ...(asksPresent
          ? [
              {
                name: "oldpassword",
                label: "当前密码",
                kind: "password" as const,
                value: "",
                required: true,
                autoComplete: "current-password",
                rules: { missing: PRESENT_PASSWORD_MISSING },
                ...error("oldpassword"),
              },
            ]
          : []),
      ],
    },
    sessions: {
      caption: "登录设备",
      columns: ["设备", "地址", "登录时间", "最近活动"],
      empty: "没有其他登录。",
      rows: live.map((one) => ({
        key: one.id,
        cells: [
          { text: deviceName(one.device), ...(one.present ? { tone: "done", badge: "当前设备" } : {}) },
          { text: one.ip || "—" },
          { text: minute(one.issuedAt) },
          { text: minute(one.lastSeenAt) },
        ],
        ...(one.present ? {} : { action: { kind: "post" as const, label: "退出", name: "end", value: one.id } }),
      })),
    },
    others: live.filter((one) => !one.present).length,
    signIns: {
      caption: "最近登录",
      columns: ["时间", "设备", "地址", "方式", "状态"],
      empty: "没有登录记录。",
      rows: (await recentSignIns(context)).map((one) => ({
        key: one.id,
        cells: [
          { text: minute(one.issuedAt) },
          { text: deviceName(one.device) },
          { text: one.ip || "—" },
          { text: one.channel === "password" ? "账号密码" : "单点登录" },
          { text: statusOf(one, live) },
        ],
      })),
    },
  };
}

function statusOf(one: OwnSession, live: readonly OwnSession[]): string {
  if (one.endedAt !== null) return ENDINGS[one.endReason ?? ""] ?? "已退出";
  return live.some(({ id }) => id === one.id) ? "登录中" : "已过期";
}

function minute(instant: string): string {
  return chinaTime(instant).slice(0, 16);
}

/** Browser and system as people call them. */
export function deviceName(agent: string | null): string {
  const text = agent ?? "";
  const first = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = first([
    [/MicroMessenger/, "微信"],
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/(HeadlessChrome|Chrome)\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = first([
    [/Windows/, "Windows"],
    [/iPhone|iPad/, "iOS"],
    [/HarmonyOS/, "鸿蒙"],
    [/Android/, "Android"],
    [/Mac OS X/, "macOS"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter(Boolean).join(" · ") || "其他程序";
}

/** What was sent and could not be kept, to be shown again. */
export interface RefusedChoices {
  error: AppError;
  site: ReadonlySet<string>;
  mail: ReadonlyMap<string, string>;
  gateways: Partial<Record<GatewayChannel, ReadonlyMap<string, string>>>;
  quiet: { mode: string; from: number; to: number };
}

const QUIET_MODES = { company: "按公司设置", own: "自定时段", none: "不设免打扰" };

/** What the person hears about, by which way, and when mails wait. */
export async function notificationModel(context: Context, refused?: RefusedChoices) {
  const { rows, ways, email, quiet, companyQuiet } = await readChoices(context);
  const faults = new Map(refused?.error.complaints.map(({ field, message }) => [field, message]));
  const kept = refused?.quiet ?? {
    mode: quiet === null ? "company" : quiet.from === quiet.to ? "none" : "own",
    from: quiet?.from ?? companyQuiet.from,
    to: quiet?.to ?? companyQuiet.to,
  };
  const { from, to } = companyQuiet;
  const company = from === to ? "公司没有设免打扰" : `公司：${from}:00到${to}:00`;
  return {
    ...settingsFrame(context, "settings-notification"),
    csrf: context.session?.csrf ?? "",
    rows: rows.map((row) => ({
      ...row,
      site: row.site === null || row.always || !refused ? row.site : refused.site.has(row.code),
      mail: row.mail === null || row.always ? row.mail : (refused?.mail.get(row.code) ?? row.mail),
      gateways: ways.map((channel) => {
        const choice = row.gateways[channel] ?? null;
        const typed = refused?.gateways[channel]?.get(row.code);
        return { channel, choice: choice === null || row.always ? choice : (typed ?? choice) };
      }),
      error: faults.get(`mail.${row.code}`) ?? "",
    })),
    ways: ways.map((channel) => ({ channel, label: GATEWAY_CHANNELS[channel] })),
    mailChoices: Object.entries(MAIL_CHOICES).map(([value, label]) => ({ value, label })),
    hasAddress: email !== null,
    quiet: {
      ...kept,
      modes: Object.entries(QUIET_MODES).map(([value, label]) => ({ value, label })),
      help: `免打扰时段内的邮件${ways.map((one) => `、${GATEWAY_CHANNELS[one]}`).join("")}推迟到时段结束后发出，站内消息照常。${company}。安全和预警类不推迟。`,
      error: faults.get("quiet_from") ?? "",
    },
  };
}

/** The present picture, and how to choose another one. */
export function avatarModel(context: Context, refused?: AppError) {
  const { userId } = ownOf(context);
  const { avatar, name } = context.actor;
  return {
    ...settingsFrame(context, "settings-avatar"),
    csrf: context.session?.csrf ?? "",
    name,
    ...(avatar ? { picture: `/account/avatar/${userId}?v=${avatar}` } : {}),
    ...(refused ? { error: refused.complaints[0]?.message ?? refused.message } : {}),
  };
}
