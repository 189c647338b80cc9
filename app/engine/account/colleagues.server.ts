import { raisePermissionVersion } from "~/data/access.server";
import { blockColleague, selectColleagues } from "~/data/profile.server";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import { kindOf } from "../entity/kinds";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { actorName, notify } from "../notify/notify.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

export type Colleague = Awaited<ReturnType<typeof selectColleagues>>[number];

const SHORTEST = 2;
const LONGEST = 200;

/** Whether the person looks after the accounts of the own company, and may do this with them. */
export function mayWithColleagues({ actor }: Context, action: "query" | "disable"): boolean {
  return actor.supplierId !== null && may(actor.permissions, `account-colleagues.${action}`);
}

/** Accounts of the own company. @throws AppError("forbidden") */
export async function listColleagues(context: Context): Promise<Colleague[]> {
  const { supplierId } = context.actor;
  if (!supplierId || !mayWithColleagues(context, "query"))
    throw new AppError("forbidden", { values: { permission: "account-colleagues.query" } });
  return asOwner(context, () => selectColleagues(context.services.database.connection(), supplierId));
}

/** One account of the own company. @throws AppError("forbidden" | "not_found") */
export async function readColleague(context: Context, id: string): Promise<Colleague> {
  if (!mayWithColleagues(context, "disable"))
    throw new AppError("forbidden", { values: { permission: "account-colleagues.disable" } });
  const found = (await listColleagues(context)).find((one) => one.id === id.toLowerCase());
  if (!found) throw new AppError("not_found");
  return found;
}

/**
 * Blocks an account of the own company: it is signed out everywhere and cannot sign in until an administrator of the buyer lifts it.
 * @throws AppError("forbidden" | "not_found" | "own_rule" | "invalid" | "wrong_state")
 */
export async function blockOwnColleague(context: Context, id: string, typed: unknown): Promise<Colleague> {
  const { userId } = ownOf(context);
  const { supplierId } = context.actor;
  const found = UUID.test(id) ? await readColleague(context, id) : null;
  if (!found || !supplierId) throw new AppError("not_found");
  if (found.id === userId) throw new AppError("own_rule", { message: "不能冻结或删除当前登录账号" });
  const reading = kindOf({ kind: "text" }).read(typed, { label: "原因", maxLength: LONGEST });
  const reason = "value" in reading && typeof reading.value === "string" ? reading.value : "";
  if ([...reason].length < SHORTEST) {
    const complaints = [{ field: "reason", message: `请填写原因（${SHORTEST}-${LONGEST}字）` }];
    throw new AppError("invalid", { complaints });
  }
  await asOwner(context, async () => {
    const connection = context.services.database.connection();
    const at = context.now.toISOString();
    if (!(await blockColleague(connection, { id: found.id, supplierId, reason, by: userId, at })))
      throw new AppError("wrong_state", { message: "该账号已经冻结" });
    await auditAccount(context, found.id, { action: "block", label: "冻结", reason });
    await notify(context, {
      scenario: "account.blocked",
      values: { account: found.account, by: actorName(context), reason },
      to: [found.id],
      path: "/account/account-center",
    });
    await raisePermissionVersion(connection);
  });
  return found;
}
