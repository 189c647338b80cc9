import {
  type AuditEntry,
  type AuditRow,
  type Change,
  insertAudits,
  insertAuditsHeard,
  type PassedWarning,
  selectAudit,
} from "~/data/audit.server";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, StaffScope } from "../entity";
import { fieldAt, isHidden } from "../entity/change-paths";
import { isSealedPath, sealMark } from "../entity/sealed";
import { actorName, isToldFurther } from "../notify/notify.server";
import { anonymousContext } from "./anonymity.server";
import { seesChange } from "./line-scope.server";
import { fieldValue, linesOf } from "./records.server";
import { factsOf, isOwnFile, mayRead } from "./scope.server";
import { reading } from "./transaction.server";
import { isWithheld, unsentStates } from "./unsent.server";
import { type NotifyWatchersInput, notifyWatchers } from "./watcher-notifications.server";

/** Most changes that the making of a record is kept with; a document of hundreds of lines is read in its lines. */
const MOST_INITIAL = 200;
/** Path of the sentence that says how many were left out. */
const LEFT_OUT = "…";
const NAMED_IN_NOTIFICATIONS = 3;

/** Suppliers that see a record as it is now; they may read what happens to it. */
export function suppliersOf(context: Context, entity: AnyEntity, record: AnyRecord): string[] {
  const wall = entity.access.suppliers;
  if (wall.kind === "none" || wall.kind === "everyone" || wall.kind === "via") return [];
  if (!matches(wall.when, record, factsOf(context))) return [];
  const owners =
    wall.kind === "own"
      ? [fieldValue(record, wall.column)]
      : linesOf(record, wall.lines).map((row) => fieldValue(row, wall.column));
  return owners.filter((owner): owner is string => typeof owner === "string");
}

/** What happened to a record. */
export interface Happened {
  action: string;
  label: string;
  changes: Change[];
  reason: string | null;
  /** Warnings that its reason passed. */
  passed?: readonly PassedWarning[];
  /** Why it was done is the company's own business. */
  internal?: boolean;
  /** Suppliers do not even learn that it was done, unless something changed that they may read. */
  concealed?: boolean;
}

/** Writes what happened to a record into the audit trail and tells who watches it, inside the transaction of the change. */
export async function audit(context: Context, entity: AnyEntity, record: AnyRecord, entry: Happened): Promise<void> {
  await auditEach(context, entity, [{ record, entry }]);
}

/** The same for several records, in as few statements as for one. */
export async function auditEach(
  context: Context,
  entity: AnyEntity,
  happened: readonly { record: AnyRecord; entry: Happened }[],
): Promise<void> {
  const noted = happened.map(({ record, entry }) => auditOf(context, entity, record, entry));
  const heard = await insertAuditsHeard(
    context.services.database.connection(),
    noted.map(({ row }) => row),
  );
  // Besides whoever watches, people may be told whom an administrator named.
  const told = (await isToldFurther(context, "watch"))
    ? noted
    : noted.filter(({ told: { record } }) => heard.has(record.id));
  // Whoever acts without a name tells without it.
  for (const acting of new Set(told.map((one) => one.acting)))
    await notifyWatchers(
      acting,
      told.filter((one) => one.acting === acting).map((one) => one.told),
    );
}

/** Writes what happened to several records into the audit trail and tells nobody: of those just made, which nobody can watch yet. */
export async function noteEach(
  context: Context,
  entity: AnyEntity,
  happened: readonly { record: AnyRecord; entry: Happened }[],
): Promise<void> {
  const noted = happened.map(({ record, entry }) => auditOf(context, entity, record, entry));
  await insertAudits(
    context.services.database.connection(),
    noted.map(({ row }) => row),
  );
}

function auditOf(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  entry: Happened,
): { acting: Context; row: AuditRow; told: NotifyWatchersInput } {
  const { services } = context;
  const acting = anonymousContext(context, entity, record);
  const { action, label, reason, internal, concealed = false } = entry;
  const changes = withoutSealed(entity, record, entry.changes);
  const hidden = (change: Change) => isHidden(entity, change.path.split("."));
  const open = changes.filter((change) => !hidden(change));
  const inside = changes.filter(hidden);
  // A sentence that the program puts together about what is hidden names it; whoever may not read the one reads neither.
  const amongOurselves = internal === true || (context.actor.kind === "system" && inside.length > 0);
  const suppliers = suppliersOf(context, entity, record);
  // Where nothing changed but what suppliers must not see, nobody tells them that anything did.
  const readers = open.length === 0 && (inside.length > 0 || concealed) ? [] : suppliers;
  const kept = action === "create" ? shortened : (all: Change[]) => all;
  const row: AuditRow = {
    id: services.newId(),
    at: context.now.toISOString(),
    userId: acting.actor.id,
    userName: actorName(acting),
    userSupplierId: acting.actor.supplierId,
    entity: entity.key,
    recordId: record.id,
    recordNumber: record.number,
    action,
    label,
    changes: kept(open),
    staffChanges: kept(inside),
    reason: amongOurselves ? null : reason,
    staffReason: amongOurselves ? reason : null,
    requestId: context.requestId,
    ip: acting.ip,
    channel: context.channel,
    passed: entry.passed ?? [],
    ...(entry.passed?.length ? { scope: scopeOf(entity, record) } : {}),
    suppliers: action === "update" || concealed ? readers : suppliers,
  };
  // Nor does it name what only some of the staff may read.
  const readable = (readers.length > 0 ? open : changes).filter(
    ({ path }) => !fieldAt(entity, path.split("."))?.field.options.readBy,
  );
  return { acting, row, told: { entity, record, event: notificationText(action, label, readable), readers } };
}

/** Factory and purchase group that a record belongs to, as far as these narrow who of the staff sees it. */
function scopeOf(entity: AnyEntity, record: AnyRecord): AuditRow["scope"] {
  const { factory, purchase_group: group }: StaffScope = entity.access.staff ?? {};
  const at = (column: string | undefined) => {
    const value = column === "id" ? record.id : column && fieldValue(record, column);
    return typeof value === "string" ? value : null;
  };
  return { factoryId: at(factory), purchaseGroupId: at(group) };
}

const FILLED = "已填写（保密）";

/** That something sealed was filled in or changed, and nothing of what. */
function withoutSealed(entity: AnyEntity, record: AnyRecord, changes: readonly Change[]): Change[] {
  const mark = sealMark(record);
  const isClosed = mark === "own" || mark === "closed";
  const told = (text: string) => (text === "" ? "" : FILLED);
  return changes.map((change) =>
    isClosed && isSealedPath(entity, change.path)
      ? { ...change, from: null, to: null, fromText: told(change.fromText), toText: told(change.toText) }
      : change,
  );
}

function shortened(changes: Change[]): Change[] {
  if (changes.length <= MOST_INITIAL) return changes;
  const rest = { from: null, to: null, fromText: "", toText: `其余${changes.length - MOST_INITIAL}项未列出` };
  return [...changes.slice(0, MOST_INITIAL), { path: LEFT_OUT, label: LEFT_OUT, ...rest }];
}

/** What happened in one sentence, with names of fields and never their values: not everybody reads every field. */
function notificationText(action: string, label: string, changes: readonly Change[]): string {
  const state = changes.find(({ path }) => path === "state");
  if (state) return `${label}：${state.fromText} → ${state.toText}`;
  if (action !== "update" || changes.length === 0) return label;
  const names = [...new Set(changes.map((change) => change.label))];
  const more = names.length > NAMED_IN_NOTIFICATIONS ? `等${names.length}项` : "";
  return `${label}：${names.slice(0, NAMED_IN_NOTIFICATIONS).join("、")}${more}`;
}

export interface ReadHistoryInput {
  entity: AnyEntity;
  recordId: string;
  limit?: number;
  offset?: number;
}

/** History of a record the person has already been allowed to open, newest first, without fields hidden from it. */
export async function readHistory(
  context: Context,
  { entity, recordId, limit = 100, offset = 0 }: ReadHistoryInput,
): Promise<AuditEntry[]> {
  const entries = await reading(context, () =>
    selectAudit(context.services.database.connection(), {
      entity: entity.key,
      recordId,
      supplierId: context.actor.supplierId,
      limit,
      offset,
    }),
  );
  const states = await reading(context, () => unsentStates(context, entity, [recordId]));
  const unsent = states.get(recordId) ?? null;
  // How we keep the file of a supplier, by its state, is ours: older entries that tell of it stay with us.
  const own = isOwnFile(context, entity);
  return entries.flatMap((entry) => {
    const changes = entry.changes.filter((change) => {
      const { path } = change;
      return (
        !(own && path === "state") &&
        !(unsent !== null && isWithheld(entity, unsent, path)) &&
        seesChange(context, entity, change) &&
        pathReadable(context, entity, path.split("."))
      );
    });
    return own && changes.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes }];
  });
}

/** True when this person may read what the path of a change names. */
export function pathReadable(context: Context, entity: AnyEntity, path: readonly string[]): boolean {
  const [name = ""] = path;
  if (name === "state" || name === LEFT_OUT || entity.keptBeside?.includes(name)) return true;
  const found = fieldAt(entity, path);
  return found !== null && mayRead(context, entity, found.right, found.field);
}
