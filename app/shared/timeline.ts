/** Where something lies, in percent of the width. */
export interface Stretch {
  from: number;
  width: number;
}

/** A timeline as it is drawn, on the screen and on paper alike. */
export interface Timeline {
  caption: string;
  planned: string;
  actual: string;
  /** Days beneath the picture: the first and the last. */
  days: { at: number; text: string }[];
  today: { at: number; text: string };
  groups: {
    label: string;
    note: string;
    isLate: boolean;
    due: { at: number; text: string };
    rows: { label: string; note: string; isLate: boolean; planned: Stretch | null; actual: Stretch | null }[];
  }[];
}

/** Which side of a mark its text stands on, so that none runs out of the picture. */
export function textSide(at: number): "start" | "middle" | "end" {
  if (at < 20) return "start";
  return at > 80 ? "end" : "middle";
}
