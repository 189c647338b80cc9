import type { FormSecrets } from "../model/form";
import type { Table } from "../model/table";

/** A right that can be ticked; `name` is `permission.action`. */
export interface RightCell {
  name: string;
  /** What a screen reader says, e.g. 采购订单 · 编辑. */
  label: string;
  on: boolean;
}

/** A menu entry or one of its sub-permissions. */
export interface RightRow {
  name: string;
  title: string;
  /** A sub-permission stands below the entry it belongs to. */
  sub: boolean;
  /** Rights that are ticked along with any of this row. */
  brings: string[];
  /** One per column; null where the word means nothing. */
  cells: (RightCell | null)[];
}

export interface RightGroup {
  title: string;
  /** How many are ticked. */
  held: number;
  open: boolean;
  rows: RightRow[];
}

/** What a role may do: screens and sub-permissions by the nine actions. */
export interface RoleMatrixModel {
  kind: "matrix";
  title: string;
  facts: { label: string; text: string }[];
  action: string;
  version: string;
  columns: string[];
  groups: RightGroup[];
  /** Why it was refused. */
  problems: string[];
  /** Drawn to be read only. */
  readOnly: boolean;
  secrets: FormSecrets;
  cancelHref: string;
}

/** Other roles to be ticked, so that nobody may hold both. */
export interface RoleExclusiveModel {
  title: string;
  help: string;
  action: string;
  version: string;
  readOnly: boolean;
  problems: string[];
  roles: { code: string; label: string; on: boolean }[];
  secrets: FormSecrets;
  cancelHref: string;
}

/** Where two roles differ; null before the other one is chosen. */
export interface RoleCompareModel {
  title: string;
  action: string;
  choices: { value: string; label: string }[];
  chosen: string;
  result: { summary: string; table: Table } | null;
  backHref: string;
}

/** What saving would change, before it is done. */
export interface RoleConfirmModel {
  kind: "confirm";
  title: string;
  action: string;
  version: string;
  question: string;
  added: { title: string; actions: string; note?: string }[];
  removed: { title: string; actions: string }[];
  /** All that will be held, carried along unseen. */
  ticked: string[];
  secrets: FormSecrets;
  cancelHref: string;
}
