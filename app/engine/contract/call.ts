import type { Schema } from "./field-schema";

/** One call of the REST contract, as its document and its readable page tell it. */
export interface Call {
  group: string;
  method: "get" | "post" | "put" | "delete";
  /** Below the root; `{id}` stands for a part of the address. */
  path: string;
  summary: string;
  /** `permissionId.action`; absent: for everybody who is signed in. */
  permission?: string;
  /** True where no token is needed. */
  open?: boolean;
  query?: Readonly<Record<string, Schema>>;
  body?: Schema;
  /** The body is a form of these fields, not JSON. */
  form?: boolean;
  /** What stands under `result` of the envelope. */
  result?: Schema;
  /** Content types, where the answer is a file. */
  file?: readonly string[];
  note?: string;
}
