import { redirect } from "@remix-run/node";
import type { Complaint } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { fileOfRecord, filesOfRecord } from "~/engine/files/answer.server";
import { beginUpload, dropUpload, receiveFile, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { formParts, MultipartError, multipartBoundary } from "~/engine/input/multipart.server";
import { recordPath } from "~/engine/screen/address";
import { isFileField } from "~/engine/screen/form-data";
import { csrfFits, leaveNotice } from "~/engine/session/session.server";
import {
  answering,
  answeringJson,
  type Edge,
  type EdgeArgs,
  pageError,
  postedFields,
  requireEdge,
  requireSession,
  screenOf,
  unproven,
} from "./request.server";

/** Text of a form may be this long altogether; files are counted apart. */
const MOST_TEXT = 4 * 1024 * 1024;

/** A posted form in which files stand as the ids they were given, and what is wrong with those that were not taken. */
export interface PostedForm {
  form: FormData;
  refused: Complaint[];
}

/**
 * The fields of a form of a screen; files are taken as they come, after the proof that the form is ours has come. Who is not signed in
 * or brings no proof leaves no file behind; what becomes of the form is the caller's to decide.
 * @throws a 400 page for a form that cannot be read
 */
export async function postedWithFiles(args: EdgeArgs, edge: Edge, screen: Screen): Promise<PostedForm> {
  const boundary = multipartBoundary(args.request.headers.get("Content-Type"));
  const { body } = args.request;
  if (boundary === null || !body) return { form: await postedFields(args), refused: [] };
  const form = new FormData();
  const refused: Complaint[] = [];
  let text = 0;
  try {
    for await (const part of formParts(streamed(body), boundary)) {
      if (part.fileName === undefined) {
        const value = await textOf(part.bytes, MOST_TEXT - text);
        text += value.length;
        form.append(part.name, value);
        continue;
      }
      // A control in which nothing was chosen sends an empty name.
      const isOurs = edge.session !== null && csrfFits(edge.context, form.get("_csrf"));
      if (part.fileName === "" || !isOurs || !isFileField(screen.entity, part.name)) continue;
      try {
        const target = uploadTarget(edge.context, screen, part.name);
        const ref = await receiveFile(edge.context, target, { name: part.fileName, bytes: part.bytes });
        form.append(part.name, ref.id);
      } catch (error) {
        if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
        refused.push(...error.complaints.filter(({ field }) => refused.every((one) => one.field !== field)));
      }
    }
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    throw pageError(new AppError("malformed", { message: "提交的内容不完整，请返回上一页重新提交" }));
  }
  return { form, refused };
}

/** The same for somebody who is signed in, with the proof that the form came from a page of the session. */
export async function readWithFiles(args: EdgeArgs, edge: Edge, screen: Screen): Promise<PostedForm> {
  const posted = await postedWithFiles(args, edge, screen);
  if (!csrfFits(edge.context, posted.form.get("_csrf"))) throw pageError(unproven());
  return posted;
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

type ScreenArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string; file?: string } };

/**
 * A step of an upload that a script sends in pieces: `begin` with name, size and mark answers how far the file has come, `piece` with its
 * start takes one, `drop` gives it up. Every answer says how much is there, so that the script goes on from where it stands.
 */
export async function postUpload(args: ScreenArgs): Promise<Response> {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    const screen = screenOf(context, args);
    const { searchParams } = new URL(args.request.url);
    const target = uploadTarget(context, screen, searchParams.get("field") ?? "");
    const form = await args.request.formData().catch(() => {
      throw new AppError("malformed");
    });
    if (!csrfFits(context, form.get("_csrf"))) throw unproven();
    const text = (name: string) => String(form.get(name) ?? "");
    const whole = (name: string) => {
      if (!/^\d{1,12}$/.test(text(name))) throw new AppError("malformed");
      return Number(text(name));
    };
    try {
      switch (searchParams.get("step")) {
        case "begin":
          return await beginUpload(context, target, {
            name: text("name"),
            size: whole("size"),
            mark: text("mark").slice(0, 100),
          });
        case "piece": {
          const piece = form.get("piece");
          const bytes = piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : new Uint8Array();
          return await takeUploadPiece(context, target, { id: text("id"), start: whole("start"), bytes });
        }
        case "drop":
          await dropUpload(context, target, text("id"));
          return { dropped: true };
        default:
          throw new AppError("malformed");
      }
    } catch (error) {
      // The sentence for the field, where the script shows it.
      if (error instanceof AppError && error.complaints[0]) {
        throw new AppError(error.error, { message: error.complaints[0].message });
      }
      throw error;
    }
  });
}

/** One file of a record, whole or in part, to save or to look at. */
export async function fileAnswerOf(args: ScreenArgs): Promise<Response> {
  return orBack(args, async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { id = "", file = "" } = args.params;
    return fileOfRecord(context, screen, id, file, args.request);
  });
}

/** All files of a record in one zip. */
export async function allFilesAnswer(args: ScreenArgs): Promise<Response> {
  return orBack(args, async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    return filesOfRecord(context, screen, args.params.id ?? "");
  });
}

/** A file that is there but not handed out leads back to its record with the reason: a browser that waits for a file shows no page. */
async function orBack(args: ScreenArgs, work: () => Promise<Response>): Promise<Response> {
  return answering(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || !["wrong_state", "unavailable"].includes(error.error)) throw error;
      const { context } = await requireEdge(args);
      await leaveNotice(context, { level: "error", body: error.message });
      throw redirect(recordPath(screenOf(context, args), args.params.id ?? ""), 303);
    }
  });
}
