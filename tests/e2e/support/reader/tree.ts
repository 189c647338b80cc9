import { is, type Options, selectAll } from "css-select";
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

/** In the order of the page, the element itself not among them. */
export function select(within: AnyNode, selector: string): Element[] {
  return selectAll<AnyNode, Element>(
    selector,
    within === null ? [] : "children" in within ? within.children : [],
    OPTIONS,
  );
}

export function matches(element: Element, selector: string): boolean {
  return is<AnyNode, Element>(element, selector, OPTIONS);
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

/** Text as people read it: a line for each block, a tab between cells, nothing of what is not drawn. */
export function shownText(element: Element): string {
  const pieces: string[] = [];
  const walk = (node: AnyNode, asWritten: boolean) => {
    if (isText(node)) pieces.push(asWritten ? node.data.replaceAll("\n", BREAK) : node.data.replace(/\s+/g, " "));
    if (!isTag(node) || isLeftOut(node)) return;
    if (node.name === "br") pieces.push(BREAK);
    const asIs = asWritten || node.name === "pre";
    const edge = isBlock(node) ? (node.name === "p" ? GAP : EDGE) : "";
    pieces.push(edge);
    for (const child of node.children) walk(child, asIs);
    pieces.push(/^t[dh]$/.test(node.name) ? "\t" : edge);
  };
  for (const child of element.children) walk(child, element.name === "pre");
  return pieces
    .join("")
    .replace(/[ \t\ue001\ue002]*[\ue001\ue002][ \ue001\ue002]*/g, (run) => (run.includes(GAP) ? "\n\n" : "\n"))
    .replace(/ *\ue003 */g, "\n")
    .replace(/ *\t */g, "\t")
    .replace(/ {2,}/g, " ")
    .trim();
}
