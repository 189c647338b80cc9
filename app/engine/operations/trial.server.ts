import type { Change } from "~/data/audit.server";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { changesBetween } from "./changes.server";
import { completeAndCheck } from "./complete.server";
import { blankRecord } from "./initial-values.server";
import { type RawInput, readInput } from "./input.server";
import { concealing, seesChange } from "./line-scope.server";
import { openRecord } from "./records.server";
import { isEditable, mergeLines, notEditable, writtenOver } from "./save.server";
import { requireAction, seniorityRefusal } from "./scope.server";

/**
 * What making this record would write; everything is asked that making it asks, and nothing is written. Uniqueness alone is
 * only known by the database when it is stored.
 * @throws AppError("forbidden" | "malformed" | "invalid")
 */
export async function tryCreate(context: Context, screen: Screen, values: RawInput): Promise<Change[]> {
  const { entity } = screen;
  requireAction(context, entity, "add", screen);
  const read = await readInput(context, entity, values, null);
  const record: AnyRecord = { ...blankRecord(context, screen), ...read.values };
  mergeLines(context, entity.lines, record, read.lines);
  await completeAndCheck(context, { entity, record, before: null, complaints: read.complaints });
  return (await changesBetween(context, entity, null, record)).filter(
    ({ path }) => (path.split(".")[0] ?? "") in values,
  );
}

/**
 * What this change would write, and the version it would be made on; see `tryCreate`.
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "own_rule" | "malformed" | "invalid")
 */
export async function tryUpdate(
  context: Context,
  screen: Screen,
  id: string,
  values: RawInput,
): Promise<{ changes: Change[]; version: number }> {
  const { entity } = screen;
  requireAction(context, entity, "edit", screen);
  const { record: before } = await openRecord(context, { entity, id, screen, wanted: { labels: false, rows: "all" } });
  if (!isEditable(entity, before)) throw notEditable(entity, before);
  const above = seniorityRefusal(context, entity, before);
  if (above) throw new AppError("own_rule", { message: above });
  const written = await writtenOver(context, entity, before, values);
  const { record, complaints } = written;
  await concealing(entity, written, () => completeAndCheck(context, { entity, record, before, complaints }));
  const changes = (await changesBetween(context, entity, before, record)).filter((change) =>
    seesChange(context, entity, change),
  );
  return { changes, version: before.version };
}
