import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { rangeOf, rangeParts, readRange } from "~/shared/address-ranges";
import { readDaySteps } from "~/shared/day-steps";
import { PARAMETERS, PARAMETERS_IN_ORDER, type ParameterKey, parameterFacts } from "~/shared/parameters";

interface TypedParameter {
  key: string;
  value: string | null;
  value_type: string;
  allowed: string | null;
}

/** The parameter that lists addresses nobody signs in from. */
const ADDRESSES: ParameterKey = "security.ip.blacklist";
const BOUNDS = /^(\d+)到(\d+)$/;

/** The value must be of the type and within the bounds of the parameter; those that definitions bring say theirs in the row. */
export function valueFits({ key, value, value_type: type, allowed }: TypedParameter): Complaint | null {
  const text = value ?? "";
  if (key === ADDRESSES) return rangesFit(text);
  if (type === "text") return ok;
  if (type === "switch") return /^[01]$/.test(text) ? ok : complain("value", "参数值只能是1（开）或0（关）");
  if (type === "days")
    return readDaySteps(text) === null
      ? complain("value", "请填写提醒日，用顿号分开，如：前7、前1、当天、后3；留空不提醒")
      : ok;
  const [, least = "0", most = String(Number.MAX_SAFE_INTEGER)] = BOUNDS.exec(allowed ?? "") ?? [];
  const { min = Number(least), max = Number(most) } = parameterFacts(key) ?? {};
  const isWhole = /^(0|[1-9]\d{0,14})$/.test(text);
  return isWhole && Number(text) >= min && Number(text) <= max
    ? ok
    : complain("value", `参数值必须是${min}到${max}之间的整数`);
}

const MOST_RANGES = 100;

function rangesFit(text: string): Complaint | null {
  const parts = rangeParts(text);
  if (parts.length > MOST_RANGES) return complain("value", `最多${MOST_RANGES}个地址，请合并为网段`);
  const wrong = parts.find((part) => readRange(part) === null);
  return wrong === undefined
    ? ok
    : complain("value", `「${wrong.slice(0, 50)}」不是IP地址或网段（IPv4 网段为 /8 至 /32，IPv6 为 /16 至 /128）`);
}

/** Nobody shuts the door on themselves. @param ip where whoever saves comes from */
export function spares(ip: string, { key, value }: Pick<TypedParameter, "key" | "value">): Complaint | null {
  const range = key === ADDRESSES ? rangeOf(ip, value) : null;
  return range === null ? ok : complain("value", `「${range}」包含您现在的地址 ${ip}，保存后您不能再登录`);
}

/** Limits that go by steps stay in order; each is judged against what the other is now. */
export function stepsInOrder(
  { key, value }: Pick<TypedParameter, "key" | "value">,
  _input: unknown,
  _lines: unknown,
  { limit }: RuleFacts,
): Complaint | null {
  for (const [lower, upper] of PARAMETERS_IN_ORDER) {
    if (key === lower && Number(value) >= limit(upper))
      return complain("value", `须小于「${PARAMETERS[upper].name}」，现为${limit(upper)}`);
    if (key === upper && Number(value) <= limit(lower))
      return complain("value", `须大于「${PARAMETERS[lower].name}」，现为${limit(lower)}`);
  }
  return ok;
}
