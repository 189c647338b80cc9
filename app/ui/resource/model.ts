import type { Action } from "../model";
import type { FormSecrets } from "../model/form";

/** One entry of the menu tree, with what this person may do to it. */
export interface TreeRow {
  id: string;
  title: string;
  /** How deep it stands; the top tab is 0. */
  level: number;
  icon: string;
  type: string;
  /** Permission name. */
  name: string;
  address: string;
  /** Id of the entry above; empty for a top tab. Rows change places below the same one. */
  parent: string;
  /** What is special about it, e.g. 不显示. */
  marks: string[];
  state: "on" | "off" | "above";
  href: string;
  /** The one that was just changed. */
  isAt: boolean;
  perms?: { count: number; href: string };
  up?: boolean;
  down?: boolean;
  editHref?: string;
  childHref?: string;
  removeHref?: string;
  toggle?: "enable" | "disable";
}

export interface ResourceTreeModel {
  kind: "tree";
  title: string;
  total: string;
  purpose: string;
  action: string;
  /** Where the search leads. */
  listHref: string;
  problem: string | null;
  actions: Action[];
  exports: { label: string; href: string }[];
  faults: { id: string; title: string; text: string; href: string }[];
  groups: { id: string; title: string; open: boolean; rows: TreeRow[] }[];
  batch: { intent: string; label: string }[];
  secrets: FormSecrets;
}

/** What stopping entries means, before it is done. */
export interface ResourceStopModel {
  kind: "stop";
  title: string;
  question: string;
  entries: string[];
  below: string[];
  ids: string[];
  action: string;
  cancelHref: string;
  secrets: FormSecrets;
}

export interface PreviewNode {
  key: string;
  title: string;
  icon: string;
  address: string;
  isAway: boolean;
  below: PreviewNode[];
}

/** The menus as somebody else sees them. */
export interface MenuPreviewModel {
  title: string;
  action: string;
  backHref: string;
  mayAsk: boolean;
  typed: string;
  role: string;
  roles: { value: string; label: string }[];
  found: { label: string; href: string }[];
  problem: string | null;
  shown: {
    name: string;
    notes: string[];
    groups: { id: string; title: string; nodes: PreviewNode[] }[];
    hidden: { key: string; title: string; address: string }[];
  } | null;
}
