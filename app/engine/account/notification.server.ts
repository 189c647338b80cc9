import { selectChoices, storeChoice } from "~/data/profile.server";
import { SCENARIOS, type ScenarioFacts } from "~/shared/scenarios";
import type { Context } from "../context.server";
import { inTransaction, reading } from "../operations/transaction.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/** What concerns the safety of an account is one line: nobody turns any of it off. */
const SAFETY = {
  code: "security",
  label: "账号安全",
  help: "密码、密保邮箱变化，登录设备被退出。该类通知不能关闭。",
  always: true,
};

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
  const { supplierId } = context.actor;
  const own = Object.entries<ScenarioFacts>(SCENARIOS).filter(
    ([, { audience, level }]) => level !== "security" && audience !== (supplierId ? "internal" : "supplier"),
  );
  return [
    ...own.map(([code, { label, help, mandatory }]) => {
      const always = mandatory ?? false;
      return { code, label, help, always, wanted: always || (chosen.get(code) ?? true) };
    }),
    { ...SAFETY, wanted: true },
  ];
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
