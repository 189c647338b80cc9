import { z } from "zod";
import { PARAMETER_VERSION } from "~/data/parameters.server";
import { claimRequest, saveAnswer } from "~/data/repeats.server";
import { StorageError } from "~/data/storage-error.server";
import type { Context } from "../context.server";
import type { AnyEntity, Reveal } from "../entity";
import { AppError } from "../errors";
import { hearParameters } from "../parameters.server";
import { tellRulesVersion } from "../rules-version.server";
import { keyedFingerprint } from "../sealing-fields/envelope.server";

/** What a change answers: enough to go on from, and the same again for a repeated request. */
export const savedSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  version: z.number(),
  state: z.string().nullable(),
  /** Findings that did not stop the change. */
  warnings: z.array(z.string()),
});
export type Saved = z.infer<typeof savedSchema> & {
  /** Shown once: a repeated request does not get them again, because they are kept nowhere. */
  reveals?: readonly Reveal[];
};

/** The answer with what it reveals, if anything. */
export function revealing(answer: Saved, reveals: readonly Reveal[]): Saved {
  return reveals.length > 0 ? { ...answer, reveals } : answer;
}

/**
 * Runs work inside one transaction under the database role of the person: suppliers behind row-level security, staff
 * and the system as staff. Joins a transaction that is already running. What rules in it read of parameters applies now.
 */
export async function inTransaction<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const { actor, services } = context;
  const identity = actor.supplierId
    ? { role: "supplier" as const, userId: actor.id ?? "", supplierId: actor.supplierId }
    : { role: "staff" as const, ...(actor.id ? { userId: actor.id } : {}) };
  const { database } = services;
  if (database.inTransaction()) return translating(() => database.transaction(identity, work));
  const begun = async (version: unknown) => {
    tellRulesVersion(services, typeof version === "number" ? version : null);
    await hearParameters(context);
    return work();
  };
  return translating(() => database.transaction(identity, begun, { asks: PARAMETER_VERSION }));
}

/** What the storage refuses, in the words of the engine. */
async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

/** Reads: a supplier always behind the lock, staff without the cost of a transaction (ruling 25). */
export async function reading<T>(context: Context, work: () => Promise<T>): Promise<T> {
  if (context.services.database.inTransaction()) return translating(work);
  if (context.actor.supplierId) return inTransaction(context, work);
  return translating(async () => {
    await hearParameters(context);
    return work();
  });
}

/**
 * Does a change once, in one transaction: a second request with the same id gets the answer of the first.
 * Without an id it is simply done.
 * @param asked what is to be done and with which values, to tell a repeat from another request under the same id
 * @throws AppError("duplicate") when the id was used for something else
 */
export function once(
  context: Context,
  requestId: string | undefined,
  asked: readonly unknown[],
  work: () => Promise<Saved>,
): Promise<Saved> {
  return onceAs<Saved>(context, { requestId, asked, kept: savedSchema, work });
}

/** The same for a record of this kind: findings about sealed values may tell them, so that a repeat does not get them again. */
export function onceOn(
  context: Context,
  entity: AnyEntity,
  { requestId, asked, work }: { requestId: string | undefined; asked: readonly unknown[]; work: () => Promise<Saved> },
): Promise<Saved> {
  const kept = entity.sealed ? savedSchema.transform((answer) => ({ ...answer, warnings: [] })) : savedSchema;
  return onceAs<Saved>(context, { requestId, asked, kept, work });
}

/**
 * The same for a change with an answer of its own.
 * @param kept what of the answer is stored for repeats
 */
export async function onceAs<T>(
  context: Context,
  {
    requestId,
    asked,
    kept,
    work,
  }: { requestId: string | undefined; asked: readonly unknown[]; kept: z.ZodType<T>; work: () => Promise<T> },
): Promise<T> {
  return inTransaction(context, async () => {
    const userId = context.actor.id;
    if (!requestId || !userId) return work();
    const connection = context.services.database.connection();
    // Keyed: who finds it in a copy of the database cannot try what may have been typed.
    const fingerprint = keyedFingerprint(context.services.sealing.key, JSON.stringify(asked));
    const claim = { userId, requestId, at: context.now.toISOString(), fingerprint };
    const claimed = await claimRequest(connection, claim);
    if (!claimed.first && !claimed.same) {
      throw new AppError("duplicate", { message: "这份表单已经提交过，之后内容有变化：请核对后再次保存" });
    }
    if (!claimed.first) return kept.parse(claimed.answer);
    const answer = await work();
    await saveAnswer(connection, claim, kept.parse(answer));
    return answer;
  });
}

function translated(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  if (error.code === "unavailable" || error.code === "locked") return new AppError("unavailable");
  if (error.code === "referenced") return new AppError("in_use");
  return error;
}
