import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pictureHead } from "~/engine/account/picture-head";
import { GLYPHS } from "~/engine/session/captcha-glyphs";
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, drawSum, type Luck } from "~/engine/session/captcha-picture.server";

const FAR = 8;
const HALF = 20;
const CELLS = 5;
const ANGLES = [-16, -8, 0, 8, 16];
const MOVES = [-6, -3, 0, 3, 6];

/** Sums of every kind, the same ones in each run. */
const SUMS = Array.from(
  { length: 24 },
  (_, at) => `${10 + ((at * 37) % 90)}${at % 2 === 0 ? "+" : "-"}${1 + (at % 9)}`,
);

test("算式图是不到 3 KB 的灰度 PNG，同一算式每次画得不同", () => {
  const pictures = Array.from({ length: 20 }, () => drawSum("37+8="));
  for (const picture of pictures) {
    expect(pictureHead(picture)).toMatchObject({ kind: "png", width: CAPTCHA_WIDTH, height: CAPTCHA_HEIGHT });
    expect(picture.length).toBeLessThan(3 * 1024);
  }
  expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(pictures.length);
});

test("拿同一套字形逐个比对的程序，多半读不对", () => {
  const luck = seededLuck(1);
  const right = SUMS.filter((sum) => read(drawSum(`${sum}=`, luck)) === sum);
  // 37 of 180 when it was written. Some it must read: a program that reads none would measure nothing.
  expect(right.length).toBeGreaterThan(0);
  expect(right.length).toBeLessThan(SUMS.length / 2);
});

/** The same course of chance in every run, by a linear congruential generator. */
function seededLuck(seed: number): Luck {
  let state = seed;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below: next, bytes: (count) => Uint8Array.from({ length: count }, () => next(256)) };
}

/**
 * The best a program without learning does: it knows every hand of every character and about where each stands, removes specks, and
 * takes what lies nearest in any of five turns and 25 places.
 */
function read(picture: Buffer): string {
  const dark = withoutSpecks(points(picture));
  const distances = distancesFrom(dark, CAPTCHA_WIDTH, CAPTCHA_HEIGHT);
  const kinds = ["digit", "digit", "sign", "digit"] as const;
  return kinds.map((kind, place) => nearest(dark, distances, place, kind)).join("");
}

function points(picture: Buffer): boolean[] {
  const size = picture.readUInt32BE(33);
  const rows = inflateSync(picture.subarray(41, 41 + size));
  const stride = CAPTCHA_WIDTH / 4 + 1;
  return Array.from({ length: CAPTCHA_WIDTH * CAPTCHA_HEIGHT }, (_, at) => {
    const [x, y] = [at % CAPTCHA_WIDTH, Math.floor(at / CAPTCHA_WIDTH)];
    return (((rows[y * stride + 1 + (x >> 2)] ?? 0) >> (6 - 2 * (x % 4))) & 3) <= 1;
  });
}

function withoutSpecks(dark: readonly boolean[]): boolean[] {
  return dark.map((isDark, at) => {
    let around = 0;
    for (const dy of [-CAPTCHA_WIDTH, 0, CAPTCHA_WIDTH])
      for (const dx of [-1, 0, 1]) if (dark[at + dy + dx]) around += 1;
    return isDark && around >= 4;
  });
}

/** How far the nearest dark point is, up to `FAR`, in two passes over the picture. */
function distancesFrom(dark: readonly boolean[], width: number, height: number): Float32Array {
  const far = Float32Array.from(dark, (isDark) => (isDark ? 0 : FAR));
  const take = (at: number, other: number, step: number) => {
    far[at] = Math.min(far[at] ?? FAR, (far[other] ?? FAR) + step);
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (x > 0) take(at, at - 1, 1);
      if (y > 0) take(at, at - width, 1);
      if (x > 0 && y > 0) take(at, at - width - 1, 1.4);
    }
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1) {
      const at = y * width + x;
      if (x < width - 1) take(at, at + 1, 1);
      if (y < height - 1) take(at, at + width, 1);
      if (x < width - 1 && y < height - 1) take(at, at + width + 1, 1.4);
    }
  return far;
}

interface Template {
  character: string;
  kind: "digit" | "sign";
  dots: [number, number][];
  distances: Float32Array;
}

const SIDE = 2 * HALF + 1;
const TEMPLATES: Template[] = Object.entries(GLYPHS)
  .filter(([character]) => /[\d+-]/.test(character))
  .flatMap(([character, hands]) => hands.flatMap((hand) => ANGLES.map((angle) => templateOf(character, hand, angle))));

function templateOf(character: string, hand: string, angle: number): Template {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const dots = hand.split(" / ").flatMap((line) => {
    const corners = line.split(" ").map((pair): [number, number] => {
      const [x = 0, y = 0] = pair.split(",").map(Number);
      const [dx, dy] = [(x - 4) * 2.85, (y - 6) * 2.9];
      return [dx * cos - dy * sin, dx * sin + dy * cos];
    });
    return corners.flatMap(([x, y], at): [number, number][] => {
      const [fx, fy] = corners[at - 1] ?? [x, y];
      const pieces = Math.max(1, Math.round(Math.hypot(x - fx, y - fy)));
      return Array.from({ length: pieces }, (_, n) => [
        Math.round(fx + ((x - fx) * (n + 1)) / pieces),
        Math.round(fy + ((y - fy) * (n + 1)) / pieces),
      ]);
    });
  });
  const drawn = new Array<boolean>(SIDE * SIDE).fill(false);
  for (const [x, y] of dots) if (Math.abs(x) <= HALF && Math.abs(y) <= HALF) drawn[(y + HALF) * SIDE + x + HALF] = true;
  const kind = /\d/.test(character) ? "digit" : "sign";
  return { character, kind, dots, distances: distancesFrom(drawn, SIDE, SIDE) };
}

function nearest(dark: boolean[], distances: Float32Array, place: number, kind: Template["kind"]): string {
  const [cx, cy] = [Math.round(10 + ((place + 0.5) * (CAPTCHA_WIDTH - 20)) / CELLS), CAPTCHA_HEIGHT / 2];
  let best = { character: "", away: Number.POSITIVE_INFINITY };
  for (const dx of MOVES)
    for (const dy of MOVES) {
      const here: [number, number][] = [];
      for (let y = -HALF; y <= HALF; y += 1)
        for (let x = -HALF + 5; x <= HALF - 5; x += 1)
          if (dark[(cy + dy + y) * CAPTCHA_WIDTH + cx + dx + x]) here.push([x, y]);
      for (const template of TEMPLATES) {
        if (template.kind !== kind) continue;
        const there = mean(template.dots, ([x, y]) => distances[(cy + dy + y) * CAPTCHA_WIDTH + cx + dx + x] ?? FAR);
        const back = mean(here, ([x, y]) => template.distances[(y + HALF) * SIDE + x + HALF] ?? FAR);
        if (there + back < best.away) best = { character: template.character, away: there + back };
      }
    }
  return best.character;
}

function mean(all: readonly [number, number][], of: (point: [number, number]) => number): number {
  return all.length === 0 ? FAR : all.reduce((sum, one) => sum + of(one), 0) / all.length;
}
