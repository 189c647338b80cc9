/** A menu entry that was found; `trail` says where it stands. */
export interface FoundEntry {
  name: string;
  label: string;
  href: string;
  target: string | null;
  trail: string;
}

export interface MenuSearchModel {
  /** What was typed. */
  text: string;
  found: FoundEntry[];
}
