import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { Role } from "../page";
import { ancestors, indexOf, isBlock, matches, select, squeezed, textContent } from "./tree";

const TYPED = ":not([type=checkbox], [type=radio], [type=hidden], [type=submit], [type=button], [type=file])";

/** Elements that have a role without saying so. */
const IMPLIED: Readonly<Record<Role, string>> = {
  banner: "body > header, body > div > header",
  button: "button, input[type=submit], input[type=button], input[type=reset]",
  checkbox: "input[type=checkbox]",
  combobox: `select:not([multiple]), input[list]${TYPED}`,
  dialog: "dialog",
  group: "fieldset, details",
  heading: "h1, h2, h3, h4, h5, h6",
  link: "a[href]",
  list: "ul, ol",
  listbox: "select[multiple]",
  listitem: "li",
  navigation: "nav",
  option: "option",
  radio: "input[type=radio]",
  region: "section[aria-label], section[aria-labelledby]",
  row: "tr",
  searchbox: "input[type=search]:not([list])",
  status: "output",
  table: "table",
};
const NAMED_BY_CONTENT =
  "a, button, h1, h2, h3, h4, h5, h6, option, td, th, tr, summary, label, [role=option], [role=button]";

/** Elements of a role below a node that are not kept from screen readers. */
export function withRole(within: AnyNode, role: Role): Element[] {
  return select(within, `${IMPLIED[role]}, [role]`).filter((element) => {
    const own = element.attribs.role;
    const plays = own === undefined || own.split(/\s+/).includes(role);
    return plays && ![element, ...ancestors(element)].some((one) => one.attribs["aria-hidden"] === "true");
  });
}

/** Controls a label belongs to, or labels of a control. */
export function labelsOf(control: Element, document: AnyNode): Element[] {
  const { id } = control.attribs;
  const around = ancestors(control).filter(({ name }) => name === "label");
  return id ? [...(indexOf(document).labels.get(id) ?? []), ...around] : around;
}

/** What a screen reader calls it: W3C accname, as far as pages of the product use it. */
export function nameOf(element: Element, document: AnyNode): string {
  const { attribs, name } = element;
  const ids = (attribs["aria-labelledby"] ?? "").split(/\s+/).filter(Boolean);
  const labelled = ids.flatMap((id) => indexOf(document).ids.get(id) ?? []).map(nameInside);
  if (labelled.length > 0) return squeezed(labelled.join(" "));
  if (attribs["aria-label"]?.trim()) return squeezed(attribs["aria-label"]);
  if (/^(input|select|textarea)$/.test(name)) {
    if (/^(submit|button|reset)$/.test(attribs.type ?? "")) return attribs.value ?? "";
    const labels = labelsOf(element, document).map(nameInside);
    return squeezed(labels.join(" ") || attribs.title || attribs.placeholder || "");
  }
  if (name === "img") return attribs.alt ?? "";
  const heading = { fieldset: "legend", table: "caption" }[name];
  const [titled] = heading ? select(element, heading) : [];
  if (titled) return squeezed(nameInside(titled));
  return squeezed(
    matches(element, NAMED_BY_CONTENT) ? nameInside(element) || attribs.title || "" : (attribs.title ?? ""),
  );
}

function nameInside(element: Element): string {
  const part = (node: AnyNode): string => {
    if (isText(node)) return node.data;
    if (!isTag(node) || node.attribs["aria-hidden"] === "true" || "hidden" in node.attribs) return "";
    if (/^(input|select|textarea|script|style)$/.test(node.name)) return "";
    if (node.attribs["aria-label"]) return node.attribs["aria-label"];
    if (node.name === "img") return node.attribs.alt ?? "";
    if (node.name === "svg") return select(node, "title").map(textContent).join("");
    const inner = node.children.map(part).join("");
    return isBlock(node) || /^t[dh]$/.test(node.name) ? ` ${inner} ` : inner;
  };
  return element.children.map(part).join("");
}
