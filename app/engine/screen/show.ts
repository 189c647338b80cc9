import { chinaTime, daysBetween, weekdayOf } from "~/shared/calendar";
import { decimal, roundShownPercent, sum } from "~/shared/decimal";
import type { AnyEntity, AnyLine, Field, Tone, Value } from "../entity";
import { choiceTone } from "../entity/dictionary";
import { isPointer } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import { type MaskPlace, masked } from "../entity/mask";
import { LINE_STEP } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { refsOf } from "../files/file-fields";
import { currencySign } from "./currency";

/** What stands for an empty value. */
export const NOTHING = "—";
/** How many columns of its list a record shows on top of its pages. */
export const FACTS_ON_TOP = 5;

/** A cell of a table or a value of a record, final and in Chinese. */
export interface Shown {
  text: string;
  tone?: Tone;
}

export interface ShowFieldInput {
  field: Field;
  value: Value;
  label: string | undefined;
  currency?: unknown;
  place?: MaskPlace;
}

/** A field's value as people read it; references by their label. */
export function showField({ field, value, label, currency, place = "record" }: ShowFieldInput): Shown {
  if (value === null || value === "") return { text: NOTHING };
  if (isPointer(field)) return { text: label ?? NOTHING };
  if (isFileKind(field.kind) && place === "list") return { text: `${refsOf(value).length}个文件` };
  const text =
    currencySign(field, currency) + masked(field, kindOf(field).show(shortened(field, value), field.options), place);
  const tone = choiceTone(field.options, String(value));
  return tone ? { text, tone } : { text };
}

/** A percent nobody typed is read with two places; what somebody typed stands as it was typed, and what is kept is whole either way. */
function shortened({ kind, options, presence }: Field, value: NonNullable<Value>): NonNullable<Value> {
  if (kind !== "percent" || typeof value !== "string") return value;
  return presence === "computed" || options.system ? roundShownPercent(decimal(value)) : value;
}

/** The state of a document as a badge. */
export function showState(entity: AnyEntity, state: string): Shown & { tone: Tone } {
  const tones: Readonly<Record<string, Tone | undefined>> = entity.tones ?? {};
  return { text: entity.states?.[state] ?? state, tone: tones[state] ?? "draft" };
}

/** A deadline with how far away it is: `2天后到期（2026-12-01 周二）`. */
export function showDeadline(instant: string, now: Date): string {
  const day = chinaTime(instant).slice(0, 10);
  const distance = daysBetween(chinaTime(now).slice(0, 10), day);
  const words = distance > 0 ? `${distance}天后到期` : distance === 0 ? "今天到期" : `已超期${-distance}天`;
  return `${words}（${day} ${weekdayOf(day)}）`;
}

/** `20`, or `20 / 1` for the first row under line 20. */
export function lineNumber(row: { line_no: number }, parent: { line_no: number } | null): string {
  return parent ? `${parent.line_no} / ${row.line_no / LINE_STEP}` : String(row.line_no);
}

/** Heading of a column or label of a built-in. */
export function builtInLabel(entity: AnyEntity, key: string): string | null {
  switch (key) {
    case "number":
      return entity.label.length <= 6 ? `${entity.label}号` : "单号";
    case "state":
      return "状态";
    case "created_at":
      return "创建时间";
    case "created_by":
      return "创建人";
    case "updated_at":
      return "更新时间";
    case "updated_by":
      return "更新人";
    default:
      return null;
  }
}

/** Field behind a column of a list: an own one, or one of the view's extra columns. */
export function columnField(screen: Screen, key: string): Field | undefined {
  return key.startsWith("+") ? screen.view?.extra?.[key.slice(1)] : screen.entity.fields[key];
}

/** Heading of a column of a list. */
export function columnLabel(screen: Screen, key: string): string {
  const { entity } = screen;
  const counted = /^count\((\w+)\)$/.exec(key)?.[1];
  if (counted) return `${entity.lines[counted].label}行数`;
  const [own = ""] = key.split(".");
  return builtInLabel(entity, key) ?? columnField(screen, own)?.options.label ?? key;
}

/** Sum of a column as it stands under a table. */
export function totalOf(field: Field | undefined, rows: readonly AnyLine[], column: string, currency: unknown): string {
  const total = sum(
    rows.map((row) => {
      const value = row[column];
      return typeof value === "string" ? value : null;
    }),
  );
  return field ? showField({ field, value: total.toFixed(), label: undefined, currency }).text : "";
}
