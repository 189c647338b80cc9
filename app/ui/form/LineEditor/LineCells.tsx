import type { LineTable } from "~/ui/model/form";
import { LineControl } from "../LineControl/LineControl";
import { ReadCell } from "./ReadCell";
import { columnOf, type Line } from "./rows";

interface LineCellsProps {
  table: LineTable;
  row: Line;
  /** Its name in the form: `items.2`. */
  at: string;
  /** `第 3 行` */
  called: string;
}

/** Each column shows the control of its name, or the cell that is worked out. */
export function LineCells({ table, row, at, called }: LineCellsProps) {
  return table.columns.map((column) => {
    const control = row.controls.find((one) => columnOf(one) === column.name);
    const cell = row.readOnly.find(({ name }) => name === column.name);
    return (
      <td
        key={column.name}
        className={column.align === "end" ? "n" : undefined}
        data-label={column.unit ? `${column.label}（${column.unit}）` : column.label}
        data-required={column.required || undefined}
      >
        {control ? <LineControl control={control} name={`${at}.${column.name}`} row={called} /> : null}
        {cell ? <ReadCell cell={cell} name={`${at}.${cell.name}`} /> : null}
      </td>
    );
  });
}
