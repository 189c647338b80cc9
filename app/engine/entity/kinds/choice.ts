import { choiceLabel, choicesOf } from "../dictionary";
import { isBlank, type Kind } from "./kind";

export const choiceKind: Kind = {
  name: "choice",
  column: () => "text",
  read(raw, options) {
    if (isBlank(raw)) return { value: null };
    const typed = typeof raw === "string" ? raw.trim() : "";
    return Object.hasOwn(choicesOf(options), typed)
      ? { value: typed }
      : { complaint: `请从列表中选择${options.label}` };
  },
  show: (value, options) => choiceLabel(options, String(value)),
  toInput: String,
  toWire: (value) => value,
  align: "start",
  control: "select",
  filter: "options",
};

const YES = new Set<unknown>([true, "1", "true", "on", "是"]);
const NO = new Set<unknown>([false, "0", "false", "off", "否"]);

export const yesNoKind: Kind = {
  name: "yesNo",
  column: () => "boolean",
  read(raw) {
    if (isBlank(raw) || NO.has(raw)) return { value: false };
    return YES.has(raw) ? { value: true } : { complaint: "请选择是或否" };
  },
  show: (value) => (value ? "是" : "否"),
  toInput: (value) => (value ? "1" : "0"),
  toWire: (value) => value,
  align: "start",
  control: "checkbox",
  filter: "yesNo",
};
