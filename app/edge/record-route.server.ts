import { data, redirect } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import { ASKED_PARAM } from "~/engine/entity/messages";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { addComment } from "~/engine/operations/comments.server";
import { screenBeside } from "~/engine/operations/inbox.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { recordPath } from "~/engine/screen/address";
import { commentAnchor } from "~/engine/screen/comments-model.server";
import { postedOnce } from "~/engine/screen/form-data";
import { historyPage } from "~/engine/screen/history-page.server";
import { type ListOrigin, listOriginOf, originHref, originQuery } from "~/engine/screen/list-origin.server";
import { type RecordQuery, recordModel } from "~/engine/screen/record-model.server";
import { statesModel } from "~/engine/screen/states-model.server";
import { askedTransitionModel } from "~/engine/screen/transition-model.server";
import { leaveNotice } from "~/engine/session/session.server";
import { pack } from "~/ui/packed";
import { sentRecord, tellCompared } from "~/ui/table/drawn";
import { leaveDirectory } from "./menu.server";
import { answering, type EdgeArgs, isAhead, readForm, requireEdge, screenOf } from "./request.server";

export type RecordRouteArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

export function paramsOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}

const UNSEEN = ["forbidden", "not_found"];

/**
 * Draws a page of a record; whoever sees the record on another screen of its entity alone is led there. Mails name one screen for all their
 * readers.
 * @param below what follows the record in the address
 */
async function whereSeen<T>(
  context: Context,
  screen: Screen,
  id: string,
  below: string,
  draw: () => Promise<T>,
): Promise<T> {
  try {
    return await draw();
  } catch (error) {
    const isUnseen = error instanceof AppError && UNSEEN.includes(error.error);
    const other = isUnseen ? await screenBeside(context, screen, id) : null;
    if (other === null) throw error;
    throw redirect(recordPath(other, id) + below);
  }
}

/** The page of a record; the trail above it leads back to the list as it was left. */
export async function openRecordPage(args: RecordRouteArgs, request: RecordQuery) {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context } = edge;
    await leaveDirectory(edge, args);
    const screen = screenOf(context, args);
    const { id = "" } = args.params;
    const model = tellCompared(
      await whereSeen(context, screen, id, "", () =>
        recordModel(context, screen, id, {
          params: paramsOf(args.request),
          looking: !isAhead(args.request),
          ...request,
        }),
      ),
    );
    const crumbs = [{ label: screen.label, href: model.backHref }, { label: model.heading }];
    return { title: model.title, model: pack(model, args.context.request, sentRecord), crumbs };
  });
}

/** Writes a comment and goes to it, or answers the page again with what was typed. */
export async function postComment(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context, "mark");
    const text = String(form.get("text") ?? "");
    // A form that did not offer the choice keeps the comment inside.
    const internal = form.get("_choice") !== "internal" || form.get("internal") === "1";
    const requestId = postedOnce(form);
    const params = paramsOf(args.request);
    try {
      const wanted = { entity: screen.entity, screen, id, text, internal };
      const saved = await addComment(context, { ...wanted, ...(requestId ? { requestId } : {}) });
      throw redirect(
        `${recordPath(screen, id)}${originQuery(listOriginOf(screen, params))}#${commentAnchor(saved.id)}`,
        303,
      );
    } catch (error) {
      if (!(error instanceof AppError) || !["invalid", "duplicate"].includes(error.error)) throw error;
      const complaint = error.complaints.map((one) => one.message).join("；") || error.message;
      const refused = { text, internal, complaint };
      const model = tellCompared(await recordModel(context, screen, id, { params, looking: true, refused }));
      return data({ model: pack(model, args.context.request, sentRecord) }, { status: 400 });
    }
  });
}

/** Begins or ends watching, and goes back to the record. */
export async function postWatch(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    await watchRecord(context, { entity: screen.entity, screen, id, on: form.get("on") === "1" });
    return redirect(recordPath(screen, id) + originQuery(listOriginOf(screen, paramsOf(args.request))), 303);
  });
}

/** The page of a move a message asks for; whoever cannot make it is led to the record, which says why. */
export async function openAsked(context: Context, screen: Screen, id: string, segment: string) {
  const { model, refusal } = await whereSeen(context, screen, id, `/${segment}?${ASKED_PARAM}=1`, () =>
    askedTransitionModel(context, screen, id, segment),
  );
  if (model) return model;
  await leaveNotice(context, { level: "warning", body: refusal });
  throw redirect(recordPath(screen, id));
}

/** The list a page of a record came from, and the trail to it. */
export function trail(screen: Screen, origin: ListOrigin | null) {
  return { label: screen.label, href: originHref(screen, origin) };
}

/** The diagram of states of a record's entity. */
export async function openStates(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const params = paramsOf(args.request);
    const model = await statesModel(context, screen, args.params.id ?? "", params);
    return { model, crumbs: [trail(screen, listOriginOf(screen, params)), { label: model.title }] };
  });
}

/** All that happened to a record, page by page. */
export async function openHistory(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const params = paramsOf(args.request);
    const model = await historyPage(context, screen, args.params.id ?? "", params);
    return { model, crumbs: [trail(screen, listOriginOf(screen, params)), { label: model.title }] };
  });
}
