import { type FileGroup, USUAL_GROUPS } from "~/shared/file-kinds";
import type { AnyEntity, Field } from "../entity";
import { isFileKind, type StoredRef } from "../entity/kinds/file";

/** The file fields of an entity, by name. */
export function fileFields(entity: AnyEntity): [name: string, field: Field][] {
  return Object.entries<Field>(entity.fields).filter(([, field]) => isFileKind(field.kind));
}

/** Groups of files a field takes. */
export function groupsOf(field: Field): readonly FileGroup[] {
  return field.options.accept ?? (field.kind === "pictures" ? ["picture"] : USUAL_GROUPS);
}

const MOST_FILES = 20;

/** How many files a field takes. */
export function mostFiles(field: Field): number {
  return field.kind === "file" ? 1 : (field.options.most ?? MOST_FILES);
}

/** The files that a value of a record names; none for whatever is no such value. */
export function refsOf(value: unknown): readonly StoredRef[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is StoredRef => typeof one === "object" && one !== null && "id" in one);
}
