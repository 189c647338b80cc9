import type { Complaint } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { formParts, MultipartError, multipartBoundary } from "~/engine/input/multipart.server";
import { isReadable, marked } from "~/shared/readable";
import { type EdgeArgs, pageError, postedFields, unreadableForm } from "./request.server";

/** A posted form in which files stand as the ids they were given, and what is wrong with those that were not taken. */
export interface PostedForm {
  form: FormData;
  refused: Complaint[];
}

/** A file of a form: the control it came from, the sender's name for it, and its bytes as they come. */
export interface PostedFile {
  field: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads a form; each file is taken as it comes, nothing of it is kept here. What is wrong with one stands beside its control and does not
 * stop the others.
 * @param mostText bytes its texts may have altogether; files are counted by who takes them
 * @param take answers the id a file was given, null for one nobody wants; asked with the fields that came before it
 * @throws a 400 page for a form that cannot be read
 */
export async function postedForm(
  args: EdgeArgs,
  mostText: number,
  take: (file: PostedFile, before: FormData) => Promise<string | null>,
): Promise<PostedForm> {
  const boundary = multipartBoundary(args.request.headers.get("Content-Type"));
  const { body } = args.request;
  if (boundary === null || !body) return { form: await postedFields(args, "mark"), refused: [] };
  const form = new FormData();
  const refused: Complaint[] = [];
  let length = 0;
  try {
    for await (const { name: field, fileName: name, bytes } of formParts(streamed(body), boundary)) {
      if (!isReadable(field)) throw pageError(unreadableForm());
      if (name === undefined) {
        const value = await textOf(bytes, mostText - length);
        length += value.length;
        form.append(field, marked(value));
        continue;
      }
      // A control in which nothing was chosen sends an empty name.
      if (name === "") continue;
      try {
        const id = await take({ field, name, bytes }, form);
        if (id !== null) form.append(field, id);
      } catch (error) {
        if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
        refused.push(...error.complaints.filter((one) => refused.every(({ field: known }) => known !== one.field)));
      }
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    throw pageError(new AppError("malformed", { message: "提交的内容不完整，请返回上一页重新提交" }));
  }
  return { form, refused };
}

async function* streamed(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    throw new MultipartError("the sender left", { cause: error });
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > most) throw new MultipartError("the form holds too much text");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
