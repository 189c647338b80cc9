import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { listPath, newPath } from "~/engine/screen/address";
import type { WarningProvider } from "~/engine/warnings/warnings.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { daysToNext } from "./recall-drill.rules";

const KEY = "receiving/recall-drill";
/** Stands for the first drill there was ever to be: what is put away is put away by the last drill. */
const NONE_YET = "00000000-0000-7000-8000-000000000d01";

/** Says to those who start drills when the next one is due, by how many a year takes (`recall.drillsPerYear`). */
export const recallDrillWarnings: WarningProvider = {
  kind: "recall_drill",
  async find(context) {
    const screen = screenFor(context, KEY, "add");
    if (!screen) return [];
    const days = daysToNext(await limitFor(context, "recall.drillsPerYear"));
    if (days === null) return [];
    const rows = await unscopedRows(
      context,
      KEY,
      ["id", "closed_at", "state", "conclusion"],
      [where.oneOf("state", ["running", "reviewing", "closed"])],
    );
    // One that runs is the answer to what was due.
    if (rows.some(({ state }) => state !== "closed")) return [];
    const last = rows.reduce<{ id: string; closed_at: string; conclusion: string | null } | null>(
      (latest, { id, closed_at, conclusion }) =>
        closed_at !== null && (latest === null || closed_at > latest.closed_at)
          ? { id, closed_at, conclusion }
          : latest,
      null,
    );
    const href = newPath(screen);
    if (last === null)
      return [{ objectId: NONE_YET, stage: "overdue", text: "还没有做过召回演练，请选择一个批次开始", href }];
    if (last.conclusion === "failed")
      return [{ objectId: last.id, stage: "overdue", text: "上一次召回演练的结论是“无效，须重做”，请重新演练", href }];
    const due = addDays(dayOf(new Date(last.closed_at)), days);
    const left = daysBetween(dayOf(context.now), due);
    if (left > (await limitFor(context, "recall.aheadDays"))) return [];
    return [
      left < 0
        ? { objectId: last.id, stage: "overdue", text: `召回演练已逾期${-left}天，应于${due}前进行`, href }
        : { objectId: last.id, stage: "due_soon", text: `下一次召回演练应于${due}前进行（剩${left}天）`, href },
    ];
  },
  summary: () => "召回演练到期",
  listHref(context) {
    const screen = screenFor(context, KEY, "query");
    return screen ? listPath(screen) : "/";
  },
};
