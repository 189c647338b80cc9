import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyRecord, AnyTransition } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { ruleFacts, screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { withDescendants } from "~/engine/operations/tree.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { showField } from "~/engine/screen/show";
import { columnsOf } from "~/engine/screen/table-columns";
import { openTask } from "~/engine/tasks/tasks.server";
import { type Condition, where } from "~/shared/condition";
import { formatDecimal, roundMoney, sum } from "~/shared/decimal";

type SupplierFreezeRecord = RecordFor<"supplier-performance/supplier-freeze">;

const ORDER = "purchase-orders/purchase-order";
const SOURCE = "base-data/source-data";
const CONTRACT = "contract-management/contract";
const MATERIAL = "master-data/material";
const TYPE = "master-data/material-type";
const OPEN_ORDERS = ["approved", "released", "negotiating", "confirmed", "on_hold"];
const MOST_SHOWN = 200;

/** One row of the scopes, its type with the types below it; null where it says nothing. */
interface Scope {
  org: string | null;
  factory: string | null;
  material: string | null;
  types: readonly string[] | null;
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What the document is about; empty means everything. */
async function scopesOf(context: Context, record: AnyRecord): Promise<Scope[]> {
  const scopes: Scope[] = [];
  for (const row of linesOf(record, "scopes")) {
    const type = textOf(row.material_type_id);
    scopes.push({
      org: textOf(row.purchase_org_id),
      factory: textOf(row.factory_id),
      material: textOf(row.material_id),
      types: type === null ? null : await withDescendants(context, TYPE, [type]),
    });
  }
  return scopes;
}

/** Rows of a table with organisation, factory and material that lie in a scope; `material` says how a row meets its materials. */
function within<C extends string>(
  scopes: readonly Scope[],
  columns: { org: C; factory: C },
  material: (wanted: readonly Condition<"material_id">[]) => Condition<C>,
): Condition<C>[] {
  if (scopes.length === 0) return [];
  const each = scopes.map((scope) => {
    const materials = [
      ...(scope.material ? [where.eq("material_id", scope.material)] : []),
      ...(scope.types
        ? [
            where.someRow({
              table: "material",
              column: "id",
              equals: "material_id",
              inner: where.oneOf("material_type_id", scope.types),
            }),
          ]
        : []),
    ];
    return where.all(
      ...(scope.org ? [where.eq(columns.org, scope.org)] : []),
      ...(scope.factory ? [where.eq(columns.factory, scope.factory)] : []),
      ...(materials.length > 0 ? [material(materials)] : []),
    );
  });
  return [where.any(...each)];
}

const byColumn = { org: "purchase_org_id", factory: "factory_id" } as const;

/** Orders of the supplier in these states with something in scope, as rows of the table. */
export async function ordersOf(context: Context, record: AnyRecord, states: readonly string[]) {
  const scopes = await scopesOf(context, record);
  const columns = ["id", "number", "state", "amount", "currency", "purchase_org_id", "factory_id"] as const;
  return unscopedRows(context, ORDER, columns, [
    where.eq("supplier_id", String(record.supplier_id)),
    where.oneOf("state", states),
    ...within(scopes, byColumn, (wanted) => where.someLine("purchase_order_items", where.all(...wanted))),
  ]);
}

/** Materials in scope that nobody else may deliver to the same factory, by name. */
export async function soleMaterials(context: Context, record: AnyRecord): Promise<string[]> {
  const supplierId = String(record.supplier_id);
  const standing = where.oneOf("state", ["trial", "active"]);
  const own = await unscopedRows(
    context,
    SOURCE,
    ["material_id", "factory_id"],
    [
      where.eq("supplier_id", supplierId),
      standing,
      ...within(await scopesOf(context, record), byColumn, (wanted) => where.all(...wanted)),
    ],
  );
  if (own.length === 0) return [];
  const materials = [...new Set(own.map(({ material_id }) => material_id))];
  const others = await unscopedRows(
    context,
    SOURCE,
    ["material_id", "factory_id"],
    [where.oneOf("material_id", materials), where.not(where.eq("supplier_id", supplierId)), standing],
  );
  const covered = new Set(others.map(({ material_id, factory_id }) => `${material_id} ${factory_id}`));
  const sole = own.filter(({ material_id, factory_id }) => !covered.has(`${material_id} ${factory_id}`));
  const ids = [...new Set(sole.map(({ material_id }) => material_id))];
  return [...(await labelsOf(context, context.services.registry.entity(MATERIAL), ids)).values()];
}

/**
 * Orders under way are stopped or closed where the document says so, and only what its scopes name: an order with other materials,
 * too, loses the lines in scope. Where a change is still being talked over, its buyer gets it as a task.
 */
export async function carryOut(context: Context, record: SupplierFreezeRecord): Promise<void> {
  if (record.open_po_policy === "keep") return;
  const reason = `供应商冻结单${record.number ?? ""}`;
  const name = record.open_po_policy === "hold" ? "hold_frozen" : "close";
  const entity = context.services.registry.entity(ORDER);
  const system = consequenceOf(context);
  const scopes = await scopesOf(context, record);
  for (const order of await ordersOf(context, record, entity.transitions?.[name]?.from ?? [])) {
    const id = order.id;
    const lines = name === "close" ? await linesInScope(context, id, order, scopes) : null;
    if (lines === null) {
      const input = name === "close" ? {} : { freeze_id: record.id };
      await applyTransition(system, { entity, id, name, reason, amongOurselves: true, input });
      continue;
    }
    const { record: whole } = await openRecord(system, { entity, id });
    const partly: AnyTransition | undefined = entity.transitions?.close_lines;
    const fits = partly?.from.includes(whole.state) && partly.offered?.when(whole, ruleFacts(context)) !== false;
    if (fits) {
      const lineInput = Object.fromEntries(lines.map((line) => [line, { chosen: "1" }]));
      await applyTransition(system, { entity, id, name: "close_lines", reason, amongOurselves: true, lineInput });
    } else
      await openTask(context, {
        title: `${reason}：处理完订单变更后，关闭冻结物料的行`,
        entity: ORDER,
        recordId: id,
        role: "buyer",
        while: OPEN_ORDERS,
      });
  }
}

/** Open lines of an order that a scope names; null when that is all of them, or the scope means the order as a whole. */
async function linesInScope(
  context: Context,
  orderId: string,
  order: Readonly<Record<string, unknown>>,
  scopes: readonly Scope[],
): Promise<string[] | null> {
  const own = scopes.filter(
    ({ org, factory }) =>
      (org === null || org === order.purchase_org_id) && (factory === null || factory === order.factory_id),
  );
  if (scopes.length === 0 || own.some(({ material, types }) => material === null && types === null)) return null;
  const open = [where.eq("root_id", orderId), where.oneOf("line_status", ["open", "partial"])];
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "material_id"],
    where: open,
  });
  const ids = [...new Set(lines.map(({ material_id }) => material_id))];
  const rows = await unscopedRows(context, MATERIAL, ["id", "material_type_id"], [where.oneOf("id", ids)]);
  const typeOf = new Map(rows.map(({ id, material_type_id }) => [id, material_type_id]));
  const meant = lines.filter(({ material_id }) =>
    own.some(
      ({ material, types }) =>
        (material === null || material === material_id) &&
        (types === null || types.includes(typeOf.get(material_id) ?? "")),
    ),
  );
  return meant.length === lines.length ? null : meant.map(({ id }) => id);
}

/** Amounts of open orders, by currency; nothing where there are none. */
function amountsText(orders: readonly Readonly<Record<string, unknown>>[]): string {
  const currencies = [...new Set(orders.map(({ currency }) => String(currency)))];
  const amounts = currencies.map((one) => {
    const own = orders.flatMap(({ amount, currency }) =>
      String(currency) === one && typeof amount === "string" ? [amount] : [],
    );
    return `${one} ${formatDecimal(roundMoney(sum(own)), 2)}`;
  });
  return amounts.length === 0 ? "" : `（${amounts.join("、")}）`;
}

type Cell = RecordTable["table"]["rows"][number]["cells"][number];

const asked = z.object({ supplierId: z.string() });

/** What hangs on a supplier, for other documents that speak about stopping it: input `{ supplierId }`, answer the tables. */
export async function wholeImpact(context: Context, input: unknown): Promise<RecordTable[]> {
  const { supplierId } = asked.parse(input);
  const nobody = { previous_state: null, created_by: null, created_at: "", updated_by: null, updated_at: "" };
  const all = { ...nobody, id: "", version: 1, number: null, state: "", supplier_id: supplierId, scopes: [] };
  return impact(context, all);
}

/** How much a freeze stands in the way of, in one sentence: the same that stands above the table. */
export async function impactText(context: Context, record: SupplierFreezeRecord): Promise<string> {
  const [table] = await impact(context, record);
  return table?.table.caption ?? "";
}

/** Buyers of open orders in scope: what they have ordered may not come. */
export async function buyersConcerned(context: Context, record: SupplierFreezeRecord): Promise<string[]> {
  const ids = (await ordersOf(context, record, OPEN_ORDERS)).map(({ id }) => id);
  const rows = await unscopedRows(context, ORDER, ["buyer_id"], [where.oneOf("id", ids)]);
  return [...new Set(rows.flatMap(({ buyer_id }) => (typeof buyer_id === "string" ? [buyer_id] : [])))];
}

/**
 * What a freeze stands in the way of: open documents of the supplier. Counted are all, because whoever approves has to know; listed are
 * those this person may open.
 */
export async function impact(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  const { registry } = context.services;
  const all = await ordersOf(context, record, OPEN_ORDERS);
  const reachable = await rowsWithinReach(
    context,
    ORDER,
    ["id"],
    [
      where.oneOf(
        "id",
        all.map(({ id }) => id),
      ),
    ],
  );
  const mine = new Set(reachable?.rows.map(({ id }) => id) ?? []);
  const orders = all.filter(({ id }) => mine.has(id));
  const contracts = await unscopedRows(
    context,
    CONTRACT,
    ["id", "number", "state", "title"],
    [where.eq("supplier_id", String(record.supplier_id)), where.oneOf("state", ["signed", "effective"])],
  );
  const sole = await soleMaterials(context, record);
  const stateOf = (entityKey: string, state: unknown) => registry.entity(entityKey).states?.[String(state)] ?? "";
  const { amount: field } = registry.entity(ORDER).fields;
  const amountOf = (value: unknown, currency: unknown): Cell => ({
    text: field && typeof value === "string" ? showField({ field, value, label: undefined, currency }).text : "",
  });
  const linked = (entityKey: string, id: unknown, text: string): Cell => {
    const screen = screenFor(context, entityKey, "get");
    return screen ? { text, href: recordPath(screen, String(id)) } : { text };
  };
  const rows: { id: string; cells: Cell[] }[] = [
    ...orders.slice(0, MOST_SHOWN).map(({ id, number, state, amount, currency }) => ({
      id,
      cells: [
        { text: "采购订单" },
        linked(ORDER, id, String(number)),
        { text: stateOf(ORDER, state) },
        amountOf(amount, currency),
      ],
    })),
    ...(all.length > orders.length
      ? [
          {
            id: "orders-elsewhere",
            cells: [
              { text: "采购订单" },
              { text: `另有${all.length - orders.length}张` },
              { text: "" },
              { text: "不在您的数据范围内" },
            ],
          },
        ]
      : []),
    ...contracts.slice(0, MOST_SHOWN).map(({ id, number, state, title }) => ({
      id,
      cells: [
        { text: "合同" },
        linked(CONTRACT, id, String(number)),
        { text: stateOf(CONTRACT, state) },
        { text: title },
      ],
    })),
    ...sole.map((label, index) => ({
      id: `sole-${index}`,
      cells: [{ text: "独家物料" }, { text: label }, { text: "" }, { text: "没有其他有效货源" }],
    })),
  ];
  return [
    {
      kind: "table",
      title: "影响分析",
      table: {
        caption: `所涉未完成的订单${all.length}张${amountsText(all)}、有效合同${contracts.length}份、独家物料${sole.length}种`,
        columns: columnsOf(["类型", "编号", "状态", "金额或说明"]),
        rows,
      },
    },
  ];
}
