import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { showState } from "~/engine/screen/show";

const ORDER_RULE = "system-management/order-rule";
const ORDER = "purchase-orders/purchase-order";
const LONGEST = 60;

const outcome = z.object({
  speaks: z.boolean(),
  beatenBy: z.string().nullable(),
  findings: z.array(z.object({ level: z.enum(["note", "warn", "block"]), text: z.string() })),
});

/**
 * What a rule says about an order somebody names, whether the rule is in use or not. Nothing is changed; the order is one the
 * person may read.
 * @param asked number of an order; empty: nothing was asked yet
 * @throws AppError("forbidden" | "not_found")
 */
export async function orderRuleTryModel(context: Context, id: string, asked: string) {
  const { registry } = context.services;
  const screen = registry.mainScreen(ORDER_RULE);
  return reading(context, async () => {
    const { record: rule } = await openRecord(context, { entity: screen.entity, id, screen });
    const path = recordPath(screen, id);
    const field = (name: string, label: string) => ({
      label,
      text: choiceLabel(screen.entity.fields[name].options, String(rule[name])),
    });
    const model = {
      rule: String(rule.name),
      title: `试算规则 ${String(rule.name)}`,
      action: `${path}/try`,
      asked: asked.trim().slice(0, LONGEST),
      facts: [
        { label: "状态", ...showState(screen.entity, rule.state) },
        field("check_type", "检查项"),
        field("moment", "触发时点"),
        field("severity", "处理方式"),
      ],
      back: { label: "返回规则", href: path },
    };
    if (model.asked === "") return model;
    const order = await orderNamed(context, model.asked);
    if (!order) return { ...model, problem: `找不到订单「${model.asked}」，请核对订单号` };
    const input = { ruleId: id, order: { ...order, items: linesOf(order, "items") } };
    const { speaks, beatenBy, findings } = await ask(context, {
      entityKey: ORDER_RULE,
      name: "try",
      input,
      answer: outcome,
    });
    const entity = registry.entity(ORDER);
    return {
      ...model,
      answer: {
        order: {
          label: `${String(order.number)}（${showState(entity, order.state).text}）`,
          href: recordPath({ area: "purchase-orders", key: "purchase-order" }, order.id),
        },
        verdict: !speaks
          ? ("outside" as const)
          : findings.length === 0
            ? ("pass" as const)
            : (findings[0]?.level ?? ("note" as const)),
        texts: findings.map(({ text }) => text),
        ...(beatenBy === null ? {} : { beatenBy: `该订单另有优先级更高或范围更窄的规则 ${beatenBy}，以它为准` }),
        ...(rule.state === "active" ? {} : { idle: "规则未启用，目前不影响订单" }),
      },
    };
  });
}

/** The order of that number, if the person may read it. */
async function orderNamed(context: Context, number: string) {
  const { registry } = context.services;
  const [screen] = registry.screensOf(ORDER);
  const where = [{ op: "eq", column: "number", value: number.toUpperCase() }] as const;
  const [row] = await unscopedRows(context, ORDER, ["id"], where);
  if (!row || !screen) return null;
  try {
    return (await openRecord(context, { entity: screen.entity, id: row.id, screen, wanted: { labels: false } })).record;
  } catch (error) {
    // Not there, and not for this person: nobody learns which.
    if (error instanceof AppError && (error.error === "not_found" || error.error === "forbidden")) return null;
    throw error;
  }
}
