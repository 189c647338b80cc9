import { z } from "zod";
import { type Context, consequenceOf, type EngineServices, systemContext } from "~/engine/context.server";
import { saveSystemFields } from "~/engine/operations/system-fields.server";
import { inTransaction, reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";
import { supplierRiskLevel, WEIGHING } from "./risk-event.rules";

const SUPPLIER = "supplier-management/supplier";

const weighing = z.array(z.object({ level: z.string() }));
const judged = z.array(z.object({ id: z.string(), supplier_id: z.string() }));

/** The level of a supplier follows from its events; written beside whatever changed them, in the same transaction. */
export async function saveLevel(context: Context, supplierId: string, number: string | null): Promise<void> {
  const entity = context.services.registry.entity(SUPPLIER);
  const rows = await unscopedRows(
    context,
    riskEvent.key,
    ["level"],
    [where.eq("supplier_id", supplierId), where.oneOf("state", WEIGHING)],
  );
  const risk_level = supplierRiskLevel(weighing.parse(rows).map(({ level }) => level));
  await saveSystemFields(consequenceOf(context), {
    entity,
    id: supplierId,
    values: { risk_level },
    label: "风险等级更新",
    reason: number ? `风险事件${number}` : undefined,
  });
}

const high = where.reaches("coefficient", "risk.highFrom");
const medium = where.all(where.not(high), where.reaches("coefficient", "risk.midFrom"));
const low = where.not(where.any(high, where.reaches("coefficient", "risk.midFrom")));

/** Open events whose level is not what the parameters of today say. Those that are closed keep what they were judged by. */
const LEFT_BEHIND = where.all(
  where.oneOf("state", ["new", ...WEIGHING]),
  where.any(
    where.all(high, where.not(where.eq("level", "high"))),
    where.all(medium, where.not(where.eq("level", "medium"))),
    where.all(low, where.not(where.eq("level", "low"))),
  ),
);

/** Judges open events anew after the limits of the levels changed, each with its supplier in one transaction. @returns how many changed */
export async function followLimits(services: EngineServices): Promise<number> {
  const context = systemContext(services, "风险等级重判");
  const rows = judged.parse(
    await reading(context, () => unscopedRows(context, riskEvent.key, ["id", "supplier_id"], [LEFT_BEHIND])),
  );
  for (const { id, supplier_id } of rows)
    await inTransaction(context, async () => {
      const entity = services.registry.entity(riskEvent.key);
      await saveSystemFields(context, {
        entity,
        id,
        values: {},
        label: "风险等级更新",
        reason: "风险等级的参数已调整",
      });
      await saveLevel(context, supplier_id, null);
    });
  return rows.length;
}
