import { z } from "zod";
import { GATE_ACTIONS, GATE_CHECKS, type GateAction, type GateCheck } from "~/shared/supplier-gate";
import type { Context } from "../context.server";
import { listPath } from "../screen/address";
import { ask } from "./published.server";
import { mayOnScreen, requireAction, screenFor } from "./scope.server";

const EXEMPTION = "supplier-management/gate-exemption";
const WARNING = "supplier-management/supplier-warning";

const names = <T extends string>(labels: Readonly<Record<T, string>>) =>
  z.custom<T>((name) => typeof name === "string" && Object.hasOwn(labels, name));

const limitSchema = z.object({
  check: names<GateCheck>(GATE_CHECKS),
  severity: z.enum(["refuse", "warn"]),
  actions: z.array(names<GateAction>(GATE_ACTIONS)),
  text: z.string(),
  who: z.string(),
  how: z.string(),
});

const comingSchema = z.object({
  check: names<GateCheck>(GATE_CHECKS),
  actions: z.array(names<GateAction>(GATE_ACTIONS)),
  from: z.string(),
  text: z.string(),
  bring: z.string(),
  until: z.string(),
});

/** Where a supplier cures what a check found: the entity its own screen shows. */
const PLACES: Partial<Readonly<Record<GateCheck, string>>> = {
  stage: "supplier-management/admission",
  freeze: "supplier-performance/supplier-freeze",
  certificate: "supplier-management/supplier-certificate",
  type_inspection: "master-data/type-inspection-report",
  source: "base-data/source-data",
  brand: "supplier-management/brand-authorization",
  correction: "supplier-audit/corrective-action",
};

/**
 * What stands in the way of the supplier that is signed in, what it can cure and where. `path` lies below the base path; null: nowhere.
 * @throws AppError("forbidden") for staff, who ask the gate itself
 */
export async function ownLimitsOf(context: Context) {
  const screen = context.services.registry.mainScreen(WARNING);
  requireAction(context, screen.entity, "query", screen);
  const limits = await ask(context, { entityKey: EXEMPTION, name: "own", input: {}, answer: z.array(limitSchema) });
  return limits.map((limit) => addressed(context, limit));
}

/**
 * What will stand in the way of the supplier that is signed in within the next days, and which paper keeps it from happening until when.
 * @throws AppError("forbidden") as `ownLimitsOf` does
 */
export async function ownComingLimitsOf(context: Context) {
  const screen = context.services.registry.mainScreen(WARNING);
  requireAction(context, screen.entity, "query", screen);
  const coming = await ask(context, {
    entityKey: EXEMPTION,
    name: "ownComing",
    input: {},
    answer: z.array(comingSchema),
  });
  return coming.map((limit) => addressed(context, limit));
}

/** In words, with the place where it is cured. */
function addressed<T extends { check: GateCheck; actions: GateAction[] }>(context: Context, { actions, ...limit }: T) {
  const place = screenFor(context, PLACES[limit.check] ?? "", "query");
  const path = place ? `${listPath(place)}${mayOnScreen(context, place, "add") ? "/new" : ""}` : null;
  return { ...limit, actions: actions.map((action) => GATE_ACTIONS[action]), label: GATE_CHECKS[limit.check], path };
}
