import { createElement, type ReactNode } from "react";

/** An element of a page as React wrote it. */
interface Node {
  tag: string;
  props: Record<string, string | boolean>;
  children: (Node | string)[];
}

const VOID = new Set(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source"]);
/** Attributes that are there or not; React leaves out an empty text for them. */
const BOOLEAN = new Set(["open", "selected", "checked", "disabled", "required", "readonly", "autofocus", "hidden"]);
const NAMES: Readonly<Record<string, string>> = { class: "className", for: "htmlFor", readonly: "readOnly" };

/** A page without its scripts as a tree. For HTML that React wrote: every element is closed, every value quoted. */
export function parsePage(html: string): Node {
  const plain = html.replace(/<script\b[\s\S]*?<\/script>/g, "").replace(/<link rel="modulepreload"[^>]*>/g, "");
  const top: Node = { tag: "", props: {}, children: [] };
  const open = [top];
  for (const [piece, comment, end, start, attributes = ""] of plain.matchAll(
    /(<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi,
  )) {
    const parent = open.at(-1) ?? top;
    if (comment !== undefined) continue;
    if (end !== undefined) open.pop();
    else if (start !== undefined) {
      const node: Node = { tag: start, props: propsOf(attributes), children: [] };
      parent.children.push(node);
      if (!VOID.has(start)) open.push(node);
    } else parent.children.push(decode(piece));
  }
  const [page] = top.children;
  if (open.length !== 1 || !page || typeof page === "string") throw new Error("the page is not closed properly");
  return page;
}

/** The elements of the tree, made anew: what a component that draws this page answers. */
export function elementsOf(node: Node): ReactNode {
  const { children } = node;
  if (children.length === 0) return createElement(node.tag, node.props);
  return createElement(
    node.tag,
    node.props,
    ...children.map((one) => (typeof one === "string" ? one : elementsOf(one))),
  );
}

function propsOf(attributes: string): Node["props"] {
  const found = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(
    found.map(([, name = "", value = ""]) => [NAMES[name] ?? name, BOOLEAN.has(name) ? true : decode(value)]),
  );
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
