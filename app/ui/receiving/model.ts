import type { Control, FormSecrets, Option } from "~/ui/model/form";

/** Where a code is scanned or typed. */
export interface ScanModel {
  title: string;
  action: string;
  code: string;
  refusal?: { text: string; links: { label: string; href: string }[]; checkIn?: { id: string; version: number } };
  secrets: FormSecrets;
  /** Whose counts this browser may send. */
  owner: string;
}

/** One line of a note on its card. */
export interface PhoneLine {
  position: number;
  id: string;
  title: string;
  facts: string[];
  hint: string;
  /** What stands against it, such as a batch that has expired. */
  warning?: string;
  /** What the certificate of the batch says. */
  coa?: { text: string; level: "warning" | "error" | null };
  count: Control;
  asNoticed: { name: string; label: string; checked: boolean };
  skip: { name: string; checked: boolean };
  /** Weights, batch and reasons, behind a fold. */
  more: Control[];
  /** Pictures of this line, e.g. of a damaged batch; those of the whole receipt stand below the cards. */
  photos?: Control;
  isOpen: boolean;
}

/** The page on which the lines of a note are counted. */
export interface PhoneCountModel {
  /** Whose goods the note announces. */
  supplier: string;
  /** Which lorry of the day it is; empty where that is not known. */
  queue: string;
  title: string;
  note: { id: string; number: string; href: string };
  action: string;
  sendHref: string;
  scanHref: string;
  begun: string;
  head: Control[];
  lines: PhoneLine[];
  photos: Control;
  errors: { name: string; label: string; message: string }[];
  problem?: string;
  secrets: FormSecrets;
  owner: string;
}

export type { Control, Option };
