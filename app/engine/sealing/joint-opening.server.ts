import type { ProgressRow } from "~/data/seals.server";
import { ADMINISTRATORS } from "../assign/second-person.server";
import { type Context, consequenceOf } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import type { Opening } from "../entity/server-hooks";
import { AppError } from "../errors";
import { asksForReason, refuseBlocks } from "../operations/lasting.server";
import { findRecord, openRecord } from "../operations/records.server";
import { readRecord } from "../operations/save.server";
import { inTransaction } from "../operations/transaction.server";
import { applyTransition, findingsOf } from "../operations/transition.server";
import { requireFit, requireTransition } from "../operations/transitions.server";
import type { PrivateKey } from "./crypto.server";
import { staffOf, type Unlocking } from "./opening-keys.server";
import { giveShare, noteRefusal, openedSeal, sealProgress } from "./seals.server";

/*
 * Opening a record together: whoever holds a share of its seal gives it here, and the second who does opens. The record itself says by its
 * transition whether it is time.
 */

/** A record under a seal, as those who open it find it. */
export interface UnderSeal {
  screen: Screen;
  record: AnyRecord;
  opening: Opening;
  sealId: string;
  shares: readonly ProgressRow[];
}

/**
 * The record with its seal, for whoever may read it. Who holds a share, and administrators whom a recovery needs, find it as well where no
 * right of theirs reaches it: what they are shown here is of the seal alone.
 * @throws AppError("forbidden" | "not_found")
 */
export async function underSeal(context: Context, screen: Screen, id: string): Promise<UnderSeal> {
  const { userId } = staffOf(context);
  const opening = context.services.registry.server(screen.entity.key).opening;
  if (!opening) throw new AppError("not_found");
  const read = await readRecord(context, screen, id).then(
    ({ record }) => ({ record, refused: null }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { record: null, refused: error };
    },
  );
  const record = read.record ?? (await systemRecord(context, screen, id));
  const sealId = opening.sealOf(record);
  if (sealId === null) throw read.refused ?? new AppError("not_found");
  const shares = await sealProgress(context, sealId);
  const isConcerned =
    shares.some(({ holderId }) => holderId === userId) ||
    context.actor.roles.some((role) => ADMINISTRATORS.includes(role));
  if (read.refused && !isConcerned) throw read.refused;
  return { screen, record, opening, sealId, shares };
}

async function systemRecord(context: Context, { entity }: Screen, id: string): Promise<AnyRecord> {
  return (await findRecord(consequenceOf(context), { entity, id, filters: [], wanted: { labels: false } })).record;
}

/** What stands in the way of opening now, and what has to be explained. */
export interface Readiness {
  refusal: AppError | null;
  /** Sentences that want a reason. */
  warnings: string[];
}

/** Whether it is time to open, by the state of the record and the checks of its transition. */
export async function readiness(context: Context, { screen, record, opening }: UnderSeal): Promise<Readiness> {
  const { entity } = screen;
  const acting = consequenceOf(context);
  const name = opening.transition;
  try {
    const transition = requireTransition(acting, entity, name);
    requireFit(acting, { entity, record, name, transition, version: undefined });
    const findings = await findingsOf(acting, entity, name, record);
    refuseBlocks(findings);
    return { refusal: null, warnings: asksForReason(findings) ? findings.map(({ text }) => text) : [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: error, warnings: [] };
  }
}

/** Others who gave their share: with one of them the next who gives opens. */
export function othersGave({ shares }: UnderSeal, userId: string | null): boolean {
  return shares.some(({ holderId, givenAt }) => holderId !== userId && givenAt !== null);
}

export type JointlyOpened = { opened: true } | { opened: false; waitingFor: string[] };

/**
 * The acting person gives the own share; the second who does opens the record in one transaction. What fails between the share and the
 * opening is repeated by giving again.
 * @throws AppError "invalid" at `secret` or `reason`, "too_often", "forbidden", "wrong_state"
 */
export async function openTogether(
  context: Context,
  { screen, id, secret, reason }: { screen: Screen; id: string; secret: Unlocking; reason: string },
): Promise<JointlyOpened> {
  const { userId } = staffOf(context);
  const found = await underSeal(context, screen, id);
  const { record, sealId } = found;
  const { refusal, warnings } = await readiness(context, found);
  if (refusal) {
    await noteRefusal(context, aboutOf(found), refusal.message);
    throw refusal;
  }
  const why = reason.trim();
  if (warnings.length > 0 && why === "" && othersGave(found, userId))
    throw new AppError("invalid", { complaints: [{ field: "reason", message: "存在检查提醒，请填写说明" }] });
  const given = await giveShare(context, { sealId, secret });
  if (!given.opened) return given;
  await openNow(context, found, { privateKey: given.privateKey, reason: why });
  context.services.log.info({ entity: screen.entity.key, record: record.id }, "sealed content was opened");
  return { opened: true };
}

async function openNow(
  context: Context,
  found: UnderSeal,
  { privateKey, reason }: { privateKey: PrivateKey; reason: string },
): Promise<void> {
  const { screen, opening, sealId } = found;
  const { entity } = screen;
  const acting = consequenceOf(context);
  await inTransaction(context, async () => {
    const { record } = await openRecord(acting, { entity, id: found.record.id, wanted: { labels: false } });
    // Another round has another seal by now.
    if (opening.sealOf(record) !== sealId) throw new AppError("stale_record");
    await openedSeal(context, sealId, aboutOf(found));
    await opening.open(acting, record, privateKey);
    const { transition: name } = opening;
    const { id, version } = record;
    await applyTransition(acting, { entity, id, name, version, ...(reason === "" ? {} : { reason }) });
  });
}

function aboutOf({ screen, record }: UnderSeal) {
  return { entity: screen.entity.key, id: record.id, number: record.number };
}
