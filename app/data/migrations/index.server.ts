import type { Migration } from "../migrate.server";
import * as files from "./list.server";

/**
 * All migrations in the order in which they run, which is that of their names. Each has one line of its own in `list.server`, in no
 * order that matters: branches that add one merge without touching each other's lines (`.gitattributes`).
 */
export const migrations: readonly Migration[] = Object.values<Migration>(files).sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
