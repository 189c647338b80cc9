import type { PrintPart } from "~/shared/print-document";
import type { OwnSection } from "../entity/server-hooks";

/** What a hook adds to a page, as it stands on paper: facts, tables and timelines; nothing of what is only for a screen or is empty. */
export function printedSection(section: OwnSection): PrintPart[] {
  const { kind, title } = section;
  if (kind === "facts")
    return section.facts.length > 0
      ? [{ kind, title, facts: section.facts.map(({ label, text }) => ({ label, text })) }]
      : [];
  if (kind === "chart" || kind === "progress" || section.table.rows.length === 0) return [];
  const { columns, rows } = section.table;
  const isDrawn = kind === "timeline";
  return [
    ...(isDrawn ? [{ kind, title, timeline: section.timeline }] : []),
    {
      kind: "table",
      title: isDrawn ? "" : title,
      columns: columns.map(({ label, align }) => ({ label, align })),
      rows: rows.map(({ cells }) => cells.map(({ text }) => text)),
      totals: null,
    },
  ];
}
