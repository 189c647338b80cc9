const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ONLY_ID = new RegExp(`^${ID}$`);
/** The page of a delivery note, as its paper holds it, or the page on which the note is counted. */
const PAGE = new RegExp(`/receiving/(?:delivery-note|phone-receiving)/(${ID})(?:[/?#]|$)`);
const ASKING = /\/receiving\/phone-receiving\?([^#]*)/i;
const MOST_SIGNS = 60;

/** What a scanned or typed code says: the id of a delivery note, or its number. */
export type ScannedCode = { id: string } | { number: string };

/**
 * Reads what a scanner or a person gives for a delivery note: the address its QR code holds, the address of the counting page, or the
 * plain number, however it was typed. Null for nothing.
 * @example scannedCode("ＳＨ20261125-0001 ") // { number: "SH20261125-0001" }
 */
export function scannedCode(text: string): ScannedCode | null {
  const plain = text.normalize("NFKC").replace(/\s+/g, "");
  const lower = plain.toLowerCase();
  const id = PAGE.exec(lower)?.[1] ?? (ONLY_ID.test(lower) ? lower : undefined);
  if (id !== undefined) return { id };
  const asked = ASKING.exec(plain)?.[1];
  const number = asked === undefined ? plain : (new URLSearchParams(asked).get("code") ?? "");
  return number === "" ? null : { number: number.toUpperCase().slice(0, MOST_SIGNS) };
}
