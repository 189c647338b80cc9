import { keyFor } from "~/data/file-store/file-store.server";
import type { StoredFile } from "~/data/files.server";
import { drawInThread } from "../account/picture.server";
import { pictureHead } from "../account/picture-head";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { bytesKey } from "./download.server";

/** Longest side of a small picture, in points. */
const SIDE = 320;
/** A decoded point takes four bytes: 96 MB at most, one picture at a time. */
const MOST_POINTS = 24_000_000;
const MOST_BYTES = 30 * 1024 * 1024;

/**
 * A small JPEG of a picture, made when it is first asked for and kept beside it.
 * @throws AppError("not_found") for a picture that cannot be made smaller, FileStoreError
 */
export async function smallPicture(context: Context, file: StoredFile): Promise<Uint8Array> {
  const { store } = context.services.files;
  const key = keyFor("small", file.id);
  const known = await store.get(key);
  if (known) return collected(known);
  const bytes = file.size <= MOST_BYTES ? await store.get(bytesKey(file.id)) : null;
  if (!bytes) throw new AppError("not_found");
  const picture = await collected(bytes);
  const head = pictureHead(picture);
  if (!head || head.animated || head.width * head.height === 0 || head.width * head.height > MOST_POINTS) {
    throw new AppError("not_found");
  }
  try {
    const small = await drawInThread({ bytes: picture, kind: head.kind, crop: null, within: SIDE });
    await store.put(key, once(small));
    return small;
  } catch (error) {
    // A broken picture is still a file that people can save.
    if (error instanceof AppError && error.error === "invalid") throw new AppError("not_found");
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
