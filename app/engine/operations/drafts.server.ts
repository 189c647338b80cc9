import { z } from "zod";
import { deleteDraft, selectDraft, selectDrafts, upsertDraft } from "~/data/drafts.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { inTransaction, reading } from "./transaction.server";

/** Child rows as they were typed; nested rows under their own names. */
interface TypedRow {
  id: string;
  values: Record<string, string>;
  lines?: Record<string, TypedRow[]> | undefined;
}

const typedRow: z.ZodType<TypedRow> = z.lazy(() =>
  z.object({
    id: z.string(),
    values: z.record(z.string()),
    lines: z.record(z.array(typedRow)).optional(),
  }),
);

/** A form as it was typed: text only, nothing is judged. */
const draftBody = z.object({
  values: z.record(z.string()),
  lines: z.record(z.array(typedRow)),
  /** Version of the record the person was looking at. */
  version: z.number().optional(),
});
export type DraftBody = z.infer<typeof draftBody>;

export interface Draft {
  id: string;
  address: string;
  title: string;
  body: DraftBody;
  savedAt: string;
}

/** More than any form that can be saved holds. */
const LONGEST = 1_000_000;

function ownerOf(context: Context): string {
  if (!context.actor.id) throw new AppError("signed_out");
  return context.actor.id;
}

/**
 * Keeps what a person typed into a form, in the place of an older draft of the same form.
 * @throws AppError("malformed") for more than a form can hold
 */
export async function keepDraft(
  context: Context,
  draft: { address: string; title: string; body: DraftBody },
): Promise<string> {
  const userId = ownerOf(context);
  const body = storable(draft.body);
  if (JSON.stringify(body).length > LONGEST)
    throw new AppError("malformed", { message: "内容过长，无法暂存，请减少行数后再试" });
  return inTransaction(context, () =>
    upsertDraft(context.services.database.connection(), {
      ...draft,
      body,
      id: context.services.newId(),
      userId,
      savedAt: context.now.toISOString(),
    }),
  );
}

/** Without the one character that the database cannot hold in a document. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replaceAll("\0", ""), storable(one)]));
}

/** The own draft of a form; null when there is none, or none that can be read any more. */
export async function findDraft(context: Context, address: string): Promise<Draft | null> {
  const userId = ownerOf(context);
  const row = await reading(context, () => selectDraft(context.services.database.connection(), userId, address));
  const body = draftBody.safeParse(row?.body);
  return row && body.success ? { ...row, body: body.data } : null;
}

/** What this person has begun and not finished, newest first. */
export async function listDrafts(context: Context, limit: number): Promise<Omit<Draft, "body">[]> {
  const userId = ownerOf(context);
  return reading(context, () => selectDrafts(context.services.database.connection(), userId, limit));
}

/** Forgets the draft of a form, because it was saved or is not wanted. */
export async function dropDraft(context: Context, address: string): Promise<void> {
  const userId = ownerOf(context);
  await inTransaction(context, () => deleteDraft(context.services.database.connection(), userId, address));
}
