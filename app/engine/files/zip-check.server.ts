/** What a zip holds, as its directory says. */
export interface ZipFacts {
  names: string[];
  /** Bytes once unpacked. */
  unpacked: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY = 16 * 1024 * 1024;
const MOST_UNPACKED = 1024 * 1024 * 1024;
/** Text packs to a tenth; a hundredth is only reached by what was made for it. Small files may: they do no harm. */
const MOST_RATIO = 100;
const HARMLESS = 50 * 1024 * 1024;

/**
 * Reads the directory of a zip, and refuses one that would unpack to far more than it seems. We never unpack uploads; people and
 * scanners do.
 * @param read bytes from `start` to `end`, inclusive
 * @returns a sentence in Chinese when the file is refused
 */
export async function zipFacts(
  size: number,
  read: (start: number, end: number) => Promise<Buffer>,
): Promise<ZipFacts | string> {
  const tail = await read(Math.max(0, size - END_BYTES - LONGEST_COMMENT), size - 1);
  let at = tail.length - END_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) return "压缩文件不完整或已损坏";
  const entries = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (entries > MOST_ENTRIES || length > MOST_DIRECTORY) return `压缩文件里的文件太多，最多${MOST_ENTRIES}个`;
  if (start + length > size || length === 0) return "压缩文件不完整或已损坏";
  return directory(await read(start, start + length - 1), entries, size);
}

function directory(bytes: Buffer, entries: number, size: number): ZipFacts | string {
  const names: string[] = [];
  let unpacked = 0;
  let at = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return "压缩文件不完整或已损坏";
    unpacked += bytes.readUInt32LE(at + 24);
    const name = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  const bomb = unpacked > MOST_UNPACKED || (unpacked > HARMLESS && unpacked > size * MOST_RATIO);
  return bomb ? "压缩文件解开后过大，不能上传" : { names, unpacked };
}
