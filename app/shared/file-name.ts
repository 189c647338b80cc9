const MOST_SIGNS = 100;
/** Folders of most systems take names of 255 bytes. */
const MOST_BYTES = 240;
// Control characters, halves of characters, and marks that turn the direction of reading: `fdp.exe` shown as `exe.pdf`.
const UNSEEN = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const FORBIDDEN = /[<>:"|?*]/g;

/**
 * A name that came with an upload as we keep and show it: without folders, unseen signs and what Windows forbids, no longer than a
 * hundred signs, cut between signs as people see them, with its ending.
 * @example fileName("C:\\扫描件\\合同.pdf") === "合同.pdf"
 */
export function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).pop() ?? "";
  const clean = last
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(FORBIDDEN, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  if (clean === "") return "未命名";
  const ending = endingOf(clean);
  const stem = ending === "" ? clean : clean.slice(0, -ending.length);
  return shortened(stem === "" ? "未命名" : stem, MOST_SIGNS - ending.length, MOST_BYTES - ending.length) + ending;
}

/** `.pdf` of `合同.PDF` as it stands there; empty where there is none, or none of a usual length. */
export function endingOf(name: string): string {
  return /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
}

function shortened(text: string, signs: number, bytes: number): string {
  const encoder = new TextEncoder();
  let kept = "";
  let size = 0;
  let count = 0;
  // Signs as people see them: a flag or a family of emoji is one, and is kept whole or not at all.
  for (const { segment } of new Intl.Segmenter("zh", { granularity: "grapheme" }).segment(text)) {
    count += 1;
    size += encoder.encode(segment).length;
    if (count > signs || size > bytes) break;
    kept += segment;
  }
  return kept.trimEnd();
}
