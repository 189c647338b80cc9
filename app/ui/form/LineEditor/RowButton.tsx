import type { MouseEvent } from "react";

interface RowButtonProps {
  /** What the server does without script: `items.remove.2`. */
  intent: string;
  label: string;
  /** The whole of it, for those who cannot see which row it stands in. */
  name: string;
  danger?: boolean;
  quiet?: boolean;
  disabled: boolean;
  act: (form: HTMLFormElement) => void;
}

/** Changes rows: at once where scripts run, by the server otherwise. */
export function RowButton({ intent, label, name, danger, quiet, disabled, act }: RowButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    act(form);
  };
  return (
    <button
      type="submit"
      className="bt"
      data-quiet={quiet ? "" : undefined}
      data-tone={danger ? "danger" : undefined}
      name="_intent"
      value={intent}
      formNoValidate
      disabled={disabled}
      aria-label={name === label ? undefined : name}
      onClick={press}
    >
      {label}
    </button>
  );
}
