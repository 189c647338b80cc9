/** What the first bytes of a file say about it. */
export interface PictureHead {
  kind: "jpeg" | "png" | "webp";
  width: number;
  height: number;
  /** More than one picture; only the still ones are taken. */
  animated: boolean;
}

/**
 * Kind and size of a picture by its content, before anything decodes it: the name and the type that came with an upload are only
 * claims. Null for whatever is none of the three kinds; 0 x 0 for one that breaks off before it says its size.
 */
export function pictureHead(bytes: Uint8Array): PictureHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return pngHead(view) ?? webpHead(view) ?? jpegHead(view);
}

function pngHead(view: DataView): PictureHead | null {
  if (view.byteLength < 8 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (view.byteLength < 33 || text(view, 12) !== "IHDR") return broken("png");
  return { kind: "png", width: view.getUint32(16), height: view.getUint32(20), animated: false };
}

function webpHead(view: DataView): PictureHead | null {
  if (view.byteLength < 12 || text(view, 0) !== "RIFF" || text(view, 8) !== "WEBP") return null;
  if (view.byteLength < 30) return broken("webp");
  const size = (width: number, height: number, animated = false): PictureHead => ({
    kind: "webp",
    width,
    height,
    animated,
  });
  switch (text(view, 12)) {
    case "VP8 ":
      return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return size((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    case "VP8X": {
      const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
      return size(three(24), three(27), (view.getUint8(20) & 0x02) !== 0);
    }
    default:
      return broken("webp");
  }
}

/** Frames that state the size: all SOF markers but those of tables (C4, C8, CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function jpegHead(view: DataView): PictureHead | null {
  if (view.byteLength < 3 || view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return null;
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) break;
    const marker = view.getUint8(at + 1);
    // Fill bytes before a marker, and markers without content.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { kind: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5), animated: false };
    if (marker === 0xda || marker === 0xd9) break;
    at += 2 + view.getUint16(at + 2);
  }
  return broken("jpeg");
}

function broken(kind: PictureHead["kind"]): PictureHead {
  return { kind, width: 0, height: 0, animated: false };
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
