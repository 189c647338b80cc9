import type { Control } from "~/ui/model";
import { fieldId } from "../fields/input-props";
import { optionsOf } from "../fields/options";
import { useServerValue } from "../server-value";

interface LineControlProps {
  control: Control;
  /** Which row it is in, for those who cannot see it, e.g. `第 3 行`. */
  row: string;
}

/** A control in a table. Plain elements: a document has hundreds of them, and its label is the head of the column. */
export function LineControl({ control, row }: LineControlProps) {
  const { error, unit } = control;
  if (control.readOnly !== undefined) return <>{control.readOnly}</>;
  return (
    <>
      <span className="lc" data-kind={control.kind}>
        <Plain control={control} row={row} />
        {unit ? <span aria-hidden="true">{unit}</span> : null}
      </span>
      {error ? (
        <p className="er" id={`${fieldId(control.name)}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
}

function Plain({ control, row }: LineControlProps) {
  if (control.kind === "textarea") return <LineTextarea control={control} row={row} />;
  if (control.kind === "select" || (control.kind === "reference" && control.options))
    return <LineSelect control={control} row={row} />;
  return <LineInput control={control} row={row} />;
}

function LineInput({ control, row }: LineControlProps) {
  const { kind, value, list, maxLength } = control;
  const ref = useServerValue<HTMLInputElement>(value, control);
  if (kind === "checkbox")
    return <input {...common(control, row)} ref={ref} type="checkbox" value="1" defaultChecked={value === "1"} />;
  return (
    <input
      {...common(control, row)}
      ref={ref}
      className="in"
      type={types[kind] ?? "text"}
      inputMode={modes[kind]}
      list={list}
      maxLength={maxLength}
      defaultValue={value}
      autoComplete="off"
    />
  );
}

const types: Partial<Record<Control["kind"], string>> = { date: "date", datetime: "datetime-local" };
const modes: Partial<Record<Control["kind"], "decimal" | "numeric">> = { decimal: "decimal", integer: "numeric" };

function LineTextarea({ control, row }: LineControlProps) {
  const ref = useServerValue<HTMLTextAreaElement>(control.value, control);
  const { maxLength, value } = control;
  return (
    <textarea {...common(control, row)} ref={ref} className="in" rows={1} maxLength={maxLength} defaultValue={value} />
  );
}

function LineSelect({ control, row }: LineControlProps) {
  const ref = useServerValue<HTMLSelectElement>(control.value, control);
  return (
    <select {...common(control, row)} ref={ref} className="in" defaultValue={control.value}>
      {optionsOf(control).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function common({ name, label, required, error, autoFocus }: Control, row: string) {
  return {
    id: fieldId(name),
    name,
    required,
    autoFocus,
    "aria-label": `${row} ${label}`,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${fieldId(name)}-error` : undefined,
  };
}
