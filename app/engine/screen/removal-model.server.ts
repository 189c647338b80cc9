import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { removalRefusal, removeRecord } from "../operations/remove.server";
import { readRecord } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { titleOf } from "../operations/write.server";
import { recordPath } from "./address";
import { postedOnce, postedVersion } from "./form-data";
import { factsOf } from "./transition-model.server";

// The page that asks before a record is removed, and its answer.

/** The page that asks before a record is removed. */
export async function removalModel(context: Context, screen: Screen, id: string, problem?: string) {
  requireAction(context, screen.entity, "delete", screen);
  const loaded = await readRecord(context, screen, id);
  const refusal = removalRefusal(context, screen.entity, loaded.record);
  if (refusal) throw new AppError("wrong_state", { message: refusal });
  const { entity } = screen;
  const path = recordPath(screen, loaded.record.id);
  const name = `${screen.noun} ${titleOf(entity, loaded.record, loaded.labels)}`;
  return {
    title: `删除：${name}`,
    action: `${path}/delete`,
    version: String(loaded.record.version),
    label: "删除",
    tone: "danger" as const,
    question: `确定要删除${name}吗？删除后不能恢复。`,
    facts: entity.states ? factsOf(screen, loaded) : factsOf(screen, loaded).slice(1),
    findings: [],
    controls: [],
    errors: [],
    ...(problem ? { problem } : {}),
    blocked: false,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

/** Removes the record, or answers the page again with the reason why not. */
export async function submitRemoval(context: Context, screen: Screen, id: string, form: FormData) {
  const version = postedVersion(form);
  const requestId = postedOnce(form);
  try {
    return {
      saved: await removeRecord(context, {
        screen,
        id,
        version,
        ...(requestId ? { requestId } : {}),
      }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !["in_use", "wrong_state", "stale_record"].includes(error.error)) throw error;
    return { model: await removalModel(context, screen, id, error.message), status: 400 as const };
  }
}
