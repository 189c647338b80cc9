import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { REPORT_PARTS, type ReportPart, reviewsIn, submissionsIn } from "./correction-report.rules";

type CorrectiveActionRecord = RecordFor<"supplier-audit/corrective-action">;

const PARTS = Object.keys(REPORT_PARTS) as ReportPart[];

/** The last report beside the one before it, part by part, and what each review sent back. */
export function reportRounds(record: CorrectiveActionRecord): RecordTable[] {
  return [...compared(record), ...sentBack(record)];
}

function compared(record: CorrectiveActionRecord): RecordTable[] {
  const rounds = submissionsIn(record.submissions);
  const [before, last] = rounds.slice(-2);
  if (!before || !last) return [];
  const notes = new Map(
    reviewsIn(record.reviews)
      .at(-1)
      ?.returned.map(({ part, note }) => [part, note]),
  );
  const parts = PARTS.filter((part) => before.parts[part] !== "" || last.parts[part] !== "");
  return [
    {
      kind: "table",
      title: "报告对照",
      table: {
        caption: `第${rounds.length - 1}次与第${rounds.length}次提交的报告`,
        columns: columnsOf(["部分", "有无修改", "退回意见", "上次提交", "本次提交"]),
        rows: parts.map((part) => ({
          id: part,
          cells: [
            { text: REPORT_PARTS[part] },
            before.parts[part] === last.parts[part]
              ? { text: "未改", ...(notes.has(part) ? { tone: "refused" as const } : {}) }
              : { text: "有修改", tone: "warning" as const },
            { text: notes.get(part) || "—" },
            { text: inOneLine(before.parts[part]) },
            { text: inOneLine(last.parts[part]) },
          ],
        })),
      },
    },
  ];
}

/** Cells of tables know no line breaks. */
function inOneLine(text: string): string {
  return text.replaceAll("\n", "；") || "—";
}

function sentBack(record: CorrectiveActionRecord): RecordTable[] {
  const reviews = reviewsIn(record.reviews);
  if (reviews.length === 0) return [];
  return [
    {
      kind: "table",
      title: "历次退回",
      table: {
        caption: "每次退回的部分和意见，最近的在前",
        columns: columnsOf(["退回时间", "部分", "意见"]),
        rows: reviews.toReversed().flatMap(({ at, returned }, index) =>
          returned.map(({ part, note }) => ({
            id: `${index}-${part}`,
            cells: [{ text: chinaTime(at) }, { text: REPORT_PARTS[part] }, { text: note || "—" }],
          })),
        ),
      },
    },
  ];
}
