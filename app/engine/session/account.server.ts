import { insertAccount, type NewAccount } from "~/data/accounts.server";
import type { EngineServices } from "../context.server";
import { documentOf } from "../search/document.server";

/**
 * Adds an account with password, roles and personal scope, so that its person can be found and chosen. Runs as owner or
 * staff, in the transaction of the caller.
 * @throws StorageError("unique") when the account name is taken
 */
export async function addAccount(services: EngineServices, account: NewAccount): Promise<void> {
  const user = services.registry.entity("system-management/user");
  const search = await documentOf(user, { accountname: account.account, username: account.name });
  await insertAccount(services.database.connection(), account, search);
}
