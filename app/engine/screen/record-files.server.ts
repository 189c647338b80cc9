import type { ScanState } from "~/data/files.server";
import { sizeText } from "~/shared/file-kinds";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field, Value } from "../entity";
import { isPicture, isShowable } from "../files/content";
import { refsReadableBy, scanStates, scanWord } from "../files/download.server";
import { refsOf } from "../files/file-fields";

/** A file as the page of its record shows it. */
export interface ShownFile {
  id: string;
  name: string;
  size: string;
  href?: string;
  view?: string;
  small?: string;
  note?: string;
}

/** Where files of a record lead, and which of them are handed out. */
export interface FileLinks {
  path: string;
  scans: ReadonlyMap<string, ScanState>;
}

/** What the page of a record needs to know of its files; asks nobody where nobody scans. */
export async function fileLinks(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  path: string,
): Promise<FileLinks> {
  const ids = refsReadableBy(context, entity, record).map(({ id }) => id);
  return { path: `${path}/files`, scans: await scanStates(context, ids) };
}

/** The files of a field with their ways: to the file, to the browser's view of it, to a small picture. */
export function shownFiles(field: Field, value: Value, { path, scans }: FileLinks): ShownFile[] {
  return refsOf(value).map(({ id, name, size, type }): ShownFile => {
    const note = scanWord(scans.get(id) ?? "off");
    const shown = { id, name, size: sizeText(size) };
    if (note) return { ...shown, note };
    const href = `${path}/${id}`;
    return {
      ...shown,
      href,
      ...(isShowable(type) ? { view: `${href}?view=1` } : {}),
      ...(field.kind === "pictures" && isPicture(type) ? { small: `${href}?small=1` } : {}),
    };
  });
}

/** The files of a field by their names. */
export function fileNames(value: Value): string {
  return refsOf(value)
    .map(({ name }) => name)
    .join("、");
}

/** A field of files among the facts of a record. */
export function fileFact(field: Field, value: Value, links: FileLinks) {
  const files = shownFiles(field, value, links);
  return {
    label: field.options.label,
    text: fileNames(value),
    files,
    ...(files.filter(({ href }) => href).length > 1 ? { allFiles: links.path } : {}),
  };
}
