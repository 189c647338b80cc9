import { expect, test } from "vitest";
import { askedFaults } from "~/engine/entity/check-asked";
import type { Message } from "~/engine/entity/messages";
import { platformScenarios } from "~/engine/scenarios";
import { registry } from "~/modules/registry.server";

const JUDGED = "what somebody handed in is read as a whole before it is judged";
const WRITTEN_FIRST = "it is filled in on its own form first; the move only hands in";
const NOTHING = "nothing is asked for but to know";

/**
 * To-dos that lead to the record, by entity and scenario, and why (decision 0182). The list only shrinks: whoever adds a to-do either names its
 * move or finds one of these reasons true.
 */
const TO_THE_RECORD: Readonly<Record<string, string>> = {
  "base-data/coa-standard coa.standard-submitted": JUDGED,
  "base-data/logistics-volume volume.proposed": JUDGED,
  "base-data/provision provision.missing": "whom it waits for stands on the record",
  "master-data/deliver-cycle cycle.proposed": JUDGED,
  "purchase-management/allocation-detail allocation.unlocked":
    "its shares are changed on the record before it is locked again",
  "purchase-orders/purchase-order order.proposed withdraw_change": NOTHING,
  "purchase-orders/purchase-order product.label-waits": JUDGED,
  "purchase-orders/rush-order rush.replied": "whether it is agreed or its cost approved first depends on the reply",
  "receiving/inbound-coa coa.submitted": JUDGED,
  "receiving/recall-drill recall.reported": JUDGED,
  "supplier-audit/corrective-action capa.answered": JUDGED,
  "supplier-audit/corrective-action capa.due": WRITTEN_FIRST,
  "supplier-audit/corrective-action capa.issued": WRITTEN_FIRST,
  "supplier-audit/corrective-action capa.returned": WRITTEN_FIRST,
  "supplier-management/admission admission.assess": JUDGED,
  "supplier-management/admission admission.assess-late": JUDGED,
  "supplier-management/brand-authorization brand.submitted": JUDGED,
  "supplier-management/gate-exemption gate-exemption.asked": JUDGED,
  "supplier-management/supplier-audit audit.coming": NOTHING,
  "supplier-management/supplier-audit audit.report": JUDGED,
  "supplier-management/supplier-certificate certificate.submitted": JUDGED,
  "supplier-management/supplier-change supplier-change.asked": JUDGED,
  "supplier-management/supplier-change supplier-change.invited": WRITTEN_FIRST,
  "supplier-management/supplier supplier.supplement": WRITTEN_FIRST,
  "supplier-onboarding/preq-application preq.appealed": JUDGED,
  "supplier-onboarding/supplier-registration registration.submitted": JUDGED,
  "supplier-performance/supplier-freeze supplier-freeze.asked": JUDGED,
  "supplier-performance/supplier-freeze supplier-freeze.emergency": JUDGED,
  "system-management/form-answer form.due-soon": WRITTEN_FIRST,
  "system-management/homepage-suggestion suggestion.assigned": JUDGED,
};

/** To-dos that server code tells of alone, where the definitions say nothing: their records, and with `commit` and the like their moves, are named there. */
const TOLD_BY_CODE = [
  ...[
    "allocation.ordered",
    "audit.assigned",
    "demand.ordered",
    "demand.to-commit",
    "form.asked",
    "member.asked",
    "message.todo",
  ],
  ...[
    "news.reminded",
    "news.to-confirm",
    "preq.asked",
    "preq.invited",
    "preq.review",
    "risk.new",
    "suggestion.submitted",
  ],
];

const told = registry.registrations.flatMap(({ entity }) => {
  const messages: readonly Message[] = entity.messages ?? [];
  const reminders = Object.values(entity.deadlines ?? {}).flatMap(({ reminders = {} }) => Object.values(reminders));
  return [
    ...messages.map(({ scenario, asks, on }) => ({ entity: entity.key, scenario, asks, on: on.join() })),
    ...reminders.flatMap((one) =>
      one.task ? [] : [{ entity: entity.key, scenario: one.scenario, asks: one.asks, on: "" }],
    ),
  ];
});
const isTodo = (scenario: string) => registry.scenarioFacts(scenario)?.level === "todo";
const nameOf = ({ entity, scenario, on }: (typeof told)[number]) =>
  [`${entity} ${scenario} ${on}`, `${entity} ${scenario}`].find((name) => Object.hasOwn(TO_THE_RECORD, name));

test("每条待办消息都指向它要求办的那一步，否则在名单里写明为什么指向单据", () => {
  const todo = told.filter(({ scenario }) => isTodo(scenario));
  expect(todo.length).toBeGreaterThan(40);
  const unsaid = todo.filter((one) => one.asks === undefined && nameOf(one) === undefined);
  expect(unsaid.map(({ entity, scenario, on }) => `${entity} ${scenario} ${on}`)).toEqual([]);
});

test("名单里没有已经指向某一步的，也没有不存在的", () => {
  const open = new Set(told.filter(({ scenario, asks }) => isTodo(scenario) && asks === undefined).map(nameOf));
  expect(Object.keys(TO_THE_RECORD).filter((name) => !open.has(name))).toEqual([]);
});

test("定义里没有写的待办，只有程序另行告知的这些", () => {
  const declared = new Set<string>(told.map(({ scenario }) => scenario));
  const rest = Object.keys(registry.scenarios).filter(
    (code) => isTodo(code) && !declared.has(code) && !Object.hasOwn(platformScenarios, code),
  );
  expect(rest.sort()).toEqual([...TOLD_BY_CODE].sort());
});

test("要求收件一方办不了的一步，在启动时就被指出", () => {
  const entity = registry.entity("purchase-orders/purchase-order");
  const scenarios = registry.scenarios;
  const faults = (
    asks: string,
    to: Parameters<typeof askedFaults>[2]["to"],
    scenario: "order.released" | "order.proposed",
  ) => askedFaults("at", entity, { scenario, to, asks }, scenarios);
  expect(faults("confirm", { suppliers: ["supplier_id"] }, "order.released")).toEqual([]);
  expect(faults("accept_change", { people: ["buyer_id"] }, "order.proposed")).toEqual([]);
  expect(faults("accept_change", { suppliers: ["supplier_id"] }, "order.released")).toEqual([
    'at: asks the suppliers for "accept_change", which only the other side makes',
  ]);
  expect(faults("confirm", { people: ["buyer_id"] }, "order.proposed")).toEqual([
    'at: asks the staff for "confirm", which only the other side makes',
  ]);
  expect(faults("confirm", { roles: ["buyer"] }, "order.proposed")).toHaveLength(1);
  expect(faults("gone", { suppliers: ["supplier_id"] }, "order.released")).toEqual([
    'at: asks for "gone", which is no transition',
  ]);
});
