import { dayInput } from "~/ui/dates/day-input";
import { fieldId } from "~/ui/form/fields/input-props";
import { optionsOf } from "~/ui/form/fields/options";
import type { Control } from "~/ui/model/form";

interface PhoneFieldProps {
  control: Control;
  /** Stands below the label, e.g. what was announced. */
  hint?: string;
}

/** A field as large as a gloved finger needs it, label above, without a library. */
export function PhoneField({ control, hint }: PhoneFieldProps) {
  const { name, label, required, help, unit, error } = control;
  const id = fieldId(name);
  const described = [error ? `${id}-error` : "", hint || help ? `${id}-help` : ""].filter(Boolean).join(" ");
  return (
    <div className="ph-field">
      <label htmlFor={id}>
        {label}
        {unit ? `（${unit}）` : ""}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      <Entry control={control} described={described} />
      {error ? (
        <p className="ph-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {hint || help ? (
        <p className="ph-help" id={`${id}-help`}>
          {[hint, help].filter(Boolean).join("；")}
        </p>
      ) : null}
    </div>
  );
}

function Entry({ control, described }: { control: Control; described: string }) {
  const { name, kind, value, required, error, autoFocus, maxLength, files } = control;
  const common = {
    className: "in",
    id: fieldId(name),
    name,
    "aria-required": required || undefined,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": described || undefined,
    autoFocus,
  };
  if (control.options)
    return (
      <select {...common} defaultValue={value}>
        {optionsOf(control).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (files)
    return (
      <>
        {files.shown.map((file) => (
          <label key={file.id} className="ph-tick">
            <input type="checkbox" name={name} value={file.id} defaultChecked /> {file.name}
          </label>
        ))}
        <input {...common} type="file" multiple={files.most > 1} accept={files.accept} />
      </>
    );
  const day = kind === "date" ? dayInput("date", value, control.days) : { type: "text" };
  return (
    <input
      {...common}
      {...day}
      defaultValue={value}
      maxLength={maxLength}
      inputMode={kind === "decimal" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}
