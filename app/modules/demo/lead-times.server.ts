import type { Context } from "~/engine/context.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import type { DemoMaterial } from "./materials.server";
import { FACTORIES, type Organisation } from "./organisation.server";
import type { DemoSupplier } from "./suppliers.server";

const CYCLE = "master-data/deliver-cycle";
const ASSESSMENT = "master-data/delivery-assessment";
const CLAUSE = "base-data/standard-clause";
const MAIL = "master-data/undelivered-mail";
const SUPPLIER = "supplier-management/supplier";

/** Days of preparation, transport and inspection. */
type Days = readonly [prepare: number, transit: number, inspect: number];

/** Lead times by type, narrower ones of two suppliers, a plan of reminders, and a supplier that is asked to complete its file. */
export async function loadLeadTimes(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
  materials: readonly DemoMaterial[],
): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(60), 10));
  const cycle = (values: Readonly<Record<string, unknown>>, [prepare, transit, inspect]: Days) =>
    writer.create(context, CYCLE, {
      ...values,
      prepare_days: String(prepare),
      transit_days: String(transit),
      inspect_days: String(inspect),
      valid_from: writer.daysAgo(60),
    });
  const [first, second] = suppliers;
  const [factory] = FACTORIES;
  const season = { season_from: "12-20", season_to: "02-15", season_extra: "7" };
  const proposed: string[] = [];
  await writer.together(context, async () => {
    let at = 0;
    for (const [, type] of [...organisation.materialTypes].slice(0, 6)) {
      await cycle({ material_type_id: type, ...(at % 2 === 0 ? season : {}) }, [3 + at, 2, 1]);
      at += 1;
    }
    for (const [supplier, days] of [
      [first, [5, 2, 1]],
      [second, [7, 3, 1]],
    ] as const) {
      const own = materials.find(({ type }) => type === supplier?.type);
      if (!supplier || !own) continue;
      const agreed = await cycle({ supplier_id: supplier.id, material_id: own.id }, days);
      if (supplier === first) proposed.push(agreed.id);
      await cycle(
        {
          supplier_id: supplier.id,
          material_id: own.id,
          factory_id: organisation.factories.get(factory?.code ?? ""),
          remark: "该工厂距离近，运输少一天。",
        },
        [days[0], days[1] - 1, days[2]],
      );
    }
    // Rules of delivery are as old as the results they have made.
    await assessments(writer, writer.context(writer.moment(writer.daysAgo(300), 10)), organisation);
    await writer.create(context, MAIL, {
      title: "全部订单交期提醒",
      before_days: "3",
      after_days: "3",
      schedule: "workdays",
    });
    await writer.create(context, MAIL, {
      title: "周四到货前催交",
      before_days: "2",
      after_days: "2",
      schedule: "cron",
      schedule_conf: "30 8 * * 2,4",
    });
  });
  const [own] = proposed;
  if (first && own)
    await applyTransition(writer.context(writer.moment(writer.daysAgo(2), 15), first.actor), {
      entity: writer.screen(CYCLE).entity,
      id: own,
      name: "propose",
      input: { prepare_days: "7", transit_days: "2" },
      reason: "制粉线年底检修，排产紧张，备货需要增加两天。",
    });
  if (!second) return;
  const today = writer.context(writer.moment(writer.daysAgo(1), 10));
  await applyTransition(today, {
    entity: writer.screen(SUPPLIER).entity,
    id: second.id,
    name: "invite_supplement",
    input: { due: writer.daysAgo(-14), note: "请补传最近一年的厂区平面图。" },
  });
}

/** How deliveries are judged: everything by the day that was ordered, one kind of material by what the supplier promised. */
async function assessments(writer: DemoWriter, context: Context, organisation: Organisation): Promise<void> {
  const title = [where.eq("title", "逾期交货违约金")];
  const [clause] = await unscopedRows(context, CLAUSE, ["id"], title);
  const [, type] = [...organisation.materialTypes][0] ?? [];
  const bands = (rows: readonly (readonly [string, string, string])[]) =>
    rows.map(([from_rate, to_rate, score]) => ({ from_rate, to_rate, score }));
  await writer.create(context, ASSESSMENT, {
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
  await writer.create(context, ASSESSMENT, {
    title: "原料按承诺交期考核",
    material_type_id: type,
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
