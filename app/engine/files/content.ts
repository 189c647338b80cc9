import { FILE_GROUPS, type FileGroup } from "~/shared/file-kinds";
import { endingOf } from "~/shared/file-name";

/** What the content of a file says it is. */
export interface Content {
  group: FileGroup;
  /** Content type it is served with. */
  type: string;
  endings: readonly string[];
}

/** How much of a file `contentOf` wants to see. */
export const HEAD_BYTES = 4096;

const PDF: Content = { group: "pdf", type: "application/pdf", endings: [".pdf"] };
const JPEG: Content = { group: "picture", type: "image/jpeg", endings: [".jpg", ".jpeg"] };
const PNG: Content = { group: "picture", type: "image/png", endings: [".png"] };
const WEBP: Content = { group: "picture", type: "image/webp", endings: [".webp"] };
const GIF: Content = { group: "picture", type: "image/gif", endings: [".gif"] };
const TEXT: Content = { group: "text", type: "text/plain; charset=utf-8", endings: [".txt"] };
const CSV: Content = { group: "text", type: "text/csv; charset=utf-8", endings: [".csv"] };
const OOXML = "application/vnd.openxmlformats-officedocument";
const DOCX: Content = { group: "word", type: `${OOXML}.wordprocessingml.document`, endings: [".docx"] };
const XLSX: Content = { group: "sheet", type: `${OOXML}.spreadsheetml.sheet`, endings: [".xlsx"] };
const PPTX: Content = { group: "slides", type: `${OOXML}.presentationml.presentation`, endings: [".pptx"] };
const ZIP: Content = { group: "archive", type: "application/zip", endings: [".zip"] };
const OLD_OFFICE: readonly Content[] = [
  { group: "word", type: "application/msword", endings: [".doc"] },
  { group: "sheet", type: "application/vnd.ms-excel", endings: [".xls"] },
  { group: "slides", type: "application/vnd.ms-powerpoint", endings: [".ppt"] },
];

/** Types that a browser may show instead of saving; nothing in them runs in our name. */
const SHOWN = new Set(["application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif"]);

/** Whether a file of this type may be shown by the browser. */
export function isShowable(type: string | null): boolean {
  return type !== null && SHOWN.has(type);
}

/** Whether a small picture can be made of it. */
export function isPicture(type: string | null): boolean {
  return type === "image/jpeg" || type === "image/png" || type === "image/webp";
}

/**
 * What a file is by its first bytes, whatever it is called and whatever its sender said. A zip is looked into by `zipContent` afterwards.
 * @param head the first `HEAD_BYTES` of it, or all
 * @returns null for anything that we do not know
 */
export function contentOf(head: Uint8Array, name: string): Content | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const starts = (...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
  // At the very beginning: readers also find a PDF further on, behind something that is no PDF.
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return PDF;
  if (starts(0xff, 0xd8, 0xff)) return JPEG;
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return PNG;
  if (/^RIFF[\s\S]{4}WEBP$/.test(bytes.subarray(0, 12).toString("latin1"))) return WEBP;
  if (/^GIF8[79]a$/.test(bytes.subarray(0, 6).toString("latin1"))) return GIF;
  if (starts(0x50, 0x4b, 0x03, 0x04)) return ZIP;
  const ending = endingOf(name).toLowerCase();
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    return OLD_OFFICE.find(({ endings }) => endings.includes(ending)) ?? null;
  }
  if (!FILE_GROUPS.text.endings.includes(ending) || !isText(bytes)) return null;
  return ending === ".csv" ? CSV : TEXT;
}

/** Text has no control characters but those of lines; what looks like a page of a browser is no text of ours. */
function isText(bytes: Buffer): boolean {
  const isReadable = bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
  return isReadable && !/<(!doctype|html|script|svg)\b/i.test(bytes.toString("latin1"));
}

/** What a zip is by the names in it: a document of Office, or an archive. */
export function zipContent(names: readonly string[]): Content {
  if (!names.includes("[Content_Types].xml")) return ZIP;
  if (names.some((name) => name.startsWith("word/"))) return DOCX;
  if (names.some((name) => name.startsWith("xl/"))) return XLSX;
  return names.some((name) => name.startsWith("ppt/")) ? PPTX : ZIP;
}

/** What is wrong with a file of this content under this name in a field that takes these groups; null when nothing is. */
export function contentComplaint(content: Content | null, name: string, groups: readonly FileGroup[]): string | null {
  const takes = groups.map((group) => FILE_GROUPS[group].label).join("、");
  if (!content || !groups.includes(content.group)) return `「${name}」不是可以上传的文件，仅支持${takes}`;
  const ending = endingOf(name).toLowerCase();
  if (content.endings.includes(ending)) return null;
  return `「${name}」的内容是${FILE_GROUPS[content.group].label}（${content.endings[0]}），与文件名的后缀不符，请改名后重新上传`;
}
