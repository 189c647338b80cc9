/** The open pages of a session as the strip draws them, home first. */
export interface StripModel {
  tabs: StripTab[];
  /** The tab of the page itself; null on pages that belong to none, such as errors. */
  current: string | null;
  /** The top tab whose menu is drawn beside it. */
  top: string;
}

export interface StripTab {
  /** Short name of the tab, for buttons. */
  id: string;
  title: string;
  /** The page as it was left. */
  href: string;
  pinned?: boolean;
  /** The page belongs to another top tab, whose menu comes with a full page only. */
  reload?: boolean;
}

/** What a change of the strip answers to a script. */
export interface StripAnswer {
  tabs: StripTab[];
  /** Where to go; null when the page stays. */
  to: string | null;
  message: { text: string; msg: string } | null;
}

/** True when an intent of one tab would close the page one is on. The server decides; this is for asking before. */
export function closesCurrent({ tabs, current }: StripModel, intent: string, id: string): boolean {
  const place = tabs.findIndex((tab) => tab.id === current);
  const own = tabs[place];
  const [home, ofTab] = [place === 0, tabs.findIndex((tab) => tab.id === id)];
  if (!own || home || ofTab < 0) return false;
  if (intent === "all") return true;
  if (intent === "close") return id === current;
  if (own.pinned || id === current) return false;
  return intent === "others" || (intent === "left" && place < ofTab) || (intent === "right" && place > ofTab);
}

/** The tab before which a dragged one lands: the one pointed at, or the next one when the pointer is in its second half. */
export function landsBefore(tabs: readonly StripTab[], over: string, isSecondHalf: boolean): string {
  const place = tabs.findIndex(({ id }) => id === over);
  // Nothing stands before home.
  const at = isSecondHalf || place === 0 ? place + 1 : place;
  return tabs[at]?.id ?? "";
}
