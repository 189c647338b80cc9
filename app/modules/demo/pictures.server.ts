import type { Context } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import { receiveFile, uploadTargets } from "~/engine/files/upload.server";

/** A picture of one point, where a photograph would be. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * A picture that this person brings in for a field, `evidence` or `items.photos`; it is that person's to give to a record.
 * @throws Error for somebody who may not fill the field
 */
export async function demoPicture(context: Context, entity: AnyEntity, field: string, name: string): Promise<string[]> {
  const target = uploadTargets(context, entity).find((one) => one.name === field);
  if (!target) throw new Error(`${entity.key}: nobody may fill ${field} here`);
  const bytes = (async function* () {
    yield PICTURE;
  })();
  return [(await receiveFile(context, target, { name, bytes })).id];
}
