interface FileEntryProps {
  name: string;
  label: string;
  error: string | undefined;
  help?: string;
}

/** A field that takes one file, in plain markup. */
export function FileEntry({ name, label, error, help }: FileEntryProps) {
  const id = `f-${name}`;
  const described = [error ? `${id}-error` : "", help ? `${id}-help` : ""].filter(Boolean).join(" ");
  return (
    <div className="cr">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
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
