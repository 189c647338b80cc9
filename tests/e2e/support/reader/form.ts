import type { AnyNode, Element } from "domhandler";
import type { Upload } from "../page";
import { ancestors, indexOf, matches, select, squeezed, textContent } from "./tree";

/** Files a person has chosen, by control. */
const chosen = new WeakMap<Element, readonly Upload[]>();

export function chooseFiles(control: Element, files: readonly Upload[]): void {
  if (control.attribs.type !== "file") throw new Error("only a file control takes files");
  if (files.length > 1 && !("multiple" in control.attribs)) throw new Error("this control takes one file");
  chosen.set(control, files);
}

export function isDisabled(control: Element): boolean {
  if (!matches(control, "button, input, select, textarea, option, fieldset")) return false;
  if ("disabled" in control.attribs) return true;
  return ancestors(control).some((one, at, all) => {
    if (one.name !== "fieldset" || !("disabled" in one.attribs)) return false;
    // What stands in the legend of a group that is off stays on.
    const legend = select(one, "legend")[0];
    return !legend || ![control, ...all.slice(0, at)].includes(legend);
  });
}

/** The form a control is sent with. */
export function formOf(control: Element, document: AnyNode): Element | undefined {
  const { form } = control.attribs;
  return form === undefined ? ancestors(control).find(({ name }) => name === "form") : indexOf(document).ids.get(form);
}

function optionsOf(control: Element): Element[] {
  return select(control, "option");
}

export function optionValue(option: Element): string {
  return option.attribs.value ?? squeezed(textContent(option));
}

/** Chosen options, as the browser shows them: the first that can be where nothing is said. */
export function selectedOptions(control: Element): Element[] {
  const all = optionsOf(control);
  const said = all.filter((option) => "selected" in option.attribs);
  if ("multiple" in control.attribs) return said;
  const last = said.at(-1) ?? all.find((option) => !isDisabled(option));
  return last ? [last] : [];
}

export function chooseOption(control: Element, option: Element): void {
  if (isDisabled(option)) throw new Error(`option ${optionValue(option)} cannot be chosen`);
  for (const one of optionsOf(control)) delete one.attribs.selected;
  option.attribs.selected = "";
}

export function controlValue(control: Element): string {
  if (control.name === "select") return selectedOptions(control).map(optionValue)[0] ?? "";
  // What the parser leaves of the line break after the tag is what the browser leaves, too.
  if (control.name === "textarea") return textContent(control);
  if (/^(checkbox|radio)$/.test(control.attribs.type ?? "")) return control.attribs.value ?? "on";
  return control.attribs.value ?? "";
}

type Entry = readonly [name: string, value: string | Upload];
const NO_FILE: Upload = { name: "", mimeType: "application/octet-stream", buffer: Buffer.alloc(0) };

/** What the form sends when that button is pressed, in the order of the page (HTML, "constructing the entry list"). */
export function entriesOf(form: Element, submitter: Element | undefined, document: AnyNode): Entry[] {
  const entries: Entry[] = [];
  for (const control of select(document, "button, input, select, textarea")) {
    const { name, type } = control.attribs;
    if (formOf(control, document) !== form || isDisabled(control)) continue;
    const isButton = control.name === "button" || /^(submit|button|reset|image)$/.test(type ?? "");
    if (isButton && control !== submitter) continue;
    if (/^(checkbox|radio)$/.test(type ?? "") && !("checked" in control.attribs)) continue;
    if (!name) continue;
    if (control.name === "select")
      for (const option of selectedOptions(control).filter((one) => !isDisabled(one)))
        entries.push([name, optionValue(option)]);
    else if (type === "file") for (const file of chosen.get(control) ?? [NO_FILE]) entries.push([name, file]);
    else entries.push([name, controlValue(control).replace(/\r\n|\r|\n/g, "\r\n")]);
  }
  return entries;
}

export interface Sending {
  method: "GET" | "POST";
  address: URL;
  body?: { type: string; bytes: Buffer };
}

/**
 * The request a form makes.
 * @throws Error where a browser would keep the form because something required is missing, or would need script
 */
export function sendingOf(form: Element, submitter: Element | undefined, document: AnyNode, here: string): Sending {
  const said = (name: string) => submitter?.attribs[`form${name}`] ?? form.attribs[name];
  const checks = !("novalidate" in form.attribs) && !(submitter && "formnovalidate" in submitter.attribs);
  if (checks) refuseMissing(form, document);
  const entries = entriesOf(form, submitter, document);
  const address = new URL(said("action") || here, here);
  address.hash = "";
  const texts = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : value.name,
  ]);
  if ((said("method") ?? "get").toLowerCase() !== "post") {
    address.search = String(new URLSearchParams(texts));
    return { method: "GET", address };
  }
  const body =
    said("enctype") === "multipart/form-data"
      ? { type: `multipart/form-data; boundary=${EDGE}`, bytes: multipart(entries) }
      : { type: "application/x-www-form-urlencoded", bytes: Buffer.from(String(new URLSearchParams(texts))) };
  return { method: "POST", address, body };
}

const EDGE = "----ReaderFormBoundary7d1f3a";

/** As browsers write it (HTML, "multipart/form-data encoding algorithm"): a control without a file sends an empty name. */
function multipart(entries: readonly Entry[]): Buffer {
  const quoted = (text: string) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  const parts = entries.flatMap(([name, value]) => {
    const head = `--${EDGE}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)];
    const file = `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`;
    return [Buffer.from(head + file), value.buffer, Buffer.from("\r\n")];
  });
  return Buffer.concat([...parts, Buffer.from(`--${EDGE}--\r\n`)]);
}

function refuseMissing(form: Element, document: AnyNode): void {
  for (const control of select(document, "[required]")) {
    if (formOf(control, document) !== form || isDisabled(control)) continue;
    const isOn = !/^(checkbox|radio)$/.test(control.attribs.type ?? "") || "checked" in control.attribs;
    const isFull =
      control.attribs.type === "file" ? (chosen.get(control)?.length ?? 0) > 0 : controlValue(control) !== "";
    if (!isOn || !isFull) throw new Error(`the browser would ask for ${control.attribs.name} before it sends the form`);
  }
}
