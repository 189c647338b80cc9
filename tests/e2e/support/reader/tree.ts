import { compile, type Options, selectAll } from "css-select";
import { type AnyNode, type Document, type Element, isTag, isText } from "domhandler";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";

/** Selectors of tests beyond CSS: an element with exactly that text. */
const OPTIONS: Options<AnyNode, Element> = {
  pseudos: {
    "text-is": (element, text) => squeezed(textContent(element)) === (text ?? "").replace(/^["']|["']$/g, ""),
  },
};

/** A page as a browser without script takes it: what stands in `noscript` counts. */
export function pageOf(html: string): Document {
  return parse(html, { treeAdapter: adapter, scriptingEnabled: false });
}

type Query = (node: AnyNode) => boolean;

const queries = new Map<string, Query>();

/** Reading a selector takes longer than asking one element. */
function queryOf(selector: string): Query {
  const known = queries.get(selector) ?? compile<AnyNode, Element>(selector, OPTIONS);
  queries.set(selector, known);
  return known;
}

/** In the order of the page, the element itself not among them. */
export function select(within: AnyNode, selector: string): Element[] {
  return selectAll<AnyNode, Element>(queryOf(selector), "children" in within ? within.children : [], OPTIONS);
}

export function matches(element: Element, selector: string): boolean {
  return queryOf(selector)(element);
}

/** What a page has under an id or for a control; worked out once, for nothing changes them. */
interface Index {
  ids: Map<string, Element>;
  labels: Map<string, Element[]>;
}

const indexes = new WeakMap<AnyNode, Index>();

export function indexOf(page: AnyNode): Index {
  const known = indexes.get(page);
  if (known) return known;
  const made: Index = { ids: new Map(), labels: new Map() };
  for (const element of select(page, "[id], label[for]")) {
    const { id, for: target } = element.attribs;
    if (id && !made.ids.has(id)) made.ids.set(id, element);
    if (element.name === "label" && target) made.labels.set(target, [...(made.labels.get(target) ?? []), element]);
  }
  indexes.set(page, made);
  return made;
}

export function ancestors(element: AnyNode): Element[] {
  const found: Element[] = [];
  for (let at = element.parent; at && isTag(at); at = at.parent) found.push(at);
  return found;
}

export function closest(element: Element, selector: string): Element | undefined {
  return [element, ...ancestors(element)].find((one) => matches(one, selector));
}

export function textContent(node: AnyNode): string {
  if (isText(node)) return node.data;
  return "children" in node ? node.children.map(textContent).join("") : "";
}

export function squeezed(text: string): string {
  return text.replace(/[\s\u200b]+/g, " ").trim();
}

const BLOCKS = new Set(
  `address article aside blockquote caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr legend li main nav ol option p pre section summary table tbody tfoot thead tr ul`.split(/\s+/),
);
const NO_TEXT = new Set(["script", "style", "template", "textarea", "title", "head"]);

export function isBlock(node: AnyNode): boolean {
  return isTag(node) && BLOCKS.has(node.name);
}

/** Not drawn, with everything in it: hidden by its attributes, or folded away. */
function isLeftOut(element: Element): boolean {
  if ("hidden" in element.attribs || NO_TEXT.has(element.name)) return true;
  if (element.name === "input" && element.attribs.type === "hidden") return true;
  const { parent } = element;
  if (element.name === "dialog" && !("open" in element.attribs)) return true;
  if (!parent || !isTag(parent) || parent.name !== "details" || "open" in parent.attribs) return false;
  return element !== parent.children.find((one) => isTag(one) && one.name === "summary");
}

/** As far as the page says so itself; what style sheets do is the business of browsers. */
export function isShown(element: Element): boolean {
  return ![element, ...ancestors(element)].some(
    (one) => isLeftOut(one) && !(one.name === "textarea" && one === element),
  );
}

/** Edges of blocks and of paragraphs, and line breaks that are meant, while a text is put together. */
const [EDGE, GAP, BREAK] = ["\ue001", "\ue002", "\ue003"];

function isCell({ name }: Element): boolean {
  return name === "td" || name === "th";
}

/** Text as people read it: a line for each block, a tab between cells, nothing of what is not drawn. */
export function shownText(element: Element): string {
  const pieces: string[] = [];
  const inside = (node: Element, asWritten: boolean) => {
    for (const child of node.children) {
      // React writes no blank between two elements: what stands side by side is set apart by its style, and read as two lines.
      if (isTag(child) && child.prev && isTag(child.prev) && !isCell(child)) pieces.push(EDGE);
      if (isText(child)) pieces.push(asWritten ? child.data.replaceAll("\n", BREAK) : child.data.replace(/\s+/g, " "));
      else if (isTag(child) && !isLeftOut(child)) part(child, asWritten || child.name === "pre");
    }
  };
  const part = (node: Element, asWritten: boolean) => {
    const edge = isBlock(node) ? (node.name === "p" ? GAP : EDGE) : "";
    pieces.push(node.name === "br" ? BREAK : edge);
    inside(node, asWritten);
    pieces.push(isCell(node) ? "\t" : edge);
  };
  inside(element, element.name === "pre");
  return pieces
    .join("")
    .replace(/[ \t\ue001\ue002]*[\ue001\ue002][ \ue001\ue002]*/g, (run) => (run.includes(GAP) ? "\n\n" : "\n"))
    .replace(/ *\ue003 */g, "\n")
    .replace(/ *\t */g, "\t")
    .replace(/ {2,}/g, " ")
    .trim();
}
