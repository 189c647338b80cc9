import type { Condition } from "~/shared/condition";
import type { RoleName } from "./field";

/** The nine words of the specification, section 6. */
export type Action = "add" | "delete" | "edit" | "query" | "get" | "enable" | "disable" | "import" | "export";

/** How the rows of an entity belong to suppliers; the wall between them, in queries and in the database. */
export type SupplierWall =
  | { kind: "none" }
  | { kind: "everyone"; when: Condition }
  | { kind: "own"; column: string; when: Condition }
  | { kind: "via"; reference: string; when: Condition }
  | { kind: "invited"; lines: string; column: string; when: Condition };

/** No supplier login sees any row. */
export const noSupplier: SupplierWall = { kind: "none" };

/** Every supplier login sees every row: published texts, registers they choose from. */
export const everySupplier: SupplierWall = { kind: "everyone", when: { op: "always" } };

/** Every supplier login sees the rows of this condition, e.g. what is published to all, or to it by name. */
export function everySupplierWhen(when: Condition): SupplierWall {
  return { kind: "everyone", when };
}

/** The row belongs to the supplier in this reference, from the moment the condition holds. */
export function ownSupplier(column: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "own", column, when };
}

/** The row is seen by whoever sees the row that this reference points at. */
export function sameAs(reference: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "via", reference, when };
}

/** The row is seen by the suppliers named in a child table. */
export function invitedSuppliers(lines: string, column: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "invited", lines, column, when };
}

/** Which reference of the row each kind of personal scope is compared with; a kind left out does not narrow. */
export interface StaffScope {
  factory?: string;
  purchase_group?: string;
  material_type?: string;
}

/**
 * Which rows of a table of the head the staff see: by whose reach they are narrowed, as rows of entities are (decision 0196). Tables within
 * it follow their row.
 */
export interface LineScope extends StaffScope {
  /** With this right all rows are seen. */
  unless?: `${string}.${Action}`;
  /** Fields of the head that tell of all rows, such as their sum: read by whoever sees all of them. */
  whole?: readonly string[];
}

export type Grants = Partial<Record<RoleName, readonly Action[] | "all">>;

export interface Access {
  suppliers: SupplierWall;
  /**
   * States of rows that suppliers see, where the wall says it by something else, e.g. that an order was released once; no list offers
   * them others. Transitions from one of these lead to one of these.
   */
  supplierStates?: readonly string[];
  staff?: StaffScope;
  /** Default permission matrix of new installations: which role gets which of the nine actions on the screens. */
  grants: Grants;
  /**
   * Rows that are somebody's own business: staff see those of this condition, and all of them only with the right `unless`. Without
   * one they are sealed: nobody of the staff sees others, nor what the trail keeps of them.
   */
  personal?: { where: Condition; unless?: `${string}.${Action}` };
  /** Suppliers may read code and name of rows that a document of theirs points at (never more): of all rows, or of those of a condition. */
  suppliersMayReadTitle?: boolean | Condition;
  /** Rights beside those of screens, transitions and fields, by permission id. */
  rights?: Readonly<Record<string, { label: string; grants: Grants }>>;
  /** Column that holds how high a row stands; whoever stands lower cannot change it, nor move it. */
  seniority?: { column: string; refusal: string };
  /** Fields a supplier login may change when it may edit at all; everything else is refused whatever it sends. */
  suppliersMayWrite?: readonly string[];
}
