import {
  deleteView,
  insertView,
  type ListWork,
  renameView,
  selectListWork,
  upsertDefaultView,
} from "~/data/list-work.server";
import { StorageError } from "~/data/storage-error.server";
import { searchText } from "~/shared/text";
import type { Context } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { listOwner } from "./list-columns.server";
import { requireAction } from "./scope.server";
import { inTransaction, reading } from "./transaction.server";

export type { ListWork } from "~/data/list-work.server";

export const MOST_VIEWS = 20;
const LONGEST_NAME = 20;
/** As long as an address may safely be. */
const LONGEST_QUERY = 2000;

/** Chosen columns and saved views of this person for a list. */
export async function listWork(context: Context, screen: Screen): Promise<ListWork> {
  const owner = listOwner(context, screen);
  if (!owner || context.session?.arranged?.includes(owner.screen) === false) return { columns: null, views: [] };
  return reading(context, () => selectListWork(context.services.database.connection(), owner));
}

/**
 * Saves a list under a name.
 * @throws AppError("invalid") with the complaint at `name`
 */
export async function saveView(
  context: Context,
  screen: Screen,
  wanted: { name: string; query: string },
): Promise<void> {
  const owner = requireOwner(context, screen);
  const name = readName(wanted.name);
  if (wanted.query.length > LONGEST_QUERY) throw refused("筛选条件太多，无法保存，请减少后再试");
  await inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const { views } = await selectListWork(connection, owner);
    if (views.length >= MOST_VIEWS) throw refused(`最多保存${MOST_VIEWS}个视图，请先删除不用的`);
    const view = { id: context.services.newId(), name, query: wanted.query, at: context.now.toISOString() };
    await uniquely(name, () => insertView(connection, owner, view));
  });
}

/** @throws AppError("invalid") with the complaint at `name`, AppError("not_found") for a view of somebody else */
export async function renameSavedView(context: Context, screen: Screen, id: string, typed: string): Promise<void> {
  const owner = requireOwner(context, screen);
  const name = readName(typed);
  await inTransaction(context, () =>
    uniquely(name, async () =>
      found(await renameView(context.services.database.connection(), owner, readId(id), name)),
    ),
  );
}

/** @throws AppError("not_found") */
export async function removeView(context: Context, screen: Screen, id: string): Promise<void> {
  const owner = requireOwner(context, screen);
  await inTransaction(context, async () =>
    found(await deleteView(context.services.database.connection(), owner, readId(id))),
  );
}

/** Makes a view open by itself, or none of them with null. @throws AppError("not_found") */
export async function chooseDefaultView(context: Context, screen: Screen, id: string | null): Promise<void> {
  const owner = requireOwner(context, screen);
  await inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const { views } = await selectListWork(connection, owner);
    if (id !== null) found(views.some((view) => view.id === id));
    await upsertDefaultView(connection, owner, id);
  });
}

function requireOwner(context: Context, screen: Screen) {
  requireAction(context, screen.entity, "query", screen);
  const owner = listOwner(context, screen);
  if (!owner) throw new AppError("signed_out");
  return owner;
}

function readName(typed: string): string {
  const name = searchText(typed).replace(/\s+/g, " ");
  if (name === "") throw refused("请填写视图名称");
  if ([...name].length > LONGEST_NAME) throw refused(`名称最多${LONGEST_NAME}个字`);
  if (name === "全部") throw refused("「全部」是没有条件的列表，请换一个名称");
  return name;
}

function readId(id: string): string {
  if (!UUID.test(id)) throw new AppError("not_found");
  return id;
}

function found(isFound: boolean): void {
  if (!isFound) throw new AppError("not_found", { message: "视图不存在或已被删除" });
}

async function uniquely(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StorageError && error.code === "unique")
      throw refused(`已有名为「${name}」的视图，请换一个名称`);
    throw error;
  }
}

function refused(message: string): AppError {
  return new AppError("invalid", { complaints: [{ field: "name", message }] });
}
