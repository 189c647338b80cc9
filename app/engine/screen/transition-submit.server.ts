import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition, Complaint } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { readRecord } from "../operations/save.server";
import { mayOnScreen } from "../operations/scope.server";
import type { Saved } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { availableTransitions } from "../operations/transitions.server";
import { editPath, recordPath, transitionPath } from "./address";
import { isFileField, postedOnce, postedVersion } from "./form-data";
import { drawTransition, LINE_CONTROL, transitionName } from "./transition-model.server";

// What was typed on the page of a transition: it is made with it, or the page comes back with the complaints.

export interface SubmitTransitionInput {
  screen: Screen;
  id: string;
  segment: string;
  form: FormData;
  refusedFiles?: readonly Complaint[];
}

/**
 * Makes the transition with what was typed, or answers the page again with the complaints.
 * @param refusedFiles what is wrong with files that came with the form and were not taken
 */
export async function submitTransition(
  context: Context,
  { screen, id, segment, form, refusedFiles = [] }: SubmitTransitionInput,
) {
  const name = transitionName(segment);
  const typed: Record<string, string> = {};
  for (const [key, value] of form) {
    if (key.startsWith("_") || typeof value !== "string") continue;
    typed[key] = isFileField(screen.entity, key) ? [typed[key] ?? "", value].join(" ").trim() : value;
  }
  const { reason, ...rest } = typed;
  const input: Record<string, string> = {};
  const lineInput: Record<string, Record<string, string>> = {};
  for (const [key, value] of Object.entries(rest)) {
    const match = LINE_CONTROL.exec(key);
    if (!match) {
      input[key] = value;
      continue;
    }
    const [, , lineId = "", field = ""] = match;
    lineInput[lineId] = { ...lineInput[lineId], [field]: value };
  }
  const requestId = postedOnce(form);
  const version = postedVersion(form);
  try {
    if (refusedFiles.length > 0) throw new AppError("invalid", { complaints: refusedFiles });
    const saved: Saved = await applyTransition(context, {
      entity: screen.entity,
      screen,
      id,
      name,
      input,
      lineInput,
      version,
      ...(reason ? { reason } : {}),
      ...(requestId ? { requestId } : {}),
    });
    const done = doneText(screen, segment);
    const next = transitionOf(screen.entity, name)?.followedBy;
    if (form.get("_intent") === "then" && next !== undefined)
      return await followed(context, { screen, saved, done, name: next, ...(requestId ? { requestId } : {}) });
    return { saved, done, to: goesOnAt(context, screen, saved, name) };
  } catch (error) {
    const { model, status } = await refusedTransition(context, { screen, id, name, typed }, error);
    return { model, status };
  }
}

/**
 * The page of a transition that was refused: what was typed, complaints at their controls, those of what is not on the page on top.
 * @throws the error itself where it is nothing the person can mend on this page
 */
export async function refusedTransition(
  context: Context,
  { typed, ...wanted }: { screen: Screen; id: string; name: string; typed: Readonly<Record<string, string>> },
  error: unknown,
) {
  if (!(error instanceof AppError) || !["invalid", "acknowledge", "stale_record", "duplicate"].includes(error.error))
    throw error;
  const { complaints } = error;
  const problem = complaints.length === 0 ? { problem: error.message } : {};
  return {
    model: await drawTransition(context, { ...wanted, state: { typed, complaints, ...problem } }),
    status: 400 as const,
  };
}

/** What the message says when a transition is done. */
export function doneText(screen: Screen, segment: string): string {
  const transition = transitionOf(screen.entity, transitionName(segment));
  return transition?.done ?? `已${transition?.label ?? "处理"}`;
}

function transitionOf(entity: AnyEntity, name: string): AnyTransition | undefined {
  return entity.transitions?.[name];
}

/** The address where the work goes on: the edit form where the transition opens it, else the record. */
function goesOnAt(context: Context, screen: Screen, { id }: Saved, name: string): string {
  const opens = transitionOf(screen.entity, name)?.opensForm === true && mayOnScreen(context, screen, "edit");
  return opens ? editPath(screen, id) : recordPath(screen, id);
}

interface Following {
  screen: Screen;
  saved: Saved;
  /** What is said of the transition that was made. */
  done: string;
  /** The one to follow it. */
  name: string;
  requestId?: string;
}

/**
 * Makes the transition that follows at once. The first one stands either way: what keeps the second from being made is said beside it, on the
 * page of the second where it can be mended there.
 */
async function followed(context: Context, { screen, saved, done, name, requestId }: Following) {
  const { entity } = screen;
  const label = transitionOf(entity, name)?.label ?? "";
  try {
    const again = await applyTransition(context, {
      ...{ entity, screen, id: saved.id, name, version: saved.version },
      // The first is known by the form's own; sent twice, both are made once.
      ...(requestId ? { requestId: `${requestId}-then` } : {}),
    });
    return {
      saved: again,
      done: `${done}，${doneText(screen, name)}`,
      to: goesOnAt(context, screen, again, name),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "acknowledge", "wrong_state", "forbidden"].includes(error.error))
      throw error;
    const { record } = await readRecord(context, screen, saved.id);
    const isOffered = availableTransitions(context, entity, record).some(([other]) => other === name);
    const why = error.complaints[0]?.message ?? error.message;
    return {
      saved,
      done: error.error === "acknowledge" ? done : `${done}；还不能${label}：${why}`,
      to: isOffered ? transitionPath(screen, saved.id, name) : recordPath(screen, saved.id),
    };
  }
}
