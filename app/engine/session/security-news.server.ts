import type { EngineServices } from "../context.server";
import { systemContext } from "../context.server";
import { type Announcement, announce } from "../notify/announce.server";

/** Events that concern the safety of an account. */
type SecurityScenario =
  | "account.new-device"
  | "account.password-changed"
  | "account.password-reset"
  | "account.recover-email"
  | "account.sessions-ended";

/** Tells the owner of an account what happened to it, in the caller's transaction: inbox and, where known, mailbox. */
export async function tellMember<K extends SecurityScenario>(
  services: EngineServices,
  news: { userId: string; at: string } & Pick<Announcement<K>, "scenario" | "values">,
): Promise<void> {
  const { userId, at, scenario, values } = news;
  const system = systemContext(services, "账号安全");
  const context = { ...system, now: new Date(at), actor: { ...system.actor, name: "系统" } };
  await announce<K>(context, { scenario, values, to: [userId], path: "/account/settings-security" });
}
