import { z } from "zod";
import { dayOf } from "~/shared/calendar";
import { FORECAST_DAYS, GATE_ACTIONS, GATE_CHECKS, type GateAction, type GateCheck } from "~/shared/supplier-gate";
import type { Context } from "../context.server";
import { ask } from "../operations/published.server";
import { mayOnScreen, requireAction, screenFor } from "../operations/scope.server";
import { listPath } from "./address";
import { columnsOf } from "./table-columns";

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

/** The page of it. */
export async function ownLimitsModel(context: Context) {
  const limits = await ownLimitsOf(context);
  const coming = await ownComingLimitsOf(context);
  const stopped = limits.filter(({ severity }) => severity === "refuse");
  return {
    title: "我的业务限制",
    about: `截至${dayOf(context.now)}；按现有货源查询，具体订单的数量和金额限制以下单时为准`,
    back: { label: "返回供应商预警", href: listPath(context.services.registry.mainScreen(WARNING)) },
    verdict:
      stopped.length > 0
        ? { level: "error" as const, text: `有${stopped.length}项限制，请尽快处理` }
        : limits.length > 0
          ? { level: "warning" as const, text: "目前没有限制，有需要注意的事项" }
          : coming.length > 0
            ? { level: "warning" as const, text: `目前没有限制，未来${FORECAST_DAYS}天内有${coming.length}项将受限` }
            : { level: "success" as const, text: "目前没有限制" },
    tables: [
      {
        title: "限制与提醒",
        empty: "没有限制，也没有提醒。",
        table: {
          caption: "目前的限制与提醒",
          columns: columnsOf(["检查项", "结果", "涉及业务", "说明", "由谁解除", "如何解除"]),
          rows: limits.map(({ label, severity, actions, text, who, how, path }, index) => ({
            id: String(index),
            cells: [
              { text: label },
              severity === "refuse"
                ? { text: "不能办理", tone: "refused" as const }
                : { text: "提醒", tone: "warning" as const },
              { text: actions.join("、") },
              { text },
              { text: who },
              { text: how, ...(path ? { href: path } : {}) },
            ],
          })),
        },
      },
      {
        title: `未来${FORECAST_DAYS}天将受限的业务`,
        empty: `未来${FORECAST_DAYS}天内没有将受限的业务。`,
        table: {
          caption: `未来${FORECAST_DAYS}天将受限的业务`,
          columns: columnsOf(["检查项", "开始限制", "涉及业务", "说明", "请提供", "最迟日期"]),
          rows: coming.map(({ label, from, actions, text, bring, until, path }, index) => ({
            id: String(index),
            cells: [
              { text: label },
              { text: from },
              { text: actions.join("、") },
              { text },
              { text: bring, ...(path ? { href: path } : {}) },
              { text: until },
            ],
          })),
        },
      },
    ],
  };
}
