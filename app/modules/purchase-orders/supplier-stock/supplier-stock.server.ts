import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain, lineField, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { stoppedMaterials } from "../purchase-order/material-status.server";
import { factoryFigures, factorySection } from "./factory-side.server";
import { fillTerms, priceFindings } from "./stock-terms.server";
import { belowMinimum, fillRates, listUnused, shortages, stockSections } from "./stock-watch.server";
import { holdAgreements } from "./supplier-stock.query.server";

type SupplierStockRecord = RecordFor<"purchase-orders/supplier-stock">;

const KEY = "purchase-orders/supplier-stock";
/** States in which an agreement keeps others from saying something else about the same. */
const HOLDING = ["in_approval", "to_accept", "active"] as const;

const facts = z.object({
  id: z.string(),
  supplier_id: z.string(),
  factory_id: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  items: z.array(z.object({ material_id: z.string() })),
});

const binding = facts.extend({ company_id: z.string().nullable(), purchase_org_id: z.string().nullable() });

/** Other agreements with the supplier for the factory that speak of the same material in the same time, one per line at most. */
async function overlapComplaints(context: Context, record: SupplierStockRecord): Promise<Complaint[]> {
  const own = facts.parse(record);
  const others = await unscopedRows(
    context,
    KEY,
    ["id", "number"],
    [
      where.eq("supplier_id", own.supplier_id),
      where.eq("factory_id", own.factory_id),
      where.oneOf("state", HOLDING),
      where.atMost("valid_from", own.valid_to),
      where.atLeast("valid_to", own.valid_from),
      where.not(where.eq("id", own.id)),
    ],
  );
  if (others.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["root_id", "material_id"],
    where: [
      where.oneOf(
        "root_id",
        others.map(({ id }) => id),
      ),
      where.oneOf(
        "material_id",
        own.items.map(({ material_id }) => material_id),
      ),
    ],
  });
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code"],
    [
      where.oneOf(
        "id",
        lines.map(({ material_id }) => material_id),
      ),
    ],
  );
  return own.items.flatMap(({ material_id }, at) => {
    const clash = lines.find((line) => line.material_id === material_id);
    if (!clash) return [];
    const code = materials.find(({ id }) => id === material_id)?.code ?? "";
    const number = others.find(({ id }) => id === clash.root_id)?.number ?? "";
    const message = `物料【${code}】在该期间已有备货协议${number}`;
    return [complain(lineField("items", at + 1, "material_id"), message)];
  });
}

async function overlapFindings(context: Context, record: SupplierStockRecord): Promise<Finding[]> {
  return (await overlapComplaints(context, record)).map(({ message }) => ({
    check: "overlap",
    level: "block",
    text: message,
  }));
}

const gateReasons = z.array(
  z.object({
    check: z.string(),
    severity: z.enum(["refuse", "warn"]),
    text: z.string(),
    cure: z.object({ who: z.string(), how: z.string() }),
  }),
);

/**
 * Whether we may bind ourselves to this supplier and buy these materials at all. Our side alone is told, and alone may ask: what was frozen
 * while the supplier thought about it stops the orders, which ask the gate anew.
 */
async function bindingFindings(context: Context, record: SupplierStockRecord): Promise<Finding[]> {
  if (context.actor.supplierId) return [];
  const { supplier_id, factory_id, company_id, purchase_org_id, items } = binding.parse(record);
  const reasons = await ask(context, {
    entityKey: "supplier-management/gate-exemption",
    name: "gate",
    input: {
      action: "contract",
      supplierId: supplier_id,
      materialIds: [...new Set(items.map(({ material_id }) => material_id))],
      factoryId: factory_id,
      companyId: company_id,
      purchaseOrgId: purchase_org_id,
      hold: true,
    },
    answer: gateReasons,
  });
  const found = reasons.map(
    ({ check, severity, text, cure }): Finding =>
      severity === "refuse"
        ? { check, level: "block", text: `${text}（${cure.who}：${cure.how}）` }
        : { check, level: "note", text },
  );
  return [...found, ...(await stoppedMaterials(context, record))];
}

/** What was agreed on and approved still holds: nobody else says something about the same, and we may still bind ourselves. */
async function standingFindings(context: Context, record: SupplierStockRecord): Promise<Finding[]> {
  return [...(await overlapFindings(context, record)), ...(await bindingFindings(context, record))];
}

/** The supplier's time to answer begins. */
async function askSupplier(context: Context, work: Work<SupplierStockRecord>): Promise<void> {
  work.set({ asked_at: context.now.toISOString(), declined_reason: null });
}

/** Of two that come into force at the same moment the second one waits here, and then finds the first. */
async function aloneInForce({ context, before, record }: TransitionWork<SupplierStockRecord>): Promise<void> {
  const holds: readonly string[] = HOLDING;
  if (!holds.includes(record.state) || holds.includes(before.state)) return;
  const own = facts.parse(record);
  await holdAgreements(context.services.database.connection(), own.supplier_id, own.factory_id);
  const complaints = await overlapComplaints(context, record);
  if (complaints.length > 0) throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
}

export const supplierStockServer: EntityServer<"purchase-orders/supplier-stock"> = {
  prepare: fillTerms,
  beforeSave: ({ context, record }) => overlapComplaints(context, record),
  afterTransition: aloneInForce,
  sections: async (context, record) => [
    ...(await stockSections(context, record)),
    ...(await factorySection(context, record)),
  ],
  deadlines: { shortage: shortages },
  async extra(context, _screen, ids, place) {
    const [rates, factory] = [await fillRates(context, ids), await factoryFigures(context, ids, place)];
    return new Map(ids.map((id) => [id, { fill_rate: rates.get(id) ?? null, ...factory.get(id) }]));
  },
  chosen: (context, _toggle, rows) => belowMinimum(context, rows),
  transitions: {
    submit: {
      async check(context, record) {
        return [...(await standingFindings(context, record)), ...(await priceFindings(context, record))];
      },
      effect: askSupplier,
    },
    accept: { check: overlapFindings },
    end: { effect: listUnused },
    end_in_time: { effect: listUnused },
  },
  lasting: {
    in: ["to_accept", "active"],
    except: { submit: "its own check asks the same", accept: "its own check asks the same" },
    grown: () => false,
    check: (context, record) => standingFindings(context, record),
  },
};
