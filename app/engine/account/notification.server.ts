import {
  type MailChoice,
  selectNotificationChoices,
  storeChoice,
  storeQuietHours,
} from "~/data/notification-choices.server";
import { GATEWAY_CHANNEL_KEYS, GATEWAY_CHANNELS, type GatewayChannel, isGatewayChannel } from "~/shared/channels";
import { isToldUnasked, type ScenarioCode } from "~/shared/scenarios";
import type { Context } from "../context.server";
import type { Complaint } from "../entity";
import { AppError } from "../errors";
import { quietHours, scenarioRule } from "../notify/notification-rules.server";
import { inTransaction } from "../operations/transaction.server";
import { limitFor } from "../parameters.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/** What concerns the safety of an account is one line: nobody turns any of it off. */
const SAFETY = {
  code: "security",
  label: "账号安全",
  module: "账号",
  help: "密码、密保邮箱变化，登录设备被退出。该类通知不能关闭。",
  site: true,
  mail: "now",
  always: true,
} as const;

/** Channels the person has bound and the installation can reach, in their order. */
function waysOf({ services }: Context, bound: ReadonlySet<GatewayChannel>): GatewayChannel[] {
  return GATEWAY_CHANNEL_KEYS.filter((channel) => bound.has(channel) && services.channels?.has(channel));
}

export const MAIL_CHOICES: Readonly<Record<MailChoice, string>> = {
  now: "立即",
  daily: "每日汇总（8:30）",
  off: "不接收",
};

export interface ChoiceRow {
  code: string;
  label: string;
  module: string;
  help: string;
  /** Whether messages in the portal are wanted; null: the event is not told that way. */
  site: boolean | null;
  /** How mails are wanted; null: the event sends none. */
  mail: MailChoice | null;
  /** How messages by each channel the person has bound are wanted; null: the event sends none that way. */
  gateways: Partial<Record<GatewayChannel, MailChoice | null>>;
  /** Cannot be turned off. */
  always: boolean;
}

export interface OwnChoices {
  rows: ChoiceRow[];
  /** Channels beside mail by which the person can be told. */
  ways: GatewayChannel[];
  email: string | null;
  /** The person's own quiet hours; null: the company's. The same hour twice: none. */
  quiet: { from: number; to: number } | null;
  companyQuiet: { from: number; to: number };
}

/** What the person hears about, by which way, and when mails wait. */
export async function readChoices(context: Context): Promise<OwnChoices> {
  const { userId } = ownOf(context);
  const connection = () => context.services.database.connection();
  const { email, quiet, scenarios, bound } = await asOwner(context, () =>
    selectNotificationChoices(connection(), userId),
  );
  const side = context.actor.supplierId ? "supplier" : "internal";
  const ways = waysOf(context, bound);
  const smsLevel = ways.includes("sms") ? await limitFor(context, "notify.smsLevel") : 0;
  const rows: ChoiceRow[] = [];
  const known = Object.entries(context.services.registry.scenarios);
  for (const [code, { label, module, help, level, audience }] of known) {
    if (level === "security" || (audience !== "both" && audience !== side)) continue;
    const rule = await scenarioRule(context, code as ScenarioCode);
    if (!rule.active) continue;
    const chosen = scenarios.get(code);
    const always = !rule.muteable;
    const site = rule.words("site", side) ? always || (chosen?.wanted ?? true) : null;
    const mail = rule.words("email", side) ? (always ? "now" : (chosen?.mail ?? "now")) : null;
    const gateways = Object.fromEntries(
      ways.map((channel) => {
        const unasked = isToldUnasked(channel, level, smsLevel) ? "now" : "off";
        const choice = always ? unasked : (chosen?.[channel] ?? unasked);
        return [channel, rule.words(channel, side) ? choice : null] as const;
      }),
    );
    const isTold = site !== null || mail !== null || Object.values(gateways).some((one) => one !== null);
    if (isTold) rows.push({ code, label, module, help, site, mail, gateways, always });
  }
  const safety = { ...SAFETY, gateways: Object.fromEntries(ways.map((channel) => [channel, "now"] as const)) };
  return { rows: [...rows, safety], ways, email, quiet, companyQuiet: await quietHours(context) };
}

/** What somebody wants to hear about. */
export interface WantedNotification {
  /** Scenarios wanted in the portal; all others are not. */
  site: ReadonlySet<string>;
  /** How mails are wanted; what is not named stays as it is. */
  mail?: ReadonlyMap<string, string>;
  /** The same by each channel the person has bound. */
  gateways?: Partial<Record<GatewayChannel, ReadonlyMap<string, string>>>;
  /** Own quiet hours; null: those of the company; undefined: as they are. */
  quiet?: { from: number; to: number } | null;
}

/**
 * Keeps what the person wants to hear about; what concerns safety stays on whatever is sent.
 * @throws AppError("invalid") where mails are wanted and there is no address, or hours make no sense
 */
export async function saveChoices(context: Context, wanted: WantedNotification): Promise<void> {
  const { userId } = ownOf(context);
  const before = await readChoices(context);
  const changed = before.rows.flatMap((row) => {
    if (row.always) return [];
    const site = row.site === null ? null : wanted.site.has(row.code);
    const mail = row.mail === null ? null : mailRequest(wanted.mail?.get(row.code), row.mail);
    const gateways = Object.fromEntries(
      Object.entries(row.gateways).map(([channel, now]) => {
        const request = isGatewayChannel(channel) ? wanted.gateways?.[channel]?.get(row.code) : undefined;
        return [channel, now === null ? null : mailRequest(request, now)] as const;
      }),
    ) as ChoiceRow["gateways"];
    const isSame = before.ways.every((channel) => gateways[channel] === row.gateways[channel]);
    return site === row.site && mail === row.mail && isSame ? [] : [{ ...row, site, mail, gateways, before: row }];
  });
  const complaints: Complaint[] = changed.flatMap(({ code, mail, before: { mail: had } }) =>
    before.email === null && mail !== had && mail !== "off"
      ? [{ field: `mail.${code}`, message: "请先在基本设置中填写邮箱" }]
      : [],
  );
  const { quiet } = wanted;
  const isHour = (hour: number) => Number.isInteger(hour) && hour >= 0 && hour <= 23;
  if (quiet && !(isHour(quiet.from) && isHour(quiet.to)))
    complaints.push({ field: "quiet_from", message: "请选择免打扰的开始和结束时间" });
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const hoursChanged = quiet !== undefined && (quiet?.from !== before.quiet?.from || quiet?.to !== before.quiet?.to);
  if (changed.length === 0 && !hoursChanged) return;
  await inTransaction(context, async () => {
    const connection = context.services.database.connection();
    for (const { code, site, mail, gateways, before: was } of changed) {
      // What follows from the parameter goes on following it until somebody chooses otherwise.
      const chosen = (channel: GatewayChannel) =>
        gateways[channel] === was.gateways[channel] ? null : (gateways[channel] ?? null);
      await storeChoice(connection, {
        userId,
        scenario: code,
        wanted: site ?? true,
        mail: mail ?? "now",
        wecom: chosen("wecom"),
        sms: chosen("sms"),
      });
    }
    if (hoursChanged) await storeQuietHours(connection, userId, quiet ?? null);
  });
  const words = changed.flatMap(({ label, site, mail, gateways, before: was }) => [
    ...(site === was.site ? [] : [`${label}：站内${site ? "开启" : "关闭"}`]),
    ...(mail === null || mail === was.mail ? [] : [`${label}：邮件${MAIL_CHOICES[mail]}`]),
    ...before.ways.flatMap((channel) => {
      const choice = gateways[channel];
      return !choice || choice === was.gateways[channel]
        ? []
        : [`${label}：${GATEWAY_CHANNELS[channel]}${MAIL_CHOICES[choice]}`];
    }),
  ]);
  if (hoursChanged) words.push(`免打扰：${quietText(quiet ?? null)}`);
  await asOwner(context, () =>
    auditAccount(context, userId, { action: "notification", label: `修改通知设置（${words.join("、")}）` }),
  );
}

function mailRequest(request: string | undefined, now: MailChoice): MailChoice {
  return request === "now" || request === "daily" || request === "off" ? request : now;
}

function quietText(quiet: { from: number; to: number } | null): string {
  if (quiet === null) return "按公司设置";
  return quiet.from === quiet.to ? "不设" : `${quiet.from}:00到${quiet.to}:00`;
}
