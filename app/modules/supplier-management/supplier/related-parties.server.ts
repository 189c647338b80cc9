import { type Context, consequenceOf } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork, StoredWork } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { suppliersLike } from "~/engine/operations/related-suppliers.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { PARTY_RELATIONS, supplier } from "./supplier.entity";

type SupplierRecord = RecordFor<"supplier-management/supplier">;

const { key } = supplier;
const LINE_STEP = 10;
/** Texts of the evidence are cut to what the field holds. */
const EVIDENCE_LENGTH = 200;

const phonesOf = (record: SupplierRecord | null) =>
  record ? [...new Set(linesOf(record, "contacts").map(({ phone }) => phone ?? ""))].filter(Boolean) : [];
const factsOf = (record: SupplierRecord | null) =>
  record ? JSON.stringify([record.legal_person, record.registered_address, phonesOf(record).sort()]) : null;

/**
 * Enters who shares legal person, telephone, address or account with the supplier among its related parties (catalogue
 * supplier-maintenance). Looked for when one of these facts is new: whom somebody took out stays out until then.
 */
export async function enterRelatedParties({ context, record, before }: SaveWork<SupplierRecord>): Promise<void> {
  if (factsOf(record) === factsOf(before)) return;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const found = await suppliersLike(context, {
    id: record.id,
    legalPerson: text(record.legal_person),
    address: text(record.registered_address),
    phones: phonesOf(record),
  });
  if (found.length === 0) return;
  const listed = linesOf(record, "related_parties");
  // The other one may have named this one already: one of the two is enough for the picture.
  const pointing = before
    ? await unscopedLines(context, {
        entityKey: key,
        lines: "related_parties",
        columns: ["root_id"],
        where: [where.eq("related_supplier_id", record.id)],
      })
    : [];
  const known = new Set([
    ...listed.map(({ related_supplier_id }) => related_supplier_id),
    ...pointing.map(({ root_id }) => root_id),
  ]);
  const fresh = found.filter(({ id }) => !known.has(id));
  putLines(record, "related_parties", [
    ...listed,
    ...fresh.map(({ id, relation, evidence }, index) => ({
      id: context.services.newId(),
      line_no: (listed.length + index + 1) * LINE_STEP,
      related_supplier_id: id,
      relation,
      evidence: evidence.slice(0, EVIDENCE_LENGTH),
    })),
  ]);
}

/** The buyer hears of related parties that were not there before, whoever entered them. */
export async function notifyOfRelatedParties({ context, record, before }: StoredWork<SupplierRecord>): Promise<void> {
  const earlier = new Set((before ? linesOf(before, "related_parties") : []).map((line) => line.related_supplier_id));
  const fresh = linesOf(record, "related_parties").filter((line) => !earlier.has(line.related_supplier_id ?? null));
  if (fresh.length === 0 || typeof record.buyer_id !== "string") return;
  await notify(context, {
    scenario: "supplier.related",
    values: { company: String(record.name), parties: await partiesText(context, fresh) },
    to: [record.buyer_id],
    record: { entity: key, id: record.id },
    path: `/supplier-management/supplier-info/${record.id}`,
  });
}

/** Duplicates that were related become one supplier, which is not related to itself, and to others once. */
export async function dropOwnRelations(context: Context, supplierId: string, mergedId: string): Promise<void> {
  const [screen] = context.services.registry.screensOf(key);
  const columns = ["id", "line_no", "related_supplier_id", "relation", "evidence"] as const;
  const lines = await unscopedLines(context, {
    entityKey: key,
    lines: "related_parties",
    columns,
    where: [where.eq("root_id", supplierId)],
  });
  const ids = lines.map(({ related_supplier_id }) => related_supplier_id);
  const kept = lines.filter(
    (_line, at) => ![supplierId, mergedId].includes(ids[at] ?? "") && ids.indexOf(ids[at] ?? "") === at,
  );
  if (!screen || kept.length === lines.length) return;
  const [row] = await unscopedRows(context, key, ["version"], [where.eq("id", supplierId)]);
  const related_parties = kept.map(({ related_supplier_id, relation, evidence }) => ({
    related_supplier_id,
    relation,
    evidence,
  }));
  const values = { related_parties };
  await updateRecordBy(consequenceOf(context), { screen, id: supplierId, version: Number(row?.version), values });
}

async function partiesText(context: Context, lines: ReturnType<typeof linesOf>): Promise<string> {
  const ids = lines.map((line) => String(line.related_supplier_id));
  const rows = await unscopedRows(context, key, ["id", "name"], [where.oneOf("id", ids)]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return lines
    .map((line) => {
      const relation = PARTY_RELATIONS[String(line.relation) as keyof typeof PARTY_RELATIONS];
      return `${names.get(String(line.related_supplier_id)) ?? ""}（${relation ?? ""}）`;
    })
    .join("、");
}
