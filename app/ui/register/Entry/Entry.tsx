import type { ApplicantControl } from "~/shared/applicant-page";

/** A labelled control of a public form with its help and its complaint; nothing of it needs script. */
export function Entry({ control, typed, error }: { control: ApplicantControl; typed?: string; error?: string }) {
  const { name, label, kind, required, help, unit } = control;
  const said = (
    <>
      {help ? <p className="rg-help">{help}</p> : null}
      {error ? (
        <p className="er" id={`${name}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
  const fault = error ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {};
  const value = typed ?? control.value;
  if (kind === "check")
    return (
      <>
        <label className="ck">
          <input type="checkbox" name={name} value="1" defaultChecked={value === "1" || value === "true"} {...fault} />
          {label}
        </label>
        {said}
      </>
    );
  if (kind === "checks")
    return (
      <fieldset>
        <legend className={required ? "rg-need" : undefined}>{label}</legend>
        <input type="hidden" name={`${name}.shown`} value="1" />
        <div className="rg-checks">
          {control.options?.map((option) => (
            <label key={option.value}>
              <input type="checkbox" name={name} value={option.value} defaultChecked={option.checked} />
              {option.label}
            </label>
          ))}
        </div>
        {said}
      </fieldset>
    );
  const common = { id: name, name, className: "in", defaultValue: value, ...fault };
  const title = (
    <label htmlFor={name} className={required ? "rg-need" : undefined}>
      {label}
      {unit ? `（${unit}）` : ""}
    </label>
  );
  if (kind === "select")
    return (
      <>
        {title}
        <select {...common}>
          <option value="">请选择</option>
          {control.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {said}
      </>
    );
  if (kind === "textarea")
    return (
      <>
        {title}
        <textarea {...common} rows={4} maxLength={control.maxLength} />
        {said}
      </>
    );
  return (
    <>
      {title}
      <input
        {...common}
        type={kind === "decimal" ? "text" : kind}
        inputMode={kind === "decimal" ? "decimal" : undefined}
        maxLength={control.maxLength}
        autoComplete={control.autoComplete}
      />
      {said}
    </>
  );
}
