import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { completeAndCheck } from "./complete.server";
import { concealing, partSeen } from "./line-scope.server";
import { openRecord } from "./records.server";
import { saved } from "./save.server";
import { requireAction, rowFilter, seniorityRefusal } from "./scope.server";
import { once, type Saved } from "./transaction.server";
import { updateRecord } from "./write.server";

/**
 * Takes a row of a register out of use, or into use again: its field `enabled`, under the rights `disable` and `enable`. What is so
 * already stays as it is.
 * @throws AppError("forbidden" | "not_found" | "own_rule" | "invalid" | "stale_record")
 */
export async function switchRecord(
  context: Context,
  input: { screen: Screen; id: string; on: boolean; version?: number; reason?: string; requestId?: string },
): Promise<Saved> {
  const { screen, id, on } = input;
  const { entity } = screen;
  if (!("enabled" in entity.fields)) throw new AppError("not_found");
  const action = on ? "enable" : "disable";
  const filters = requireAction(context, entity, action, screen);
  return once(context, input.requestId, [action, entity.key, id], async () => {
    const { record: before } = await openRecord(context, {
      entity,
      id,
      screen,
      wanted: { labels: false, rows: "all" },
    });
    const above = seniorityRefusal(context, entity, before);
    if (above) throw new AppError("own_rule", { message: above });
    if (input.version !== undefined && input.version !== before.version) throw new AppError("stale_record");
    if (before.enabled === on) return saved(before, []);
    const record = { ...structuredClone(before), enabled: on };
    const part = partSeen(context, entity, before);
    await concealing(entity, { record, part }, () =>
      completeAndCheck(context, { entity, record, before, complaints: [] }),
    );
    const changes = await changesBetween(context, entity, before, record);
    await updateRecord(context, {
      entity,
      before,
      after: record,
      filters: [...rowFilter(context, entity), ...filters],
    });
    const label = on ? "启用" : "停用";
    await audit(context, entity, record, { action, label, changes, reason: input.reason ?? null });
    const findings = (await context.services.registry.server(entity.key).afterSave?.(context, record)) ?? [];
    return saved(
      { ...record, version: before.version + 1 },
      findings.map(({ text }) => text),
    );
  });
}
