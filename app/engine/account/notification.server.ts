import { selectChoices, storeChoice } from "~/data/profile.server";
import type { Context } from "../context.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/** What somebody can be told about. The functions that fill the inbox look the choices up. */
export const SCENARIOS = [
  { code: "mention", label: "有人在评论中提到我", help: "关闭后，别人在评论中 @您 时不再提醒。" },
  { code: "watch", label: "我关注的单据有变化", help: "状态、内容变化和新的评论。关闭后仍可在单据的变更记录中查看。" },
  {
    code: "security",
    label: "账号安全",
    help: "密码、密保邮箱变化，登录设备被退出。该类通知不能关闭。",
    always: true,
  },
] as const;

export interface ChoiceRow {
  code: string;
  label: string;
  help: string;
  wanted: boolean;
  /** Cannot be turned off. */
  always: boolean;
}

/** What the person wants to hear about. */
export async function readChoices(context: Context): Promise<ChoiceRow[]> {
  const { userId } = ownOf(context);
  const chosen = await reading(context, () => selectChoices(context.services.database.connection(), userId));
  return SCENARIOS.map((scenario) => {
    const always = "always" in scenario;
    const { code, label, help } = scenario;
    return { code, label, help, always, wanted: always || (chosen.get(code) ?? true) };
  });
}

/** Keeps what the person wants to hear about; what concerns safety stays on whatever is sent. */
export async function saveChoices(context: Context, wanted: ReadonlySet<string>): Promise<void> {
  const { userId } = ownOf(context);
  const before = await readChoices(context);
  const changed = before.filter((row) => !row.always && row.wanted !== wanted.has(row.code));
  if (changed.length === 0) return;
  await inTransaction(context, async () => {
    for (const { code } of changed)
      await storeChoice(context.services.database.connection(), { userId, scenario: code, wanted: wanted.has(code) });
  });
  const told = changed.map(({ label, code }) => `${label}：${wanted.has(code) ? "开启" : "关闭"}`).join("、");
  await asOwner(context, () =>
    auditAccount(context, userId, { action: "notification", label: `修改通知设置（${told}）` }),
  );
}
