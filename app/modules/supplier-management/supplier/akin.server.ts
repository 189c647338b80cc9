import type { Context } from "~/engine/context.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { PARTY_RELATIONS, supplier } from "./supplier.entity";
import { ENDED_STAGES } from "./supplier-stages.rules";

const { key } = supplier;

/**
 * The suppliers among `ids`, and whoever has the same legal person, that are still dealt with; whatever whoever asks may see, for events
 * of risk that are made for each.
 */
export async function akinTo(
  context: Context,
  supplierId: string,
  ids: readonly string[],
): Promise<{ name: string; akin: { id: string; buyerId: string }[] }> {
  const [own] = await unscopedRows(context, key, ["name", "legal_person"], [where.eq("id", supplierId)]);
  const person = own?.legal_person ? own.legal_person : null;
  const rows = await unscopedRows(
    context,
    key,
    ["id", "buyer_id"],
    [
      where.any(where.oneOf("id", ids), ...(person === null ? [] : [where.eq("legal_person", person)])),
      where.not(where.eq("id", supplierId)),
      where.not(where.oneOf("stage", ENDED_STAGES)),
    ],
  );
  return { name: own?.name ?? "", akin: rows.map(({ id, buyer_id: buyerId }) => ({ id, buyerId })) };
}

/** Related parties as the files of both sides name them, by id of the other one, with the relation in words. */
export async function namedParties(context: Context, supplierId: string): Promise<Map<string, string>> {
  const lines = await unscopedLines(context, {
    entityKey: key,
    lines: "related_parties",
    columns: ["root_id", "related_supplier_id", "relation"],
    where: [where.any(where.eq("root_id", supplierId), where.eq("related_supplier_id", supplierId))],
  });
  const labels: Readonly<Record<string, string>> = PARTY_RELATIONS;
  return new Map(
    lines.map(({ root_id, related_supplier_id, relation }) => [
      root_id === supplierId ? related_supplier_id : root_id,
      labels[relation] ?? "",
    ]),
  );
}

/** How many related parties the file of a supplier names. */
export async function partiesNamed(context: Context, supplierId: string): Promise<number> {
  const own = [where.eq("root_id", supplierId)];
  return (await unscopedLines(context, { entityKey: key, lines: "related_parties", columns: ["id"], where: own }))
    .length;
}
