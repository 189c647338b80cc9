import { type CommentRow, insertComment, selectComments } from "~/data/comments.server";
import { followMentioned } from "~/data/watches.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint } from "../entity";
import { kindOf } from "../entity/kinds";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { actorName, notify } from "../notify/notify.server";
import { suppliersOf } from "./audit.server";
import { bodyText, type Nameable, type NamingFault, readMentions } from "./mentions";
import { nameablePeople } from "./people.server";
import { openRecord } from "./records.server";
import { once, reading, type Saved } from "./transaction.server";
import { watchOwn } from "./watch.server";
import { documentName, notifyWatchers } from "./watcher-notifications.server";

/** Longest text of a comment, in characters as they are typed. */
export const LONGEST_COMMENT = 1000;
const SHOWN_IN_NOTIFICATIONS = 60;
const SUGGESTED = 5;
/** Names that are complained of at once; each costs a search. */
const COMPLAINED = 3;

/** Whether records of this entity take comments; documents do unless the definition says otherwise. */
export function takesComments(entity: AnyEntity): boolean {
  return entity.comments ?? entity.kind === "document";
}

/** Who may read what is written on a record now: suppliers that see it; none while it is inside the company. */
export function commentReaders(context: Context, entity: AnyEntity, record: AnyRecord): string[] {
  return suppliersOf(context, entity, record);
}

export interface CommentInput {
  entity: AnyEntity;
  screen?: Screen;
  id: string;
  text: unknown;
  /** For colleagues only; what suppliers write is never so. */
  internal: boolean;
  requestId?: string;
}

/**
 * Writes a comment on a record the person can open. People named with `@` get a message and watch from then on. A comment is
 * never changed or removed.
 * @returns the comment's own id
 * @throws AppError("forbidden" | "not_found" | "invalid" | "duplicate")
 */
export async function addComment(context: Context, input: CommentInput): Promise<Saved> {
  const { entity } = input;
  const record = await openForComments(context, input);
  const { actor, services } = context;
  const readers = commentReaders(context, entity, record);
  if (!actor.id || (actor.supplierId && !readers.includes(actor.supplierId)))
    throw new AppError("forbidden", { message: "这张单据现在不能评论" });
  const internal = actor.supplierId ? false : input.internal || readers.length === 0;
  const text = readText(input.text);
  const named = text.includes("@")
    ? readMentions(text, await nameablePeople(context, { entity, record, by: { inText: text } }))
    : null;
  const people = named?.people ?? [];
  const suppliers = actor.supplierId ? [actor.supplierId] : internal ? [] : audienceOf(people, readers);
  const complaints = [
    ...(await Promise.all(
      (named?.faults ?? []).slice(0, COMPLAINED).map((fault) => faultComplaint(context, entity, record, fault)),
    )),
    ...(actor.supplierId ? [] : audienceComplaints(people, internal)),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  const body = named?.body ?? text;
  const mentions = people.map(({ id }) => id);
  const userId = actor.id;
  const asked = ["comment", entity.key, record.id, text, internal];
  const saved = await once(context, input.requestId, asked, async () => {
    const connection = services.database.connection();
    const id = services.newId();
    await insertComment(connection, {
      id,
      at: context.now.toISOString(),
      userId,
      userName: actorName(context),
      userSupplierId: actor.supplierId,
      entity: entity.key,
      recordId: record.id,
      body,
      staffOnly: internal,
      mentions,
      suppliers,
    });
    const said = shortened(bodyText(body, Object.fromEntries(people.map((one) => [one.id, one.name]))));
    if (mentions.length > 0) {
      await notify(context, {
        scenario: "mention",
        to: mentions.filter((person) => person !== userId),
        readers: suppliers,
        record: { entity: entity.key, id: record.id, number: record.number },
        values: { document: documentName(entity, record), comment: said },
      });
    }
    await notifyWatchers(context, [{ entity, record, event: `评论：${said}`, readers: suppliers }]);
    await watchOwn(context, entity, record.id);
    return { id, number: null, version: 1, state: null, warnings: [] };
  });
  if (mentions.length > 0) await letFollow(context, { entity, record, mentions, from: userId });
  return saved;
}

/** The record, for somebody who may open it and where comments are taken at all. */
async function openForComments(
  context: Context,
  { entity, screen, id }: Pick<CommentInput, "entity" | "screen" | "id">,
): Promise<AnyRecord> {
  const { record } = await reading(context, () =>
    openRecord(context, { entity, id, screen, wanted: { labels: false } }),
  );
  if (!takesComments(entity)) throw new AppError("not_found");
  return record;
}

function readText(raw: unknown): string {
  const label = "评论";
  const read = kindOf({ kind: "longText" }).read(raw, { label, maxLength: LONGEST_COMMENT });
  const complaint = "complaint" in read ? read.complaint : read.value === null ? `请填写${label}` : null;
  if ("complaint" in read || complaint !== null)
    throw new AppError("invalid", { complaints: [{ field: "text", message: complaint ?? "" }] });
  // What an input method types for a mention.
  return String(read.value).replaceAll("＠", "@");
}

/** Of several invited suppliers only those whose people are named read the comment. */
function audienceOf(people: readonly Nameable[], readers: readonly string[]): string[] {
  const named = readers.filter((reader) => people.some(({ supplierId }) => supplierId === reader));
  return named.length > 0 ? named : [...readers];
}

function audienceComplaints(people: readonly Nameable[], internal: boolean): Complaint[] {
  const outside = people.filter(({ supplierId }) => supplierId !== null);
  if (internal && outside.length > 0) {
    const names = outside.map(({ name }) => `@${name}`).join("、");
    return [{ field: "text", message: `评论仅内部可见，不能提到供应商的${names}：请去掉，或取消勾选「仅内部可见」` }];
  }
  return new Set(outside.map(({ supplierId }) => supplierId)).size > 1
    ? [{ field: "text", message: "一条评论不能提到两家供应商的人，请分开评论" }]
    : [];
}

async function faultComplaint(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  { typed, candidates }: NamingFault,
): Promise<Complaint> {
  const written = ({ name, note }: Nameable) => `@${name}${note ? `（${note}）` : ""}`;
  if (candidates.length > 0) {
    const choice = candidates.slice(0, SUGGESTED).map(written).join(" 或 ");
    return { field: "text", message: `叫「${typed}」的不止一人，请写成 ${choice}` };
  }
  const alike = await similarPeople(context, entity, record, typed);
  const hint = alike.length > 0 ? `，您要找的是 ${alike.map(written).join("、")} 吗` : "";
  return { field: "text", message: `能看到这张单据的人里没有「${typed}」${hint}？不是提醒某人时请去掉@` };
}

/** People whose names begin alike, else anybody who can be named. */
async function similarPeople(context: Context, entity: AnyEntity, record: AnyRecord, typed: string) {
  const first = [...typed][0] ?? "";
  const alike = await nameablePeople(context, { entity, record, by: { like: first }, limit: SUGGESTED });
  return alike.length > 0 ? alike : nameablePeople(context, { entity, record, by: { like: "" }, limit: SUGGESTED });
}

function shortened(text: string): string {
  const signs = [...text];
  return signs.length > SHOWN_IN_NOTIFICATIONS ? `${signs.slice(0, SHOWN_IN_NOTIFICATIONS).join("")}…` : text;
}

/** After the comment is stored: other people's rows are not the writer's to make. */
async function letFollow(
  context: Context,
  {
    entity,
    record,
    mentions,
    from,
  }: { entity: AnyEntity; record: AnyRecord; mentions: readonly string[]; from: string },
): Promise<void> {
  const { database } = context.services;
  const at = context.now.toISOString();
  await database.transaction({ role: "owner" }, () =>
    followMentioned(database.connection(), mentions, { entity: entity.key, recordId: record.id, at, from }),
  );
}

/** Comments of a record the person has been allowed to open, newest first, and how many there are. */
export async function commentsOf(
  context: Context,
  entity: AnyEntity,
  recordId: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ rows: CommentRow[]; total: number }> {
  if (!takesComments(entity)) return { rows: [], total: 0 };
  return reading(context, () =>
    selectComments(context.services.database.connection(), {
      entity: entity.key,
      recordId,
      supplierId: context.actor.supplierId,
      limit,
      offset,
    }),
  );
}

/**
 * People who can be named on a record, whose name or account holds these letters.
 * @throws AppError("forbidden" | "not_found")
 */
export async function suggestPeople(
  context: Context,
  wanted: { entity: AnyEntity; screen?: Screen; id: string; typed: string; limit: number },
): Promise<Nameable[]> {
  const record = await openForComments(context, wanted);
  const people = await nameablePeople(context, {
    entity: wanted.entity,
    record,
    by: { like: wanted.typed.slice(0, 30) },
    limit: wanted.limit,
  });
  return people.filter(({ id }) => id !== context.actor.id);
}
