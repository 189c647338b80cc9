import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";

const { key } = riskEvent;
const SUPPLIER = "supplier-management/supplier";
const TITLE_LENGTH = 100;
const STEP = z.number().int().min(1).max(5);

const noticed = z.object({
  supplierId: z.string(),
  category: z.string(),
  title: z.string(),
  detail: z.string(),
  occurredOn: z.string(),
  probability: STEP,
  impact: STEP,
  /** What happened, once and for all: what has been noticed under it is not noticed again. */
  externalId: z.string(),
  ownerId: z.string().nullable().default(null),
});
type Noticed = z.input<typeof noticed>;

/**
 * Enters what the program itself has noticed about a supplier (系统识别), for a person to judge; whoever looks after the supplier owns it.
 * @returns false where it was noticed before
 */
export async function notice(context: Context, input: Noticed): Promise<boolean> {
  const event = noticed.parse(input);
  const there = await unscopedRows(context, key, ["id"], [where.eq("external_id", event.externalId)]);
  if (there.length > 0) return false;
  const [supplier] = await ask(context, SUPPLIER, "care", [event.supplierId]);
  const owner = event.ownerId ?? supplier?.buyerId ?? context.actor.id;
  await createRecord(context.actor.kind === "system" ? context : consequenceOf(context), {
    screen: context.services.registry.mainScreen(key),
    values: {
      supplier_id: event.supplierId,
      source: "system",
      category: event.category,
      title: event.title.slice(0, TITLE_LENGTH),
      detail: event.detail,
      occurred_on: event.occurredOn,
      probability: String(event.probability),
      impact: String(event.impact),
      external_id: event.externalId,
      ...(typeof owner === "string" ? { owner_id: owner } : {}),
    },
  });
  return true;
}

/** `notice` for other modules. */
export const noticeRisk: Published = (context, input) => notice(context, noticed.parse(input));
