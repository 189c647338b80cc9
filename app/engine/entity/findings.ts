/** A note informs, a warning asks for a reason where the transition can be acknowledged, a block stops the transition. */
export type FindingLevel = "note" | "warn" | "block";

/** Something a check found on a document. */
export interface Finding {
  check: string;
  level: FindingLevel;
  text: string;
  /** Code of the rule of an administrator that asked for it. */
  rule?: string;
  /** The page on which it can be mended, below the base path. */
  cure?: { label: string; href: string };
  /** Who can cure it and how, in words. */
  remedy?: { who: string; how: string };
  /** It is said ahead as a note, and weighs more once it counts. */
  later?: "warn" | "block";
  /** A block that is a matter of who asks, not of what was filled in. */
  personal?: true;
}
