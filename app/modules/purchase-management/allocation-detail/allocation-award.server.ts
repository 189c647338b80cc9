import type { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { askedAward, type awardDivided } from "~/engine/operations/allocations.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { planOf, unitsOf, wantedKey } from "./allocation-source.server";

const KEY = "purchase-management/allocation-detail";

type Asked = z.infer<typeof askedAward>[number];

/** Why an award becomes no allocation: another unit, a plan that ended, a demand that somebody divided already. */
async function whyNot(context: Context, one: Asked, unit: string | undefined): Promise<string | null> {
  if (unit !== one.uom) return "单位不是物料的基本单位，没有生成分配明细";
  const standing = [
    where.eq("material_id", one.materialId),
    where.eq("factory_id", one.factoryId),
    where.eq("period", one.period),
    where.oneOf("state", ["proposed", "locked", "used"]),
  ];
  const column = one.plan?.kind === "demand_plan" ? ("demand_plan_id" as const) : ("purchase_plan_id" as const);
  const [other] = await unscopedRows(
    context,
    KEY,
    ["number"],
    [...standing, one.plan ? where.eq(column, one.plan.id) : where.eq("source_no", one.sourceNo)],
  );
  if (other) return `已有分配明细${other.number ?? ""}，没有再次分配`;
  if (!one.plan) return null;
  const plan = await planOf(context, one.plan);
  if (!plan) return "计划已不在执行中，没有生成分配明细";
  const wanted = plan.wanted.find((line) => wantedKey(line) === wantedKey(one));
  const whole = sum(one.shares.map(({ quantity }) => quantity));
  if (wanted && decimal(wanted.quantity).gte(whole)) return null;
  return `计划在该月待分配的数量只有${formatDecimal(wanted?.quantity ?? "0")}，没有生成分配明细`;
}

/** Proposals with the shares of an award; what cannot be divided says why, and does not keep the others from it. */
export const divideAward: Published = async (context, input): Promise<z.infer<typeof awardDivided>> => {
  const asked = askedAward.parse(input);
  const units = await unitsOf(
    context,
    asked.map(({ materialId }) => materialId),
  );
  const system = consequenceOf(context);
  const screen = context.services.registry.mainScreen(KEY);
  const answers: z.infer<typeof awardDivided> = [];
  for (const one of asked) {
    const why = await whyNot(context, one, units.get(one.materialId));
    if (why !== null) {
      answers.push({ number: null, why });
      continue;
    }
    const plan = one.plan === null ? {} : { [`${one.plan.kind}_id`]: one.plan.id };
    const { number } = await createRecord(system, {
      screen,
      values: {
        ...{ source_type: "collective", source_no: one.sourceNo, ...plan },
        ...{ material_id: one.materialId, factory_id: one.factoryId, period: one.period, wanted_on: one.day },
        demand_qty: roundQuantity(sum(one.shares.map(({ quantity }) => quantity))),
        shares: one.shares.map(({ supplierId, quantity }) => ({
          ...{ supplier_id: supplierId, alloc_qty: quantity, adjust_reason: `按集采询价${one.sourceNo}的核定份额` },
        })),
      },
    });
    answers.push({ number, why: null });
  }
  return answers;
};
