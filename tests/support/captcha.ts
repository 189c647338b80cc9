import { GLYPHS } from "~/engine/session/captcha-glyphs";

type Point = readonly [number, number];

const CELL = 26;
const MIDDLE = 22;
const SCALE = 2.4;
const STEP = 2;

/**
 * Reads a picture sum and answers it, as a patient person would: each cell is compared with every character it may hold, turned and
 * moved a little.
 */
export function solve(svg: string): string {
  const drawn = dotsOf(strokesOf(svg));
  const read = [DIGITS, DIGITS, SIGNS, DIGITS].map((candidates, place) => nearest(drawn, place, candidates));
  const [tens, ones, sign, second] = read;
  const [first, other] = [Number(`${tens}${ones}`), Number(second)];
  return String(sign === "+" ? first + other : first - other);
}

const DIGITS = [..."0123456789"];
const SIGNS = ["+", "-"];

function strokesOf(svg: string): Point[][] {
  const path = / d="([^"]+)"/.exec(svg)?.[1] ?? "";
  return path
    .split("M")
    .filter((part) => part !== "")
    .map((part) =>
      part.split("L").map((pair): Point => {
        const [x = 0, y = 0] = pair.split(" ").map(Number);
        return [x, y];
      }),
    );
}

/** Lines that go on from cell to cell are there to confuse. */
function dotsOf(strokes: readonly Point[][]): Point[] {
  return strokes.filter((points) => span(points) < 2 * CELL).flatMap((points) => dots(points));
}

function span(points: readonly Point[]): number {
  const across = points.map(([x]) => x);
  return Math.max(...across) - Math.min(...across);
}

/** Points along a line, so close that lines can be compared by them. */
function dots(points: readonly Point[]): Point[] {
  return points.flatMap((to, at) => {
    const from = points[at - 1];
    if (!from) return [to];
    const count = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP));
    return Array.from({ length: count }, (_, n): Point => {
      const share = (n + 1) / count;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    });
  });
}

const ANGLES = [-10, -5, 0, 5, 10];
const shapes = new Map<string, readonly (readonly Point[])[]>();

/** A character in each of its turns, drawn once: the comparing is long enough. */
function turned(character: string): readonly (readonly Point[])[] {
  const known = shapes.get(character) ?? ANGLES.map((angle) => shapeOf(character, (angle * Math.PI) / 180));
  shapes.set(character, known);
  return known;
}

function nearest(drawn: readonly Point[], place: number, candidates: readonly string[]): string {
  const centre = place * CELL + CELL / 2;
  const here = drawn.filter(([x]) => Math.abs(x - centre) <= CELL / 2 + 1);
  let best = { character: "", distance: Number.POSITIVE_INFINITY };
  for (let dx = -2; dx <= 2; dx += 1) {
    for (let dy = -3; dy <= 3; dy += 1) {
      const transitioned = here.map(([x, y]): Point => [x - centre - dx, y - MIDDLE - dy]);
      for (const character of candidates) {
        for (const shape of turned(character)) {
          const there = away(shape, transitioned, best.distance);
          const distance = there + away(transitioned, shape, best.distance - there);
          if (distance < best.distance) best = { character, distance };
        }
      }
    }
  }
  return best.character;
}

function shapeOf(character: string, angle: number): Point[] {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const strokes = GLYPHS[character] ?? [];
  return strokes.flatMap((stroke) =>
    dots(
      stroke.map(([x, y]): Point => {
        const [dx, dy] = [(x - 4) * SCALE, (y - 6) * SCALE];
        return [dx * cos - dy * sin, dx * sin + dy * cos];
      }),
    ),
  );
}

/** How far the points of one lie from the other, on average; large distances weigh more. Not counted to its end beyond `enough`. */
function away(from: readonly Point[], to: readonly Point[], enough: number): number {
  if (from.length === 0 || to.length === 0) return 1_000;
  let sum = 0;
  for (const [x, y] of from) {
    let least = 60;
    for (const [tx, ty] of to) {
      const square = (x - tx) ** 2 + (y - ty) ** 2;
      if (square < least) least = square;
    }
    sum += least;
    if (sum >= enough * from.length) break;
  }
  return sum / from.length;
}
