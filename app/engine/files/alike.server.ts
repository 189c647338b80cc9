import { sameContent } from "~/data/files.server";
import type { Context } from "../context.server";

/**
 * Records of the same entity that hold a file with exactly the content of one of these, each record once. Nothing read here may be
 * shown before it is known that the person may see the record.
 * @param ids files that were brought in for a field of the entity
 */
export async function recordsWithSameFiles(context: Context, ids: readonly string[]): Promise<string[]> {
  const found = await sameContent(context.services.database.connection(), ids);
  return [...new Set(found.map(({ recordId }) => recordId))];
}
