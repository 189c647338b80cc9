import { type QuietHours, selectChoices, selectQuiet, storeChoice, storeQuiet } from "~/data/profile.server";
import { SCENARIOS, type ScenarioFacts } from "~/shared/scenarios";
import type { Context } from "../context.server";
import { newsSwitches } from "../notify/news-rules.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/** When letters of a scenario come. */
export const MAIL_TIMES = { now: "立即发邮件", daily: "每日汇总（8:30）", off: "不发邮件" } as const;
export type MailTime = keyof typeof MAIL_TIMES;

/** What concerns the safety of an account is one line: nobody turns any of it off. */
const SAFETY = {
  code: "security",
  label: "账号安全",
  help: "密码、密保邮箱变化，登录设备被退出。该类通知不能关闭。",
  always: true,
  mail: null,
};

export interface ChoiceRow {
  code: string;
  label: string;
  help: string;
  wanted: boolean;
  /** Cannot be turned off. */
  always: boolean;
  /** When letters of it come; null where the scenario sends none. */
  mail: MailTime | null;
}

/** Which scenarios reach this person, and what it chose of each. */
export async function readChoices(context: Context): Promise<ChoiceRow[]> {
  const { userId } = ownOf(context);
  const { supplierId } = context.actor;
  return reading(context, async () => {
    const chosen = await selectChoices(context.services.database.connection(), userId);
    const switches = await newsSwitches(context);
    const own = Object.entries<ScenarioFacts>(SCENARIOS).filter(
      ([code, { audience, level }]) =>
        level !== "security" &&
        audience !== (supplierId ? "internal" : "supplier") &&
        switches.get(code)?.active !== false,
    );
    return [
      ...own.map(([code, { label, help, mandatory, channels }]) => {
        const row = switches.get(code);
        const always = mandatory ?? row?.muteable === false;
        const choice = chosen.get(code);
        const time = isMailTime(choice?.mail) ? choice.mail : "now";
        const mail = (row?.email ?? channels.includes("email")) && !always ? time : null;
        return { code, label, help, always, wanted: always || (choice?.wanted ?? true), mail };
      }),
      { ...SAFETY, wanted: true },
    ];
  });
}

export function isMailTime(value: unknown): value is MailTime {
  return typeof value === "string" && Object.hasOwn(MAIL_TIMES, value);
}

/** The person's own quiet hours; null: those of the company. */
export async function readQuiet(context: Context): Promise<QuietHours | null> {
  const { userId } = ownOf(context);
  return reading(context, () => selectQuiet(context.services.database.connection(), userId));
}

/**
 * Keeps what the person wants to hear about; what concerns safety stays on whatever is sent.
 * @param mails when letters of a scenario come; those that are not named stay as they are
 */
export async function saveChoices(
  context: Context,
  wanted: ReadonlySet<string>,
  mails: ReadonlyMap<string, MailTime> = new Map(),
): Promise<void> {
  const { userId } = ownOf(context);
  const before = await readChoices(context);
  const changed = before.flatMap((row) => {
    if (row.always) return [];
    const mail = row.mail === null ? null : (mails.get(row.code) ?? row.mail);
    const isWanted = wanted.has(row.code);
    return row.wanted === isWanted && row.mail === mail ? [] : [{ ...row, isWanted, mail }];
  });
  if (changed.length === 0) return;
  await inTransaction(context, async () => {
    for (const { code, isWanted, mail } of changed) {
      const choice = { userId, scenario: code, wanted: isWanted, mail: mail ?? "now" };
      await storeChoice(context.services.database.connection(), choice);
    }
  });
  const told = changed
    .map(({ label, isWanted, mail }) => `${label}：${isWanted ? "开启" : "关闭"}${mail ? `，${MAIL_TIMES[mail]}` : ""}`)
    .join("、");
  await asOwner(context, () =>
    auditAccount(context, userId, { action: "notification", label: `修改通知设置（${told}）` }),
  );
}

/** Keeps the person's own quiet hours; null: those of the company apply. */
export async function saveQuiet(context: Context, quiet: QuietHours | null): Promise<void> {
  const { userId } = ownOf(context);
  await inTransaction(context, () => storeQuiet(context.services.database.connection(), userId, quiet));
}
