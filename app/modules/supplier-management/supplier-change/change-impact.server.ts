import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { type Facet, type FacetRow, readFacets } from "~/engine/operations/facets.server";
import { where } from "~/shared/condition";
import { type FileRow, leading, stateCell, tableSection, textCell } from "../supplier/file-part.server";

type SupplierChangeRecord = RecordFor<"supplier-management/supplier-change">;

const CONTRACT = "contract-management/contract";
const ORDER = "purchase-orders/purchase-order";
const SOURCE = "base-data/source-data";
const CERTIFICATE = "supplier-management/supplier-certificate";
/** So many documents of each kind are named; the lists have the others. */
const MOST = 20;

/** What of a change touches documents that are under way, and what has to be done about each. */
const TOUCHED: Readonly<Record<string, string>> = {
  contract: "名称、代码或法定代表人变更后须重新签署；重签前合同上另印曾用名",
  order: "下达后的订单按新名称打印，请与供应商核对抬头",
  payment: "新账户生效后72小时内的付款须财务复核",
  source: "基地变更后请核对许可范围和审核安排",
  certificate: "基地变更后请核对证照适用的生产基地",
};

/**
 * Which documents under way a change touches: contracts and orders that carry the name, payments that go to the account, sources and
 * certificates of the site. Of those the person may open; nothing for a change that is over.
 */
export async function impactOf(context: Context, record: SupplierChangeRecord): Promise<readonly OwnSection[]> {
  if (["approved", "cancelled"].includes(record.state)) return [];
  const found = await readFacets(context, facetsOf(record));
  const rows = Object.entries(found).flatMap(([kind, documents]) =>
    (documents ?? []).map((row) => rowOf(context, kind, row, record.section === "bank")),
  );
  return rows.length === 0 ? [] : [tableSection("影响分析", ["单据", "类别", "状态", "影响"], rows)];
}

function facetsOf(record: SupplierChangeRecord): Record<string, Facet> {
  const own = where.eq("supplier_id", String(record.supplier_id));
  const contract: Facet = {
    entity: CONTRACT,
    columns: ["number", "state"],
    where: [own, where.oneOf("state", ["draft", "signed", "effective"])],
    sort: "-end_date",
    limit: MOST,
  };
  const order: Facet = {
    entity: ORDER,
    columns: ["number", "state"],
    where: [own, where.oneOf("state", ["approved", "released", "negotiating", "confirmed", "on_hold"])],
    sort: "-order_date",
    limit: MOST,
  };
  if (record.section === "bank") return { order };
  if (record.section === "base")
    return record.new_name || record.new_uscc || record.new_legal_person ? { contract, order } : {};
  if (record.section !== "site" || typeof record.site_id !== "string") return {};
  const there = where.eq("site_id", record.site_id);
  return {
    source: {
      entity: SOURCE,
      columns: ["number", "state"],
      where: [own, there, where.oneOf("state", ["trial", "active", "suspended"])],
      sort: "number",
      limit: MOST,
    },
    certificate: {
      entity: CERTIFICATE,
      columns: ["certificate_name", "state"],
      where: [own, there, where.oneOf("state", ["valid", "renewing"])],
      sort: "valid_to",
      limit: MOST,
    },
  };
}

const KINDS: Readonly<Record<string, readonly [entity: string, label: string]>> = {
  contract: [CONTRACT, "合同"],
  order: [ORDER, "采购订单"],
  source: [SOURCE, "货源"],
  certificate: [CERTIFICATE, "资质证照"],
};

function rowOf(context: Context, kind: string, row: FacetRow, isPaid: boolean): FileRow {
  const [entity = "", label = ""] = KINDS[kind] ?? [];
  return [
    row.id ?? "",
    leading(context, entity, row.id, row.number ?? row.certificate_name ?? ""),
    textCell(label),
    stateCell(context, entity, row.state),
    textCell(TOUCHED[isPaid ? "payment" : kind]),
  ];
}
