import type { Datalist } from "~/ui/model/form";

/** Suggestions the text fields of a form refer to by id: one types a code or picks it. */
export function Datalists({ lists }: { lists: Datalist[] }) {
  return lists.map(({ id, options }) => (
    <datalist key={id} id={id}>
      {options.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}
