import { type Context, consequenceOf, systemContext } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, Finding, RecordTable } from "~/engine/entity/server-hooks";
import { announce } from "~/engine/notify/announce.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { holdStanding } from "~/engine/operations/supplier-standing.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { supplierFreeze } from "./supplier-freeze.entity";

const { key } = supplierFreeze;
const SUPPLIER = "supplier-management/supplier";
const ORDER = "purchase-orders/purchase-order";
const SOURCE = "base-data/source-data";
const OPEN_ORDERS = ["approved", "released", "negotiating", "confirmed", "on_hold"];
const MOST_SHOWN = 200;

export const supplierFreezeServer: EntityServer = {
  async moved({ context, move, before, record }) {
    if (record.state === before.state) return;
    if (move === "submit") await askForApproval(context, record);
    if (record.state === "effective") await takeEffect(context, record);
    if (record.state === "released") await afterRelease(context, record);
  },
  async sections(context, record) {
    return record.freeze_type === "unfreeze" ? [] : impact(context, record);
  },
  transitions: {
    submit: {
      check: async (context, record) => [...(await twice(context, record)), ...(await touchesSole(context, record))],
    },
  },
};

/** The same range is frozen already: whoever freezes it again says why. */
async function twice(context: Context, record: AnyRecord): Promise<Finding[]> {
  if (record.freeze_type !== "freeze") return [];
  const others = await unscopedRows(
    context,
    key,
    ["id", "number"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("state", "effective"),
      where.eq("freeze_type", "freeze"),
      where.not(where.eq("id", record.id)),
    ],
  );
  const rangeOf = (one: AnyRecord) =>
    JSON.stringify([
      one.actions_text,
      linesOf(one, "scopes")
        .map((row) => [row.purchase_org_id, row.factory_id, row.material_type_id, row.material_id].join())
        .sort(),
    ]);
  for (const { id, number } of others) {
    const { record: other } = await openRecord(consequenceOf(context), supplierFreeze, String(id));
    if (rangeOf(other) === rangeOf(record))
      return [{ check: "twice", level: "warn", text: `该范围已存在生效中的冻结单【${String(number)}】` }];
  }
  return [];
}

/** Where nobody else may deliver, whoever freezes says who shall. */
async function touchesSole(context: Context, record: AnyRecord): Promise<Finding[]> {
  if (record.freeze_type === "unfreeze" || typeof record.alternative === "string") return [];
  const sole = await soleMaterials(context, String(record.supplier_id));
  return sole.length === 0
    ? []
    : [{ check: "sole", level: "block", text: `物料${sole.slice(0, 5).join("、")}为独家供应，请填写替代供应方案` }];
}

async function soleMaterials(context: Context, supplierId: string): Promise<string[]> {
  const standing = where.oneOf("state", ["trial", "active"]);
  const own = await unscopedRows(
    context,
    SOURCE,
    ["material_id", "factory_id"],
    [where.eq("supplier_id", supplierId), standing],
  );
  if (own.length === 0) return [];
  const materials = [...new Set(own.map(({ material_id }) => String(material_id)))];
  const others = await unscopedRows(
    context,
    SOURCE,
    ["material_id", "factory_id"],
    [where.oneOf("material_id", materials), where.not(where.eq("supplier_id", supplierId)), standing],
  );
  const covered = new Set(others.map(({ material_id, factory_id }) => `${material_id} ${factory_id}`));
  const sole = own.filter(({ material_id, factory_id }) => !covered.has(`${material_id} ${factory_id}`));
  const ids = [...new Set(sole.map(({ material_id }) => String(material_id)))];
  return [...(await labelsOf(context, context.services.registry.entity("master-data/material"), ids)).values()];
}

async function askForApproval(context: Context, record: AnyRecord): Promise<void> {
  await announce(context, {
    scenario: "supplier-freeze.asked",
    toRoles: ["purchase_manager", "leader", ...(record.on_payment === true ? ["finance_lead"] : [])],
    record: { entity: key, id: record.id, number: record.number },
    values: await wordsOf(context, record),
  });
}

async function wordsOf(context: Context, record: AnyRecord) {
  const supplier = String(record.supplier_id);
  const labels = await labelsOf(context, context.services.registry.entity(SUPPLIER), [supplier]);
  return {
    number: record.number ?? "",
    supplier: labels.get(supplier) ?? "",
    actions: String(record.actions_text ?? "") || "全部业务",
    note: String(record.supplier_note ?? ""),
  };
}

/** What a document that takes effect does to the supplier, in the same transaction: whoever releases an order comes before it or after it. */
async function takeEffect(context: Context, record: AnyRecord): Promise<void> {
  const supplierId = String(record.supplier_id);
  await holdStanding(context, supplierId, "update");
  const system = consequenceOf(context);
  if (record.freeze_type === "unfreeze") {
    await applyTransition(system, { entity: supplierFreeze, id: String(record.release_freeze_id), name: "release" });
    return;
  }
  if (record.freeze_type === "freeze") await noteStatus(context, supplierId);
  else {
    const entity = context.services.registry.entity(SUPPLIER);
    const name = record.freeze_type === "eliminate" ? "eliminate" : "blacklist";
    if (entity.transitions?.[name]) await applyTransition(system, { entity, id: supplierId, name });
    await endSources(context, supplierId);
  }
  await carryOut(context, record);
  await announce(context, {
    scenario: "supplier-freeze.changed",
    toSuppliers: [supplierId],
    toRoles: ["purchase_manager", ...(record.on_payment === true ? ["finance_lead", "finance"] : [])],
    readers: [supplierId],
    record: { entity: key, id: record.id, number: record.number },
    values: { ...(await wordsOf(context, record)), state: "已生效" },
  });
}

async function afterRelease(context: Context, record: AnyRecord): Promise<void> {
  const supplierId = String(record.supplier_id);
  await holdStanding(context, supplierId, "update");
  await noteStatus(context, supplierId);
  await announce(context, {
    scenario: "supplier-freeze.changed",
    toSuppliers: [supplierId],
    toRoles: ["purchase_manager"],
    readers: [supplierId],
    record: { entity: key, id: record.id, number: record.number },
    values: { ...(await wordsOf(context, record)), state: "已解冻" },
  });
}

/** The supplier says whether it is frozen, and how far. */
async function noteStatus(context: Context, supplierId: string): Promise<void> {
  const entity = context.services.registry.entity(SUPPLIER);
  if (!entity.transitions?.note_facts) return;
  const running = await unscopedRows(
    context,
    key,
    ["whole"],
    [where.eq("supplier_id", supplierId), where.eq("state", "effective"), where.eq("freeze_type", "freeze")],
  );
  const freeze_status =
    running.length === 0 ? "none" : running.some(({ whole }) => whole === true) ? "full" : "partial";
  const input = { freeze_status };
  await applyTransition(consequenceOf(context), { entity, id: supplierId, name: "note_facts", input });
}

async function endSources(context: Context, supplierId: string): Promise<void> {
  const rows = await unscopedRows(
    context,
    SOURCE,
    ["id"],
    [where.eq("supplier_id", supplierId), where.oneOf("state", ["trial", "active", "suspended"])],
  );
  const entity = context.services.registry.entity(SOURCE);
  for (const { id } of rows) await applyTransition(consequenceOf(context), { entity, id: String(id), name: "lapse" });
}

/** Orders under way are stopped or closed where the document says so. */
async function carryOut(context: Context, record: AnyRecord): Promise<void> {
  if (record.open_po_policy === "keep") return;
  const name = record.open_po_policy === "hold" ? "hold" : "close";
  const entity = context.services.registry.entity(ORDER);
  const from = entity.transitions?.[name]?.from ?? [];
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id"],
    [where.eq("supplier_id", String(record.supplier_id)), where.oneOf("state", from), ...scopeOf(record)],
  );
  const reason = `供应商冻结单${record.number ?? ""}`;
  for (const { id } of orders) await applyTransition(consequenceOf(context), { entity, id: String(id), name, reason });
}

/** Factories of the scopes narrow which orders are meant, where every scope names one. */
function scopeOf(record: AnyRecord) {
  const factories = linesOf(record, "scopes").map(({ factory_id }) => factory_id);
  return factories.length > 0 && factories.every((one) => typeof one === "string")
    ? [where.oneOf("factory_id", factories.map(String))]
    : [];
}

/** What stands in the way of nobody's notice: open documents of the supplier, as the approver has to know them. */
async function impact(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  const supplierId = String(record.supplier_id);
  const { registry } = context.services;
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "state", "amount"],
    [where.eq("supplier_id", supplierId), where.oneOf("state", OPEN_ORDERS)],
  );
  const contracts = await unscopedRows(
    context,
    "contract-management/contract",
    ["id", "number", "state", "title"],
    [where.eq("supplier_id", supplierId), where.oneOf("state", ["signed", "effective"])],
  );
  const sole = await soleMaterials(context, supplierId);
  const stateOf = (entityKey: string, state: unknown) => registry.entity(entityKey).states?.[String(state)] ?? "";
  const rows = [
    ...orders.slice(0, MOST_SHOWN).map(({ id, number, state, amount }) => ({
      id: String(id),
      cells: [
        { text: "采购订单" },
        { text: String(number) },
        { text: stateOf(ORDER, state) },
        { text: String(amount ?? "") },
      ],
    })),
    ...contracts.slice(0, MOST_SHOWN).map(({ id, number, state, title }) => ({
      id: String(id),
      cells: [
        { text: "合同" },
        { text: String(number) },
        { text: stateOf("contract-management/contract", state) },
        { text: String(title) },
      ],
    })),
    ...sole.map((label, index) => ({
      id: `sole-${index}`,
      cells: [{ text: "独家物料" }, { text: label }, { text: "" }, { text: "没有其他有效货源" }],
    })),
  ];
  const columns = ["类型", "编号", "状态", "金额或说明"].map((label, index) => ({
    key: `c${index}`,
    label,
    align: "start" as const,
  }));
  return [
    {
      kind: "table",
      title: "影响分析",
      table: {
        caption: `未完成的订单${orders.length}张、有效合同${contracts.length}份、独家物料${sole.length}种`,
        columns,
        rows,
      },
    },
  ];
}

/** Takes due freezes into effect and lets unconfirmed emergencies lapse; harmless when run again. @returns how many moved */
export async function moveDueFreezes(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "供应商冻结到期");
  const today = where.atMost("effective_from", dayOf(context.now));
  const due = [
    { name: "take_effect", which: [where.eq("state", "scheduled"), today] },
    { name: "lapse", which: [where.eq("state", "effective"), where.past("emergency_until", "now")] },
  ];
  let moved = 0;
  for (const { name, which } of due) {
    for (const { id } of await unscopedRows(context, key, ["id"], which)) {
      await inTransaction(context, () => applyTransition(context, { entity: supplierFreeze, id: String(id), name }));
      moved += 1;
    }
  }
  return moved;
}
