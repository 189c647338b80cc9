import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import encodeJpeg, { init as initJpeg } from "@jsquash/jpeg/encode.js";
import encodePng, { init as initPng } from "@jsquash/png/encode.js";
import encodeWebp, { init as initWebp } from "@jsquash/webp/encode.js";

const { resolve } = createRequire(import.meta.url);
const codec = (file: string) => new WebAssembly.Module(readFileSync(resolve(file)));

/** A picture whose left half is red and whose right half is blue, as a file of that kind. */
export async function pictureFile(kind: "jpeg" | "png" | "webp", width: number, height: number): Promise<Uint8Array> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const left = at % width < width / 2;
    data.set([left ? 255 : 0, 0, left ? 0 : 255, 255], at * 4);
  }
  const picture = { data, width, height, colorSpace: "srgb" } as ImageData;
  if (kind === "jpeg") {
    await initJpeg(codec("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"));
    return new Uint8Array(await encodeJpeg(picture));
  }
  if (kind === "png") {
    await initPng(codec("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
    return new Uint8Array(await encodePng(picture));
  }
  await initWebp(codec("@jsquash/webp/codec/enc/webp_enc.wasm"));
  return new Uint8Array(await encodeWebp(picture));
}
