import type { Timeline } from "./timeline";

/** A record as it stands on A4 paper: final texts, drawn by the print page and by the PDF file alike. */
export interface PrintDocument {
  title: string;
  head: PrintBlock;
  /** The number and its name; null where a record has none. */
  number: PrintFact | null;
  /** Said on the paper because it binds nobody: 草稿, 已取消. */
  mark: string | null;
  /** Leads back to what is printed; null where nobody knows under which address readers reach the product. */
  qr: PrintCode | null;
  parties: PrintBlock[];
  parts: PrintPart[];
  sums: PrintFact[];
  words: PrintFact | null;
  clauses: string[];
  /** Titles of the boxes for seal, name and day. */
  signatures: string[];
  landscape: boolean;
  /** At the foot of every page: what the paper is, version and state. */
  foot: string;
}

export interface PrintFact {
  label: string;
  text: string;
}

/** A name with facts below it; the title says whose it is. */
export interface PrintBlock {
  title: string;
  name: string;
  facts: PrintFact[];
}

export type PrintPart =
  | { kind: "facts"; title: string; facts: PrintFact[] }
  | { kind: "timeline"; title: string; timeline: Timeline }
  | ({ kind: "table"; title: string } & PrintTable);

export interface PrintTable {
  columns: { label: string; align: "start" | "end" }[];
  rows: string[][];
  /** One text per column, empty where there is no sum. */
  totals: string[] | null;
}

/** A QR code as an SVG path of unit squares, `size` squares wide with its quiet zone. */
export interface PrintCode {
  content: string;
  size: number;
  path: string;
}

/** Labels for what stands on a document, one for each line. */
export interface LabelSheet {
  title: string;
  /** The same on every label: leads to the document. */
  code: PrintCode;
  /** Who printed it and when. */
  printed: string;
  labels: { id: string; title: string; facts: PrintFact[] }[];
}
