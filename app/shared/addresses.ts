const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The addresses somebody typed, each once, in order. */
export function addressesIn(typed: string | null): string[] {
  return [...new Set((typed ?? "").split(/[\s,，;；、]+/).filter((part) => part !== ""))];
}

/** Whether a mail can be addressed to it. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text) && text.length <= 254;
}
