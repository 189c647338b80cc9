import { chinaTime } from "~/shared/calendar";
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

/** Tells those who administer the product that an address was stopped after too many wrong passwords. */
export async function tellOfAddress(
  services: EngineServices,
  news: { address: string; ip: string; failures: number; at: string },
): Promise<void> {
  const { address, ip, failures, at } = news;
  const system = systemContext(services, "登录安全");
  const context = { ...system, now: new Date(at), actor: { ...system.actor, name: "系统" } };
  await services.database.transaction({ role: "owner" }, () =>
    announce(context, {
      scenario: "security.address-stopped",
      values: { address, failures: String(failures), time: chinaTime(at) },
      toRoles: ["system_admin"],
      path: `/system-management/login-log?${new URLSearchParams({ ip, failed_only: "1" })}`,
    }),
  );
}
