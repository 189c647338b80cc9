import { randomBytes } from "node:crypto";
import { insertAccount } from "~/data/accounts.server";
import type { EngineServices } from "~/engine/context.server";
import { hashPassword } from "~/engine/session/password.server";

/**
 * The one account of an empty installation: a random password, printed once and to be changed at the first sign-in
 * (ruling 7). It satisfies the password rule: lower and upper case letters and digits.
 */
export async function createFirstAdministrator(services: EngineServices): Promise<void> {
  const password = `Aa1${randomBytes(12).toString("base64url").replace(/[-_]/g, "x")}`;
  const passwordHash = await hashPassword(password);
  await services.database.transaction({ role: "owner" }, () =>
    insertAccount(services.database.connection(), {
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
    }),
  );
  // Said on the console, not in the JSON log that is shipped elsewhere.
  console.log(`首次启动：管理员账号 admin，一次性密码 ${password}（只显示这一次，登录后请立即修改）`);
}
