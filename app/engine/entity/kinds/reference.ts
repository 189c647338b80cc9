import { isBlank, type Kind } from "./kind";

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads ids only; a typed code is looked up in the database before (`engine/operations/resolve-references`). */
export const referenceKind: Kind = {
  name: "reference",
  column: () => "uuid",
  read(raw, options) {
    if (isBlank(raw)) return { value: null };
    const typed = typeof raw === "string" ? raw.trim().toLowerCase() : "";
    return UUID.test(typed) ? { value: typed } : { complaint: `找不到${options.label}，请重新选择` };
  },
  show: String,
  toInput: String,
  toWire: (value) => value,
  align: "start",
  control: "reference",
  filter: "reference",
};

export const jsonKind: Kind = {
  name: "json",
  column: () => "jsonb",
  read: () => ({ complaint: "该字段由系统维护" }),
  show: (value, options) => options.display?.(value) ?? "",
  toInput: () => "",
  toWire: (value) => value,
  align: "start",
  control: "none",
  filter: "none",
};
