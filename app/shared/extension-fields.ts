/** How the codes of added fields begin, so that no field of a later version is ever called the same. */
export const EXTENSION_PREFIX = "x_";
/** What a code of an added field looks like; it is the name of the column and of the value in calls. */
export const EXTENSION_CODE = /^x_[a-z0-9_]{1,28}$/;

/** Kinds of fields, in the words of the screen. */
export const EXTENSION_TYPES = {
  text: "文本",
  number: "数字",
  money: "金额",
  date: "日期",
  option: "下拉",
  bool: "开关",
  file: "附件",
} as const;
export type ExtensionType = keyof typeof EXTENSION_TYPES;

/** True for a kind an administrator may choose. */
export function isExtensionType(value: unknown): value is ExtensionType {
  return typeof value === "string" && Object.hasOwn(EXTENSION_TYPES, value);
}

/** A row of the register of fields, as far as definitions are concerned. */
export interface FieldRow {
  code: string;
  label: string;
  type: ExtensionType;
  dictionary: string | null;
  required: boolean;
  supplierVisible: boolean;
  supplierEditable: boolean;
  inList: boolean;
  searchable: boolean;
  seq: number;
  /** The field is one of the program: only label, place and being listed are taken from the row. */
  builtIn: boolean;
  enabled: boolean;
}
