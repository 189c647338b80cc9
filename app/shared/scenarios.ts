import type { NewsChannel, NewsSide, ScenarioFacts, Wording } from "./scenarios/facts";
import { ORDER_SCENARIOS } from "./scenarios/orders";
import { PEOPLE_SCENARIOS } from "./scenarios/people";
import { QUALITY_SCENARIOS } from "./scenarios/quality";
import { SUPPLIER_SCENARIOS } from "./scenarios/suppliers";
import { WORK_SCENARIOS } from "./scenarios/work";

export * from "./scenarios/facts";

/**
 * Every event that is announced, by code. Add yours to the part of its area and call `announce` with its code; the wording can be edited by
 * administrators from then on. Codes never change once they have been in use.
 */
export const SCENARIOS = {
  ...WORK_SCENARIOS,
  ...PEOPLE_SCENARIOS,
  ...SUPPLIER_SCENARIOS,
  ...QUALITY_SCENARIOS,
  ...ORDER_SCENARIOS,
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

export type ScenarioCode = keyof typeof SCENARIOS;

/** Whether letters of it wait for the end of the quiet hours in a new installation: those that get worse by waiting do not. */
export function waitsInQuietHours({ level }: ScenarioFacts): boolean {
  return level === "info" || level === "todo";
}

/** Names of the scenarios, by code. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ScenarioFacts>(SCENARIOS).map(([code, { label }]) => [code, label]),
);

/** Name by which letters of this product are told from others. */
const SENDER = "供应商平台";

/** The first wording of a scenario for a channel and a side. */
export function firstWording(facts: ScenarioFacts, channel: NewsChannel, side: NewsSide): Wording {
  const { title, content } = side === "supplier" ? (facts.supplier ?? facts.wording) : facts.wording;
  return channel === "site"
    ? { title, content }
    : { title: `【${SENDER}】${title}`, content: `{{receiver}}，您好：\n\n${content}` };
}

/** Sides a scenario speaks to. */
export function sidesOf({ audience }: ScenarioFacts): NewsSide[] {
  return audience === "both" ? ["internal", "supplier"] : [audience];
}

/** Values that an announcement of the scenario brings. */
export type ScenarioValues<K extends ScenarioCode> = Readonly<
  Record<keyof (typeof SCENARIOS)[K]["variables"] & string, string>
>;

/** What is known about a code that may come from anywhere; undefined for one the program does not announce. */
export function scenarioFacts(code: string): ScenarioFacts | undefined {
  const all: Readonly<Record<string, ScenarioFacts>> = SCENARIOS;
  return Object.hasOwn(all, code) ? all[code] : undefined;
}
