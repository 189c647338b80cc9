/** Colours of a badge, and what an administrator calls them; every badge also has a word. */
export const TONES = {
  draft: "灰",
  waiting: "蓝",
  mine: "蓝底",
  running: "绿框",
  done: "绿",
  warning: "橙",
  refused: "红",
  closed: "灰（划线）",
} as const;

export type Tone = keyof typeof TONES;

export function isTone(text: unknown): text is Tone {
  return typeof text === "string" && Object.hasOwn(TONES, text);
}
