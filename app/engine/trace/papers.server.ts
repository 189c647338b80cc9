import type { BatchKey } from "~/data/batches.server";
import { type Row, selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Tone } from "~/shared/tone";
import type { Context } from "../context.server";
import { lineTable, tableOf } from "../entity/table-names";
import { stateLabel } from "../operations/save.server";
import { factsOf } from "../operations/scope.server";
import { reachOfList } from "./reach.server";

const CERTIFICATE = "supplier-management/supplier-certificate";
const INSPECTION = "master-data/type-inspection-report";
/** Papers that are listed of each kind, the newest first. */
const MOST = 50;

/** A certificate of the supplier, or a type inspection of the material, held against the days on which goods came. */
export interface BatchPaper {
  entityKey: string;
  id: string;
  label: string;
  from: string;
  /** Empty for what has no end. */
  to: string | null;
  state: string;
  verdict: { text: string; tone: Tone };
}

/** What was valid of a supplier and a material between two days, and what was not any more, within the reach of the person. */
export async function papersOf(
  context: Context,
  { supplierId, materialId }: BatchKey,
  days: { first: string; last: string },
): Promise<BatchPaper[]> {
  const certificates = await rowsOf(context, CERTIFICATE, {
    columns: ["id", "certificate_name", "certificate_no", "issue_date", "valid_to", "is_long_term", "state"],
    conditions: [
      where.eq("supplier_id", supplierId),
      where.oneOf("state", ["valid", "renewing", "expired", "replaced", "revoked"]),
      where.atMost("issue_date", days.last),
      where.any(where.eq("is_long_term", true), where.empty("valid_to"), where.atLeast("valid_to", days.first)),
    ],
  });
  const table = lineTable("type_inspection_report", "materials");
  const inspections = await rowsOf(context, INSPECTION, {
    columns: ["id", "number", "report_no", "lab_name", "issue_date", "next_due_date", "state"],
    conditions: [
      where.eq("supplier_id", supplierId),
      where.oneOf("state", ["valid", "failed", "superseded"]),
      where.atMost("issue_date", days.last),
      where.someLine(table, where.eq("material_id", materialId)),
    ],
  });
  return [
    ...certificates.map((row) =>
      paper(context, CERTIFICATE, row, {
        label: `${String(row.certificate_name ?? "")} ${String(row.certificate_no)}`.trim(),
        to: row.is_long_term === true ? null : row.valid_to,
        days,
      }),
    ),
    ...inspections.map((row) =>
      paper(context, INSPECTION, row, {
        label: `型检 ${String(row.report_no)} ${String(row.lab_name)}`,
        to: row.next_due_date,
        days,
      }),
    ),
  ];
}

async function rowsOf(
  context: Context,
  key: string,
  { columns, conditions }: { columns: readonly string[]; conditions: readonly Condition[] },
): Promise<Row[]> {
  const entity = context.services.registry.entity(key);
  const reach = reachOfList(context, entity);
  if (!reach) return [];
  return selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns,
    where: [...reach, ...conditions],
    facts: factsOf(context),
    sort: [{ by: "issue_date", descending: true, filled: true }],
    limit: MOST,
    few: true,
  });
}

function paper(
  context: Context,
  entityKey: string,
  row: Row,
  { label, to, days }: { label: string; to: unknown; days: { first: string; last: string } },
): BatchPaper {
  const end = typeof to === "string" ? to : null;
  const state = String(row.state);
  return {
    entityKey,
    id: String(row.id),
    label,
    from: String(row.issue_date),
    to: end,
    state: stateLabel(context.services.registry.entity(entityKey), state),
    verdict: verdictOf({ state, from: String(row.issue_date), to: end }, days),
  };
}

/** Whether a paper counted on the days of a batch. */
export function verdictOf(
  { state, from, to }: { state: string; from: string; to: string | null },
  { first, last }: { first: string; last: string },
): { text: string; tone: Tone } {
  if (state === "revoked") return { text: "已作废", tone: "refused" };
  if (state === "failed") return { text: "不合格", tone: "refused" };
  const ended = to !== null && to < last;
  if (to !== null && to < first) return { text: "到货时已过期", tone: "refused" };
  if (ended || from > first) return { text: "部分到货日有效", tone: "warning" };
  return { text: "到货时有效", tone: "done" };
}
