import type { NotificationChannel, NotificationSide, ReceiverRule, ScenarioFacts, Wording } from "./scenarios/facts";
import { ORDER_SCENARIOS } from "./scenarios/orders";
import { PEOPLE_SCENARIOS } from "./scenarios/people";
import { QUALITY_SCENARIOS } from "./scenarios/quality";
import { SUPPLIER_SCENARIOS } from "./scenarios/suppliers";
import { WORK_SCENARIOS } from "./scenarios/work";

export * from "./scenarios/facts";

/**
 * Every event that people are notified of, by code. Add yours to the part of its area and call `notify` with its code; the wording can be edited by
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

/** Whether mails of it wait for the end of the quiet hours in a new installation: those that get worse by waiting do not. */
export function waitsInQuietHours({ level }: ScenarioFacts): boolean {
  return level === "info" || level === "todo";
}

/** Names of the scenarios, by code. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<ScenarioFacts>(SCENARIOS).map(([code, { label }]) => [code, label]),
);

/** Events that go to whoever holds a role, to whoever has to deal with something, and to whoever began it. */
const TO_ROLES = new Set([
  "approval.stuck",
  "audit.report",
  "gate-exemption.asked",
  "gate-exemption.open",
  "interface.failing",
  "interface.undelivered",
  "job.failed",
  "registration.submitted",
  "registration.waiting",
  "registration.withdrawn",
  "risk.file-refused",
  "risk.new",
  "security.address-stopped",
  "security.parameter-changed",
  "suggestion.submitted",
  "supplier-change.asked",
  "supplier-freeze.asked",
  "supplier-freeze.emergency",
  "task.stuck",
  "user-sync.failures",
  "user-sync.refused",
]);
const TO_ASSIGNEE = new Set([
  "admission.assess",
  "admission.assess-late",
  "approval.asked",
  "approval.overdue",
  "audit.assigned",
  "capa.assigned",
  "form.asked",
  "form.due-soon",
  "form.overdue",
  "suggestion.assigned",
  "task.assigned",
  "task.due",
  "task.overdue",
]);
const TO_CREATOR = new Set([
  "approval.ended",
  "export.ended",
  "form.unanswered",
  "gate-exemption.ended",
  "import.ended",
  "mail.failed",
  "suggestion.replied",
]);

/** Whom the program tells of an event by itself, in one word; an administrator may have decided otherwise. */
export function receiverRuleOf(code: string): ReceiverRule {
  if (TO_ROLES.has(code)) return "role";
  if (TO_ASSIGNEE.has(code)) return "assignee";
  if (TO_CREATOR.has(code)) return "creator";
  return scenarioFacts(code)?.audience === "supplier" ? "supplier_contact" : "owner";
}

/** Name by which mails of this product are told from others. */
const SENDER = "供应商平台";

/** The first wording of a scenario for a channel and a side. */
export function firstWording(facts: ScenarioFacts, channel: NotificationChannel, side: NotificationSide): Wording {
  const { title, content } = side === "supplier" ? (facts.supplier ?? facts.wording) : facts.wording;
  return channel === "site"
    ? { title, content }
    : { title: `【${SENDER}】${title}`, content: `{{receiver}}，您好：\n\n${content}` };
}

/** Sides a scenario speaks to. */
export function sidesOf({ audience }: ScenarioFacts): NotificationSide[] {
  return audience === "both" ? ["internal", "supplier"] : [audience];
}

/** Values that a notification of the scenario brings. */
export type ScenarioValues<K extends ScenarioCode> = Readonly<
  Record<keyof (typeof SCENARIOS)[K]["variables"] & string, string>
>;

/** What is known about a code that may come from anywhere; undefined for one the program does not announce. */
export function scenarioFacts(code: string): ScenarioFacts | undefined {
  const all: Readonly<Record<string, ScenarioFacts>> = SCENARIOS;
  return Object.hasOwn(all, code) ? all[code] : undefined;
}
