import type { Filter, ListModel } from "~/ui/model/list";
import type { RecordModel, RecordSection } from "~/ui/model/record";
import type { Table } from "~/ui/model/table";
import { chosenLabels } from "./FilterBar/choices-html";
import { actionsColumn, isCompared, tableStack } from "./needed-width";

/** What is to be known of the rows of a table, whether they are at hand or stand drawn in the page. */
export function rowsFacts(table: Table): NonNullable<Table["drawn"]> {
  const { rows, drawn, hasActions } = table;
  return (
    drawn ?? {
      count: rows.length,
      hasLink: hasActions || rows.some((row) => row.href || row.cells.some((cell) => cell.href || cell.files)),
      stack: tableStack(table),
      beside: actionsColumn(table),
    }
  );
}

/**
 * A list as its whole page sends it along: what stands in the page as HTML already is not sent a second time. The browser
 * takes it from there (`fragments.ts`).
 */
export function sentList(model: ListModel): ListModel {
  const { table, datalists, filters } = model;
  return {
    ...model,
    filters: filters.map(sentFilter),
    datalists: datalists.length > 0 ? "drawn" : datalists,
    table: sentTable(table),
  };
}

/** Says of the tables of a record which hold figures to compare: asked here, so that no page fetches the code for it. */
export function tellCompared(model: RecordModel): RecordModel {
  const sections = model.sections.map((section) =>
    section.kind === "table" && isCompared(section.table)
      ? { ...section, table: { ...section.table, compared: true as const } }
      : section,
  );
  return { ...model, sections };
}

/** The page of a record in the same way: the rows of its sections stand in the page. */
export function sentRecord(model: RecordModel): RecordModel {
  return { ...model, sections: model.sections.map(sentSection) };
}

function sentSection(section: RecordSection): RecordSection {
  return section.kind === "table" || section.kind === "network"
    ? { ...section, table: sentTable(section.table) }
    : section;
}

function sentTable(table: Table): Table {
  return { ...table, rows: [], drawn: rowsFacts(table) };
}

function sentFilter(filter: Filter): Filter {
  return filter.options ? { ...filter, options: "drawn", chosen: chosenLabels(filter) } : filter;
}
