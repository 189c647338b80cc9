import { type Complaint, complain, ok } from "~/engine/entity";
import { parameterFacts } from "~/shared/parameters";

interface TypedParameter {
  key: string;
  value: string | null;
}

/** The value must be of the type and within the bounds of the parameter. */
export function valueFits({ key, value }: TypedParameter): Complaint | null {
  const facts = parameterFacts(key);
  const text = value ?? "";
  if (!facts || facts.type === "text") return ok;
  if (facts.type === "switch") return /^[01]$/.test(text) ? ok : complain("value", "参数值只能是1（开）或0（关）");
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = facts;
  const isWhole = /^(0|[1-9]\d{0,14})$/.test(text);
  return isWhole && Number(text) >= min && Number(text) <= max
    ? ok
    : complain("value", `参数值必须是${min}到${max}之间的整数`);
}
