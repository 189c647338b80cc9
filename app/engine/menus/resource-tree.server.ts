import { lockAccess, type ResourceRow } from "~/data/access.server";
import { lastSortNo, selectHolders, selectTree, type TreeEntry, updateSortNos } from "~/data/resources.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { audit } from "../operations/audit.server";
import { openRecord } from "../operations/records.server";
import { saved } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { switchRecord } from "../operations/switch.server";
import { inTransaction, once, reading, type Saved } from "../operations/transaction.server";
import { type MenuFault, menuFaults } from "../session/menu-tree";
import { isKnownPage } from "./known-pages";

export const RESOURCE = "system-management/resource";
/** Most entries that are switched at once. */
export const MOST_SWITCHED = 200;
/** Room between two entries. */
const BETWEEN = 10;

/** The screen on which the tree is kept. */
export function resourceScreen(context: Context): Screen {
  return context.services.registry.mainScreen(RESOURCE);
}

/** All entries for a check that must be complete; two who change the tree at once wait for one another. */
export async function lockedTree(context: Context): Promise<TreeEntry[]> {
  const connection = context.services.database.connection();
  await lockAccess(connection);
  return selectTree(connection);
}

/** Names of the roles that hold a right on an entry, the highest first. */
export async function holdersOf(context: Context, name: string): Promise<string[]> {
  return selectHolders(context.services.database.connection(), name);
}

/** The number that puts an entry behind the last one below a parent. */
export async function nextSortNo(context: Context, parentId: string | null): Promise<number> {
  return (await lastSortNo(context.services.database.connection(), parentId)) + BETWEEN;
}

/** An entry of the tree, and what stands below it in menu order. */
export interface Branch {
  entry: TreeEntry;
  /** Stopped by something above it. */
  stoppedAbove: boolean;
  below: Branch[];
}

export type TreeFault = MenuFault | "page";

/** The whole tree: top tabs in order, and behind them what has no place. @throws AppError("forbidden") */
export async function resourceTree(
  context: Context,
): Promise<{ roots: Branch[]; faults: { entry: TreeEntry; fault: TreeFault }[] }> {
  requireAction(context, context.services.registry.entity(RESOURCE), "query");
  const rows = await reading(context, () => selectTree(context.services.database.connection()));
  const below = new Map<string | null, TreeEntry[]>();
  for (const row of rows) below.set(row.parent_id, [...(below.get(row.parent_id) ?? []), row]);
  const seen = new Set<TreeEntry>();
  const grow = (entry: TreeEntry, stoppedAbove: boolean): Branch => {
    seen.add(entry);
    const children = (below.get(entry.id) ?? []).filter((one) => !seen.has(one));
    return { entry, stoppedAbove, below: children.map((one) => grow(one, stoppedAbove || !entry.enabled)) };
  };
  const roots = (below.get(null) ?? []).map((row) => grow(row, false));
  // A circle has no root: it is shown from any of its rows, or nobody could take it apart.
  for (const row of rows) if (!seen.has(row)) roots.push(grow(row, false));
  return { roots, faults: faultsOf(context, rows) };
}

/** Entries no menu shows because of where they stand, and menus whose page this program does not have. */
function faultsOf(context: Context, rows: readonly TreeEntry[]) {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const byName = new Map(rows.map((row) => [row.name, row]));
  const asMenus: ResourceRow[] = rows.map((row) => ({
    ...row,
    id: row.name,
    parent_id: (row.parent_id && names.get(row.parent_id)) ?? "0",
    hidden_header_content: false,
    keep_tab: true,
  }));
  const misplaced = menuFaults(asMenus).flatMap(({ row, fault }) => {
    const entry = byName.get(row.name);
    return entry ? [{ entry, fault: fault as TreeFault }] : [];
  });
  const { registry } = context.services;
  const pageless = rows
    .filter(({ type, path, enabled }) => type === "menu" && enabled && path !== null && !isKnownPage(registry, path))
    .map((entry) => ({ entry, fault: "page" as const }));
  return [...misplaced, ...pageless];
}

/**
 * Moves an entry past its neighbour above or below, or to the place of another one, among those with the same parent.
 * @throws AppError("forbidden" | "not_found"), AppError("wrong_state") at the end of the row, and for another parent
 */
export async function moveEntry(
  context: Context,
  input: { id: string; by: "up" | "down" | { to: string }; requestId?: string },
): Promise<Saved> {
  const screen = resourceScreen(context);
  const { entity } = screen;
  const { id, by } = input;
  requireAction(context, entity, "edit", screen);
  return once(context, input.requestId, ["sort", id, by], async () => {
    const connection = context.services.database.connection();
    await lockAccess(connection);
    const { record } = await openRecord(context, { entity, id, screen, wanted: { labels: false } });
    const siblings = (await selectTree(connection)).filter(
      ({ parent_id, type }) =>
        parent_id === (record.parent_id ?? null) && (type === "perm") === (record.type === "perm"),
    );
    const at = siblings.findIndex((one) => one.id === record.id);
    const to = typeof by === "object" ? siblings.findIndex((one) => one.id === by.to) : by === "up" ? at - 1 : at + 1;
    const [own, other] = [siblings[at], siblings[to]];
    if (!own || !other) {
      const ends = by === "up" ? "已经在最前面" : "已经在最后面";
      throw new AppError("wrong_state", { message: typeof by === "object" ? "只能在同一个上级下移动" : ends });
    }
    if (own === other) return saved(record, []);
    const order = siblings.toSpliced(at, 1).toSpliced(to, 0, own);
    const places = placed(siblings, order);
    await updateSortNos(connection, places, { userId: context.actor.id, at: context.now.toISOString() });
    const label = typeof by === "object" ? "移动" : by === "up" ? "上移" : "下移";
    const text = `移到“${other.title}”${to < at ? "之前" : "之后"}`;
    const changes = [{ path: "sort_no", label: "排序", from: null, to: null, fromText: "", toText: text }];
    await audit(context, entity, record, { action: "sort", label, changes, reason: null });
    return saved({ ...record, version: record.version + 1 }, []);
  });
}

/** The numbers the row has, in the new order; where two had the same they are told apart. Only what changes is answered. */
function placed(siblings: readonly TreeEntry[], order: readonly TreeEntry[]): { id: string; sortNo: number }[] {
  let last = Number.NEGATIVE_INFINITY;
  const numbers = siblings.map(({ sort_no }) => {
    last = Math.max(sort_no, last + 1);
    return last;
  });
  return order.flatMap((entry, place) => {
    const sortNo = numbers[place] ?? entry.sort_no;
    return sortNo === entry.sort_no ? [] : [{ id: entry.id, sortNo }];
  });
}

/**
 * Stops entries, or takes them into use again: all of them, or none.
 * @throws AppError("forbidden" | "not_found" | "invalid" | "malformed")
 */
export async function switchEntries(
  context: Context,
  input: { ids: readonly string[]; on: boolean },
): Promise<{ done: number; warnings: string[] }> {
  const screen = resourceScreen(context);
  const ids = [...new Set(input.ids)];
  if (ids.length > MOST_SWITCHED) throw new AppError("malformed", { message: `一次最多${MOST_SWITCHED}项` });
  return inTransaction(context, async () => {
    const warnings = new Set<string>();
    for (const id of ids) {
      const done = await switchRecord(context, { screen, id, on: input.on });
      for (const warning of done.warnings) warnings.add(warning);
    }
    return { done: ids.length, warnings: ids.length === 1 ? [...warnings] : [] };
  });
}
