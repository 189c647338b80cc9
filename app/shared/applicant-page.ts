/** A control of a public form; everything it needs without script. */
export interface ApplicantControl {
  name: string;
  label: string;
  kind: "text" | "textarea" | "date" | "decimal" | "tel" | "email" | "select" | "checks" | "check" | "password";
  value: string;
  options?: readonly { value: string; label: string; checked?: boolean }[];
  required?: boolean;
  help?: string;
  unit?: string;
  maxLength?: number;
  error?: string;
  autoComplete?: string;
}

/** A file field with what was brought in so far. */
export interface ApplicantFiles {
  name: string;
  label: string;
  required: boolean;
  help: string;
  files: readonly { id: string; name: string; size: string }[];
  error?: string;
}

/** Rows of a part, each under a heading of its own. */
export interface ApplicantTable {
  name: string;
  label: string;
  hint?: string;
  rows: readonly {
    title: string;
    /** The row as it is stored, for what it holds to stay with it. */
    id?: string;
    controls: readonly ApplicantControl[];
    files?: ApplicantFiles;
  }[];
}

/** One part of an application as its page shows it, or how far the application has come. */
export interface ApplicantPage {
  id: string;
  number: string;
  version: number;
  state: string;
  stateLabel: string;
  company: string;
  /** Masked. */
  email: string;
  /** The mailbox has answered. */
  isProven: boolean;
  /** The company is a supplier already: its administrator is asked for an account. */
  isJoining?: true;
  canEdit: boolean;
  canWithdraw: boolean;
  /** What the applicant is told about the state. */
  told: string;
  /** The prequalification the company registers for. */
  about: string | null;
  steps: readonly { key: string; label: string; isDone: boolean }[];
  step: string;
  controls: readonly ApplicantControl[];
  tables: readonly ApplicantTable[];
  files: readonly ApplicantFiles[];
  /** What was filled in, before it is handed in. */
  preview: readonly { title: string; facts: readonly { label: string; text: string }[] }[];
}

/** What a step of the application answers. */
export interface ApplicantAnswer {
  /** Beside which field, and what is wrong. */
  complaints: readonly { field: string; message: string }[];
  /** A sentence above the form. */
  problem?: string;
  /** Where to go on; absent while the form stays. */
  next?: string;
}

/** Prequalifications anybody may apply for, a page of them. */
export interface NoticesPage {
  page: number;
  pages: number;
  rows: readonly { number: string; title: string; category: string; deadline: string }[];
}

/** What a company reads of a prequalification before it registers. */
export interface NoticePage {
  number: string;
  title: string;
  category: string;
  notice: string;
  /** Instants in China time, for reading. */
  publishedAt: string;
  questionsUntil: string | null;
  deadline: string;
  validTo: string;
  /** Questions and answers for all. */
  answers: string | null;
  hasFiles: boolean;
  criteria: readonly { group: string; title: string; expected: string }[];
}
