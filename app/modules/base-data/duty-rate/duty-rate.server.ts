import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Published, SaveWork } from "~/engine/entity/server-hooks";
import { askedDutySchema } from "~/engine/operations/duty-rate.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { holdOrigin, selectRates } from "./duty-rate.query.server";
import { DOMESTIC, meets } from "./duty-rate.rules";

const KEY = "base-data/duty-rate";
const typed = z.object({
  ...{ id: z.string().optional(), origin: z.string(), valid_from: z.string(), valid_to: z.string().nullable() },
  ...{ material_id: z.string().nullable(), material_type_id: z.string().nullable() },
});

/** One rate for the same goods of an origin on a day. */
async function oneRate({ context, record }: SaveWork<RecordFor<typeof KEY>>): Promise<Complaint[]> {
  const own = typed.safeParse(record);
  if (!own.success) return [];
  const { id, origin, material_id, material_type_id } = own.data;
  await holdOrigin(context.services.database.connection(), origin);
  const same = (column: "material_id" | "material_type_id", value: string | null) =>
    value === null ? where.empty(column) : where.eq(column, value);
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "valid_from", "valid_to"],
    [where.eq("origin", origin), same("material_id", material_id), same("material_type_id", material_type_id)],
  );
  const other = rows.find((row) => row.id !== id && meets(row, own.data));
  return other ? [complain("valid_from", `同一原产地和物料在${other.valid_from}起已有税率，请先填写它的失效日期`)] : [];
}

/**
 * What duty goods bear by their origin, published as `base-data/duty-rate.rates_for`: what nobody registered bears the rate of the parameter,
 * goods from home none.
 */
const ratesFor: Published = async (context: Context, input) => {
  const asked = z.array(askedDutySchema).parse(input);
  if (asked.length === 0) return [];
  const rates = await selectRates(context.services.database.connection(), asked);
  const other = decimal(await intParameter(context.services, "rfq.dutyRate"))
    .div(100)
    .toFixed();
  return asked.map(({ origin }, at) => (origin === DOMESTIC ? null : (rates[at] ?? other)));
};

export const dutyRateServer: EntityServer<typeof KEY> = { beforeSave: oneRate, publishes: { rates_for: ratesFor } };
