import { crc32, deflateSync } from "node:zlib";

/** Shades a point may have: 0 is black, 3 is white. */
const BITS = 2;
export const SHADES = 2 ** BITS;

/**
 * A PNG of points in four shades of gray, rows from the top. Written here because the format's simplest kind takes thirty lines, and the
 * encoder we have for photographs knows colour only, four bytes a point.
 */
export function grayPng(width: number, points: Uint8Array): Buffer {
  const height = points.length / width;
  const stride = Math.ceil((width * BITS) / 8);
  // One byte before each row says how it was prepared for packing: not at all.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (stride + 1) + 1 + Math.floor((x * BITS) / 8);
      rows[at] = (rows[at] ?? 0) | ((points[y * width + x] ?? 0) << (8 - BITS - ((x * BITS) % 8)));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(BITS, 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
