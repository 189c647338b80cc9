// npm run icons: draws what browsers cannot take as SVG, favicon.ico and apple-touch-icon.png, from public/icon.svg.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import encode, { init } from "@jsquash/png/encode.js";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const { resolve } = createRequire(import.meta.url);
/** Each pixel is the mean of so many by so many points. */
const POINTS = 8;
const APPLE_SIDE = 180;
const FAVICON_SIDES = [16, 32, 48];

/** The files beside the drawing, by name. */
export async function iconFiles() {
  await init(new WebAssembly.Module(readFileSync(resolve("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"))));
  const drawing = readDrawing(readFileSync(path.join(folder, "icon.svg"), "utf8"));
  const favicons = [];
  for (const side of FAVICON_SIDES) favicons.push({ side, bytes: await png(drawing, side) });
  return new Map([
    ["favicon.ico", ico(favicons)],
    // Apple rounds the corners itself and shows what is transparent as black.
    ["apple-touch-icon.png", await png({ ...drawing, radius: 0 }, APPLE_SIDE)],
  ]);
}

/** A square with round corners and horizontal strokes on it: all that the drawing may hold. */
function readDrawing(svg) {
  const [, side, radius, ground] = /<rect width="(\d+)" height="\d+" rx="(\d+)" fill="(#\w{6})"/.exec(svg) ?? [];
  const [, strokes = "", ink, width] = /<path d="([^"]+)" stroke="(#\w{3})" stroke-width="([\d.]+)"/.exec(svg) ?? [];
  const lines = [...strokes.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, long]) => ({
    left: Number(x),
    right: Number(x) + Number(long),
    top: Number(y) - Number(width) / 2,
    bottom: Number(y) + Number(width) / 2,
  }));
  if (!side || !ink || lines.length === 0) throw new Error("public/icon.svg holds more than this program can draw");
  return { side: Number(side), radius: Number(radius), ground: rgb(ground), ink: rgb(ink), lines };
}

function rgb(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.match(/\w\w/g);
  return digits.map((pair) => Number.parseInt(pair, 16));
}

async function png(drawing, side) {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) data.set(pixel(drawing, side, x, y), (y * side + x) * 4);
  return Buffer.from(await encode({ data, width: side, height: side }));
}

function pixel(drawing, side, x, y) {
  const scale = drawing.side / side / POINTS;
  const sum = [0, 0, 0];
  let seen = 0;
  for (let point = 0; point < POINTS * POINTS; point += 1) {
    const at = (x * POINTS + (point % POINTS) + 0.5) * scale;
    const down = (y * POINTS + Math.floor(point / POINTS) + 0.5) * scale;
    const colour = colourAt(drawing, at, down);
    if (!colour) continue;
    seen += 1;
    colour.forEach((part, index) => {
      sum[index] += part;
    });
  }
  return seen === 0 ? [0, 0, 0, 0] : [...sum.map((part) => part / seen), (255 * seen) / POINTS ** 2];
}

function colourAt({ side, radius, ground, ink, lines }, x, y) {
  const dx = Math.max(radius - x, x - (side - radius), 0);
  const dy = Math.max(radius - y, y - (side - radius), 0);
  if (Math.hypot(dx, dy) > radius) return null;
  return lines.some(({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom) ? ink : ground;
}

/** An icon file of several PNG pictures: a head, a row for each, the pictures. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let place = head.length;
  pictures.forEach(({ side, bytes }, index) => {
    const row = 6 + 16 * index;
    head.writeUInt8(side, row);
    head.writeUInt8(side, row + 1);
    head.writeUInt16LE(1, row + 4);
    head.writeUInt16LE(32, row + 6);
    head.writeUInt32LE(bytes.length, row + 8);
    head.writeUInt32LE(place, row + 12);
    place += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, bytes] of await iconFiles()) writeFileSync(path.join(folder, name), bytes);
}
