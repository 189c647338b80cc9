import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { PRIMARY_COLORS, STANDARD } from "~/shared/preferences";
import { type ColourName, contrast, lookOf, type Palette, paletteOf } from "~/ui/theme/palette";

const LOOKS = PRIMARY_COLORS.flatMap(({ value, label }) =>
  (["light", "dark"] as const).flatMap((navTheme) =>
    [false, true].map((colorWeak) => ({
      name: `${label} ${navTheme}${colorWeak ? " 色弱" : ""}`,
      look: { navTheme, colorWeak, primaryColor: value },
    })),
  ),
);

/** Text and what it stands on, as the style sheets pair them. */
const PAIRS: readonly [ColourName, readonly ColourName[]][] = [
  ["ink", ["bg", "bg-quiet", "bg-hover", "grey-soft", "primary-soft", "ok-soft", "warn-soft", "bad-soft"]],
  ["ink-2", ["bg", "bg-quiet", "bg-hover", "grey-soft", "primary-soft", "ok-soft", "warn-soft", "bad-soft"]],
  ["ink-3", ["bg", "bg-quiet", "bg-hover", "grey-soft"]],
  ["primary-ink", ["bg", "bg-quiet", "bg-hover", "primary-soft", "ok-soft", "warn-soft", "bad-soft"]],
  ["on-fill", ["primary-fill", "primary-fill-hover", "bad-fill", "bad-fill-hover"]],
  ["ok", ["bg", "bg-quiet", "bg-hover", "ok-soft"]],
  ["warn", ["bg", "bg-quiet", "bg-hover", "warn-soft"]],
  ["bad", ["bg", "bg-quiet", "bg-hover", "bad-soft"]],
];

describe.each(LOOKS)("$name", ({ look }) => {
  test("文字在各种底色上都读得清", () => {
    const palette = paletteOf(look);
    const faint = PAIRS.flatMap(([text, grounds]) =>
      grounds
        .map((ground) => ({ pair: `${text} / ${ground}`, contrast: contrast(palette[text], palette[ground]) }))
        .filter((one) => one.contrast < 4.5),
    );
    expect(faint).toEqual([]);
    // The ring of the focus is no text.
    expect(contrast(palette.primary, palette.bg)).toBeGreaterThanOrEqual(3);
  });
});

test("色弱模式的三种状态色在红绿色盲眼中也分得开", () => {
  for (const navTheme of ["light", "dark"] as const) {
    const palette = paletteOf({ ...STANDARD, navTheme, colorWeak: true });
    for (const blindness of [PROTAN, DEUTAN]) {
      const seen = (["ok", "warn", "bad"] as const).map((name) => seenAs(palette, name, blindness));
      expect(distance(seen[0], seen[1])).toBeGreaterThan(45);
      expect(distance(seen[0], seen[2])).toBeGreaterThan(45);
      expect(distance(seen[1], seen[2])).toBeGreaterThan(45);
    }
  }
});

test("样式表里的颜色就是标准外观的颜色", () => {
  const sheet = readFileSync(path.resolve("app/ui/theme/tokens.css"), "utf8");
  const written = Object.fromEntries(
    [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, colour]) => [
      name,
      colour === "#fff" ? "#ffffff" : colour,
    ]),
  );
  expect(written).toEqual(paletteOf(STANDARD));
});

test("标准外观不写任何样式，其他外观只写不同的颜色，纸上总是亮色", () => {
  expect(lookOf(STANDARD).css).toBe("");
  const { css } = lookOf({ ...STANDARD, primaryColor: "#722ed1" });
  expect(css).toMatch(/^@media screen\{html:root\{--primary:#[0-9a-f]{6};/);
  expect(css).not.toContain("--ink:");
  expect(lookOf({ ...STANDARD, navTheme: "dark" }).css).toContain("color-scheme:dark");
});

/** How colours look to people without red or green cones (Machado 2009, in sRGB for simplicity). */
const PROTAN = [
  [0.152, 1.053, -0.205],
  [0.115, 0.786, 0.099],
  [-0.004, -0.048, 1.052],
];
const DEUTAN = [
  [0.367, 0.861, -0.228],
  [0.28, 0.673, 0.047],
  [-0.012, 0.043, 0.969],
];

function seenAs(palette: Palette, name: ColourName, matrix: readonly (readonly number[])[]): number[] {
  const colour = [1, 3, 5].map((at) => Number.parseInt(palette[name].slice(at, at + 2), 16));
  return matrix.map((row) => row.reduce((sum, share, index) => sum + share * (colour[index] ?? 0), 0));
}

function distance(a: readonly number[] = [], b: readonly number[] = []): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

test("每个选择框都穿着控件的样子，箭头和停用只在一处写", () => {
  const bare = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) =>
      [...readFileSync(path.join("app", file), "utf8").matchAll(/<select\b[\s\S]*?>/g)]
        .filter(([tag]) => !/className="in"|\{\.\.\.(common|shared)\}/.test(tag))
        .map(([tag]) => `${file}: ${tag}`),
    );
  expect(bare).toEqual([]);
  expect(readFileSync("app/ui/theme/base.css", "utf8")).toMatch(/select\.in \{[^}]*appearance: none/);
  expect(readFileSync("app/ui/form/form.css", "utf8")).toMatch(/\.in:disabled \{/);
});
