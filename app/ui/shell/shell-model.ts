/** A record or a group of records that will cause trouble unless somebody acts. */
export interface WarningCard {
  kind: string;
  /** Id of the record; `all` for all of the kind. */
  object: string;
  text: string;
  href: string;
}

/** Unread entries by kind, and begun forms. */
export interface BellCounts {
  watch: number;
  mention: number;
  drafts: number;
}

/** What the bell shows when it is opened; asked for by the script. */
export interface BellModel {
  unread: number;
  tabs: {
    key: string;
    label: string;
    count: number;
    entries: { title: string; text: string; at?: string; href?: string }[];
    /** Said when there is nothing. */
    none: string;
  }[];
}
