import { useContext, useEffect, useMemo, useRef, useState } from "react";
import { dayInput } from "~/ui/dates/day-input";
import { useServerValue } from "~/ui/form/server-value";
import { FragmentsContext } from "~/ui/fragments";
import type { Option } from "~/ui/model/form";
import type { Filter } from "~/ui/model/list";
import { choicesFragment, choicesHtml, chosenLabels } from "./choices-html";

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
  if (filter.options)
    return (
      <div className="fc">
        <span className="fc-label">{label}</span>
        <FilterChoices filter={filter} id={id} />
        {complaint}
      </div>
    );
  return (
    <div className="fc" data-search={filter.placeholder ? "" : undefined}>
      <label className={filter.placeholder ? "vh" : undefined} htmlFor={id}>
        {label}
      </label>
      {kind === "yesNo" ? (
        <FilterSelect filter={filter} id={id} options={yesNo} />
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
      {...(filter.kind === "dayRange" ? dayInput("date", value) : { type: "text" })}
      inputMode={filter.kind === "range" ? "decimal" : undefined}
      list={filter.list}
      autoComplete="off"
      placeholder={filter.placeholder}
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

/** Several of a list: boxes that unfold, so that nothing needs a script or a held key. What is ticked stands in the head. */
function FilterChoices({ filter, id }: { filter: Filter; id: string }) {
  const { name, label } = filter;
  const boxes = useServerChoices(filter);
  const html = useChoices(filter, id);
  const chosen = chosenLabels(filter);
  const text = chosen.length > 1 ? `${chosen.length}项：${chosen.join("、")}` : (chosen[0] ?? "全部");
  return (
    <details className="fc-many" data-floating="">
      <summary className="in" data-set={chosen.length > 0 ? "" : undefined} {...faults(filter)}>
        <span className="vh">{`${label}：`}</span>
        {text}
      </summary>
      <fieldset
        ref={boxes}
        className="fc-box"
        data-fragment={choicesFragment(name)}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </details>
  );
}

/** The boxes, ticked as the page came with them: what later answers tick is set in the page, and the focus stays where it is. */
function useChoices(filter: Filter, id: string): string {
  const { name, label, options, values } = filter;
  const standing = useContext(FragmentsContext)[choicesFragment(name)] ?? "";
  const [ticked] = useState(values);
  return useMemo(
    () => (Array.isArray(options) ? choicesHtml({ name, label }, id, options, ticked) : standing),
    [name, label, options, id, ticked, standing],
  );
}

/** Each answer of the server says anew what is ticked; between answers the boxes are left alone. */
function useServerChoices(filter: Filter) {
  const group = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(filter);
  useEffect(() => {
    if (shown.current === filter) return;
    shown.current = filter;
    for (const box of group.current?.querySelectorAll("input") ?? []) box.checked = filter.values.includes(box.value);
  }, [filter]);
  return group;
}

function faults({ name, error }: Filter) {
  return error ? { "aria-invalid": true, "aria-describedby": `q-${name}-error` } : {};
}
