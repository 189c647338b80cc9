import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, RecordTable } from "~/engine/entity/server-hooks";
import { changeText, readTrail } from "~/engine/operations/audit-trail.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { lastDays, rowsByDay } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { clearingPage } from "../job-log-clearing/clearing-page.server";

type JobOperationLogRecord = RecordFor<"system-management/job-operation-log">;

const KEY = "system-management/job-operation-log";
const RUN = "system-management/job-run";
const DAYS = 30;
const FAILED = ["failed", "timed_out", "interrupted"];

/** What a person changed, before and after side by side. */
async function comparison(context: Context, id: string): Promise<RecordTable[]> {
  const changes = (await readTrail(context, [id])).get(id)?.changes ?? [];
  if (changes.length === 0) return [];
  return [
    {
      kind: "table",
      title: "变更前后对比",
      table: {
        caption: "变更前后对比",
        columns: columnsOf(["内容", "变更前", "变更后"], []),
        rows: changes.map(({ path, label, from, to }) => ({
          id: path,
          cells: [{ text: label }, { text: from ?? "" }, { text: to ?? "" }],
        })),
      },
    },
  ];
}

/** What a run said, line by line, as it stands in its log. */
async function output(context: Context, id: string): Promise<RecordTable[]> {
  const screen = screenFor(context, RUN, "get");
  const [run] = screen ? await unscopedRows(context, RUN, ["output"], [where.eq("id", id)]) : [];
  if (!screen || !run) return [];
  const lines = typeof run.output === "string" ? run.output.split("\n") : ["这一次没有输出日志"];
  return [
    {
      kind: "table",
      title: "执行日志原文",
      table: {
        caption: "执行日志原文",
        columns: columnsOf(["行", "内容"], ["行"]),
        rows: lines.map((text, at) => ({
          id: String(at),
          cells: [{ text: String(at + 1), ...(at === 0 ? { href: recordPath(screen, id) } : {}) }, { text }],
        })),
      },
    },
  ];
}

const isRun = (record: JobOperationLogRecord) => record.kind === "run";

export const jobOperationLogServer: EntityServer<"system-management/job-operation-log"> = {
  listPages: clearingPage,
  async extra(context, _screen, ids) {
    const entries = await readTrail(context, ids);
    return new Map([...entries].map(([id, { changes }]) => [id, { changes: changes.map(changeText).join("；") }]));
  },
  /** To what was changed, before and after. */
  async rowLinks(context, ids) {
    const screen = screenFor(context, KEY, "get");
    if (!screen) return new Map();
    const changed = [...(await readTrail(context, ids))].filter(([, { changes }]) => changes.length > 0);
    return new Map(changed.map(([id]) => [id, [{ label: "对比", href: recordPath(screen, id) }]]));
  },
  sections: (context, record) => (isRun(record) ? output(context, record.id) : comparison(context, record.id)),
  async figures(context, screen) {
    const days = lastDays(dayOf(context.now), DAYS);
    const counts = await rowsByDay(context, screen, { day: "at", by: "result", days }, [where.eq("kind", "run")]);
    const series = (label: string, results: readonly string[]) => ({
      label,
      values: days.map((day) =>
        String(results.reduce((sum, result) => sum + (counts.get(`${day} ${result}`) ?? 0), 0)),
      ),
    });
    return {
      about: `${days[0]}至${days.at(-1)}，共${DAYS}天`,
      charts: [
        {
          kind: "line",
          caption: "按天成功与失败次数",
          axis: "日期",
          unit: "次",
          labels: days.map((day) => day.slice(5)),
          series: [series("成功", ["success"]), series("失败", FAILED)],
        },
      ],
    };
  },
};
