/** Addresses of the network that begin alike: `203.0.113.0/24`, or one alone. */
export interface AddressRange {
  version: 4 | 6;
  value: bigint;
  /** How many of the first bits count. */
  prefix: number;
}

const LENGTHS = { 4: 32, 6: 128 } as const;
/** Nobody means a larger part of the network than this by one entry. */
const WIDEST = { 4: 8, 6: 16 } as const;
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** What stands between commas, blanks, semicolons or Chinese pauses, in order. */
export function rangeParts(text: string | null): string[] {
  return (text ?? "").split(/[\s,，;；、]+/).filter((part) => part !== "");
}

/** A range as it was written; null for anything else, and for more of the network than one entry may mean. */
export function readRange(part: string): AddressRange | null {
  const [written = "", bits, ...more] = part.split("/");
  const address = readAddress(written);
  if (!address || more.length > 0) return null;
  const prefix = bits === undefined ? LENGTHS[address.version] : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  const fits = prefix >= WIDEST[address.version] && prefix <= LENGTHS[address.version];
  return fits ? { ...address, prefix } : null;
}

/** The entry of a list an address stands in, as it was written; null for none. What cannot be read holds nobody. */
export function rangeOf(ip: string, list: string | null): string | null {
  const address = readAddress(ip.split("%")[0] ?? "");
  if (!address) return null;
  const found = rangeParts(list).find((part) => {
    const range = readRange(part);
    if (!range || range.version !== address.version) return false;
    const rest = BigInt(LENGTHS[range.version] - range.prefix);
    return range.value >> rest === address.value >> rest;
  });
  return found ?? null;
}

function readAddress(text: string): Pick<AddressRange, "version" | "value"> | null {
  const plain = text.replace(MAPPED, "");
  if (!plain.includes(":")) {
    const value = readFour(plain);
    return value === null ? null : { version: 4, value };
  }
  const value = readSix(plain.toLowerCase());
  return value === null ? null : { version: 6, value };
}

function readFour(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
}

function readSix(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [left = [], right = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...left, ...new Array<string>(missing).fill("0"), ...right];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}
