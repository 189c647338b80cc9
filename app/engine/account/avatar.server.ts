import { createHash } from "node:crypto";
import { raisePermissionVersion } from "~/data/access.server";
import { selectAvatar, storeAvatar } from "~/data/profile.server";
import type { Context } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { asOwner, auditAccount, ownOf } from "./own.server";
import { type Crop, makeAvatar } from "./picture.server";

const NAME_LENGTH = 16;

/**
 * Makes the own picture of an uploaded file.
 * @throws AppError("invalid") with the sentence for the field `file`
 */
export async function changeAvatar(context: Context, bytes: Uint8Array, crop: Crop | null): Promise<void> {
  const { userId } = ownOf(context);
  const picture = await makeAvatar(bytes, crop);
  const name = createHash("sha256").update(picture).digest("hex").slice(0, NAME_LENGTH);
  await store(context, userId, { name, picture, at: context.now.toISOString() });
}

/** Takes the own picture away: the name stands in its place again. */
export async function removeAvatar(context: Context): Promise<void> {
  await store(context, ownOf(context).userId, null);
}

async function store(
  context: Context,
  userId: string,
  given: { name: string; picture: Uint8Array; at: string } | null,
): Promise<void> {
  await asOwner(context, async () => {
    const connection = context.services.database.connection();
    await storeAvatar(connection, userId, given);
    await auditAccount(context, userId, { action: "avatar", label: given ? "更换头像" : "恢复默认头像" });
    // Everybody's requests remember who has which picture.
    await raisePermissionVersion(connection);
  });
}

/**
 * The picture of an account. Staff see everybody's, a supplier's people their own company's; for all others there is none.
 * @throws AppError("not_found")
 */
export async function readAvatar(context: Context, userId: string): Promise<{ name: string; picture: Uint8Array }> {
  const { actor, services } = context;
  const found =
    actor.id && UUID.test(userId) ? await selectAvatar(services.database.connection(), userId.toLowerCase()) : null;
  if (!found || (actor.supplierId && found.supplierId !== actor.supplierId)) throw new AppError("not_found");
  return { name: found.name, picture: found.picture };
}
