import type { FieldRules } from "~/shared/field-rules";

/** What the pages and dialogs of the own account are drawn from. */

export interface AccountField {
  name: string;
  label: string;
  kind: "text" | "email" | "date" | "select" | "textarea" | "password" | "checkbox";
  value: string;
  required?: boolean;
  options?: { value: string; label: string }[];
  maxLength?: number;
  /** What can be said of it while one fills it in; what must be there is asked for where it is `required`. */
  rules?: FieldRules;
  /** First and last day that fit. */
  days?: { min?: string; max?: string };
  help?: string;
  error?: string;
  autoFocus?: boolean;
  autoComplete?: string;
  /** Set when it may be seen but not changed: drawn as text, nothing is posted. */
  readOnly?: string;
}

/** What every form of the account carries, whichever frame it is drawn in. */
export interface AccountForm {
  title: string;
  action: string;
  csrf: string;
  /** Where one comes back to; checked by the server again. */
  from: string;
  submit: string;
  /** What is wrong with the whole. */
  problem?: string;
}

/** What a form carries whose text is kept while one types. */
export interface KeptForm {
  /** Where a script keeps it. */
  keepHref: string;
  /** What is kept of it is kept under this id. */
  draftId: string;
  /** The form shows what was typed earlier and not saved. */
  draft?: { at: string };
  /** What the controls hold is stored nowhere yet. */
  typed?: boolean;
}

export interface FieldsForm extends AccountForm, Partial<KeptForm> {
  fields: AccountField[];
  version?: string;
  /** Both versions, when somebody else changed the same meanwhile. */
  conflict?: { label: string; yours: string; theirs: string }[];
}

export interface PasswordForm extends AccountForm {
  account: string;
  /** The present password is asked for as well. */
  asksPresent: boolean;
  /** Why there is no way around changing it. */
  forced?: string;
  errors: { name: string; message: string }[];
}

/** A question that names what it is about and what follows. */
export interface ConfirmForm extends AccountForm {
  question: string;
  facts: { label: string; text: string }[];
  danger?: boolean;
  fields: AccountField[];
}

/** What an action answers to a form in a dialog; to one on a page it answers the next page instead. */
export type AccountAnswer<M> = { done: true } | { done: false; model: M };

export interface SettingsTab {
  label: string;
  href: string;
  current: boolean;
}

/** A table of a page of the account: plain texts. */
export interface AccountTable {
  caption: string;
  columns: string[];
  rows: { key: string; cells: { text: string; tone?: string; badge?: string }[]; action?: RowAction }[];
  empty: string;
}

/** A button at the end of a row, or the link to the page that asks first. */
export type RowAction =
  | { kind: "post"; label: string; name: string; value: string }
  | { kind: "link"; label: string; href: string; dialog?: string; danger?: boolean };
