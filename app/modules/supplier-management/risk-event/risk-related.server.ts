import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";

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
async function relatedTo(context: Context, supplierId: string): Promise<{ name: string; related: Related[] }> {
  const columns = ["id", "name", "legal_person", "buyer_id", "stage"];
  const [own] = await unscopedRows(context, SUPPLIER, columns, [where.eq("id", supplierId)]);
  const authorised = await unscopedRows(
    context,
    BRAND,
    ["supplier_id", "brand_name"],
    [where.eq("producer_supplier_id", supplierId), where.eq("state", "valid")],
  );
  const brands = new Map(authorised.map(({ supplier_id: id, brand_name: brand }) => [String(id), String(brand)]));
  const person = typeof own?.legal_person === "string" && own.legal_person !== "" ? own.legal_person : null;
  const rows = await unscopedRows(context, SUPPLIER, columns, [
    where.any(where.oneOf("id", [...brands.keys()]), ...(person === null ? [] : [where.eq("legal_person", person)])),
    where.not(where.eq("id", supplierId)),
    where.not(where.oneOf("stage", ENDED)),
  ]);
  const related = rows.map(({ id, buyer_id: buyer }) => {
    const brand = brands.get(String(id));
    return { id: String(id), buyer, tie: brand ? `品牌「${brand}」的生产商` : "法定代表人相同的企业" };
  });
  return { name: String(own?.name ?? ""), related };
}

/**
 * What was confirmed about a supplier is looked at again for those related to it: each gets an event of its own, 关联方风险, that a
 * person judges (catalogue enterprise-risk). Such events are not copied on, and each once.
 */
export async function copyToRelated(context: Context, record: AnyRecord): Promise<void> {
  if (record.category === "related") return;
  const { name, related } = await relatedTo(context, String(record.supplier_id));
  for (const { id, buyer, tie } of related) {
    const external_id = `related:${record.id}:${id}`;
    const there = await unscopedRows(context, riskEvent.key, ["id"], [where.eq("external_id", external_id)]);
    if (there.length > 0) continue;
    await createRecord(consequenceOf(context), {
      screen: context.services.registry.mainScreen(riskEvent.key),
      values: {
        supplier_id: id,
        source: "system",
        category: "related",
        title: `关联方风险：${name} ${String(record.title)}`.slice(0, 100),
        detail: `${tie}${name}发生风险事件${String(record.number)}：${String(record.title)}。请研判对本供应商的影响。`,
        occurred_on: record.occurred_on,
        probability: String(record.probability),
        impact: String(record.impact),
        external_id,
        owner_id: buyer ?? context.actor.id,
      },
    });
  }
}
