/** Groups of files a field may take; what belongs to a group is found in the content. */
export type FileGroup = "pdf" | "picture" | "word" | "sheet" | "slides" | "text" | "archive";

interface GroupFacts {
  label: string;
  /** Endings of names, in lower case; the first is the usual one. */
  endings: readonly string[];
}

export const FILE_GROUPS: Readonly<Record<FileGroup, GroupFacts>> = {
  pdf: { label: "PDF", endings: [".pdf"] },
  picture: { label: "图片", endings: [".jpg", ".jpeg", ".png", ".webp", ".gif"] },
  word: { label: "Word", endings: [".docx", ".doc"] },
  sheet: { label: "Excel", endings: [".xlsx", ".xls"] },
  slides: { label: "PPT", endings: [".pptx", ".ppt"] },
  text: { label: "文本", endings: [".txt", ".csv"] },
  archive: { label: "ZIP", endings: [".zip"] },
};

/** What a field takes unless it says otherwise. */
export const USUAL_GROUPS: readonly FileGroup[] = ["pdf", "picture", "word", "sheet", "slides", "text", "archive"];

/** `PDF、图片`, for help and complaints. */
export function groupLabels(groups: readonly FileGroup[]): string {
  return groups.map((group) => FILE_GROUPS[group].label).join("、");
}

/** Value of `accept` of a file control; only an offer to the browser, never a check. */
export function acceptedEndings(groups: readonly FileGroup[]): string {
  return groups.flatMap((group) => FILE_GROUPS[group].endings).join(",");
}

/** A size as people read it: `980 B`, `12.5 KB`, `3 MB`. */
export function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : Number(size.toFixed(1))} ${units[unit]}`;
}
