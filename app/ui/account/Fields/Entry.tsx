import { dayInput } from "~/ui/dates/day-input";
import { useFault } from "~/ui/form/Watch/faults";
import type { AccountField } from "../model";

/**
 * One field, in plain markup: the same in a dialog, where no more than the shell's style sheet is there, and on a page. It keeps what
 * is typed; a refused form brings other values under another key.
 */
export function Entry({ field }: { field: AccountField }) {
  const { name, label, required, help, readOnly } = field;
  const error = useFault(name, field.error);
  const id = `f-${name}`;
  if (readOnly !== undefined)
    return (
      <div className="af-field">
        <span className="af-label">{label}</span>
        <span className="af-text">{readOnly || "–"}</span>
        {help ? <p className="af-help">{help}</p> : null}
      </div>
    );
  if (field.kind === "checkbox")
    return (
      <div className="af-field">
        <label className="af-tick">
          <input type="checkbox" id={id} name={name} value="1" defaultChecked={field.value === "1"} />
          {label}
        </label>
        {help ? <p className="af-help">{help}</p> : null}
      </div>
    );
  return (
    <div className="af-field">
      <label className="af-label" htmlFor={id}>
        {label}
        {required ? (
          <span className="af-star" aria-hidden="true">
            {" *"}
          </span>
        ) : null}
      </label>
      <Input field={field} id={id} error={error} />
      {error ? (
        <p className="er" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="af-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

function Input({ field, id, error }: { field: AccountField; id: string; error: string | undefined }) {
  const { name, kind, value, required, help, maxLength, autoFocus, autoComplete } = field;
  const described = [error ? `${id}-error` : "", help ? `${id}-help` : ""].filter(Boolean).join(" ");
  const shared = {
    id,
    name,
    className: "in",
    "aria-invalid": error ? (true as const) : undefined,
    "aria-required": required || undefined,
    "aria-describedby": described || undefined,
    autoFocus,
  };
  if (kind === "textarea") return <textarea {...shared} rows={3} defaultValue={value} maxLength={maxLength} />;
  if (kind === "select")
    return (
      <select {...shared} defaultValue={value}>
        <option value="">请选择</option>
        {(field.options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      {...(kind === "date" ? dayInput(kind, value, field.days) : { type: kind === "email" ? "text" : kind })}
      inputMode={kind === "email" ? "email" : undefined}
      defaultValue={value}
      maxLength={maxLength}
      autoComplete={autoComplete ?? "off"}
    />
  );
}
