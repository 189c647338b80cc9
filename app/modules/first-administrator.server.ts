import { randomBytes } from "node:crypto";
import { countUsers, lockAccess } from "~/data/access.server";
import { upsertExclusive } from "~/data/roles.server";
import { shippedExclusives } from "~/engine/access/approving-roles";
import type { EngineServices } from "~/engine/context.server";
import { addAccount } from "~/engine/session/account.server";
import { hashPassword } from "~/engine/session/password.server";

/**
 * The one account of an empty installation: a random password, printed once and to be changed at the first sign-in
 * (ruling 7), and the pairs of roles that nobody holds together. It satisfies the password rule: lower and upper case letters and digits. Where there are accounts, nothing
 * happens; processes that start together on one server take turns, and one of them makes it.
 */
export async function createFirstAdministrator(services: EngineServices): Promise<void> {
  const { database } = services;
  if ((await countUsers(database.connection())) > 0) return;
  const password = `Aa1${randomBytes(12).toString("base64url").replace(/[-_]/g, "x")}`;
  const passwordHash = await hashPassword(password);
  const isMade = await database.transaction({ role: "owner" }, async () => {
    const connection = database.connection();
    await lockAccess(connection);
    if ((await countUsers(connection)) > 0) return false;
    await addAccount(services, {
      id: services.newId(),
      account: "admin",
      name: "系统管理员",
      userType: "internal",
      supplierId: null,
      email: null,
      phone: null,
      passwordHash,
      mustChangePassword: true,
      roles: ["system_admin"],
      scopes: { factory: "all", purchase_group: "all", material_type: "all" },
      at: services.clock().toISOString(),
    });
    for (const [one, other] of shippedExclusives(services.registry.registrations))
      await upsertExclusive(connection, one, { added: [other], removed: [] });
    return true;
  });
  // Said on the console, not in the JSON log that is shipped elsewhere.
  if (isMade) console.log(`首次启动：管理员账号 admin，一次性密码 ${password}（只显示这一次，登录后请立即修改）`);
}
