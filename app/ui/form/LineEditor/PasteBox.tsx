import { pasteColumns } from "~/shared/pasted";
import type { LineTable, Paste } from "~/ui/model/form";
import { useServerValue } from "../server-value";
import { pasteBox } from "./grid";
import { RowButton } from "./RowButton";
import type { Change, Line } from "./rows";

interface PasteBoxProps {
  table: LineTable;
  /** The table in the form: `items`, `items.0.schedules`. */
  name: string;
  /** The row it stands under, e.g. `第 1 行`; empty for a table of its own. */
  above?: string;
  paste: Paste;
  rows: Line[];
  change: Change;
  say: (note: string) => void;
  busy: boolean;
}

/** Many rows at once from a spreadsheet. What did not fit stays in the box. */
export function PasteBox({ table, name, above = "", paste, rows, change, say, busy }: PasteBoxProps) {
  const { label, columns } = table;
  const box = useServerValue<HTMLTextAreaElement>(paste.text, paste);
  const typed = pasteColumns(table)
    .map((column) => column.label)
    .join("、");
  const take = (form: HTMLFormElement) => {
    if (!box.current) return;
    const { left, note, ...taken } = pasteBox({ form, table, name, rows, box: box.current.value });
    change(taken.rows);
    say(note);
    box.current.value = left;
  };
  return (
    <details className="le-paste" open={paste.text !== "" || undefined}>
      <summary>批量粘贴</summary>
      {above === "" ? (
        <p>从表格软件复制后粘贴在下面。第一行是列名时按列名填入，列的次序不限；没有列名时依次是：{typed}。</p>
      ) : (
        <p>依次是：{typed}</p>
      )}
      <textarea
        ref={box}
        className="in"
        name={`_paste.${name}`}
        rows={above === "" ? 6 : 3}
        cols={columns.length * 10}
        wrap="off"
        aria-label={`粘贴${above}${label}`}
        defaultValue={paste.text}
      />
      <RowButton intent={`${name}.paste`} label="填入表格" name={`${above}填入表格`} disabled={busy} act={take} />
    </details>
  );
}
