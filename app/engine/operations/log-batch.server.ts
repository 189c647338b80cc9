import type { Change } from "~/data/audit.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Value } from "../entity";
import { fieldAt } from "../entity/change-paths";
import { masked } from "../entity/mask";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { stateLabel } from "./save.server";
import { updateRecord } from "./write.server";

/*
 * What batches have in common that a person begins and the program carries out: synchronised accounts, imported files.
 */

/**
 * Moves a batch to a state that no person chose, with what is written along, and audits it. Runs inside the transaction of the caller.
 * @returns the batch as it is stored now
 */
export async function transitionBatch(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  transition: {
    state: string;
    /** Name and label of the entry in the history. */
    action: string;
    label: string;
    values?: Readonly<Record<string, Value>>;
    reason?: string;
  },
): Promise<AnyRecord> {
  const { state, action, label, values, reason } = transition;
  const after: AnyRecord = { ...structuredClone(before), ...values, state };
  await updateRecord(context, { entity, before, after, filters: [] });
  const transitioned = {
    path: "state",
    label: "状态",
    from: before.state,
    to: state,
    fromText: stateLabel(entity, before.state),
    toText: stateLabel(entity, state),
  };
  const changes = [transitioned, ...(await changesBetween(context, entity, before, after))];
  await audit(context, entity, after, { action, label, changes, reason: reason ?? null });
  return { ...after, version: before.version + 1 };
}

/** Changes in one text, `姓名：旧 → 新；…`; personal values are masked as in lists, because logs outlive what they are about. */
export function changesText(entity: AnyEntity, changes: readonly Change[]): string {
  return changes
    .map(({ path, label, fromText, toText }) => {
      const field = fieldAt(entity, path.split("."))?.field;
      const [from, to] = [fromText, toText].map((text) => (field ? masked(field, text, "list") : text));
      return from ? `${label}：${from} → ${to || "空"}` : `${label}：${to}`;
    })
    .join("；");
}
