/** What is shown once after a change: a secret and what to do with it. */
export interface RevealModel {
  title: string;
  secrets: { label: string; value: string; note: string }[];
  warnings: string[];
  nextHref: string;
}
