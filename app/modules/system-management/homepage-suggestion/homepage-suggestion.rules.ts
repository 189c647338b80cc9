import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";

/** Long enough to be understood, short enough to be read. */
export function contentLength({ content }: { content: string }): Complaint | null {
  const length = [...(content ?? "").trim()].length;
  return length >= 10 && length <= 1000 ? ok : complain("content", "建议内容请输入10-1000字");
}

/** Whoever made it, or a colleague at the same supplier; the program itself may as well. */
export function isOfAuthor(
  { created_by, supplier_id }: { created_by: string | null; supplier_id: string | null },
  { actorId, supplierId }: RuleFacts,
): boolean {
  if (actorId === null) return true;
  return created_by === actorId || (supplierId !== null && supplier_id === supplierId);
}
