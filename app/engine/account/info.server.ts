import { selectRights, selectSupplierCode } from "~/data/profile.server";
import { actionsText } from "~/shared/actions";
import type { Context } from "../context.server";
import { permissionTitles, permissionVersionNow } from "../session/menu.server";
import { asOwner, ownOf } from "./own.server";

/** Who is signed in and what the person may do (specification section 3). Supplier fields are null for staff. */
export async function userInfo(context: Context) {
  const { userId, session } = ownOf(context);
  const { actor, services } = context;
  const titles = await permissionTitles(context);
  const found = await asOwner(context, async () => {
    const connection = services.database.connection();
    return {
      rights: await selectRights(connection, userId),
      supplierCode: actor.supplierId ? await selectSupplierCode(connection, actor.supplierId) : null,
    };
  });
  const names = new Map(found.rights.roles.map(({ code, name }) => [code, name]));
  return {
    id: userId,
    accountName: actor.account,
    userName: actor.name,
    avatar: actor.avatar ? `/web/account/avatar/${userId}?v=${actor.avatar}` : null,
    role: actor.roles.join(","),
    roles: actor.roles.map((code) => ({ id: code, code, name: names.get(code) ?? code })),
    supplierId: actor.supplierId,
    supplierCode: found.supplierCode,
    supplierName: actor.supplierName,
    permissions: [...actor.permissions].map(([permissionId, actions]) => ({
      permissionId,
      permissionName: titles.get(permissionId) ?? permissionId,
      actionEntitySet: [...actions].map((action) => ({
        action,
        describe: actionsText([action]),
        defaultCheck: false,
      })),
    })),
    mustChangePassword: Boolean(session.passwordPressure),
    permVersion: await permissionVersionNow(context),
  };
}
