import type { Context } from "~/engine/context.server";
import { type Entity, reference } from "~/engine/entity";
import type { ColumnOf, EntityMap, ReferenceFaults, RowOf, TransitionOf } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord, putLines } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import type { RowName } from "~/modules/entity-map";
import { where } from "~/shared/condition";

const SUPPLIER = "supplier-management/supplier";
const ORDER = "purchase-orders/purchase-order";

/** Never run: whoever renames a column, a table of lines or a transition finds every line that reads it, because it does not compile. */
export async function whatDoesNotCompile(context: Context): Promise<void> {
  const [row] = await unscopedRows(context, SUPPLIER, ["id", "stage"], [where.eq("state", "active")]);
  const { registry: entities } = context.services;
  const supplier = entities.entity(SUPPLIER);
  const id: string | undefined = row?.id;
  // @ts-expect-error a column that was not read is not there
  row?.name;
  // @ts-expect-error a column the entity does not have
  await unscopedRows(context, SUPPLIER, ["status"], []);
  // @ts-expect-error a condition over a column the entity does not have
  await unscopedRows(context, SUPPLIER, ["id"], [where.eq("status", "active")]);
  const inside = where.not(where.any(where.eq("state", "active"), where.set("nobody")));
  // @ts-expect-error the same further inside
  await unscopedRows(context, SUPPLIER, ["id"], [inside]);
  const elsewhere = where.someRow({ table: "material", column: "id", equals: "material_id", inner: where.always });
  // @ts-expect-error the own column of a look into another table
  await unscopedRows(context, SUPPLIER, ["id"], [elsewhere]);
  // @ts-expect-error an entity nobody registered
  await unscopedRows(context, "supplier-management/suppliers", ["id"], []);
  // @ts-expect-error counted by a column the entity does not have
  await unscopedCountsBy(context, SUPPLIER, "class", []);
  // @ts-expect-error lines the entity does not have
  await unscopedLines(context, { entityKey: ORDER, lines: "rows", columns: ["id"], where: [] });
  // @ts-expect-error a column the lines do not have
  await unscopedLines(context, { entityKey: ORDER, lines: "items", columns: ["supplier_id"], where: [] });
  // @ts-expect-error a transition of something else
  await applyTransition(context, { entity: supplier, id: id ?? "", name: "close_lines" });
  // @ts-expect-error hooks of a transition the entity does not have
  const server: EntityServer<typeof SUPPLIER> = { transitions: { close_lines: {} } };
  // @ts-expect-error no column of the entity
  const column: ColumnOf<typeof ORDER> = "supplier";
  // @ts-expect-error a word the choice does not have
  const stage: RowOf<typeof SUPPLIER>["stage"] = "released";
  // @ts-expect-error no transition of the entity
  const transition: TransitionOf<typeof ORDER> = "qualify";
  const { record: order } = await openRecord(context, { entity: entities.entity(ORDER), id: id ?? "" });
  const hooks: EntityServer<typeof ORDER> = {
    async beforeSave({ record, before }) {
      // @ts-expect-error a field the entity does not have
      void [record.supplier, before?.supplier_id];
      // @ts-expect-error a state it is never in
      if (record.state === "effective") return [];
      // @ts-expect-error rows it does not have
      putLines(record, "rows", linesOf(record, "items"));
      return linesOf(record, "items").flatMap(({ qty, schedules: [first] }) => {
        // @ts-expect-error a field the rows below its rows do not have
        void [qty, first?.plan_date, first?.day];
        return [];
      });
    },
  };
  // @ts-expect-error lines the entity does not have
  linesOf(order, "rows");
  await Promise.all([server, column, stage, transition, hooks]);
}

/** Never run either: what a question is asked about and what it answers is as the supplier declares it. */
export async function whatCannotBeAsked(context: Context): Promise<void> {
  const [standing] = await ask(context, SUPPLIER, "standing", ["id"]);
  const stage: RowOf<typeof SUPPLIER>["stage"] | undefined = standing?.stage;
  // @ts-expect-error an answer without it
  standing?.risk;
  // @ts-expect-error a question nobody answers
  await ask(context, SUPPLIER, "whereabouts", ["id"]);
  // @ts-expect-error asked about many
  await ask(context, SUPPLIER, "standing", "id");
  // @ts-expect-error asked about nothing
  await ask(context, SUPPLIER, "standing");
  // @ts-expect-error asked about more than it takes
  await ask(context, SUPPLIER, "standing", ["id"], ["name"]);
  // @ts-expect-error no such way of choosing
  await ask(context, SUPPLIER, "listed", { state: "active" });
  // @ts-expect-error no transition of the supplier
  await ask(context, SUPPLIER, "refusal", "id", "close_lines");
  // @ts-expect-error an entity that answers nothing
  await ask(context, ORDER, "standing", ["id"]);
  await Promise.all([stage]);
}

/** A definition that names a column another entity lacks is told so, in the head and in lines; one that agrees is not. */
type OfHead<F extends Entity["fields"]> = ReferenceFaults<{ "trial/paper": Entity<F, Record<never, never>, never> }>;
const lacking = { supplier_id: reference(SUPPLIER, { label: "供应商", only: where.eq("status", "active") }) };
const tied = { order_id: reference(ORDER, { label: "订单", within: { vendor_id: "supplier_id" } }) };
const nowhere = { supplier_id: reference("supplier-management/suppliers", { label: "供应商" }) };
const agreeing = { supplier_id: reference(SUPPLIER, { label: "供应商", only: where.eq("state", "active") }) };
export const told: [OfHead<typeof lacking>, OfHead<typeof tied>, OfHead<typeof nowhere>] = [
  'trial/paper.supplier_id: "supplier-management/supplier" has no column "status"',
  'trial/paper.order_id: "purchase-orders/purchase-order" has no column "vendor_id"',
  'trial/paper.supplier_id: there is no entity "supplier-management/suppliers"',
];
// @ts-expect-error nothing is wrong with it, so no sentence fits
export const silent: OfHead<typeof agreeing> = "";
// @ts-expect-error nothing is wrong with what is registered
export const registered: ReferenceFaults<EntityMap> = "";

// @ts-expect-error a row of the small company that no seed names
export const nobody: RowName = "nobody";
