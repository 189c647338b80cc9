import { sql } from "kysely";
import { migrationSql } from "~/data/schema/sql.server";
import {
  type AnyEntity,
  defineEntity,
  drawn,
  keptOpen,
  lineReference,
  lineSection,
  lines,
  ownSupplier,
  quantity,
  reference,
  section,
} from "~/engine/entity";
import { createRegistry } from "~/engine/entity/registry";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { platformScenarios } from "~/engine/scenarios";
import { registry } from "~/modules/registry.server";
import { decimal, sum } from "~/shared/decimal";
import { ORDER } from "./order-values";
import type { World } from "./world";

/*
 * Two invented documents that draw, so that the engine is proved by itself: what a supplier ships of an order, and what we accept of a
 * shipment.
 */

export const SHIPMENT = "purchase-orders/trial-shipment";
export const TALLY = "purchase-orders/trial-tally";

export const OVER = "第{n}行最多还可送{open}{uom}";
export const OVER_RECEIVED = "第{n}行最多还可收{open}{uom}";

/** What is shipped and not yet received is on its way. */
export function onItsWay({ qty, received_qty }: { qty: string; received_qty: string }): string {
  const left = decimal(qty).minus(decimal(received_qty));
  return left.lt(0) ? "0" : left.toFixed();
}

export const shipment = defineEntity({
  key: SHIPMENT,
  label: "试送货单",
  kind: "document",
  purpose: "供应商送来的货，用于检验链上数量。",
  number: "TSA{YYYYMMDD}-{0001}",
  fields: { supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }) },
  lines: {
    items: lines({
      label: "送货明细",
      min: 1,
      fields: {
        order_line_id: lineReference({
          label: "订单行",
          required: true,
          to: ORDER,
          lines: "items",
          within: { supplier_id: "supplier_id" },
        }),
        material_id: reference("master-data/material", { label: "物料", suppliersChoose: "titles" }),
        qty: quantity({ label: "送货数量", required: true, positive: true }),
        received_qty: drawn(quantity({ label: "实收" })),
        open_qty: keptOpen(quantity({ label: "在途" })),
      },
      open: {
        to_receive: {
          label: "在途",
          of: ({ qty, received_qty }) => decimal(qty).minus(decimal(received_qty)).toFixed(),
          into: "open_qty",
        },
      },
      draws: {
        noticed: {
          on: "order_line_id",
          into: "noticed_qty",
          while: ["sent", "arrived"],
          quantity: onItsWay,
          agree: { material_id: "material_id" },
          within: "to_deliver",
          refusal: OVER,
          beside: "qty",
        },
      },
    }),
  },
  list: { columns: ["number", "supplier_id", "state"], filters: ["supplier_id"], sort: "-created_at" },
  form: [section("基本信息", ["supplier_id"]), lineSection("送货明细", "items")],
  states: { draft: "草稿", sent: "在途", arrived: "已到厂", refused: "已拒收", cancelled: "已取消" },
  tellsNobody: { send: "No event of the product belongs to it", refuse: "No event of the product belongs to it" },
  transitions: {
    send: { label: "发货", submits: true, from: ["draft"], to: "sent", by: ["supplier"] },
    amend: {
      label: "改数量",
      from: ["sent"],
      to: "same",
      by: ["supplier"],
      lineInput: {
        lines: "items",
        show: ["material_id"],
        fields: { qty: quantity({ label: "送货数量", required: true, positive: true }) },
        write: true,
      },
    },
    recall: { label: "撤回", from: ["sent"], to: "draft", by: ["supplier"] },
    arrive: { label: "到厂", decides: { not: "Notes that it came" }, from: ["sent"], to: "arrived", by: ["warehouse"] },
    refuse: { label: "拒收", decides: "refuses", from: ["sent", "arrived"], to: "refused", by: ["warehouse"] },
    cancel: { label: "取消", from: ["draft", "sent"], to: "cancelled", by: ["supplier"] },
  },
  copy: false,
  access: {
    suppliers: ownSupplier("supplier_id"),
    grants: {
      warehouse: ["query", "get"],
      supplier: ["add", "edit", "delete", "query", "get"],
    },
  },
});

export const tally = defineEntity({
  key: TALLY,
  label: "试收货单",
  kind: "document",
  purpose: "对送来的货的清点，用于检验链上数量。",
  number: "TSB{YYYYMMDD}-{0001}",
  fields: { supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }) },
  lines: {
    items: lines({
      label: "收货明细",
      min: 1,
      fields: {
        order_line_id: lineReference({
          label: "订单行",
          required: true,
          to: ORDER,
          lines: "items",
          within: { supplier_id: "supplier_id" },
        }),
        shipment_line_id: lineReference({
          label: "送货行",
          to: SHIPMENT,
          lines: "items",
          within: { supplier_id: "supplier_id" },
        }),
        accept_qty: quantity({ label: "合格数量", required: true }),
        reject_qty: quantity({ label: "拒收数量" }),
      },
      draws: {
        accepted: {
          on: "order_line_id",
          into: "accepted_qty",
          while: ["posted"],
          quantity: ({ accept_qty }) => accept_qty,
          within: "to_deliver",
          refusal: OVER_RECEIVED,
          beside: "accept_qty",
        },
        rejected: {
          on: "order_line_id",
          into: "rejected_qty",
          while: ["posted"],
          quantity: ({ reject_qty }) => reject_qty,
        },
        received: {
          on: "shipment_line_id",
          into: "received_qty",
          while: ["posted"],
          quantity: ({ accept_qty, reject_qty }) => sum([accept_qty, reject_qty]).toFixed(),
        },
      },
    }),
  },
  list: { columns: ["number", "supplier_id", "state"], filters: ["supplier_id"], sort: "-created_at" },
  form: [section("基本信息", ["supplier_id"]), lineSection("收货明细", "items")],
  states: { draft: "清点中", posted: "已过账", reversed: "已冲销" },
  transitions: {
    post: {
      label: "过账",
      decides: { not: "Books what was counted" },
      from: ["draft"],
      to: "posted",
      by: ["warehouse"],
    },
    reverse: {
      label: "冲销",
      decides: { not: "Takes the booking back" },
      from: ["posted"],
      to: "reversed",
      by: ["warehouse"],
    },
  },
  access: {
    suppliers: ownSupplier("supplier_id"),
    grants: { warehouse: ["add", "edit", "delete", "query", "get"], supplier: ["query", "get"] },
  },
});

/** The product's definitions with the two invented ones, and hooks of the order beside its own. */
export function withDrawing(hooks: Pick<EntityServer, "tolerances" | "drawn"> = {}) {
  const entities: AnyEntity[] = [shipment, tally];
  return createRegistry({
    topTabs: registry.topTabs,
    modules: registry.modules,
    menuGroups: registry.menuGroups,
    scenarios: platformScenarios,
    registrations: [
      ...registry.written.map((one) =>
        one.entity.key === ORDER ? { ...one, server: { ...one.server, ...hooks } } : one,
      ),
      ...entities.map((entity) => ({ entity })),
    ],
  });
}

/** Makes the tables of the invented documents. */
export async function makeTables({ engine }: Pick<World, "engine">): Promise<void> {
  const statements = migrationSql(registry.shapes, engine.registry.shapes);
  await engine.database.transaction({ role: "owner" }, async () => {
    for (const statement of statements.split(";\n"))
      if (statement.trim() !== "") await sql.raw(statement).execute(engine.database.connection());
  });
}
