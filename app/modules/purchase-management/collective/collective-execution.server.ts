import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { boughtSchema } from "~/engine/operations/bought.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesSeen } from "~/engine/operations/line-scope.server";
import { ask } from "~/engine/operations/published.server";
import { intParameter } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { formatDecimal, sum } from "~/shared/decimal";
import { collectiveLines } from "./collective.fields";
import { fallenShort } from "./collective.rules";

type CollectiveRecord = RecordFor<"purchase-management/collective">;

const KEY = "purchase-management/collective";
const pool = z.object({
  period_from: z.string(),
  period_to: z.string(),
  demands: z.array(z.object({ factory_id: z.string(), material_id: z.string(), uom: z.string(), qty: z.string() })),
});

/** From then on factories buy at the prices of the pool. */
const BOUGHT: readonly string[] = ["distributed", "closed"];

/** Factories that buy less than they confirmed: for whoever sees the whole pool, since it compares factories. */
export async function shortFactories(context: Context, record: CollectiveRecord): Promise<OwnSection[]> {
  if (!BOUGHT.includes(record.state) || linesSeen(context, KEY, "demands").length > 0) return [];
  const { demands, period_from, period_to } = pool.parse(record);
  const rows = await ask(context, {
    entityKey: "purchase-orders/purchase-order",
    name: "bought",
    input: {
      factoryIds: [...new Set(demands.map(({ factory_id }) => factory_id))],
      materialIds: [...new Set(demands.map(({ material_id }) => material_id))],
      from: period_from,
      to: period_to,
    },
    answer: boughtSchema,
  });
  const least = await intParameter(context.services, "collective.minPercent");
  const short = fallenShort(
    demands,
    ({ factory_id, material_id, uom }) =>
      sum(
        rows
          .filter((row) => row.factoryId === factory_id && row.materialId === material_id && row.uom === uom)
          .map(({ ordered }) => ordered),
      ).toFixed(),
    least,
  );
  const { registry } = context.services;
  const names = new Map([
    ...(await labelsOf(
      context,
      registry.entity("master-data/factory"),
      short.map(({ factory_id }) => factory_id),
    )),
    ...(await labelsOf(
      context,
      registry.entity("master-data/material"),
      short.map(({ material_id }) => material_id),
    )),
  ]);
  const figures = ["确认数量", "已下单数量", "执行率"];
  return [
    {
      kind: "table",
      title: "执行不足的工厂",
      table: {
        caption: `交期在供货期${period_from}至${period_to}内的订单不到确认数量${least}%的工厂和物料${short.length === 0 ? "：没有" : ""}`,
        columns: columnsOf(["工厂", "物料", ...figures, "单位"], figures),
        rows: short.map(({ factory_id, material_id, uom, qty, ordered, rate }) => ({
          id: `${factory_id} ${material_id} ${uom}`,
          cells: [
            { text: names.get(factory_id) ?? "" },
            { text: names.get(material_id) ?? "" },
            { text: formatDecimal(qty) },
            { text: formatDecimal(ordered) },
            { text: `${rate}%` },
            { text: choiceLabel(collectiveLines.demands.fields.uom.options, uom) },
          ],
        })),
      },
    },
  ];
}
