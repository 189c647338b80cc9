import type { Schema } from "./field-schema";

/** One call of the REST contract, as its document and its readable page tell it. */
export interface Call {
  group: string;
  method: "get" | "post" | "put" | "delete";
  /** Below the root; `{id}` stands for a part of the address. */
  path: string;
  summary: string;
  /** `permissionId.action`, or several of which one is enough; absent: for everybody who is signed in. */
  permission?: string | readonly string[];
  /** Without the permission a person may still call it for himself. */
  own?: true;
  /** For staff alone, whatever a supplier was granted. */
  internal?: true;
  /** For supplier logins alone, which ask about themselves; staff are refused whatever they hold. */
  forSuppliers?: true;
  /** True where no token is needed. */
  open?: boolean;
  query?: Readonly<Record<string, Schema>>;
  body?: Schema;
  /** The body is a form of these fields, not JSON. */
  form?: boolean;
  /** The same fields may come as a JSON object as well. */
  orJson?: boolean;
  /** The body is bytes, at most this many. */
  bytes?: number;
  /** What stands under `result` of the envelope. */
  result?: Schema;
  /** The answer is this alone, without the envelope. */
  bare?: Schema;
  /** Content types, where the answer is a file. */
  file?: readonly string[];
  note?: string;
}

/** The permissions of which one is enough; empty: none is needed. */
export function permissionsOf({ permission }: Call): readonly string[] {
  if (permission === undefined) return [];
  return typeof permission === "string" ? [permission] : permission;
}
