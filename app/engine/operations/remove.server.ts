import { deleteRows } from "~/data/store.server";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import { settleDraws } from "../draws/settle.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { closeTasks } from "../tasks/tasks.server";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { partSeen } from "./line-scope.server";
import { openRecord } from "./records.server";
import { saved, stateLabel } from "./save.server";
import { factsOf, mayOnScreen, requireAction, rowFilter } from "./scope.server";
import { once, type Saved } from "./transaction.server";

/** Why a record cannot be removed by this person; null when it can. Documents: own drafts only, the rest is cancelled. Registers: in their first state. */
export function removalRefusal(context: Context, entity: AnyEntity, record: AnyRecord): string | null {
  if (entity.kind === "log" || entity.kind === "settings") return "该记录不能删除";
  if (entity.removable === false) return `${entity.label}不能删除，请停用`;
  const { removableWhen } = entity;
  if (removableWhen && !matches(removableWhen.where, record, factsOf(context))) return removableWhen.otherwise;
  if (!entity.states) return null;
  const first = Object.keys(entity.states)[0];
  const isRegister = entity.kind === "register";
  if (record.state !== first || (!isRegister && record.previous_state !== null)) {
    return `单据当前为「${stateLabel(entity, record.state)}」，不能删除，请改用取消`;
  }
  if (isRegister) return null;
  return context.actor.kind === "system" || record.created_by === context.actor.id ? null : "只有创建人可以删除草稿";
}

/** Nobody takes away with a record what is not theirs to see. @param whole with all its rows */
function unseenRefusal(context: Context, entity: AnyEntity, whole: AnyRecord): string | null {
  return partSeen(context, entity, whole).unseen.size > 0
    ? "单据中有您看不到的行，不能删除，请由能看到全部行的同事处理"
    : null;
}

/** Whether a delete button is shown. */
export function mayRemove(context: Context, screen: Screen, record: AnyRecord): boolean {
  return mayOnScreen(context, screen, "delete") && removalRefusal(context, screen.entity, record) === null;
}

/**
 * Removes a record that nothing refers to.
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "in_use" | "stale_record")
 */
export async function removeRecord(
  context: Context,
  input: { screen: Screen; id: string; version?: number; requestId?: string },
): Promise<Saved> {
  const { entity } = input.screen;
  const filters = requireAction(context, entity, "delete", input.screen);
  return once(context, input.requestId, ["remove", entity.key, input.id], async () => {
    const { record } = await openRecord(context, {
      entity,
      id: input.id,
      screen: input.screen,
      wanted: { labels: false, rows: "all" },
    });
    const refusal =
      removalRefusal(context, entity, record) ??
      unseenRefusal(context, entity, record) ??
      (await context.services.registry.server(entity.key).beforeRemove?.(context, record));
    if (refusal) throw new AppError("wrong_state", { message: refusal });
    if (input.version !== undefined && input.version !== record.version) throw new AppError("stale_record");
    const changes = await changesBetween(context, entity, record, null);
    await audit(context, entity, record, { action: "remove", label: "删除", changes, reason: null });
    const rows = await deleteRows(context.services.database.connection(), tableOf(entity), {
      where: [{ op: "eq", column: "id", value: record.id }, ...rowFilter(context, entity), ...filters],
      facts: factsOf(context),
    });
    if (rows !== 1) throw new AppError("stale_record");
    await settleDraws(context, { entity, id: record.id, record: null, before: record });
    await closeTasks(context, { entity: entity.key, recordId: record.id, outcome: "cancelled" });
    return saved(record, []);
  });
}
