import { chinaTime } from "~/shared/calendar";
import type { EngineServices } from "../context.server";
import { systemContext, underName } from "../context.server";
import { type Notification, notify } from "../notify/notify.server";

/** Events that concern the safety of an account. */
type SecurityScenario =
  | "account.channel-binding"
  | "account.mail-proved"
  | "account.new-device"
  | "account.one-time-password"
  | "account.opening-key"
  | "account.password-changed"
  | "account.password-reset"
  | "account.recover-email"
  | "account.sessions-ended";

/** Notifies the owner of an account of what happened to it, in the caller's transaction: inbox and, where known, mailbox. */
export async function notifyMember<K extends SecurityScenario>(
  services: EngineServices,
  notification: { userId: string; at: string; path?: string } & Pick<Notification<K>, "scenario" | "values">,
): Promise<void> {
  const { userId, at, scenario, values } = notification;
  const system = systemContext(services, "账号安全");
  const context = { ...underName(system, { name: "系统" }), now: new Date(at) };
  await notify<K>(context, { scenario, values, to: [userId], path: notification.path ?? "/account/settings-security" });
}

/** Notifies the owner of an account that wrong passwords made it wait; of a name that nobody has, nobody, at the same cost. */
export async function notifyOfLock(
  services: EngineServices,
  notification: { userId: string | null; account: string; place: string; at: string },
): Promise<void> {
  const { userId, account, place, at } = notification;
  const context = { ...underName(systemContext(services, "登录安全"), { name: "系统" }), now: new Date(at) };
  await services.database.transaction({ role: "owner" }, () =>
    notify(context, {
      scenario: "account.locked",
      values: { account, time: chinaTime(at), place },
      to: userId === null ? [] : [userId],
      path: "/account/settings-security",
    }),
  );
}

/** Notifies those who administer the product that an address was stopped after too many wrong passwords. */
export async function notifyOfAddress(
  services: EngineServices,
  notification: { address: string; ip: string; failures: number; at: string },
): Promise<void> {
  const { address, ip, failures, at } = notification;
  const system = systemContext(services, "登录安全");
  const context = { ...underName(system, { name: "系统" }), now: new Date(at) };
  await services.database.transaction({ role: "owner" }, () =>
    notify(context, {
      scenario: "security.address-stopped",
      values: { address, failures: String(failures), time: chinaTime(at) },
      toRoles: ["system_admin"],
      path: `/system-management/login-log?${new URLSearchParams({ ip, failed_only: "1" })}`,
    }),
  );
}
