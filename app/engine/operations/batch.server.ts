import { z } from "zod";
import { claimRequest, findAnswer, saveAnswer } from "~/data/repeats.server";
import { transitionRight } from "../access/permissions";
import type { Context } from "../context.server";
import type { Complaint } from "../entity";
import type { Screen } from "../entity/registry";
import type { Finding } from "../entity/server-hooks";
import { AppError } from "../errors";
import type { Loaded } from "./records.server";
import { readRecord } from "./save.server";
import { mayTransition } from "./scope.server";
import { inTransaction, reading } from "./transaction.server";
import { applyToMany, findingsOf, typedComplaints } from "./transition.server";
import { type TransitionOption, transitionRefusal, transitionsOf } from "./transitions.server";
import { titleOf } from "./write.server";

/** As many as REST takes in one call. */
export const MOST_IN_BATCH = 200;

/** A row as it was chosen: the version that the person saw says what is to be moved. */
export interface ChosenRow {
  id: string;
  version: number;
}

/** One of the chosen rows before the transition: what it is, what the checks find, or why it is left out. */
export interface BatchRow extends ChosenRow {
  /** Null when it does not exist or lies outside the person's reach. */
  loaded: Loaded | null;
  findings: Finding[];
  refusal: string | null;
}

const OUT_OF_REACH = "不存在或无权查看";

/** @throws AppError("not_found") for a transition that is no batch of this list, AppError("forbidden") without the right to it */
export function requireBatchTransition(context: Context, screen: Screen, name: string): TransitionOption {
  const { entity, list } = screen;
  const transition = list.batch?.includes(name) ? transitionsOf(entity).find(([key]) => key === name)?.[1] : undefined;
  if (!transition) throw new AppError("not_found");
  if (!mayTransition(context, entity, name)) {
    throw new AppError("forbidden", { values: { permission: transitionRight(entity, name, transition) } });
  }
  return transition;
}

/** Looks at every chosen row as its own confirmation page would. */
export async function prepareBatch(
  context: Context,
  wanted: { screen: Screen; name: string; rows: readonly ChosenRow[] },
): Promise<BatchRow[]> {
  const { screen, name } = wanted;
  requireBatchTransition(context, screen, name);
  return reading(context, async () => {
    const rows: BatchRow[] = [];
    for (const { id, version } of wanted.rows) {
      const loaded = await found(context, screen, id);
      if (!loaded) {
        rows.push({ id, version, loaded, findings: [], refusal: OUT_OF_REACH });
        continue;
      }
      const refusal = transitionRefusal(context, { entity: screen.entity, record: loaded.record, name, version });
      const findings = refusal ? [] : await findingsOf(context, screen.entity, name, loaded.record);
      const block = findings.filter(({ level }) => level === "block").map(({ text }) => text);
      rows.push({ id, version, loaded, findings, refusal: refusal ?? (block.join("；") || null) });
    }
    return rows;
  });
}

async function found(context: Context, screen: Screen, id: string): Promise<Loaded | null> {
  try {
    return await readRecord(context, screen, id);
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") return null;
    throw error;
  }
}

/** A transition of chosen rows, with what was typed once for all of them. */
interface BatchWanted {
  screen: Screen;
  name: string;
  rows: readonly ChosenRow[];
  reason: string;
  input: Readonly<Record<string, unknown>>;
}

/**
 * What is wrong with the values that were typed for all rows, whichever of them one looks at: such a value is said beside its field, and
 * what only some of the rows refuse is said of those when it is done. Empty where none of the rows can be moved as it is.
 */
export async function complaintsOfAll(context: Context, wanted: BatchWanted): Promise<Complaint[]> {
  const { screen, name, rows, reason, input } = wanted;
  const { entity } = screen;
  requireBatchTransition(context, screen, name);
  return reading(context, async () => {
    let common: Complaint[] | null = null;
    for (const { id, version } of rows) {
      const loaded = await found(context, screen, id);
      if (!loaded || transitionRefusal(context, { entity, record: loaded.record, name, version })) continue;
      const own = await typedComplaints(context, { entity, name, record: loaded.record }, { reason, input });
      const fields = new Set(own.map(({ field }) => field));
      common = common === null ? own : common.filter(({ field }) => fields.has(field));
      if (common.length === 0) return [];
    }
    return common ?? [];
  });
}

const resultSchema = z.object({
  done: z.number(),
  /** Title null: the row is not to be seen, so it is not named either. */
  failed: z.array(z.object({ id: z.string(), title: z.string().nullable(), message: z.string() })),
});

/** What became of a batch. */
export type BatchResult = z.infer<typeof resultSchema>;

function batchKey(screen: Screen, name: string): string {
  return `batch ${screen.area}/${screen.key} ${name}`;
}

/**
 * Makes the transition on every row and keeps what became of it for a day under the id of the batch, so that its page can be
 * opened again. Posting the same batch once more does nothing twice.
 */
export async function runBatch(
  context: Context,
  wanted: BatchWanted & {
    /** All rows or none. */
    whole?: boolean;
    requestId: string;
  },
): Promise<BatchResult> {
  const { screen, name, rows, reason, input, whole, requestId } = wanted;
  requireBatchTransition(context, screen, name);
  const { done, failed } = await applyToMany(context, {
    entity: screen.entity,
    screen,
    name,
    items: rows,
    input,
    requestId,
    ...(whole ? { whole } : {}),
    ...(reason === "" ? {} : { reason }),
  });
  const named: BatchResult["failed"] = [];
  for (const { id, message } of failed) {
    const loaded = await found(context, screen, id);
    named.push(
      loaded
        ? { id, title: titleOf(screen.entity, loaded.record), message }
        : { id, title: null, message: OUT_OF_REACH },
    );
  }
  const result: BatchResult = { done: done.length, failed: named };
  await saveResult(context, requestId, batchKey(screen, name), result);
  return result;
}

async function saveResult(context: Context, requestId: string, fingerprint: string, result: BatchResult) {
  const userId = context.actor.id;
  if (userId === null) return;
  await inTransaction(context, async () => {
    const connection = context.services.database.connection();
    await claimRequest(connection, { userId, requestId, at: context.now.toISOString(), fingerprint });
    await saveAnswer(connection, { userId, requestId }, result);
  });
}

/** What became of a batch of this person; null when it is no longer known. */
export async function batchResult(
  context: Context,
  wanted: { screen: Screen; name: string; requestId: string },
): Promise<BatchResult | null> {
  const userId = context.actor.id;
  if (userId === null) return null;
  const fingerprint = batchKey(wanted.screen, wanted.name);
  const answer = await reading(context, () =>
    findAnswer(context.services.database.connection(), { userId, requestId: wanted.requestId, fingerprint }),
  );
  const parsed = resultSchema.safeParse(answer);
  return parsed.success ? parsed.data : null;
}
