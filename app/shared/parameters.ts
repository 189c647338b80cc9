import type { ParameterFacts } from "./parameters/facts";
import { GOODS_PARAMETERS } from "./parameters/goods";
import { PRICE_PARAMETERS } from "./parameters/price";
import { PROGRAM_PARAMETERS } from "./parameters/program";
import { SECURITY_PARAMETERS } from "./parameters/security";
import { SUPPLIER_PARAMETERS } from "./parameters/suppliers";

export {
  digestDayFacts,
  type ParameterFacts,
  type ParameterGroup,
  type ParameterType,
  rhythmFacts,
  stepsFacts,
  termFacts,
} from "./parameters/facts";

/**
 * Every parameter, by key. Nothing stands here that the program does not read: an administrator who turns a knob must see
 * something happen.
 */
export const PARAMETERS = {
  ...SECURITY_PARAMETERS,
  ...PROGRAM_PARAMETERS,
  ...GOODS_PARAMETERS,
  ...PRICE_PARAMETERS,
  ...SUPPLIER_PARAMETERS,
} satisfies Readonly<Record<string, ParameterFacts>>;

export type ParameterKey = keyof typeof PARAMETERS;

/** Pairs of whole numbers of which the first stays below the second. */
export const PARAMETERS_IN_ORDER: readonly (readonly [lower: ParameterKey, upper: ParameterKey])[] = [
  ["risk.midFrom", "risk.highFrom"],
  ["audit.conditionalLine", "audit.passLine"],
  ["audit.majorShare", "audit.minorShare"],
  ["stock.freshDays", "stock.agingDays"],
  ["stock.agingDays", "stock.agedDays"],
];

/** A parameter as sentences name it: `{{admission.pauseDays}}`, or `{{deadline.member-request.life.term}}` of a deadline. */
export const NAMED_PARAMETER = /\{\{([A-Za-z]+(?:\.[A-Za-z]+(?:-[A-Za-z]+)*)+)\}\}/g;

/** What is known about a key that may come from anywhere; undefined for one that does not stand in `PARAMETERS`. */
export function parameterFacts(key: string): ParameterFacts | undefined {
  const all: Readonly<Record<string, ParameterFacts>> = PARAMETERS;
  return Object.hasOwn(all, key) ? all[key] : undefined;
}
