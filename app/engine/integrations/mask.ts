const SECRET_NAMES = /secret|password|token|ticket|signature|authorization|link/i;
const ACCOUNT_NAMES = /bank_?(account|card|no)|card_?(no|number|id)|account_?no/i;
/** Bodies are read by people: what is longer tells them no more. */
const LONGEST = 20_000;
const SHOWN_END = 4;

/**
 * A body as it may be kept and shown: without what opens anything, and of bank accounts and cards only the end.
 * @returns indented JSON; text that is none as it came, with tickets in addresses masked
 */
export function maskedBody(body: unknown): string {
  const text = typeof body === "string" ? maskedText(body) : JSON.stringify(masked(body, ""), null, 2);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…（共${text.length}字）` : text;
}

function maskedText(text: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(text), ""), null, 2);
  } catch {
    return text.replace(/((?:ticket|token)=)[\w.-]+/gi, "$1***");
  }
}

function masked(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, key)]));
  if (value === null || value === "") return value;
  if (SECRET_NAMES.test(name)) return "***";
  if (ACCOUNT_NAMES.test(name)) return `***${String(value).slice(-SHOWN_END)}`;
  return typeof value === "string" ? value.replace(/((?:ticket|token)=)[\w.-]+/gi, "$1***") : value;
}
