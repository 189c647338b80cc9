import type { Tone } from "~/ui/model";
import type { FormSecrets } from "~/ui/model/form";

/** The page of one person's rights: tabs, and below them what the chosen one is about. */
export interface AssignModel {
  title: string;
  heading: string;
  backHref: string;
  facts: { label: string; text: string; tone?: Tone }[];
  tabs: { label: string; href: string; current: boolean }[];
  body: AssignForm | AssignConfirm | AssignExplain;
}

interface Posted {
  action: string;
  version: string;
  secrets: FormSecrets;
}

export interface AssignForm extends Posted {
  kind: "form";
  note?: string;
  problem?: string;
  errors: { name: string; label: string; message: string }[];
  /** Why nothing can be changed here; without it there are buttons. */
  readOnly?: string;
  /** Takes over what another person has. */
  copy?: { action: string; account: string; error?: string };
  scope?: {
    label: string;
    mode: "all" | "listed";
    /** Why the whole cannot be chosen. */
    allRefused?: string;
    nodes: ScopeNodeModel[];
    /** Groups among which the main one is chosen. */
    main?: { value: string; options: { value: string; label: string }[]; error?: string };
    hint?: string;
  };
  roles?: RoleModel[];
}

export interface ScopeNodeModel {
  id: string;
  label: string;
  depth: number;
  choosable: boolean;
  checked: boolean;
  /** Why it stays as it is. */
  fixed?: string;
}

export interface RoleModel {
  code: string;
  label: string;
  checked: boolean;
  from: string;
  until: string;
  note: string;
  fixed?: string;
  error?: string;
}

export interface AssignConfirm extends Posted {
  kind: "confirm";
  /** 新增{a}项，移除{b}项 */
  summary: string;
  lists: { label: string; items: string[] }[];
  warnings: string[];
  /** What was chosen, posted again. */
  hidden: [name: string, value: string][];
}

export interface AssignExplain {
  kind: "explain";
  action: string;
  screens: { value: string; label: string }[];
  actions: { value: string; label: string }[];
  asked: { screen: string; action: string; record: string };
  problem?: string;
  answer?: {
    allowed: boolean;
    text: string;
    rows: { role: string; grant: string; scope: string; verdict: "allows" | "stops" | "nothing" }[];
  };
}
