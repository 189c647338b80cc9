import { keyFor } from "~/data/file-store/file-store.server";
import { selectFiles } from "~/data/files.server";
import type { Context } from "../context.server";
import type { Value } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import { AppError } from "../errors";
import { refsOf } from "./file-fields";
import { receiveFile, type Target } from "./upload.server";

/**
 * Takes the files of one record for a field of another: bytes of their own, so that neither record depends on the other. What is in
 * quarantine, or is no file that the other field takes, stays behind.
 * @param held what the file field of the first record holds
 * @returns the new files, free for a record that this person makes in the same transaction
 */
export async function copyFiles(context: Context, held: Value, target: Target): Promise<StoredRef[]> {
  const refs = refsOf(held);
  // Files belong to whoever brought them in until a record takes them.
  if (refs.length === 0 || context.actor.id === null) return [];
  const { database, files } = context.services;
  const ids = refs.map(({ id }) => id);
  const known = new Map((await selectFiles(database.connection(), ids)).map((file) => [file.id, file]));
  const copies: StoredRef[] = [];
  for (const { id, name } of refs) {
    const file = known.get(id);
    if (file?.state !== "whole" || file.scan === "infected") continue;
    const bytes = await files.store.get(keyFor("whole", id));
    if (!bytes) continue;
    try {
      copies.push(await receiveFile(context, target, { name, bytes }));
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
    }
  }
  return copies;
}
