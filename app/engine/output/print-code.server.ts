import { encode } from "uqr";
import type { PrintCode } from "~/shared/print-document";

/** White squares around the code, without which scanners do not find it. */
const QUIET = 2;

/** A QR code that survives a fold or a stamp on it (15% of it may be lost). */
export function printCode(content: string): PrintCode {
  const { data, size } = encode(content, { ecc: "M", border: QUIET });
  return { content, size, path: data.map(rowPath).join("") };
}

/** The dark stretches of a row, each one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  let from = -1;
  for (let x = 0; x <= row.length; x += 1) {
    if (row[x] && from < 0) from = x;
    if (!row[x] && from >= 0) {
      path += `M${from} ${y}h${x - from}v1h${from - x}z`;
      from = -1;
    }
  }
  return path;
}
