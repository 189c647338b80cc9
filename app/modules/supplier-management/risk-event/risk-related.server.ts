import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { akinTo, namedParties } from "../supplier/akin.server";
import { notice } from "./risk-notice.server";

type RiskEventRecord = RecordFor<"supplier-management/risk-event">;

const BRAND = "supplier-management/brand-authorization";

interface Related {
  id: string;
  buyer: string;
  /** How it belongs to the supplier the event is about. */
  tie: string;
}

/** Suppliers that stand or fall with this one: agents of its brand, and those of the same legal person. */
async function relatedTo(
  context: Context,
  supplierId: string,
  parties: ReadonlyMap<string, string> = new Map(),
): Promise<{ name: string; related: Related[] }> {
  const authorised = await unscopedRows(
    context,
    BRAND,
    ["supplier_id", "brand_name"],
    [where.eq("producer_supplier_id", supplierId), where.eq("state", "valid")],
  );
  const brands = new Map(authorised.map(({ supplier_id: id, brand_name: brand }) => [id, brand]));
  const { name, akin } = await akinTo(context, supplierId, [...brands.keys(), ...parties.keys()]);
  const related = akin.map(({ id, buyerId: buyer }) => {
    const brand = brands.get(id);
    const party = parties.get(id);
    const named = party === undefined ? "法定代表人相同的企业" : `关联方（${party}）`;
    return { id, buyer, tie: brand ? `品牌「${brand}」的生产商` : named };
  });
  return { name, related };
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
      ownerId: buyer,
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
      ownerId: buyer,
    });
}
