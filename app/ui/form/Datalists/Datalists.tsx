import { useContext, useMemo } from "react";
import { FragmentsContext } from "~/ui/fragments";
import { attribute } from "~/ui/markup";
import type { Datalist } from "~/ui/model/form";

/** Suggestions the text fields of a form refer to by id: one types a code or picks it. */
export function Datalists({ lists }: { lists: Datalist[] | "drawn" }) {
  const { datalists: standing = "" } = useContext(FragmentsContext);
  const html = useMemo(() => (lists === "drawn" ? standing : lists.map(listHtml).join("")), [lists, standing]);
  return html === "" ? null : <div hidden data-fragment="datalists" dangerouslySetInnerHTML={{ __html: html }} />;
}

function listHtml({ id, options }: Datalist): string {
  return `<datalist${attribute("id", id)}>${options.map((option) => `<option${attribute("value", option)}></option>`).join("")}</datalist>`;
}
