import { createHash } from "node:crypto";
import { pdf } from "./files";

const MB = 1024 * 1024;

/** A PDF of so many megabytes that is made piece by piece: no two pieces are alike, and none is kept. */
export function bigFile(megabytes: number) {
  const head = Buffer.from(pdf("大文件"));
  const size = megabytes * MB;
  return {
    name: "大图纸.pdf",
    size,
    mark: `big-${megabytes}`,
    /** The bytes from there on, a megabyte at most. */
    pieceAt(start: number): Uint8Array<ArrayBuffer> {
      const piece = new Uint8Array(Math.min(MB, size - start));
      piece.fill(start / MB + 1);
      if (start === 0) piece.set(head);
      return piece;
    },
    sha256(): string {
      const hash = createHash("sha256");
      for (let start = 0; start < size; start += MB) hash.update(this.pieceAt(start));
      return hash.digest("hex");
    },
  };
}
