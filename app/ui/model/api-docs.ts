/** One value of a body or an answer, named by its way from the top: `items[].qty`. */
export interface ApiValue {
  name: string;
  type: string;
  required: boolean;
  text: string;
}

export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  permission: string;
  note: string;
  /** What the body is sent as; empty without one. */
  sentAs: string;
  given: ApiValue[];
  answered: ApiValue[];
  /** Kinds of file, where the answer is one. */
  files: string;
}

export interface ApiDocsModel {
  title: string;
  groups: { label: string; href: string; current: boolean; count: number }[];
  calls: ApiCall[];
  /** Address of the OpenAPI document; it is no page of the shell. */
  documentHref: string;
}
