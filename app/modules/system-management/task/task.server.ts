import { may } from "~/engine/access/permissions";
import { holdCaseOf } from "~/engine/approval/cases.server";
import type { Context } from "~/engine/context.server";
import { APPROVAL_TRANSITIONS } from "~/engine/entity/approval-transitions";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, RowLink } from "~/engine/entity/server-hooks";
import { AppError, refuseIf } from "~/engine/errors";
import { notify } from "~/engine/notify/notify.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { taskFigures } from "~/engine/screen/figures.server";
import { mayOpenDocument, opens } from "~/engine/tasks/tasks.server";
import { where } from "~/shared/condition";
import { liesWith, notTooLong } from "./task.rules";

type TaskRecord = RecordFor<"system-management/task">;

const TASK = "system-management/task";

function aboutOf({ document_entity: entity, document_id: recordId }: TaskRecord) {
  return typeof entity === "string" && typeof recordId === "string" ? { entity, recordId } : null;
}

const refuse = (text: string): Finding[] => [{ check: "task", level: "block", text, personal: true }];

/** The program, and whoever may look after all tasks. */
function looksAfterAll({ actor }: Context): boolean {
  return actor.kind === "system" || may(actor.permissions, "task-team.edit");
}

function heldBy({ assignee_id, supplier_id }: Readonly<Record<string, unknown>>, { actor }: Context): boolean {
  const held = { assignee_id: textOf(assignee_id), supplier_id: textOf(supplier_id) };
  return liesWith(held, { actorId: actor.id, supplierId: actor.supplierId });
}

/** Whoever claims holds the candidate role, or works for the supplier, and may open the document. */
async function mayClaim(context: Context, record: TaskRecord): Promise<Finding[]> {
  if (looksAfterAll(context) || heldBy(record, context)) return [];
  if (record.assignee_id !== null) return refuse("这条任务已有处理人");
  const mine = await unscopedCount(context, TASK, [
    where.eq("id", record.id),
    where.someRow({ table: "task_claimant", column: "task_id", equals: "id", inner: where.mine("user_id") }),
  ]);
  if (mine === 0) return refuse("您没有这条任务的候选角色，不能认领");
  const about = aboutOf(record);
  return about && !(await opens(context, about)) ? refuse("您没有处理该单据的权限，不能认领") : [];
}

/** Only whoever has the task says that it is done. */
async function mayFinish(context: Context, record: TaskRecord): Promise<Finding[]> {
  return looksAfterAll(context) || heldBy(record, context) ? [] : refuse("只有处理人可以完成任务，请先认领");
}

/** Only whoever assigned a task takes it back. */
async function mayCancel(context: Context, record: TaskRecord): Promise<Finding[]> {
  return looksAfterAll(context) || record.created_by === context.actor.id ? [] : refuse("只有任务的创建人可以取消");
}

/** Handed over by whoever has it, their superior, whoever may look after all tasks, or the person who assigned it. */
async function mayTransfer(context: Context, record: TaskRecord): Promise<Finding[]> {
  if (looksAfterAll(context) || heldBy(record, context)) return [];
  if (record.source === "manual" && record.created_by === context.actor.id) return [];
  const team = await unscopedCount(context, TASK, [
    where.eq("id", record.id),
    where.someRow({ table: "task_team", column: "task_id", equals: "id", inner: where.mine("superior_id") }),
  ]);
  return team > 0 ? [] : refuse("只有处理人及其上级可以转交");
}

async function notifyAssignee(
  context: Context,
  { id, title, assignee, document }: { id: string; title: string; assignee: string; document: string },
) {
  if (assignee === context.actor.id) return;
  await notify(context, {
    scenario: "task.assigned",
    to: [assignee],
    values: { task: title, document },
    record: { entity: TASK, id },
    path: `/${TASK}/${id}`,
  });
}

export const taskServer: EntityServer<"system-management/task"> = {
  figures: taskFigures,
  /** A task given by hand reaches whoever it is for. */
  async stored({ context, record, before }) {
    const { id, title, assignee_id: assignee, supplier_id: supplier } = record;
    if (record.source !== "manual" || before?.assignee_id === assignee) return;
    if (typeof assignee === "string")
      await notifyAssignee(context, { id, title: String(title), assignee, document: "" });
    else if (typeof supplier === "string") {
      await notify(context, {
        scenario: "task.assigned",
        toSuppliers: [supplier],
        values: { task: String(title), document: "" },
        record: { entity: TASK, id },
        path: `/${TASK}/${id}`,
      });
    }
  },
  /** What was agreed to here is agreed to on the document; that ends the question, and its task is ended already. */
  async afterTransition({ context, transition, reason, record }) {
    const about = transition === "approve" ? aboutOf(record) : null;
    if (!about) return;
    await applyTransition(context, {
      entity: context.services.registry.entity(about.entity),
      id: about.recordId,
      name: APPROVAL_TRANSITIONS.approve,
      ...(reason ? { reason } : {}),
    });
  },
  judgedOnce: {
    approve: "Its document asks who may decide; the checks of tasks ask whose work it is",
    snooze: "Puts off reminders alone; whose work it is stays as it was",
  },
  transitions: {
    snooze: {
      async effect(context, { input, now }) {
        refuseIf(notTooLong(String(input.until), now, await limitFor(context, "task.waitDays")));
      },
    },
    approve: {
      async effect(context, { record }) {
        const about = aboutOf(record);
        if (about) await holdCaseOf(context, about);
      },
    },
    claim: { check: mayClaim },
    done: { check: mayFinish },
    cancel: { check: mayCancel },
    transfer: {
      check: mayTransfer,
      async effect(context, work) {
        const receiver = String(work.input.receiver_id);
        const { record } = work;
        const about = aboutOf(record);
        if (about && !(await mayOpenDocument(context, receiver, about))) {
          const [user] = await unscopedRows(
            context,
            "system-management/user",
            ["username"],
            [where.eq("id", receiver)],
          );
          const message = `${user?.username ?? "接收人"}没有处理该单据的权限，不能转交`;
          throw new AppError("invalid", { message, complaints: [{ field: "receiver_id", message }] });
        }
        const document = [record.business_type, record.business_key].filter(Boolean).join(" ");
        await notifyAssignee(context, { id: record.id, title: String(record.title), assignee: receiver, document });
      },
    },
  },
  /** 处理 leads to where the task is dealt with. */
  async rowLinks(context, ids) {
    const rows = await unscopedRows(
      context,
      TASK,
      ["id", "path", "state", "source", "assignee_id", "supplier_id"],
      [where.oneOf("id", ids), where.set("path"), where.oneOf("state", ["open", "claimed"])],
    );
    return new Map(
      rows.map((row): [string, readonly RowLink[]] => [
        row.id,
        [{ label: wayLabel(row, context), href: String(row.path) }],
      ]),
    );
  },
  async sections(_context, record) {
    const { path, business_key: key, business_type: type } = record;
    if (typeof path !== "string") return [];
    const title = "处理页面";
    const columns = [
      { key: "type", label: "业务类型", align: "start" as const },
      { key: "key", label: "业务单号", align: "start" as const },
    ];
    const cells = [{ text: type ?? "" }, { text: key ?? "打开", href: path }];
    return [{ kind: "table", title, table: { caption: title, columns, rows: [{ id: record.id, cells }] } }];
  },
};

function wayLabel(row: Readonly<Record<string, unknown>>, context: Context): string {
  if (!heldBy(row, context)) return "查看单据";
  return row.source === "approval" ? "审批" : "处理";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
