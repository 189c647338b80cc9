import type { PassedWarning } from "~/data/audit.server";
import { openCase } from "../approval/cases.server";
import type { Course } from "../approval/course";
import type { Context } from "../context.server";
import { settleDraws } from "../draws/settle.server";
import type { AnyEntity, AnyRecord, Reveal } from "../entity";
import { claimFiles } from "../files/resolve.server";
import { tellOfTransition } from "../notify/declared.server";
import { settleTasks } from "../tasks/tasks.server";
import { auditEach, type Happened } from "./audit.server";
import { changesBetween } from "./changes.server";
import { keepHandOfTransition } from "./duties.server";
import { concealing, partSeen } from "./line-scope.server";
import { saved, stateLabel } from "./save.server";
import { rowFilter } from "./scope.server";
import { revealing, type Saved } from "./transaction.server";
import type { TransitionOption } from "./transitions.server";
import { updateRecords } from "./write.server";

/** A transition that was made of a record in hand, and is not stored yet. */
export interface Made {
  /** In whose name it is told. */
  acting: Context;
  before: AnyRecord;
  after: AnyRecord;
  course: Course;
  reason: string | null;
  warnings: string[];
  /** What of them was passed by the reason. */
  passed: readonly PassedWarning[];
  reveals: readonly Reveal[];
}

/** Which transition it is. */
export interface KeptTransition {
  entity: AnyEntity;
  name: string;
  transition: TransitionOption;
  /** The reason names what suppliers that see the document must not read. */
  amongOurselves?: true;
}

/**
 * Stores what one transition made of records, with their history and everything that follows from where they are now; inside the caller's
 * transaction, and as far as it can be done for all at once.
 */
export async function keepTransitions(context: Context, kept: KeptTransition, made: readonly Made[]): Promise<Saved[]> {
  const { entity, name, transition } = kept;
  for (const { before, after } of made) await claimFiles(context, entity, before, after);
  const inTime = transition.inTime ? { inTime: transition.inTime } : {};
  await updateRecords(context, { entity, versions: made, filters: rowFilter(context, entity), ...inTime });
  const happened: { record: AnyRecord; entry: Happened }[] = [];
  for (const one of made) {
    const { before, after, course } = one;
    const judged = { record: after, part: partSeen(context, entity, before) };
    await concealing(entity, judged, () => settleDraws(context, { entity, id: before.id, record: after, before }));
    await keepHandOfTransition(context, entity, transition, { before, after, isFinal: course.kind !== "waits" });
    happened.push({ record: after, entry: await happenedOf(context, kept, one) });
  }
  await auditEach(context, entity, happened);
  await settleTasksOf(entity, made);
  for (const { acting, before, after, course, reason } of made) {
    const stored: AnyRecord = { ...after, version: before.version + 1 };
    if (course.kind === "asks") await openCase(context, entity, stored, course.plan);
    const work = { context: acting, transition: name, reason, before, record: stored };
    await context.services.registry.server(entity.key).afterTransition?.(work);
    await tellOfTransition(entity, work);
  }
  return made.map(({ before, after, warnings, reveals }) =>
    revealing(saved({ ...after, version: before.version + 1 }, warnings), reveals),
  );
}

async function happenedOf(
  context: Context,
  { entity, name, transition, amongOurselves }: KeptTransition,
  { before, after, reason, passed }: Made,
): Promise<Happened> {
  // The trail has the moment of every transition; the day a state began is no news beside it.
  const changes = (await changesBetween(context, entity, before, after)).filter(
    ({ path }) => path !== entity.stateSince,
  );
  const state = {
    path: "state",
    label: "状态",
    from: before.state,
    to: after.state,
    fromText: stateLabel(entity, before.state),
    toText: stateLabel(entity, after.state),
  };
  return {
    action: name,
    label: transition.label,
    changes: before.state === after.state ? changes : [state, ...changes],
    reason,
    passed,
    // Why a warning was passed, and what was said about a document among ourselves, is the company's own business.
    internal: [transition.acknowledge, transition.asked, transition.internal, amongOurselves].includes(true),
    concealed: transition.internal ?? false,
  };
}

/** Ends what makes no sense any more in the states to which records have come. */
async function settleTasksOf(entity: AnyEntity, made: readonly Made[]): Promise<void> {
  const moved = made.filter(({ before, after }) => after.state !== before.state);
  const places = new Map<string, Made[]>();
  for (const one of moved) {
    const key = `${one.after.state} ${one.acting.actor.id}`;
    places.set(key, [...(places.get(key) ?? []), one]);
  }
  for (const [first, ...rest] of places.values()) {
    if (!first) continue;
    const ids = [first, ...rest].map(({ before }) => before.id);
    await settleTasks(first.acting, entity, ids, first.after.state);
  }
}
