import type { CommentRow } from "~/data/comments.server";
import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { commentReaders, commentsOf, LONGEST_COMMENT, takesComments } from "../operations/comments.server";
import { bodyParts } from "../operations/mentions";
import { recordPath } from "./address";

/** How many stand on the record's page, and on the page of all of them. */
const SHOWN = 20;
const SHOWN_ALL = 500;

/** What was typed into a comment that was refused. */
export interface RefusedComment {
  text: string;
  internal: boolean;
  complaint: string;
}

/** The anchor of a comment on its page. */
export function commentAnchor(id: string): string {
  return `comment-${id}`;
}

/** What was written on a record, newest first, and the form for more; null where nothing is written. */
export async function commentsModel(
  context: Context,
  screen: Screen,
  record: AnyRecord,
  page: { along: string; all: boolean; refused: RefusedComment | null },
) {
  const { entity } = screen;
  if (!takesComments(entity)) return null;
  const { rows, total } = await commentsOf(context, entity, record.id, { limit: page.all ? SHOWN_ALL : SHOWN });
  const path = `${recordPath(screen, record.id)}/comments`;
  const form = formModel(context, { entity, record, rows, refused: page.refused });
  const rest = total - rows.length;
  return {
    entries: rows.map((row) => entryModel(context, row)),
    ...(rest > 0 && !page.all ? { older: { label: `更早的 ${rest} 条`, href: `${path}${page.along}` } } : {}),
    ...(form ? { form: { ...form, action: path + page.along, peopleHref: `${path}/people` } } : {}),
  };
}

function entryModel(context: Context, row: CommentRow) {
  return {
    id: commentAnchor(row.id),
    at: chinaTime(row.at).slice(0, 16),
    who: row.userName,
    internal: row.staffOnly,
    ...(row.staffOnly || row.userSupplierId !== null || context.actor.supplierId ? {} : { shared: true }),
    parts: bodyParts(row.body, row.names).map(({ text, person }) => ({
      text,
      ...(person === undefined ? {} : { named: person === context.actor.id ? ("me" as const) : ("other" as const) }),
    })),
  };
}

function formModel(
  context: Context,
  {
    entity,
    record,
    rows,
    refused,
  }: { entity: AnyEntity; record: AnyRecord; rows: readonly CommentRow[]; refused: RefusedComment | null },
) {
  const { supplierId, id } = context.actor;
  const readers = commentReaders(context, entity, record);
  if (!id || (supplierId && !readers.includes(supplierId))) return null;
  const shared = !supplierId && readers.length > 0;
  return {
    key: rows.find((row) => row.userId === id)?.id ?? "first",
    text: refused?.text ?? "",
    ...(refused ? { error: refused.complaint } : {}),
    maxLength: LONGEST_COMMENT,
    ...(shared
      ? { internal: { checked: refused?.internal ?? true, help: "不勾选时，这张单据的供应商也能看到这条评论" } }
      : {}),
    note: `${readersNote(entity, { bySupplier: supplierId !== null, shared })}输入 @姓名 可以提醒某人；评论发出后不能修改或删除。`,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
  };
}

/** Who reads a comment, in words; of the supplier only where it comes to see the document one day. */
function readersNote({ access }: AnyEntity, { bySupplier, shared }: { bySupplier: boolean; shared: boolean }): string {
  if (bySupplier) return "采购方和您的同事可见。";
  if (shared) return "";
  const comesToSee = access.suppliers.kind === "own" || access.suppliers.kind === "invited";
  return comesToSee ? "供应商现在看不到这张单据，评论仅内部可见。" : "评论仅内部可见。";
}
