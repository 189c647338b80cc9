import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection } from "~/engine/entity/server-hooks";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { dayOf } from "~/shared/calendar";
import { CYCLES } from "./cycle-report.server";
import { drawReport } from "./drawn-report.server";
import { DIMENSIONS, daysOf, REPORT_CODES } from "./purchase-report.rules";
import { RECORDS, type ReportPlan } from "./report-table.server";

type PurchaseReportRecord = RecordFor<"purchase-management/purchase-report">;

const KEY = "purchase-management/purchase-report";

const asked = z.object({
  report_code: z.enum(Object.keys(REPORT_CODES) as [keyof typeof REPORT_CODES]),
  dimension: z.enum(Object.keys(DIMENSIONS) as [keyof typeof DIMENSIONS]),
  period: z.string(),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  currency: z.string(),
  supplier_id: z.string().nullable(),
  material_id: z.string().nullable(),
  factory_id: z.string().nullable(),
  purchase_group_id: z.string().nullable(),
});

const NARROWED = ["supplier_id", "material_id", "factory_id", "purchase_group_id"] as const;

/** What a stored report asks for today. */
export function planOf(context: Context, record: PurchaseReportRecord): ReportPlan {
  const { report_code: code, dimension, currency, ...rest } = asked.parse(record);
  return {
    code,
    dimension,
    days: daysOf(rest, dayOf(context.now)),
    pairs: [
      ["currency", currency],
      ...NARROWED.flatMap((name): [string, string][] => (rest[name] === null ? [] : [[name, rest[name]]])),
    ],
  };
}

/** Picture and table of a report as its reader sees them, or why there are none. */
async function sections(context: Context, record: PurchaseReportRecord): Promise<OwnSection[]> {
  const screen = context.services.registry.screen(record.report_code === "sourcing_cycle" ? CYCLES : RECORDS);
  if (!screen) return [];
  if (!mayOnScreen(context, screen, "query"))
    return [{ kind: "facts", title: "结果", facts: [{ label: "说明", text: `您没有查看${screen.label}的权限` }] }];
  return reading(context, () => drawReport(context, screen, planOf(context, record)));
}

export const purchaseReportServer: EntityServer<typeof KEY> = { sections };
