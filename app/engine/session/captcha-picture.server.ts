import { randomBytes, randomInt } from "node:crypto";
import { GLYPHS } from "./captcha-glyphs";
import { grayPng, SHADES } from "./gray-png.server";

/** Size of the picture in points; with four shades it cannot become larger than about 2.6 KB. */
export const CAPTCHA_WIDTH = 176;
export const CAPTCHA_HEIGHT = 56;
/** Points per unit of the grid the characters are written on. */
const SCALE = 3;

const DIGIT = /\d/;
/** Of 256 points, so many become dark, and so many bright, by chance. */
const [SPECKS, HOLES] = [11, 15];

type Point = readonly [number, number];

/** What chance decides while a picture is drawn. */
export interface Luck {
  /** A whole number from 0, less than `limit`. */
  below(limit: number): number;
  /** So many bytes. */
  bytes(count: number): Uint8Array;
}

/** Nobody can foretell it, as a picture that keeps programs out needs. */
const CHANCE: Luck = { below: (limit) => randomInt(limit), bytes: (count) => randomBytes(count) };

/**
 * A sum as a gray picture. Each character is written in one of several hands, turned, leaned, stretched, thicker or thinner; the whole
 * is bent, crossed by strokes as dark as the characters, worn at places and strewn with specks. Nothing
 * tells where one character ends.
 * @param luck a fixed course of chance where the same picture is wanted again, as in tests
 */
export function drawSum(text: string, luck: Luck = CHANCE): Buffer {
  const ink = new Float32Array(CAPTCHA_WIDTH * CAPTCHA_HEIGHT);
  const bend = bending(luck);
  for (const { stroke, thickness } of [...written(luck, text), ...crossing(luck)])
    drawStroke(ink, stroke.map(bend), thickness, between(luck, 0.7, 1));
  wear(luck, ink);
  return grayPng(CAPTCHA_WIDTH, Uint8Array.from(ink, shadeOf));
}

interface Written {
  stroke: Point[];
  thickness: number;
}

/** Characters side by side, so close that neighbours may touch. */
function written(luck: Luck, text: string): Written[] {
  const widths = [...text].map(() => between(luck, 0.75, 1.25));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let left = between(luck, 4, 18);
  const step = (CAPTCHA_WIDTH - between(luck, 4, 18) - left) / whole;
  return [...text].flatMap((character, place) => {
    const room = (widths[place] ?? 1) * step;
    const centre: Point = [left + room / 2, CAPTCHA_HEIGHT / 2 + between(luck, -8, 8)];
    left += room;
    return characterAt(luck, character, centre);
  });
}

function characterAt(luck: Luck, character: string, [x, y]: Point): Written[] {
  const hands = GLYPHS[character] ?? [];
  const hand = hands[luck.below(hands.length)] ?? "";
  // A sign that is turned as far as a digit may be becomes another one.
  const most = DIGIT.test(character) ? 1 : 0.4;
  const angle = (between(luck, -24, 24) * most * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [wide, high, lean] = [
    SCALE * between(luck, 0.65, 1.2),
    SCALE * between(luck, 0.7, 1.2),
    between(luck, -0.4, 0.4) * most,
  ];
  const thickness = between(luck, 2.2, 3.8);
  // A 4 or a 7 without its corners is no character any more.
  const rounds = "1247+".includes(character) ? luck.below(2) : luck.below(3);
  return hand.split(" / ").map((line) => {
    const points = line.split(" ").map((pair): Point => {
      const [px = 0, py = 0] = pair.split(",").map(Number);
      const [dx, dy] = [(px - 4 + between(luck, -0.3, 0.3)) * wide, (py - 6 + between(luck, -0.3, 0.3)) * high];
      const leaned = dx - dy * lean;
      return [x + leaned * cos - dy * sin, y + leaned * sin + dy * cos];
    });
    return { stroke: finer(rounded(points, rounds)), thickness };
  });
}

/** Corners cut off, so that angles become curves. */
function rounded(points: Point[], rounds: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (rounds === 0 || points.length < 3 || !first || !last) return points;
  const cut = points.slice(1).flatMap((to, at): Point[] => {
    const from = points[at] ?? to;
    return [onTheWay(from, to, 0.25), onTheWay(from, to, 0.75)];
  });
  return rounded([first, ...cut, last], rounds - 1);
}

/** Points so close that a bent line stays smooth. */
function finer(points: Point[]): Point[] {
  return points.flatMap((to, at) => {
    const from = points[at - 1];
    if (!from) return [to];
    const pieces = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 3));
    return Array.from({ length: pieces }, (_, n) => onTheWay(from, to, (n + 1) / pieces));
  });
}

function onTheWay(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** Curves over everything, thin ones from side to side and short ones that look like parts of characters. */
function crossing(luck: Luck): Written[] {
  const long = Array.from({ length: 2 }, (): Written => {
    const points = Array.from(
      { length: 6 },
      (_, at): Point => [(at * CAPTCHA_WIDTH) / 5, between(luck, 6, CAPTCHA_HEIGHT - 6)],
    );
    return { stroke: finer(rounded(points, 2)), thickness: between(luck, 0.9, 1.4) };
  });
  const short = Array.from({ length: 5 }, (): Written => {
    const from: Point = [between(luck, 4, CAPTCHA_WIDTH - 4), between(luck, 4, CAPTCHA_HEIGHT - 4)];
    const points = [from, near(luck, from), near(luck, from)];
    return { stroke: finer(rounded(points, 2)), thickness: between(luck, 1.1, 1.9) };
  });
  return [...long, ...short];
}

function near(luck: Luck, [x, y]: Point): Point {
  return [x + between(luck, -14, 14), y + between(luck, -14, 14)];
}

/** Two waves, one for each direction. */
function bending(luck: Luck): (point: Point) => Point {
  const [a, b] = [between(luck, 1.5, 3), between(luck, 1, 2)];
  const [longA, longB] = [between(luck, 24, 44), between(luck, 16, 30)];
  const [fromA, fromB] = [between(luck, 0, 6.3), between(luck, 0, 6.3)];
  return ([x, y]) => [x + b * Math.sin(y / (longB / 2) + fromB), y + a * Math.sin(x / (longA / 2) + fromA)];
}

function drawStroke(ink: Float32Array, points: readonly Point[], thickness: number, dark: number): void {
  const half = thickness / 2;
  points.forEach((to, at) => {
    const from = points[at - 1] ?? to;
    const [left, right] = [Math.min(from[0], to[0]) - half - 1, Math.max(from[0], to[0]) + half + 1];
    const [top, bottom] = [Math.min(from[1], to[1]) - half - 1, Math.max(from[1], to[1]) + half + 1];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(CAPTCHA_HEIGHT, bottom); y += 1) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(CAPTCHA_WIDTH, right); x += 1) {
        const covered = Math.min(1, Math.max(0, half + 0.5 - distance([x, y], from, to))) * dark;
        const place = y * CAPTCHA_WIDTH + x;
        if (covered > (ink[place] ?? 0)) ink[place] = covered;
      }
    }
  });
}

function distance([x, y]: Point, [fx, fy]: Point, [tx, ty]: Point): number {
  const [dx, dy] = [tx - fx, ty - fy];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - fx) * dx + (y - fy) * dy) / square));
  return Math.hypot(x - fx - share * dx, y - fy - share * dy);
}

/** Specks of ink, holes in it, and a ground that is not even. */
function wear(luck: Luck, ink: Float32Array): void {
  const fates = luck.bytes(ink.length * 2);
  for (let place = 0; place < ink.length; place += 1) {
    const [fate = 0, strength = 0] = [fates[2 * place], fates[2 * place + 1]];
    if (fate < SPECKS) ink[place] = 0.4 + (0.6 * strength) / 255;
    else if (fate < SPECKS + HOLES) ink[place] = 0;
    else ink[place] = Math.min(1, (ink[place] ?? 0) + (0.22 * strength) / 255);
  }
}

function shadeOf(ink: number): number {
  return Math.min(SHADES - 1, Math.max(0, Math.round((1 - ink) * (SHADES - 1))));
}

function between(luck: Luck, least: number, most: number): number {
  return least + (luck.below(1_000_001) / 1_000_000) * (most - least);
}
