import { selectHolding } from "~/data/resources.server";
import { ACTION_LABELS, ACTIONS_AS_READ } from "~/shared/actions";
import { ACTIONS } from "../access/permissions";
import type { Context } from "../context.server";
import type { Action, AnyRecord } from "../entity";
import { AppError } from "../errors";
import { audit } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import { openRecord } from "../operations/records.server";
import { saved } from "../operations/save.server";
import { requireAction, rowFilter } from "../operations/scope.server";
import { once, reading, type Saved } from "../operations/transaction.server";
import { updateRecord } from "../operations/write.server";
import { allRights, TOP_RIGHTS } from "../session/role-grants.server";
import { resourceScreen } from "./resource-tree.server";

/** An action of an entry: whether the entry has it, and who holds the right to it. */
export interface EntryAction {
  action: Action;
  label: string;
  on: boolean;
  /** Names of the roles that hold it, the highest first. */
  roles: string[];
}

/**
 * The actions that mean something on an entry, with their holders.
 * @throws AppError("forbidden" | "not_found")
 */
export async function entryActions(
  context: Context,
  id: string,
): Promise<{ record: AnyRecord; actions: EntryAction[] }> {
  const { entity } = resourceScreen(context);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
    const known = (await allRights(context, { whole: true })).find(({ name }) => name === record.name);
    const holding = await selectHolding(context.services.database.connection(), String(record.name));
    const allowed = allowedOf(record);
    const actions = ACTIONS_AS_READ.filter((action) => known?.actions.includes(action)).map((action) => ({
      action,
      label: ACTION_LABELS[action],
      on: allowed === null || allowed.includes(action),
      roles: holding.filter((one) => one.action === action).map((one) => one.role),
    }));
    return { record, actions };
  });
}

function allowedOf(record: AnyRecord): readonly unknown[] | null {
  return Array.isArray(record.allowed_actions) ? record.allowed_actions : null;
}

/**
 * Says which actions an entry has. One that is taken away is taken from everybody at the next request, whatever roles hold; given back,
 * those who held it have it again.
 * @param input.actions null for all
 * @throws AppError("forbidden" | "not_found" | "malformed" | "invalid" | "stale_record")
 */
export async function setActions(
  context: Context,
  input: { id: string; version: number; actions: readonly string[] | null; requestId?: string },
): Promise<Saved> {
  const screen = resourceScreen(context);
  const { entity } = screen;
  const filters = requireAction(context, entity, "edit", screen);
  const { id, version } = input;
  return once(context, input.requestId, ["actions", id, input.actions], async () => {
    const { record: before, actions: known } = await entryActions(context, id);
    const wanted = input.actions && ACTIONS.filter((action) => input.actions?.includes(action));
    const unknown = input.actions?.some((one) => !known.some(({ action }) => action === one));
    if (unknown) throw new AppError("malformed", { message: "参数格式不正确：没有这项操作" });
    if (before.version !== version) throw new AppError("stale_record");
    const complaint = refusal(String(before.name), wanted, known);
    if (complaint) throw new AppError("invalid", { complaints: [{ field: "allowed_actions", message: complaint }] });
    // All of them is none left out, also of those a later version brings.
    const kept = wanted === null || known.every(({ action }) => wanted.includes(action)) ? null : [...wanted];
    const record = { ...structuredClone(before), allowed_actions: kept };
    const changes = await changesBetween(context, entity, before, record);
    if (changes.length === 0) return saved(before, []);
    await updateRecord(context, {
      entity,
      before,
      after: record,
      filters: [...rowFilter(context, entity), ...filters],
    });
    const shown = changes.map((change) => ({
      ...change,
      fromText: change.fromText || "全部",
      toText: change.toText || "全部",
    }));
    await audit(context, entity, record, { action: "update", label: "可用操作", changes: shown, reason: null });
    return saved({ ...record, version: before.version + 1 }, []);
  });
}

/** Nobody shuts himself out of what undoes it, and a page nobody may query is better stopped. */
function refusal(name: string, wanted: readonly Action[] | null, known: readonly EntryAction[]): string | null {
  if (wanted === null) return null;
  if (known.some(({ action }) => action === "query") && !wanted.includes("query"))
    return "查询不能去掉；不再使用的菜单请停用";
  const vital = [...TOP_RIGHTS, "resource.query", "resource.get", "resource.edit", "resource.enable"];
  const missing = ACTIONS_AS_READ.filter((action) => vital.includes(`${name}.${action}`) && !wanted.includes(action));
  return missing.length > 0
    ? `${missing.map((action) => ACTION_LABELS[action]).join("、")}不能去掉：去掉后没有人能再恢复`
    : null;
}
