import type { AuditEntry } from "~/data/audit.server";
import { chinaTime } from "~/shared/calendar";
import type { AnyEntity, AnyTransition } from "../entity";
import { NOTHING } from "./show";

/** What happened to a record, as it is read: who, what, why, and what changed from which value to which. */
export function historyEntries(entity: AnyEntity, entries: readonly AuditEntry[]) {
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  return entries.map((entry) => ({
    id: entry.id,
    at: chinaTime(entry.at),
    who: entry.userName,
    what: entry.label,
    ...(entry.reason
      ? { reason: { label: transitions[entry.action]?.reasonLabel ?? "原因", text: entry.reason } }
      : {}),
    changes: entry.changes.map((change) => ({
      label: change.label,
      ...(entry.action === "create" ? {} : { from: change.fromText || NOTHING }),
      ...(entry.action === "remove" ? {} : { to: change.toText || NOTHING }),
    })),
  }));
}
