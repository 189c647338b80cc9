// The thread that makes an avatar of an uploaded picture. Plain JavaScript, started from the source tree: see pdf-worker.mjs.
// It lives for one picture, so that whatever a codec grew to is given back. The codecs are WebAssembly: what a crafted file does to
// them stays in their own memory.
//
// workerData:          { bytes, kind, crop }   an uploaded file, what its first bytes say it is, and the square that was chosen;
//                      { bytes, kind, within } or the longest side that the whole picture may have
// To the main thread:  { bytes }               a JPEG of SIDE x SIDE, or of the picture's shape
//                      { fault }               the file cannot be read; a sentence for the log
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const SIDE = 256;
const QUALITY = 85;
const { resolve } = createRequire(import.meta.url);

const decoders = {
  jpeg: async (bytes) => {
    const { default: decode, init } = await import("@jsquash/jpeg/decode.js");
    await init(codec("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm"), QUIET);
    // Upright, as the browser shows it while one crops.
    return decode(bytes, { preserveOrientation: true });
  },
  png: async (bytes) => {
    const { default: decode, init } = await import("@jsquash/png/decode.js");
    await init(codec("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
    return decode(bytes);
  },
  webp: async (bytes) => {
    const { default: decode, init } = await import("@jsquash/webp/decode.js");
    await init(codec("@jsquash/webp/codec/dec/webp_dec.wasm"), QUIET);
    return decode(bytes);
  },
};

/** A broken file is not a fault of the program: its codec must not write to our standard error. */
const QUIET = { print: () => undefined, printErr: () => undefined };

try {
  const { bytes, kind, crop, within } = workerData;
  const picture = await decoders[kind](bytes);
  const shape = within ? fitting(picture, within) : { width: SIDE, height: SIDE };
  const part = within ? { x: 0, y: 0, wide: picture.width, high: picture.height } : squareOf(picture, crop);
  const { default: encode, init } = await import("@jsquash/jpeg/encode.js");
  await init(codec("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"), QUIET);
  const made = await encode({ data: drawn(picture, part, shape), ...shape }, { quality: QUALITY });
  parentPort.postMessage({ bytes: new Uint8Array(made.slice(0)) });
} catch (error) {
  parentPort.postMessage({ fault: error instanceof Error ? error.message : String(error) });
}

function codec(file) {
  return new WebAssembly.Module(readFileSync(resolve(file)));
}

/** The chosen square as far as it lies on the picture, else the largest one in its middle. */
function squareOf({ width, height }, crop) {
  const most = Math.min(width, height);
  if (!crop) return { x: (width - most) / 2, y: (height - most) / 2, wide: most, high: most };
  const size = Math.min(Math.max(crop.size, 1), most);
  return { x: clamp(crop.x, 0, width - size), y: clamp(crop.y, 0, height - size), wide: size, high: size };
}

/** The shape of the picture, no side longer than that and none larger than it is. */
function fitting({ width, height }, within) {
  const scale = Math.min(1, within / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

/** A part of the picture drawn in that shape on white: each point is the mean of the points it covers. */
function drawn({ data, width, height }, { x, y, wide: partWide, high: partHigh }, shape) {
  const out = new Uint8ClampedArray(shape.width * shape.height * 4);
  const columns = spans(x, partWide, width, shape.width);
  const rows = spans(y, partHigh, height, shape.height);
  for (let row = 0; row < shape.height; row += 1) {
    for (let column = 0; column < shape.width; column += 1) {
      let [red, green, blue, total] = [0, 0, 0, 0];
      for (const [sourceRow, high] of rows[row]) {
        for (const [sourceColumn, wide] of columns[column]) {
          const at = (sourceRow * width + sourceColumn) * 4;
          const weight = high * wide;
          const opaque = data[at + 3] / 255;
          const white = 255 * (1 - opaque);
          red += (data[at] * opaque + white) * weight;
          green += (data[at + 1] * opaque + white) * weight;
          blue += (data[at + 2] * opaque + white) * weight;
          total += weight;
        }
      }
      const to = (row * shape.width + column) * 4;
      out[to] = red / total;
      out[to + 1] = green / total;
      out[to + 2] = blue / total;
      out[to + 3] = 255;
    }
  }
  return out;
}

/** For each point of the result along one side: which points of the picture it covers, and how much of each. */
function spans(from, size, most, side) {
  // A picture smaller than the result is blurred rather than drawn as blocks.
  const step = size / side;
  const reach = Math.max(step, 1);
  return Array.from({ length: side }, (_, index) => {
    const start = from + (index + 0.5) * step - reach / 2;
    const covered = [];
    for (let at = Math.floor(start); at < start + reach; at += 1) {
      const share = Math.min(at + 1, start + reach) - Math.max(at, start);
      if (share > 1e-9) covered.push([clamp(at, 0, most - 1), share]);
    }
    return covered;
  });
}
