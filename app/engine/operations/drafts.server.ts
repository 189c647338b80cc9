import { z } from "zod";
import {
  type DraftRow,
  deleteDraft,
  selectDraft,
  selectDrafts,
  selectDraftsOf,
  trimDrafts,
  upsertDraft,
} from "~/data/drafts.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { limitFor } from "../parameters.server";
import { lock, unlock } from "../sealing-fields/envelope.server";
import { inTransaction, reading } from "./transaction.server";

/** Child rows as they were typed; nested rows under their own names. */
interface TypedRow {
  id: string;
  values: Record<string, string>;
  lines?: Record<string, TypedRow[]> | undefined;
  pastes?: Record<string, string> | undefined;
}

const typedRow: z.ZodType<TypedRow> = z.lazy(() =>
  z.object({
    id: z.string(),
    values: z.record(z.string()),
    lines: z.record(z.array(typedRow)).optional(),
    pastes: z.record(z.string()).optional(),
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

/** An id as records and drafts have them. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** How many begun forms of one address are kept for a person. */
export function mostDrafts(context: Context): Promise<number> {
  return limitFor(context, "forms.draftsPerForm");
}

/**
 * Keeps what a person typed into a form, in the place of what was kept of it before. Other drafts of the same address stay, the
 * oldest beyond the parameter `forms.draftsPerForm` excepted.
 * @param draft.id what the form is called by; another one is given where it belongs to something else
 * @returns the id under which it is kept
 * @throws AppError("malformed") for more than a form can hold
 */
export async function saveDraft(
  context: Context,
  draft: { id: string; address: string; title: string; body: DraftBody },
): Promise<string> {
  const userId = ownerOf(context);
  const body = storable(draft.body);
  if (JSON.stringify(body).length > LONGEST)
    throw new AppError("malformed", { message: "内容过长，无法暂存，请减少行数后再试" });
  const most = await mostDrafts(context);
  const row = { ...draft, userId, savedAt: context.now.toISOString() };
  const locked = (id: string) => ({ ...row, id, body: lockedBody(context, { id, userId }, body) });
  return inTransaction(context, async () => {
    const connection = context.services.database.connection();
    const id = (await upsertDraft(connection, locked(draft.id))) ? draft.id : context.services.newId();
    if (id !== draft.id) await upsertDraft(connection, locked(id));
    await trimDrafts(connection, { userId, address: draft.address, most, keep: id });
    return id;
  });
}

/** Without the one character that the database cannot hold in a document. */
function storable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replaceAll("\0", ""), storable(one)]));
}

const lockedDraft = z.object({ locked: z.string(), key: z.string() });

const aboutDraft = ({ id, userId }: Pick<DraftRow, "id" | "userId">) => `form_draft ${userId} ${id}`;

/** What was typed under the installation's key: a form may hold what nobody is to read yet, and what it holds is nobody's but its writer's. */
function lockedBody({ services }: Context, of: Pick<DraftRow, "id" | "userId">, body: unknown) {
  const { key, fingerprint } = services.sealing;
  return { locked: lock(key, Buffer.from(JSON.stringify(body)), aboutDraft(of)), key: fingerprint };
}

/** The body as it was typed; null where it was locked with another key than the one at hand. */
function unlockedBody({ services }: Context, row: DraftRow): unknown {
  const locked = lockedDraft.safeParse(row.body);
  if (!locked.success) return row.body;
  if (locked.data.key !== services.sealing.fingerprint) return null;
  return JSON.parse(unlock(services.sealing.key, locked.data.locked, aboutDraft(row)).toString("utf8"));
}

function readable(context: Context, row: DraftRow): Draft | null {
  const body = draftBody.safeParse(unlockedBody(context, row));
  return body.success ? { ...row, body: body.data } : null;
}

/**
 * The own draft of a form; null when there is none, or none that can be read any more.
 * @param id of the draft; without it the newest is meant
 */
export async function findDraft(context: Context, address: string, id?: string): Promise<Draft | null> {
  if (id === undefined) return (await draftsOf(context, address, 1))[0] ?? null;
  const userId = ownerOf(context);
  const row = await reading(context, () => selectDraft(context.services.database.connection(), userId, address, id));
  return row && readable(context, row);
}

/** The own drafts of a form with what stands in them, newest first. */
export async function draftsOf(context: Context, address: string, limit: number): Promise<Draft[]> {
  const userId = ownerOf(context);
  const connection = () => context.services.database.connection();
  const rows = await reading(context, () => selectDraftsOf(connection(), userId, address, limit));
  return rows.flatMap((row) => readable(context, row) ?? []);
}

/** What this person has begun and not finished, newest first. */
export async function listDrafts(context: Context, limit: number): Promise<Omit<Draft, "body">[]> {
  const userId = ownerOf(context);
  return reading(context, () => selectDrafts(context.services.database.connection(), userId, limit));
}

/** Purges an own draft, because its form was saved or it is not wanted. */
export async function dropDraft(context: Context, id: string): Promise<void> {
  const userId = ownerOf(context);
  await inTransaction(context, () => deleteDraft(context.services.database.connection(), userId, id));
}
