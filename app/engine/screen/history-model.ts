import type { AuditEntry } from "~/data/audit.server";
import { chinaTime } from "~/shared/calendar";
import { NOTHING } from "./show";

/** What happened to a record, as it is read: who, what, why, and what changed from which value to which. */
export function historyEntries(entries: readonly AuditEntry[]) {
  return entries.map((entry) => ({
    id: entry.id,
    at: chinaTime(entry.at),
    who: entry.userName,
    what: entry.label,
    ...(entry.reason ? { reason: entry.reason } : {}),
    changes: entry.changes.map((change) => ({
      label: change.label,
      ...(entry.action === "create" ? {} : { from: change.fromText || NOTHING }),
      ...(entry.action === "remove" ? {} : { to: change.toText || NOTHING }),
    })),
  }));
}
