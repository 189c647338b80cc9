import { type FieldProps, fieldId } from "./input-props";

/** Any number of a short list; the value holds the ticked ones as lines. */
export function ChecksField({ control }: FieldProps) {
  const { name, label, value, options = [], required, help, error, autoFocus } = control;
  const id = fieldId(name);
  const ticked = value.split("\n");
  const described = [error ? `${id}-error` : "", help ? `${id}-description` : ""].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in the grid of a field
    <div className="fd" id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={described || undefined}>
      <span className="fd-label" id={`${id}-label`}>
        {label}
        {required ? (
          <span className="fd-star" aria-hidden="true">
            {" *"}
          </span>
        ) : null}
      </span>
      <div className="fd-in fd-checks">
        {/* Without it nothing would be posted once all ticks are gone. */}
        <input type="hidden" name={`${name}[]`} value="" />
        {options.map((option, index) => (
          <label key={`${option.value} ${value}`}>
            <input
              type="checkbox"
              name={`${name}[]`}
              value={option.value}
              defaultChecked={ticked.includes(option.value)}
              // biome-ignore lint/a11y/noAutofocus: the first faulty control of a refused form takes the focus
              autoFocus={autoFocus && index === 0}
              aria-invalid={error ? true : undefined}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? (
        <p className="fd-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="fd-help" id={`${id}-description`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
