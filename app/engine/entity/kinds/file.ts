import type { KindName, KindOptions } from "../field";
import { isBlank, type Kind, type Reading } from "./kind";
import { UUID } from "./reference";

/** A file as a record names it: enough to show it without asking anybody. Size in bytes. */
export interface StoredRef {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Found in the content. */
  readonly type: string;
}

const KINDS: ReadonlySet<string> = new Set<KindName>(["file", "files", "pictures"]);

/** True for the kinds whose value is a list of files. */
export function isFileKind(kind: string): boolean {
  return KINDS.has(kind);
}

/**
 * Ids out of what a form or a call sent: text with blanks or commas between them, or a list of ids or of objects with one. What they
 * stand for is looked up afterwards (`engine/files/resolve`).
 */
export function idsIn(raw: unknown): string[] | null {
  if (isBlank(raw)) return [];
  const parts: unknown[] =
    typeof raw === "string" ? raw.split(/[\s,]+/).filter(Boolean) : Array.isArray(raw) ? raw : [raw];
  const ids = parts.map((part) => {
    const id: unknown = typeof part === "object" && part !== null && "id" in part ? part.id : part;
    return typeof id === "string" ? id.toLowerCase() : "";
  });
  return ids.every((id) => UUID.test(id)) ? [...new Set(ids)] : null;
}

function readIds(raw: unknown, options: KindOptions): Reading {
  const ids = idsIn(raw);
  if (ids === null) return { complaint: `${options.label}中有无法识别的文件，请重新上传` };
  return { value: ids.length === 0 ? null : ids };
}

function refs(value: unknown): StoredRef[] {
  return Array.isArray(value) ? value : [];
}

function fileKind(name: KindName): Kind {
  return {
    name,
    column: () => "jsonb",
    read: readIds,
    show: (value) =>
      refs(value)
        .map((one) => one.name)
        .join("、"),
    toInput: (value) =>
      refs(value)
        .map((one) => one.id)
        .join(" "),
    toWire: (value) => value,
    align: "start",
    control: "files",
    filter: "none",
  };
}

export const singleFileKind = fileKind("file");
export const filesKind = fileKind("files");
export const picturesKind = fileKind("pictures");
