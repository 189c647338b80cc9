/** A lorry on the board; the texts are final. */
export interface BoardNote {
  id: string;
  /** Number of its note, and where that leads; null for whoever may not open it. */
  number: string;
  href: string | null;
  supplier: string;
  /** Number in the queue, plate, time and volume, as far as they are known. */
  facts: string;
  state: string;
  tone: string;
}

export interface BoardPart {
  span: number;
  /** `08:00–10:00`. */
  time: string;
  /** Null: the dock takes nobody then. */
  slot: {
    href: string | null;
    /** 2/4车, and of volume where it is limited. */
    load: string;
    /** Whole percent that is taken, at most 100. */
    full: number;
    closed: boolean;
    notes: BoardNote[];
  } | null;
}

/** The docks of a factory on a day. */
export interface DockBoardModel {
  title: string;
  about: string;
  factory: { value: string; options: { value: string; label: string }[] };
  day: string;
  dayText: string;
  action: string;
  before: string;
  after: string;
  today: string;
  /** Where the columns begin. */
  columns: string[];
  docks: { dock: string; parts: BoardPart[] }[];
  lists: { title: string; about: string; empty: string; ordered: boolean; notes: BoardNote[] }[];
  /** Said instead of the board where there is none. */
  empty: string;
}
