import type { Context } from "~/engine/context.server";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { requireAction } from "~/engine/operations/scope.server";
import { reading, type Saved } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";

const KEY = "system-management/parameter";

async function openParameter(context: Context, id: string) {
  const screen = context.services.registry.mainScreen(KEY);
  requireAction(context, screen.entity, "edit", screen);
  const { record } = await reading(context, () =>
    openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } }),
  );
  return { screen, record, path: recordPath(screen, record.id) };
}

/** Asks before a parameter gets the value again that it came with. @throws AppError("forbidden" | "not_found") */
export async function restoreModel(context: Context, id: string, problem?: string) {
  const { record, path } = await openParameter(context, id);
  const text = (value: unknown) => (value === null || value === "" ? "（空）" : `${String(value)}${unit}`);
  const unit = record.unit ? ` ${String(record.unit)}` : "";
  return {
    title: `恢复默认：${String(record.name)}`,
    action: `${path}/restore`,
    version: String(record.version),
    label: "恢复默认",
    tone: "primary" as const,
    question: "恢复后从下一次请求起生效，改动留在变更记录里。",
    facts: [
      { label: "现在的值", text: text(record.value) },
      { label: "默认值", text: text(record.default_value) },
    ],
    findings: [],
    controls: [],
    errors: [],
    ...(problem ? { problem } : {}),
    blocked: false,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

/** Gives a parameter its default. @throws AppError("forbidden" | "not_found" | "stale_record" | "duplicate") */
export async function restoreDefault(
  context: Context,
  input: { id: string; version: number; requestId?: string },
): Promise<Saved & { name: string; path: string }> {
  const { screen, record, path } = await openParameter(context, input.id);
  const saved = await updateRecordBy(context, { screen, ...input, values: { value: record.default_value } });
  return { ...saved, name: String(record.name), path };
}
