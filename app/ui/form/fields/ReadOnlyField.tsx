import type { FieldProps } from "./input-props";

/** A value that may be seen but not changed; nothing is posted. */
export function ReadOnlyField({ control }: FieldProps) {
  return (
    <div className="fd">
      <span className="fd-label">{control.label}</span>
      <span className="fd-in fd-text">
        {control.readOnly || "–"}
        {control.readOnly && control.unit ? ` ${control.unit}` : ""}
      </span>
      {control.help ? <p className="fd-help">{control.help}</p> : null}
    </div>
  );
}
