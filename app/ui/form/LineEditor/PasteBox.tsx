import type { FormSection } from "~/ui/model/form";
import { useServerValue } from "../server-value";
import { pasteBox } from "./grid";
import { RowButton } from "./RowButton";
import type { Change, Line } from "./rows";

interface PasteBoxProps {
  section: Extract<FormSection, { kind: "lines" }>;
  rows: Line[];
  change: Change;
  say: (note: string) => void;
  busy: boolean;
}

/** Many rows at once from a spreadsheet. What did not fit stays in the box. */
export function PasteBox({ section, rows, change, say, busy }: PasteBoxProps) {
  const { name, label, columns, blank, paste } = section;
  const box = useServerValue<HTMLTextAreaElement>(paste.text, paste);
  const typed = blank.controls.map((control) => control.label).join("、");
  const take = (form: HTMLFormElement) => {
    if (!box.current) return;
    const { left, note, ...taken } = pasteBox(form, section, name, rows, box.current.value);
    change(taken.rows);
    say(note);
    box.current.value = left;
  };
  return (
    <details className="le-paste" open={paste.text !== "" || undefined}>
      <summary>批量粘贴</summary>
      <p>从表格软件复制后粘贴在下面。第一行是列名时按列名填入，列的次序不限；没有列名时依次是：{typed}。</p>
      <textarea
        ref={box}
        className="in"
        name={`_paste.${name}`}
        rows={6}
        cols={columns.length * 10}
        wrap="off"
        aria-label={`粘贴${label}`}
        defaultValue={paste.text}
      />
      <RowButton intent={`${name}.paste`} label="填入表格" name="填入表格" disabled={busy} act={take} />
    </details>
  );
}
