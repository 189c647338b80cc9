import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { PARTY_RELATIONS } from "../supplier/supplier.entity";
import { notice } from "./risk-notice.server";

type RiskEventRecord = RecordFor<"supplier-management/risk-event">;

const SUPPLIER = "supplier-management/supplier";
const BRAND = "supplier-management/brand-authorization";
/** Suppliers nothing is bought from any more have no risk to judge. */
const ENDED = ["eliminated", "blacklisted"];

interface Related {
  id: string;
  buyer: unknown;
  /** How it belongs to the supplier the event is about. */
  tie: string;
}

/** Suppliers that stand or fall with this one: agents of its brand, and those of the same legal person. */
async function relatedTo(
  context: Context,
  supplierId: string,
  parties: ReadonlyMap<string, string> = new Map(),
): Promise<{ name: string; related: Related[] }> {
  const columns = ["id", "name", "legal_person", "buyer_id", "stage"] as const;
  const [own] = await unscopedRows(context, SUPPLIER, columns, [where.eq("id", supplierId)]);
  const authorised = await unscopedRows(
    context,
    BRAND,
    ["supplier_id", "brand_name"],
    [where.eq("producer_supplier_id", supplierId), where.eq("state", "valid")],
  );
  const brands = new Map(authorised.map(({ supplier_id: id, brand_name: brand }) => [id, brand]));
  const person = typeof own?.legal_person === "string" && own.legal_person !== "" ? own.legal_person : null;
  const rows = await unscopedRows(context, SUPPLIER, columns, [
    where.any(
      where.oneOf("id", [...brands.keys(), ...parties.keys()]),
      ...(person === null ? [] : [where.eq("legal_person", person)]),
    ),
    where.not(where.eq("id", supplierId)),
    where.not(where.oneOf("stage", ENDED)),
  ]);
  const related = rows.map(({ id, buyer_id: buyer }) => {
    const brand = brands.get(id);
    const tie = brand ? `品牌「${brand}」的生产商` : (parties.get(id) ?? "法定代表人相同的企业");
    return { id, buyer, tie };
  });
  return { name: own?.name ?? "", related };
}

/** Related parties as the files of both sides name them, by id of the other one, with the relation in words. */
async function namedParties(context: Context, supplierId: string): Promise<Map<string, string>> {
  const columns = ["root_id", "related_supplier_id", "relation"] as const;
  const lines = await unscopedLines(context, {
    entityKey: SUPPLIER,
    lines: "related_parties",
    columns,
    where: [where.any(where.eq("root_id", supplierId), where.eq("related_supplier_id", supplierId))],
  });
  const labels: Readonly<Record<string, string>> = PARTY_RELATIONS;
  return new Map(
    lines.map(({ root_id, related_supplier_id, relation: kind }) => [
      root_id === supplierId ? related_supplier_id : root_id,
      `关联方（${labels[kind] ?? ""}）`,
    ]),
  );
}

/**
 * Whoever is related to a supplier that was blacklisted is looked at: each gets one event that a person judges (catalogue
 * enterprise-risk), of high coefficient, because the reasons for a blacklist are seldom those of one company alone.
 */
export async function noticeBlacklisted(context: Context, supplierId: string): Promise<void> {
  const { name, related } = await relatedTo(context, supplierId, await namedParties(context, supplierId));
  for (const { id, buyer, tie } of related)
    await notice(context, {
      supplierId: id,
      category: "related",
      title: `关联方风险：${name}被列入黑名单`,
      detail: `${tie}${name}被列入黑名单。请研判对本供应商的影响。`,
      occurredOn: dayOf(context.now),
      probability: 3,
      impact: 5,
      externalId: `blacklisted:${supplierId}:${id}`,
      ownerId: typeof buyer === "string" ? buyer : null,
    });
}

/**
 * What was confirmed about a supplier is looked at again for those related to it: each gets an event of its own, 关联方风险, that a
 * person judges (catalogue enterprise-risk). Such events are not copied on, and each once.
 */
export async function copyToRelated(context: Context, record: RiskEventRecord): Promise<void> {
  if (record.category === "related") return;
  const { name, related } = await relatedTo(context, String(record.supplier_id));
  for (const { id, buyer, tie } of related)
    await notice(context, {
      supplierId: id,
      category: "related",
      title: `关联方风险：${name} ${String(record.title)}`,
      detail: `${tie}${name}发生风险事件${String(record.number)}：${String(record.title)}。请研判对本供应商的影响。`,
      occurredOn: String(record.occurred_on),
      probability: Number(record.probability),
      impact: Number(record.impact),
      externalId: `related:${record.id}:${id}`,
      ownerId: typeof buyer === "string" ? buyer : null,
    });
}
