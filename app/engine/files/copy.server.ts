import { keyFor } from "~/data/file-store/file-store.server";
import { copyApplicationFile } from "~/data/files.server";
import type { Context } from "../context.server";
import type { Value } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import { refsOf } from "./file-fields";

/**
 * Scans of an application as new files for the certificates of the supplier it became, in the transaction that approves it: bytes of
 * their own, so that neither record depends on the other. What is in quarantine stays behind.
 * @param held what the file field of the application holds
 * @returns the new files, free for a certificate that this person makes
 * @throws FileStoreError
 */
export async function copyApplicationFiles(context: Context, held: Value): Promise<StoredRef[]> {
  // Files belong to whoever brought them in until a record takes them.
  if (context.actor.id === null) return [];
  const { database, files, newId } = context.services;
  const copies: StoredRef[] = [];
  for (const ref of refsOf(held)) {
    const target = newId();
    const request = { source: ref.id, target, at: context.now.toISOString() };
    const bytes = await files.store.get(keyFor("whole", ref.id));
    if (!bytes || !(await copyApplicationFile(database.connection(), request))) continue;
    await files.store.put(keyFor("whole", target), bytes);
    copies.push({ ...ref, id: target });
  }
  return copies;
}
