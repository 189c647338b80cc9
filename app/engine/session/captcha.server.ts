import { randomBytes, randomInt } from "node:crypto";
import { useProof } from "~/data/sign-in.server";
import { halfWidth } from "~/shared/text";
import type { EngineServices } from "../context.server";
import { GLYPHS } from "./captcha-glyphs";
import { isSame, signed, signInSecret } from "./device.server";
import { stored } from "./token.server";

export const CAPTCHA_LIFE_MS = 180_000;
/** Cells of the picture, each with one character of, for example, `37+8=?`. */
const CELL = 26;
const HEIGHT = 44;
const SCALE = 2.4;

export interface Captcha {
  id: string;
  svg: string;
}

/**
 * A sum to be read from a picture. Nothing is stored for it: the id says until when it holds and proves its answer, and only what
 * somebody tried to answer is remembered, so that asking for many costs nothing.
 */
export async function newCaptcha(services: EngineServices): Promise<Captcha> {
  const secret = await signInSecret(services);
  const [first, second] = [randomInt(10, 90), randomInt(1, 10)];
  const isSum = randomInt(2) === 0;
  const answer = String(isSum ? first + second : first - second);
  const head = `${(services.clock().getTime() + CAPTCHA_LIFE_MS).toString(36)}-${randomBytes(9).toString("base64url")}`;
  const id = `${head}.${signed(secret, "sum", head)}.${signed(secret, "answer", `${head} ${answer}`)}`;
  return { id, svg: draw(`${first}${isSum ? "+" : "-"}${second}=?`) };
}

/** True when the answer fits. Right or wrong, the id is used up by it. */
export async function provesCaptcha(services: EngineServices, id: string, typed: string): Promise<boolean> {
  const parts = id.split(".");
  const [head, given, proof] = parts;
  if (parts.length !== 3 || !head || !given || !proof || id.length > 100) return false;
  const secret = await signInSecret(services);
  if (!isSame(given, signed(secret, "sum", head))) return false;
  const until = Number.parseInt(head.split("-")[0] ?? "", 36);
  if (!(services.clock().getTime() < until)) return false;
  const isFirst = await stored(() =>
    useProof(services.database.connection(), `sum ${head}`, new Date(until).toISOString()),
  );
  const answer = halfWidth(typed).replace(/^0+(?=\d)/, "");
  return isFirst && isSame(proof, signed(secret, "answer", `${head} ${answer}`));
}

/** Strokes in no order: what belongs to which character is for the eye to see. */
function draw(text: string): string {
  const path = pathOf(shuffled([...text].flatMap((character, place) => written(character, place))));
  const confusing = pathOf([noise(text.length), noise(text.length)]);
  const width = CELL * text.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="算式图片"><g fill="none" stroke="#26405f" stroke-linecap="round" stroke-linejoin="round"><path d="${path}" stroke-width="2.4"/><path d="${confusing}" stroke-width="1" stroke-opacity=".6"/></g></svg>`;
}

function pathOf(strokes: readonly Points[]): string {
  return strokes
    .map((points) => points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join(""))
    .join("");
}

type Points = (readonly [number, number])[];

function written(character: string, place: number): Points[] {
  const angle = (between(-10, 10) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [left, top] = [place * CELL + CELL / 2 + between(-2, 2), HEIGHT / 2 + between(-3, 3)];
  return (GLYPHS[character] ?? []).flatMap((stroke) => {
    const points = stroke.map(([x, y]): [number, number] => {
      const [dx, dy] = [(x - 4) * SCALE + between(-0.5, 0.5), (y - 6) * SCALE + between(-0.5, 0.5)];
      return [left + dx * cos - dy * sin, top + dx * sin + dy * cos];
    });
    // Cut somewhere, so that the number of pieces does not tell the character.
    const cut = points.length > 3 ? randomInt(1, points.length - 1) : 0;
    return cut === 0 ? [points] : [points.slice(0, cut + 1), points.slice(cut)];
  });
}

/** A long line across everything. */
function noise(cells: number): Points {
  const steps = 4;
  return Array.from({ length: steps + 1 }, (_, at) => [(at * CELL * cells) / steps, between(4, HEIGHT - 4)] as const);
}

function between(least: number, most: number): number {
  return least + (randomInt(1_000_001) / 1_000_000) * (most - least);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function shuffled<T>(items: readonly T[]): T[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    const kept = all[at] as T;
    all[at] = all[other] as T;
    all[other] = kept;
  }
  return all;
}
