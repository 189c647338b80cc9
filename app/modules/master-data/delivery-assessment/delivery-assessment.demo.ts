import type { DemoPen } from "~/engine/entity/seed";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const ASSESSMENT = "master-data/delivery-assessment";
const CLAUSE = "base-data/standard-clause";

/** How deliveries are judged: everything by the day that was ordered, one kind of material by what the supplier promised. */
export async function demoAssessments(pen: DemoPen): Promise<void> {
  // Rules of delivery are as old as the results they have made.
  const context = pen.context(pen.moment(pen.daysAgo(300), 10));
  const title = [where.eq("title", "逾期交货违约金")];
  const [clause] = await unscopedRows(context, CLAUSE, ["id"], title);
  const bands = (rows: readonly (readonly [string, string, string])[]) =>
    rows.map(([from_rate, to_rate, score]) => ({ from_rate, to_rate, score }));
  await pen.create(context, ASSESSMENT, {
    title: "通用交货考核",
    due_source: "order",
    grace_days: "1",
    qty_tolerance: "2",
    clause_id: clause?.id ?? "",
    fine_start_days: "3",
    min_fine: "100",
    bands: bands([
      ["0", "80", "0"],
      ["80", "90", "60"],
      ["90", "95", "80"],
      ["95", "100", "100"],
    ]),
    exemptions: [{ reason: "不可抗力" }, { reason: "我方变更交期或收货地点" }],
  });
  await pen.create(context, ASSESSMENT, {
    title: "原料按承诺交期考核",
    material_type_id: await pen.idOf("master-data/material-type", "Y"),
    due_source: "promise",
    grace_days: "0",
    early_counts: "1",
    qty_tolerance: "0",
    bands: bands([
      ["0", "90", "0"],
      ["90", "100", "100"],
    ]),
  });
}
