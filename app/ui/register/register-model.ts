import type { ApplicantPage } from "~/shared/applicant-page";

/** Beginning an application; closed where an administrator says so. */
export interface StartModel {
  isOpen: boolean;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  problem?: string;
  /** A sum to solve; null: it was solved, and `solved` says so for this form. */
  captcha: { id: string; picture: string } | null;
  solved: string;
  /** The prequalification that led here. */
  about: { title: string; deadline: string } | null;
}

/** The ways to an application that was begun. */
export interface EntryModel {
  kind: "entry";
  number: string;
  errors: Readonly<Record<string, string>>;
  problem?: string;
  /** Asking for a lost access code: what was typed; `said` is the answer, the same for everybody. */
  lost: { uscc: string; email: string; isOpen: boolean; said?: string };
}

/** An application for whoever brought its ticket. */
export interface RegisterModel {
  kind: "application";
  ticket: string;
  page: ApplicantPage;
  /** By name of control. */
  errors: Readonly<Record<string, string>>;
  /** What was typed and could not be kept. */
  values: Readonly<Record<string, string>>;
  problem?: string;
  /** The access code, shown in this answer and said by a letter. */
  access?: string;
}
