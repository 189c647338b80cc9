import { type Context, consequenceOf } from "~/engine/context.server";
import { holdSourceLines } from "~/engine/draws/source-lines.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { openTask } from "~/engine/tasks/tasks.server";
import { where } from "~/shared/condition";
import { decimalOrZero, sum } from "~/shared/decimal";

type GoodsReceiptRecord = RecordFor<"receiving/goods-receipt">;

const KEY = "receiving/goods-receipt";
const RETURN = "receiving/purchase-return";

/**
 * What was rejected goes back by a return of its own, which a person completes: it was never posted, so it needs no consent, and the
 * warehouse sees it until it is gone.
 */
export async function begetReturn({ context, record }: TransitionWork<GoodsReceiptRecord>): Promise<void> {
  const rejected = linesOf(record, "items").filter((line) => decimalOrZero(textOf(line.reject_qty)).gt(0));
  if (rejected.length === 0) return;
  const screen = context.services.registry.mainScreen(RETURN);
  const system = consequenceOf(context);
  const { id } = await createRecord(system, {
    // Which receipt it comes from nobody types.
    screen: { ...screen, initial: { ...screen.initial, source_receipt_id: record.id } },
    values: {
      supplier_id: record.supplier_id,
      factory_id: record.factory_id,
      return_mode: "unposted",
      return_reason: "quality",
      reason_text: `收货单${record.number ?? ""}检验判定拒收`,
      items: rejected.map((line) => ({ receipt_line: line.id, qty: line.reject_qty })),
    },
  });
  await openTask(system, {
    title: `拒收的货待带回：收货单${record.number ?? ""}`,
    entity: RETURN,
    recordId: id,
    role: "warehouse",
    due: null,
    while: ["draft"],
  });
}

/**
 * A receipt of which something goes back is not reversed. Its lines are held: a return that is just being submitted is either seen here, or
 * sees the reversal.
 */
export async function heldUnreturned(context: Context, record: GoodsReceiptRecord): Promise<void> {
  const source = { entity: context.services.registry.entity(KEY), path: "items" };
  const ids = linesOf(record, "items").map(({ id }) => id);
  const held = await holdSourceLines(context, source, ids);
  const isReturned = [...held.values()].some(({ line }) =>
    sum([textOf(line.returned_qty), textOf(line.taken_back_qty)]).gt(0),
  );
  if (isReturned) throw new AppError("invalid", { message: "收货已有退货单，不能冲销；退货单取消以后才能冲销" });
}

/** Drafts that speak of nothing but this receipt have nothing to send back any more. */
export async function voidDrafts({ context, record }: TransitionWork<GoodsReceiptRecord>): Promise<void> {
  const named = await unscopedLines(context, {
    entityKey: RETURN,
    lines: "items",
    columns: ["root_id"],
    where: [where.eq("receipt_id", record.id)],
  });
  const ids = [...new Set(named.map(({ root_id }) => root_id))];
  const drafts = await unscopedRows(context, RETURN, ["id"], [where.oneOf("id", ids), where.eq("state", "draft")]);
  const system = consequenceOf(context);
  const entity = context.services.registry.entity(RETURN);
  for (const { id } of drafts) {
    const lines = await unscopedLines(context, {
      entityKey: RETURN,
      lines: "items",
      columns: ["receipt_id"],
      where: [where.eq("root_id", id)],
    });
    if (lines.every(({ receipt_id }) => receipt_id === record.id))
      await applyTransition(system, { entity, id, name: "void" });
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
