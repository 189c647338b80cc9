import { decimal, formatDecimal } from "~/shared/decimal";
import { halfWidth } from "~/shared/text";
import type { KindName, KindOptions } from "../field";
import { isBlank, type Kind, type Reading } from "./kind";

const PLAIN = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/** Far more signs than any number that fits a column. */
const LONGEST = 60;

interface Shape {
  precision: number;
  scale: number;
}

function readDecimal(raw: unknown, options: KindOptions, shape: Shape): Reading {
  if (isBlank(raw)) return { value: null };
  if (typeof raw !== "string" && typeof raw !== "number") return { complaint: "请输入数字" };
  const typed = halfWidth(String(raw)).replace(/\s/g, "");
  if (typed.length > LONGEST) return { complaint: "数值过大，请核对" };
  if (!PLAIN.test(typed)) return { complaint: "请输入数字" };
  const value = decimal(typed.replace(/,/g, "").replace(/^\+/, ""));
  const [whole = "", fraction = ""] = value.abs().toFixed().split(".");
  if (fraction.length > shape.scale) {
    return { complaint: shape.scale === 0 ? "请输入整数" : `最多${shape.scale}位小数` };
  }
  if (whole.length > shape.precision - shape.scale) {
    return { complaint: `数值过大，最多${shape.precision - shape.scale}位整数` };
  }
  if (options.positive && value.lte(0)) return { complaint: `${options.label}必须大于0` };
  const min = options.min ?? "0";
  if (value.lt(decimal(min))) {
    return { complaint: min === "0" ? `${options.label}不能为负数` : `${options.label}不能小于${formatDecimal(min)}` };
  }
  if (options.max !== undefined && value.gt(decimal(options.max))) {
    return { complaint: `${options.label}不能大于${formatDecimal(options.max)}` };
  }
  return { value: value.toFixed(shape.scale) };
}

function decimalKind(name: KindName, shapeOf: (options: KindOptions) => Shape, shownScale: number): Kind {
  return {
    name,
    column: (options) => `numeric(${shapeOf(options).precision},${shapeOf(options).scale})`,
    read: (raw, options) => readDecimal(raw, options, shapeOf(options)),
    show: (value, options) =>
      `${formatDecimal(String(value), shownScale)}${name === "percent" ? "%" : (options.unit ?? "")}`,
    toInput: (value) => formatDecimal(String(value), shownScale).replace(/,/g, ""),
    toWire: (value) => value,
    sheet: { as: name === "percent" ? "percent" : "number", minScale: shownScale },
    align: "end",
    control: "decimal",
    filter: "range",
  };
}

export const quantityKind = decimalKind("quantity", () => ({ precision: 18, scale: 3 }), 0);
export const priceKind = decimalKind("price", () => ({ precision: 18, scale: 6 }), 2);
export const moneyKind = decimalKind("money", () => ({ precision: 18, scale: 2 }), 2);
export const percentKind = decimalKind("percent", () => ({ precision: 9, scale: 4 }), 0);
export const numberKind = decimalKind(
  "number",
  (options) => ({ precision: options.precision ?? 18, scale: options.scale ?? 2 }),
  0,
);

const INTEGER: Shape = { precision: 9, scale: 0 };

export const integerKind: Kind = {
  ...decimalKind("integer", () => INTEGER, 0),
  column: () => "integer",
  read(raw, options) {
    const reading = readDecimal(raw, options, INTEGER);
    return "complaint" in reading || reading.value === null ? reading : { value: Number(reading.value) };
  },
  control: "integer",
};
