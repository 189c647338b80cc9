import { writeAccountMail } from "~/data/mail-proof.server";
import { firstWording, type NotificationSide, type ScenarioValues } from "~/shared/scenarios";
import { fillIn } from "~/shared/wording";
import { type Context, systemContext } from "../context.server";
import { scenarioRule } from "../notify/notification-rules.server";

/** Mails to an account that carry something made when they leave, as their scenarios and kinds call it. */
const KINDS = { "account.mail-proof": "mail-proof", "account.one-time-mail": "one-time-password" } as const;
type AccountMailScenario = keyof typeof KINDS;

/**
 * Writes such a mail to the address of the account, in the caller's transaction. Nobody turns it off: without a template the first
 * wording applies.
 * @returns the address in stars; null where the account has none
 */
export async function writeToAccount<K extends AccountMailScenario>(
  context: Context,
  mail: { scenario: K; values: ScenarioValues<K>; userId: string; side: NotificationSide; by: string | null },
): Promise<string | null> {
  const { services, now } = context;
  const { scenario, userId, side, by } = mail;
  const rule = await scenarioRule(systemContext(services, "账号邮件"), scenario);
  const wording = rule.words("email", side) ?? firstWording(services.registry.scenario(scenario), "email", side);
  return writeAccountMail(services.database.connection(), {
    id: services.newId(),
    user: userId,
    at: now.toISOString(),
    by,
    scenario,
    kind: KINDS[scenario],
    subject: fillIn(wording.title, mail.values),
    body: fillIn(wording.content, mail.values),
  });
}
