import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { loneQuestions } from "~/engine/tasks/tasks.server";
import { where } from "~/shared/condition";

const TASK = "system-management/task";
const DEPUTY = "system-management/approval-deputy";

/**
 * What waits for this person alone: tasks that lie with it, and questions of approval nobody else can answer. Who takes an account out of use
 * hands it over first; a block in an emergency passes with its reason.
 */
export async function waitingWork(
  context: Context,
  record: RecordFor<"system-management/user">,
  level: "warn" | "block",
): Promise<Finding[]> {
  const { actor } = context;
  const tasks = await unscopedCount(context, TASK, [
    where.eq("assignee_id", record.id),
    where.oneOf("state", ["open", "claimed"]),
    where.not(where.eq("source", "approval")),
  ]);
  // Suppliers' people are asked for no approval, and their transactions read none.
  const questions = actor.supplierId ? 0 : await loneQuestions(context, record.id);
  if (tasks + questions === 0) return [];
  const handsOver = may(actor.permissions, "task-team.edit");
  const text = `该用户还有${tasks + questions}条未完成任务，请先转交`;
  const query = new URLSearchParams([
    ["assignee_id", record.id],
    ["state", "open"],
    ["state", "claimed"],
  ]);
  const cure = { label: "查看任务并转交", href: `/${TASK}?${query}` };
  const notes: Finding[] = [];
  if (!handsOver) notes.push({ check: "work-by", level: "note", text: "本人、其上级和系统管理员可以在任务管理中转交" });
  if (questions > 0)
    notes.push({
      check: "questions",
      level: "note",
      text: `其中${questions}条是待审批的单据：由本人在单据中转交，或先为其设置审批代理，由代理人审批或转交`,
      ...(may(actor.permissions, "approval-deputy-all.edit")
        ? { cure: { label: "设置审批代理", href: `/${DEPUTY}/add` } }
        : {}),
    });
  return [{ check: "work", level, text, ...(handsOver ? { cure } : {}) }, ...notes];
}
