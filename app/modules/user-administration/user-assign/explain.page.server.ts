import { ACTIONS } from "~/engine/access/permissions";
import type { AssigneeRow } from "~/engine/assign/assign.server";
import { explainAccess } from "~/engine/assign/explain.server";
import type { Context } from "~/engine/context.server";
import type { Action } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { ACTION_LABELS } from "~/shared/actions";

/** The questions about a person's rights, and the answer to the one that was asked. */
export async function explainBody(context: Context, assignee: AssigneeRow, action: string, params: URLSearchParams) {
  const { registry } = context.services;
  const asked = {
    screen: params.get("screen") ?? "",
    action: params.get("action") ?? "query",
    record: (params.get("record") ?? "").trim().slice(0, 60),
  };
  const screen = registry.screens.find(({ key }) => key === asked.screen);
  const body = {
    kind: "explain" as const,
    action,
    screens: registry.screens.map(({ key, label }) => ({ value: key, label })),
    actions: ["query", "get", ...ACTIONS].flatMap((name, position, all) =>
      all.indexOf(name) === position ? [{ value: name, label: ACTION_LABELS[name as Action] }] : [],
    ),
    asked,
  };
  if (!screen) return body;
  try {
    const { allowed, because } = await explainAccess(context, {
      userId: assignee.id,
      permission: screen.key,
      action: asked.action,
      ...(asked.record ? { record: { entity: screen.entity, named: asked.record } } : {}),
    });
    const what = `在“${screen.label}”${ACTION_LABELS[asked.action as Action] ?? ""}${asked.record ? ` ${asked.record}` : ""}`;
    return { ...body, answer: { allowed, text: `${assignee.name}${allowed ? "可以" : "不能"}${what}`, rows: because } };
  } catch (error) {
    if (!(error instanceof AppError) || !["not_found", "forbidden"].includes(error.error)) throw error;
    return { ...body, problem: "没有这条记录，或您无权查看" };
  }
}
