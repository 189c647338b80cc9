import type { AuditEntry } from "~/data/audit.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition } from "../entity";
import { decisionOf } from "../entity/duties";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { readHistory } from "../operations/audit.server";
import { readRecord } from "../operations/save.server";
import { reading } from "../operations/transaction.server";
import { titleOf } from "../operations/write.server";
import { recordPath } from "./address";
import { listOriginOf, originQuery } from "./list-origin.server";
import { showState } from "./show";
import { makersOf, stateDiagram } from "./state-diagram.server";

const STEPS_READ = 200;

/**
 * The states of a document with where this one stands and how it came there, as a picture and as a table.
 * @throws AppError("forbidden" | "not_found")
 */
export async function statesModel(context: Context, screen: Screen, id: string, params: URLSearchParams) {
  return reading(context, async () => {
    const { entity } = screen;
    const { record, labels } = await readRecord(context, screen, id);
    if (!entity.states || !entity.transitions) throw new AppError("not_found");
    const history = await readHistory(context, { entity, recordId: record.id, limit: STEPS_READ });
    const { text, tone } = showState(entity, record.state);
    return {
      title: `流程图：${screen.noun} ${titleOf(entity, record, labels)}`,
      state: { label: text, tone },
      picture: stateDiagram(entity, { current: record.state, taken: stepsOf(history) }),
      table: tableModel(entity),
      backHref: recordPath(screen, record.id) + originQuery(listOriginOf(screen, params)),
    };
  });
}

/** Steps between states, as far as the person may read of them. */
function stepsOf(history: readonly AuditEntry[]): Set<string> {
  return new Set(
    history.flatMap((entry) =>
      entry.changes.filter(({ path }) => path === "state").map(({ from, to }) => `${String(from)} ${String(to)}`),
    ),
  );
}

function tableModel(entity: AnyEntity) {
  const states: Readonly<Record<string, string>> = entity.states ?? {};
  return {
    caption: `${entity.label}的操作`,
    columns: [
      { key: "move", label: "操作", align: "start" as const },
      { key: "from", label: "从", align: "start" as const },
      { key: "to", label: "到", align: "start" as const },
      { key: "by", label: "由谁", align: "start" as const },
      { key: "asks", label: "要求", align: "start" as const },
    ],
    rows: Object.entries<AnyTransition>(entity.transitions ?? {}).map(([name, transition]) => ({
      id: name,
      cells: [
        { text: transition.label },
        { text: transition.from.map((state) => states[state] ?? state).join("、") },
        { text: targetText(states, transition) },
        { text: makersOf(transition) },
        { text: demandsOf(entity, transition) },
      ],
    })),
  };
}

function targetText(states: Readonly<Record<string, string>>, transition: AnyTransition): string {
  const to =
    transition.to === "same"
      ? "状态不变"
      : transition.to === "previous"
        ? "回到之前的状态"
        : (states[transition.to] ?? transition.to);
  const settled = (transition.settles ?? []).map((one) => states[one.to] ?? one.to);
  return settled.length > 0 ? `${to}；达到条件时：${[...new Set(settled)].join("、")}` : to;
}

function demandsOf(entity: AnyEntity, transition: AnyTransition): string {
  const decision = decisionOf(transition);
  const names = [
    ...(decision?.creator ? ["创建人"] : []),
    ...(decision?.authors ? ["修改过内容或提交的人"] : []),
    ...(transition.notBy ?? []).map((name) => entity.fields[name]?.options.label ?? name),
  ];
  return [
    ...(transition.reason === "required" ? [`须填写${transition.reasonLabel ?? "原因"}`] : []),
    ...(transition.acknowledge ? ["有检查提醒时须填写原因"] : []),
    ...(names.length > 0 ? [`${names.join("、")}本人不能办理`] : []),
  ].join("；");
}
