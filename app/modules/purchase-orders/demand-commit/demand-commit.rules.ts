import { type Complaint, complain, type LineInputs, ok } from "~/engine/entity";
import { decimal, decimalOrZero, roundQuantity } from "~/shared/decimal";

interface Asked {
  id: string;
  line_no: number;
  share_qty: string;
}

interface Typed {
  commit_qty?: unknown;
  commit_note?: unknown;
}

function isBelow({ share_qty }: Asked, { commit_qty }: Typed): boolean {
  return typeof commit_qty === "string" && decimal(commit_qty).lt(decimal(share_qty));
}

/** Whoever commits to less than was asked says why. */
export function lessIsExplained(
  { items }: { items: readonly Asked[] },
  _input: unknown,
  typed: LineInputs,
): Complaint | null {
  for (const line of items) {
    const own: Typed = typed.get(line.id) ?? {};
    if (typeof own.commit_qty === "string" && decimal(own.commit_qty).lt(0))
      return complain("items", `行${line.line_no}承诺数量不能为负数`);
    const note = typeof own.commit_note === "string" ? own.commit_note.trim() : "";
    if (isBelow(line, own) && note === "")
      return complain("items", `行${line.line_no}承诺数量小于预测，请填写差异说明`);
  }
  return ok;
}

/** Whether some line falls short of what was asked. */
export function someLess({ items }: { items: readonly Asked[] }, typed: LineInputs): boolean {
  return items.some((line) => isBelow(line, typed.get(line.id) ?? {}));
}

/** What may still be ordered of a line: its share, less what was ordered. */
export function toOrder({ share_qty, ordered_qty }: { share_qty: string; ordered_qty: string }): string {
  return roundQuantity(decimal(share_qty).minus(decimalOrZero(ordered_qty)));
}
