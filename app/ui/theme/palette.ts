import { PRIMARY_COLORS, type Preferences, STANDARD } from "~/shared/preferences";

/** Every colour of the product by the name of its variable, less the leading dashes. `tokens.css` holds the standard one. */
export type Palette = Readonly<Record<ColourName, string>>;

export type ColourName = keyof typeof LIGHT | keyof typeof STANDARD_PRIMARY;

/** What the server writes into the document so that the first byte looks right. */
export interface Look {
  theme: Preferences["navTheme"];
  weak: boolean;
  /** Variables that differ from the standard; empty for the standard. */
  css: string;
}

const LIGHT = {
  bg: "#ffffff",
  "bg-quiet": "#f7f8fa",
  "bg-hover": "#f1f5fb",
  line: "#e4e7ec",
  "line-strong": "#c5cbd5",
  ink: "#1c2129",
  "ink-2": "#4b5360",
  "ink-3": "#626a77",
  "on-fill": "#ffffff",
  ok: "#19702f",
  "ok-soft": "#e7f6eb",
  "ok-line": "#43a35c",
  warn: "#855000",
  "warn-soft": "#fff5df",
  "warn-line": "#e0b04a",
  bad: "#bd2119",
  "bad-fill": "#cc2a21",
  "bad-fill-hover": "#bd2119",
  "bad-soft": "#fdeeec",
  "bad-line": "#e39a94",
  "grey-soft": "#eff1f4",
};

const DARK: Record<keyof typeof LIGHT, string> = {
  bg: "#15181d",
  "bg-quiet": "#1b1f26",
  "bg-hover": "#222833",
  line: "#2d333d",
  "line-strong": "#556070",
  ink: "#e6e9ee",
  "ink-2": "#bcc3ce",
  "ink-3": "#9aa3b0",
  "on-fill": "#ffffff",
  ok: "#6cc785",
  "ok-soft": "#162b1d",
  "ok-line": "#3f9257",
  warn: "#e0ae52",
  "warn-soft": "#30260f",
  "warn-line": "#96711f",
  bad: "#ff938a",
  "bad-fill": "#cc2a21",
  "bad-fill-hover": "#b5241c",
  "bad-soft": "#381b1a",
  "bad-line": "#9a453f",
  "grey-soft": "#2a303a",
};

/** Told apart without red and green: blue is good, ochre is a warning, magenta is bad, and they differ in lightness too. */
const WEAK_LIGHT: Partial<Record<keyof typeof LIGHT, string>> = {
  ok: "#00588c",
  "ok-soft": "#dff0fb",
  "ok-line": "#2f8fcc",
  warn: "#7c5800",
  "warn-soft": "#fff3c4",
  "warn-line": "#d9a400",
  bad: "#9c0a5a",
  "bad-fill": "#ad1264",
  "bad-fill-hover": "#8c0850",
  "bad-soft": "#fde7f2",
  "bad-line": "#d98bb4",
};

const WEAK_DARK: Partial<Record<keyof typeof LIGHT, string>> = {
  ok: "#6fb9ee",
  "ok-soft": "#10283a",
  "ok-line": "#3d86b8",
  warn: "#f0c63f",
  "warn-soft": "#2f280a",
  "warn-line": "#a08314",
  bad: "#ff8fc4",
  "bad-fill": "#b01a6a",
  "bad-fill-hover": "#951157",
  "bad-soft": "#3a1428",
  "bad-line": "#a2487a",
};

/** #1677ff stays under 4.5:1 as text and below white text, so its neighbours stand in; chosen by eye. */
const STANDARD_PRIMARY = {
  primary: "#1677ff",
  "primary-fill": "#0f68e8",
  "primary-fill-hover": "#0b56c4",
  "primary-ink": "#0a58d0",
  "primary-soft": "#e9f2ff",
};

/** Contrast of text; a little more than the 4.5 that is asked for, because browsers round. */
const TEXT = 4.6;
/** Contrast of what is not text: marks, rings of the focus. */
const MARK = 3.1;

/** All colours of a look. */
export function paletteOf({
  navTheme,
  colorWeak,
  primaryColor,
}: Pick<Preferences, "navTheme" | "colorWeak" | "primaryColor">): Palette {
  const dark = navTheme === "dark";
  const ground = { ...(dark ? DARK : LIGHT), ...(colorWeak ? (dark ? WEAK_DARK : WEAK_LIGHT) : {}) };
  const isStandard = !dark && primaryColor === STANDARD.primaryColor;
  return { ...ground, ...(isStandard ? STANDARD_PRIMARY : primaryShades(primaryColor, ground, dark)) };
}

/** Shades of a main colour that can be read: pulled towards black or white until the contrast is there. */
function primaryShades(
  primary: string,
  ground: Record<keyof typeof LIGHT, string>,
  dark: boolean,
): Record<keyof typeof STANDARD_PRIMARY, string> {
  const away = dark ? "#ffffff" : "#000000";
  const soft = mixed(primary, ground.bg, dark ? 0.16 : 0.09);
  const grounds = [ground.bg, ground["bg-quiet"], ground["bg-hover"], soft];
  const notes = [ground["ok-soft"], ground["warn-soft"], ground["bad-soft"]];
  const fill = pulled(primary, "#000000", (colour) => contrast(colour, ground["on-fill"]) >= TEXT);
  return {
    primary: pulled(primary, away, (colour) => grounds.every((one) => contrast(colour, one) >= MARK)),
    "primary-fill": fill,
    "primary-fill-hover": mixed("#000000", fill, 0.16),
    "primary-ink": pulled(primary, away, (colour) =>
      [...grounds, ...notes].every((one) => contrast(colour, one) >= TEXT),
    ),
    "primary-soft": soft,
  };
}

function pulled(colour: string, towards: string, isEnough: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mixed(towards, colour, share);
    if (isEnough(tried)) return tried;
  }
  return towards;
}

/** So much of the first colour in the second one. */
function mixed(colour: string, into: string, share: number): string {
  const [a, b] = [channels(colour), channels(into)];
  return `#${a.map((value, index) => hex(value * share + (b[index] ?? 0) * (1 - share))).join("")}`;
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, "0");
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const looks = new Map<string, Look>();

/** A look as the document carries it. Paper stays light, whatever is on the screen. */
export function lookOf(preferences: Pick<Preferences, "navTheme" | "colorWeak" | "primaryColor">): Look {
  const { navTheme, colorWeak, primaryColor } = preferences;
  const key = `${navTheme} ${colorWeak} ${primaryColor}`;
  const known = looks.get(key);
  if (known) return known;
  const made = { theme: navTheme, weak: colorWeak, css: cssOf(preferences) };
  // 36 of them at most: the colours are those of the presets.
  if (PRIMARY_COLORS.some(({ value }) => value === primaryColor)) looks.set(key, made);
  return made;
}

function cssOf(preferences: Parameters<typeof paletteOf>[0]): string {
  const standard: Record<string, string> = paletteOf(STANDARD);
  const changed = Object.entries(paletteOf(preferences)).filter(([name, colour]) => standard[name] !== colour);
  if (changed.length === 0) return "";
  const dark = preferences.navTheme === "dark" ? DARK_ONLY : "";
  return `@media screen{html:root{${changed.map(([name, colour]) => `--${name}:${colour};`).join("")}${dark}}}`;
}

/** What is no flat colour: shades of what floats and of what is pointed at, and the browser's own controls. */
const DARK_ONLY =
  "--shadow:0 6px 20px rgb(0 0 0/60%);--tint:rgb(160 190 240/10%);--shade:rgb(0 0 0/60%);color-scheme:dark";
