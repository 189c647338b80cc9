import { redirect } from "@remix-run/node";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { fileOfRecord, filesOfRecord } from "~/engine/files/answer.server";
import { beginUpload, dropUpload, receiveFile, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { recordPath } from "~/engine/screen/address";
import { isFileField, pathOf } from "~/engine/screen/form-data";
import { csrfFits, leaveNotice } from "~/engine/session/session.server";
import { type PostedForm, postedForm } from "./posted-form.server";
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

/**
 * The fields of a form of a screen; files are taken as they come, after the proof that the form is ours has come. Who is not signed in
 * or brings no proof leaves no file behind; what becomes of the form is the caller's to decide.
 * @throws a 400 page for a form that cannot be read
 */
export function postedWithFiles(args: EdgeArgs, edge: Edge, screen: Screen): Promise<PostedForm> {
  return postedForm(args, MOST_TEXT, async ({ field, name, bytes }, before) => {
    const isOurs = edge.session !== null && csrfFits(edge.context, before.get("_csrf"));
    if (!isOurs || !isFileField(screen.entity, field)) return null;
    const target = { ...uploadTarget(edge.context, screen, pathOf(field)), at: field };
    return (await receiveFile(edge.context, target, { name, bytes })).id;
  });
}

/** The same for somebody who is signed in, with the proof that the form came from a page of the session. */
export async function readWithFiles(args: EdgeArgs, edge: Edge, screen: Screen): Promise<PostedForm> {
  const posted = await postedWithFiles(args, edge, screen);
  if (!csrfFits(edge.context, posted.form.get("_csrf"))) throw pageError(unproven());
  return posted;
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
    const form = await postedFields(args);
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
    return fileOfRecord(context, { screen, recordId: id, fileId: file, request: args.request });
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
