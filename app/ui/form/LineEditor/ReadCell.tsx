import type { LineRow } from "~/ui/model/form";
import { fieldId } from "../fields/input-props";

interface ReadCellProps {
  cell: LineRow["readOnly"][number];
  /** `items.2.amount`: figures that are worked out while one types are put in here. */
  name: string;
}

/** A cell of a row that nobody types, with what is wrong with what stands in it: the list of faults leads here. */
export function ReadCell({ cell, name }: ReadCellProps) {
  const { text, error } = cell;
  if (!error) return <span data-figure={name}>{text}</span>;
  return (
    <>
      <span data-figure={name} id={fieldId(name)} tabIndex={-1}>
        {text}
      </span>
      <p className="er">{error}</p>
    </>
  );
}
