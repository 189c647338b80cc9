import type { ApplicantPage } from "~/shared/applicant-page";

/** Beginning an application; closed where an administrator says so. */
export interface StartModel {
  isOpen: boolean;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  problem?: string;
  captcha: { id: string; picture: string } | null;
  /** The prequalification that led here. */
  about: { title: string; deadline: string } | null;
}

/** The ways to an application that was begun. */
export interface EntryModel {
  kind: "entry";
  number: string;
  errors: Readonly<Record<string, string>>;
  problem?: string;
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
  /** The access code, shown in this answer alone. */
  access?: string;
}
