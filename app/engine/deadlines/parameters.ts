import { type ParameterFacts, rhythmFacts, stepsFacts, termFacts } from "~/shared/parameters";
import { type DeadlineTerm, deadlineParameter, deadlinesIn } from "../entity/deadlines";
import type { AnyEntity } from "../entity/define";

export const TERM_UNITS = { day: "天", workday: "个工作日", hour: "小时" } as const satisfies Record<
  DeadlineTerm["unit"],
  string
>;

/** The parameters that deadlines of definitions bring, by key, in the order of the definitions. */
export function deadlineParameters(entities: readonly AnyEntity[]): [string, ParameterFacts][] {
  return deadlinesIn(entities).flatMap((one) => {
    const { entity, deadline } = one;
    const { after, reminders = {} } = deadline;
    const called = (label: string) => `${entity.label} · ${label}`;
    return [
      ...(after
        ? ([
            [deadlineParameter(one, "term"), termFacts(called(after.label), after.initial, TERM_UNITS[after.unit])],
          ] satisfies [string, ParameterFacts][])
        : []),
      ...Object.entries(reminders).flatMap(([reminder, { label, days, every = 0 }]): [string, ParameterFacts][] => [
        [deadlineParameter(one, { reminder, of: "days" }), stepsFacts(called(label), days)],
        [deadlineParameter(one, { reminder, of: "every" }), rhythmFacts(`${called(label)}（间隔）`, every)],
      ]),
    ];
  });
}
