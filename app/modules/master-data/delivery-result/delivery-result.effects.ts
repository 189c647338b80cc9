import type { Work } from "~/engine/entity";
import { typedBeside } from "./delivery-result.rules";

interface Lines {
  items: readonly { id: string; objection_status: string | null }[];
}

/** The planner's excuses, as they stand beside the lines; what was cleared counts again. */
export function excuse(work: Work<Lines>): void {
  for (const { id } of work.record.items) {
    if (!work.lineInput.has(id)) continue;
    work.setLine("items", id, { exempt_reason: typedBeside(work.lineInput, id, "exempt_reason") });
  }
}

/** What the supplier objects to waits for an answer. */
export function objectToLines(work: Work<Lines>): void {
  for (const { id, objection_status } of work.record.items) {
    const objection = typedBeside(work.lineInput, id, "objection");
    // Each line is objected to once; what was answered stays answered.
    if (objection === null || objection_status !== null) continue;
    work.setLine("items", id, { objection, objection_status: "waiting", objected_on: work.today });
  }
}

/** What is accepted is excused and counts no longer; what is refused keeps its answer. */
export function answerObjections(work: Work<Lines>): void {
  for (const { id, objection_status } of work.record.items) {
    const decision = typedBeside(work.lineInput, id, "decision");
    if (decision === null || objection_status !== "waiting") continue;
    work.setLine("items", id, {
      objection_status: decision,
      answer: typedBeside(work.lineInput, id, "answer"),
      ...(decision === "accepted" ? { exempt_reason: typedBeside(work.lineInput, id, "exempt_reason") } : {}),
    });
  }
}

/** Closes the month, whoever does it. */
export function confirmedBy(how: "supplier" | "planner" | "silence") {
  return (work: Work<object>): void => work.set({ confirmed_at: work.now, confirmed_by_way: how });
}
