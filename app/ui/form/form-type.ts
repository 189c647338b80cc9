import type { Control } from "~/ui/model/form";

/** How a form is sent: files travel in parts, everything else as ever. */
export function formType(controls: readonly Control[]): "multipart/form-data" | undefined {
  return controls.some(({ kind, readOnly }) => kind === "files" && readOnly === undefined)
    ? "multipart/form-data"
    : undefined;
}
