import { type RefObject, useEffect, useRef, useState } from "react";
import { dayInput } from "~/ui/dates/day-input";
import { postedText } from "~/ui/dates/moment-text";
import type { Control, Option } from "~/ui/model/form";
import { Combobox } from "../Combobox/Combobox";
import { FilesBox } from "../fields/FilesField";
import { fieldId } from "../fields/input-props";
import { grouped, optionsKey, optionsOf } from "../fields/options";
import { useServerValue } from "../server-value";

interface LineControlProps {
  control: Control;
  /** Its name now: rows above it may have come and gone since the server named it. */
  name?: string;
  /** Which row it is in, for those who cannot see it, e.g. `第 3 行`. */
  row: string;
}

/** A control in a table. Plain elements: a document has hundreds of them, and its label is the head of the column. */
export function LineControl({ control, name = control.name, row }: LineControlProps) {
  const { unit } = control;
  const place = useRef<HTMLSpanElement>(null);
  const error = useFaultHere(place, control);
  if (control.readOnly !== undefined) return <>{control.readOnly}</>;
  return (
    <>
      <span ref={place} className="lc" data-kind={isShort(control) ? "short" : control.kind}>
        <Plain control={control} name={name} row={row} error={error} />
        {unit ? <span aria-hidden="true">{unit}</span> : null}
      </span>
      {error ? (
        <p className="er" id={`${fieldId(name)}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
}

/** A month or a code takes no more room than a figure. */
const shortText = 12;

function isShort({ kind, maxLength }: Control): boolean {
  return kind === "text" && maxLength !== undefined && maxLength <= shortText;
}

/**
 * What the server said of this control, as long as what it judged stands in it. Rows come and go, so it is looked after where it stands
 * and not by its name, and only where there is a complaint.
 */
function useFaultHere(place: RefObject<HTMLElement>, control: Control): string | undefined {
  const { error } = control;
  const [changed, note] = useState<Control | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || error === undefined) return;
    const look = ({ target }: Event) => {
      const held = heldBy(target);
      if (held !== null) note(held === control.value ? null : control);
    };
    element.addEventListener("input", look);
    element.addEventListener("change", look);
    return () => {
      element.removeEventListener("input", look);
      element.removeEventListener("change", look);
    };
  }, [place, control, error]);
  return changed === control ? undefined : error;
}

function heldBy(target: EventTarget | null): string | null {
  if (target instanceof HTMLInputElement) {
    if (target.type === "checkbox") return target.checked ? "1" : "0";
    return postedText(target, target.value);
  }
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ? target.value : null;
}

interface PlainProps extends LineControlProps {
  name: string;
  error: string | undefined;
}

function Plain(props: PlainProps) {
  const { control } = props;
  if (control.kind === "files") return <LineFiles {...props} />;
  if (control.kind === "textarea") return <LineTextarea {...props} />;
  if (control.kind === "select" || (control.kind === "reference" && control.options)) return <LineSelect {...props} />;
  if (control.kind === "reference" && control.search) return <LineReference {...props} />;
  return <LineInput {...props} />;
}

function LineFiles({ control, name, row, error }: PlainProps) {
  const id = `${fieldId(name)}-hint`;
  return (
    <>
      <FilesBox control={control} name={name} label={`${row} ${control.label}`} error={error} hint={id} />
      <small className="vh" id={id}>
        {control.files?.hint}
      </small>
    </>
  );
}

function LineReference(props: PlainProps) {
  const { control, row } = props;
  const input = common(props);
  return <Combobox control={control} name={input.name} what={`${row} ${control.label}`} input={input} />;
}

function LineInput(props: PlainProps) {
  const { control } = props;
  const { kind, value, maxLength } = control;
  const ref = useServerValue<HTMLInputElement>(value, control);
  if (kind === "checkbox")
    return <input {...common(props)} ref={ref} type="checkbox" value="1" defaultChecked={value === "1"} />;
  return (
    <input
      {...common(props)}
      ref={ref}
      className="in"
      {...(days[kind] ? dayInput(days[kind], value, control.days) : { type: "text" })}
      inputMode={modes[kind]}
      maxLength={maxLength}
      defaultValue={value}
      autoComplete="off"
    />
  );
}

const days: Partial<Record<Control["kind"], "date" | "datetime-local">> = { date: "date", datetime: "datetime-local" };
const modes: Partial<Record<Control["kind"], "decimal" | "numeric">> = { decimal: "decimal", integer: "numeric" };

function LineTextarea(props: PlainProps) {
  const { control } = props;
  const ref = useServerValue<HTMLTextAreaElement>(control.value, control);
  const { maxLength, value } = control;
  return <textarea {...common(props)} ref={ref} className="in" rows={1} maxLength={maxLength} defaultValue={value} />;
}

function LineSelect(props: PlainProps) {
  const { control } = props;
  const ref = useServerValue<HTMLSelectElement>(control.value, control);
  return (
    <select
      key={optionsKey(control)}
      {...common(props)}
      ref={ref}
      className="in"
      defaultValue={control.value}
      data-fills={control.fills}
    >
      {grouped(optionsOf(control)).map((one) =>
        "items" in one ? (
          <optgroup key={one.group} label={one.group}>
            {one.items.map(lineOption)}
          </optgroup>
        ) : (
          lineOption(one)
        ),
      )}
    </select>
  );
}

function lineOption({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

function common({ control, name, row, error }: PlainProps) {
  const { label, required, autoFocus } = control;
  return {
    id: fieldId(name),
    name,
    "aria-required": required || undefined,
    autoFocus,
    "aria-label": `${row} ${label}`,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${fieldId(name)}-error` : undefined,
  };
}
