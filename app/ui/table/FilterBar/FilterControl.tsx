import { useServerValue } from "~/ui/form/server-value";
import type { Filter, Option } from "~/ui/model";

/**
 * One field of the filter form. A range posts its name twice, first the lower end, then the upper one, as `Filter.values`
 * holds them.
 */
export function FilterControl({ filter }: { filter: Filter }) {
  const { name, label, kind, values, error } = filter;
  const id = `q-${name}`;
  const complaint = error ? (
    <p className="er" id={`${id}-error`}>
      {error}
    </p>
  ) : null;
  if (kind === "dayRange" || kind === "range")
    return (
      <fieldset className="fc">
        <legend>{label}</legend>
        <div className="fc-range">
          <FilterInput filter={filter} id={id} value={values[0] ?? ""} label={`${label} 从`} />
          <span aria-hidden="true">~</span>
          <FilterInput filter={filter} id={`${id}-to`} value={values[1] ?? ""} label={`${label} 到`} />
        </div>
        {complaint}
      </fieldset>
    );
  const options = kind === "yesNo" ? yesNo : filter.options;
  return (
    <div className="fc">
      <label htmlFor={id}>{label}</label>
      {options ? (
        <FilterSelect filter={filter} id={id} options={options} />
      ) : (
        <FilterInput filter={filter} id={id} value={values[0] ?? ""} />
      )}
      {complaint}
    </div>
  );
}

const yesNo: Option[] = [
  { value: "1", label: "是" },
  { value: "0", label: "否" },
];

function FilterInput({ filter, id, value, label }: { filter: Filter; id: string; value: string; label?: string }) {
  const control = useServerValue<HTMLInputElement>(value, filter);
  return (
    <input
      ref={control}
      className="in"
      id={id}
      name={filter.name}
      type={filter.kind === "dayRange" ? "date" : "text"}
      inputMode={filter.kind === "range" ? "decimal" : undefined}
      list={filter.list}
      autoComplete="off"
      defaultValue={value}
      aria-label={label}
      {...faults(filter)}
    />
  );
}

function FilterSelect({ filter, id, options }: { filter: Filter; id: string; options: Option[] }) {
  const value = filter.values[0] ?? "";
  const control = useServerValue<HTMLSelectElement>(value, filter);
  return (
    <select ref={control} className="in" id={id} name={filter.name} defaultValue={value} {...faults(filter)}>
      <option value="">全部</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function faults({ name, error }: Filter) {
  return error ? { "aria-invalid": true, "aria-describedby": `q-${name}-error` } : {};
}
