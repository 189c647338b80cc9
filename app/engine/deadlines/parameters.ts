import { digestDayFacts, type ParameterFacts, rhythmFacts, stepsFacts, termFacts } from "~/shared/parameters";
import { type DeadlineTerm, deadlineParameter, deadlinesIn, type NamedDeadline } from "../entity/deadlines";
import type { AnyEntity } from "../entity/define";
import { digestParameter, digestsIn } from "../entity/digests";

export const TERM_UNITS = { day: "天", workday: "个工作日", hour: "小时" } as const satisfies Record<
  DeadlineTerm["unit"],
  string
>;

/** The parameters that deadlines and digests of definitions bring, by key, in the order of the definitions. */
export function deadlineParameters(entities: readonly AnyEntity[]): [string, ParameterFacts][] {
  const digests = digestsIn(entities).map((one): [string, ParameterFacts] => [
    digestParameter(one),
    digestDayFacts(`${one.entity.label} · ${one.digest.label}`, one.digest.every, one.digest.day),
  ]);
  return [...deadlinesIn(entities).flatMap(parametersOf), ...digests];
}

function parametersOf(one: NamedDeadline): [string, ParameterFacts][] {
  const { entity, deadline } = one;
  const { after, reminders = {} } = deadline;
  const called = (label: string) => `${entity.label} · ${label}`;
  return [
    ...(after
      ? ([
          [deadlineParameter(one, "term"), termFacts(called(after.label), after.initial, TERM_UNITS[after.unit])],
        ] satisfies [string, ParameterFacts][])
      : []),
    ...Object.entries(reminders).flatMap(([name, reminder]): [string, ParameterFacts][] => [
      [deadlineParameter(one, { reminder: name, of: "days" }), stepsFacts(called(reminder.label), reminder.days)],
      // A task is opened once.
      ...(reminder.task
        ? []
        : ([
            [
              deadlineParameter(one, { reminder: name, of: "every" }),
              rhythmFacts(`${called(reminder.label)}（间隔）`, reminder.every ?? 0),
            ],
          ] satisfies [string, ParameterFacts][])),
    ]),
  ];
}
