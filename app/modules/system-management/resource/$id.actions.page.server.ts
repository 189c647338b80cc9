import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { entryActions, setActions } from "~/engine/menus/entry-actions.server";
import { resourceScreen } from "~/engine/menus/resource-tree.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";

/** Which actions an entry has, and the roles that hold each. @throws AppError("forbidden" | "not_found") */
export async function entryActionsModel(
  context: Context,
  id: string,
  typed?: { ticked: readonly string[]; version: string; problem: string },
) {
  const screen = resourceScreen(context);
  const { record, actions } = await entryActions(context, id);
  const path = recordPath(screen, record.id);
  return {
    title: `${String(record.title)}的操作和角色`,
    action: `${path}/actions`,
    backHref: path,
    version: typed?.version ?? String(record.version),
    problem: typed?.problem ?? null,
    readOnly: !mayOnScreen(context, screen, "edit"),
    rows: actions.map(({ action, label, on, roles }) => ({
      name: action,
      label,
      on: typed ? typed.ticked.includes(action) : on,
      roles: roles.join("、"),
    })),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
  };
}

type Outcome = { model: Awaited<ReturnType<typeof entryActionsModel>> } | { saved: Saved; href: string };

/** Keeps what is ticked, or answers the page again. @throws AppError("forbidden" | "not_found" | "malformed") */
export async function submitEntryActions(
  context: Context,
  id: string,
  form: FormData,
  requestId?: string,
): Promise<Outcome> {
  const ticked = form.getAll("action").filter((one): one is string => typeof one === "string");
  const version = String(form.get("_version") ?? "");
  try {
    const input = { id, version: Number(version), actions: ticked, ...(requestId ? { requestId } : {}) };
    return { saved: await setActions(context, input), href: recordPath(resourceScreen(context), id) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record", "duplicate"].includes(error.error)) throw error;
    const problem = error.complaints.map(({ message }) => message).join("；") || error.message;
    const { record } = await entryActions(context, id);
    // Saving once more is then meant for the entry as it is now.
    return { model: await entryActionsModel(context, id, { ticked, version: String(record.version), problem }) };
  }
}
