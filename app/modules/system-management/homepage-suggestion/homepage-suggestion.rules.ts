import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";

/** Long enough to be understood, short enough to be read. */
export function contentLength({ content }: { content: string }): Complaint | null {
  const length = [...(content ?? "").trim()].length;
  return length >= 10 && length <= 1000 ? ok : complain("content", "建议内容请输入10-1000字");
}

const DAY_MS = 24 * 60 * 60_000;

/** What was answered long ago is asked anew. */
export function withinReach(
  { replied_at }: { replied_at: string | null },
  _input: unknown,
  _lines: unknown,
  { now, limit }: RuleFacts,
): Complaint | null {
  const most = limit("suggestion.reopenDays");
  const isLate = replied_at !== null && Date.parse(now) - Date.parse(replied_at) > most * DAY_MS;
  return isLate ? complain("reason", `回复已超过${most}天，请重新提交建议`) : ok;
}

interface Authored {
  created_by: string | null;
  author_id: string | null;
  supplier_id: string | null;
}

/** Whoever made it, with or without a name, or a colleague at the same supplier; the program itself may as well. */
export function isOfAuthor(
  { created_by, author_id, supplier_id }: Authored,
  { actorId, supplierId }: RuleFacts,
): boolean {
  if (actorId === null) return true;
  return created_by === actorId || author_id === actorId || (supplierId !== null && supplier_id === supplierId);
}

/** The address of a page without what names a single record: of many records it is known who looks at them. */
export function screenPath(path: string): string {
  return path.replace(/\/?[0-9a-f]{8}-[0-9a-f]{4}-.*$/i, "").replace(/[?#].*$/, "");
}
