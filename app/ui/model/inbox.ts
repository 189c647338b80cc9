import type { ListModel, StateTab } from "./list";

/** Something that happened to a record one watches, or was named on. */
export interface InboxEntry {
  id: string;
  at: string;
  who: string;
  kind: "mention" | "watch" | "security" | "notice";
  level: string;
  /** Absent where one may not see the record any more; then the text says so. */
  title?: string;
  href?: string;
  text: string;
  read: boolean;
  starred: boolean;
}

export interface InboxBlock {
  entries: InboxEntry[];
  unread: number;
  /** Where marking as read is sent to. */
  action: string;
  allHref: string;
  csrf: string;
}

export interface InboxModel
  extends InboxBlock,
    Pick<ListModel, "filters" | "filtersOpen" | "filtersTyped" | "filterAction" | "hidden" | "clearHref"> {
  title: string;
  tabs: StateTab[];
  /** Something is looked for. */
  isNarrowed: boolean;
  page: number;
  previous?: string;
  next?: string;
}
