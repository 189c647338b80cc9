import { data, redirect, redirectDocument } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { draftPath, formAt, newPath, recordPath, transitionPath } from "~/engine/screen/address";
import { editFormModel, type FormRequest, newFormModel } from "~/engine/screen/form-model.server";
import { isControlName } from "~/engine/screen/form-place";
import { redrawForm, saveForm, submitForm } from "~/engine/screen/form-submit.server";
import { keepOrigin, listOriginOf, originHref, originQuery } from "~/engine/screen/list-origin.server";
import { revealModel } from "~/engine/screen/reveal-model";
import { lateSessionOf } from "~/engine/session/cookie.server";
import { csrfFits, isOwnOlderForm, lapsedOwner } from "~/engine/session/session.server";
import { dropTab } from "~/engine/session/tabs.server";
import { ownPath } from "~/shared/safe-target";
import { postedWithFiles } from "./files.server";
import {
  addressOf,
  answering,
  answeringJson,
  type Edge,
  type EdgeArgs,
  openEdge,
  postedFields,
  requireEdge,
  screenOf,
  seeOther,
  unproven,
  whySignedOut,
} from "./request.server";

export type FormRouteArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

/** The form of a new record, or of the record the address names. */
export async function openForm(args: FormRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { id } = args.params;
    const params = new URL(args.request.url).searchParams;
    const [request, origin] = [queryOf(params), listOriginOf(screen, params)];
    const model = keepOrigin(
      id === undefined
        ? await newFormModel(context, screen, request)
        : await editFormModel(context, screen, id, request),
      origin,
    );
    return { model, crumbs: [{ label: screen.label, href: originHref(screen, origin) }, { label: model.title }] };
  });
}

function queryOf(params: URLSearchParams): FormRequest {
  const [copyOf, draft] = [params.get("copy"), params.get("draft")];
  const [page, about] = [ownPath(params.get("page")), params.get("about")];
  // Pairs: each `set` names a field, the `value` at the same place what it is set to.
  const ids = params.getAll("value");
  const chosen = params
    .getAll("set")
    .flatMap((name, at) => (ids[at] && isControlName(name) ? [{ name, id: ids[at] }] : []));
  return {
    ...(copyOf ? { copyOf } : {}),
    ...(draft ? { draft } : {}),
    ...(chosen.length > 0 ? { chosen } : {}),
    ...(page === null ? {} : { page }),
    ...(about ? { about: about.slice(0, 200) } : {}),
  };
}

/** On to another page of the same form. */
async function leave(context: Context, to: string, notice: string | undefined): Promise<Response> {
  return notice === undefined ? redirect(to, 303) : seeOther(context, to, notice);
}

/** Saves and goes to the record, or answers the form again with what was typed. */
export async function postForm(args: FormRouteArgs) {
  return answering(async () => {
    const edge = await openEdge(args);
    const { context } = edge;
    const screen = screenOf(context, args);
    const id = args.params.id ?? null;
    const { form, refused } = await postedWithFiles(args, edge, screen);
    if (!edge.session) throw await signInAgain({ args, edge, screen, form, id });
    if (!csrfFits(context, form.get("_csrf"))) {
      if (!(await isOwnOlderForm(context, form.get("_csrf")))) throw unproven();
      const problem = "您重新登录过，内容还没有保存：请核对后再提交一次";
      return data({ model: await redrawForm(context, { screen, form, id, problem }) }, { status: 400 });
    }
    const origin = listOriginOf(screen, new URL(args.request.url).searchParams);
    const outcome = await submitForm(context, { screen, form, id, refusedFiles: refused });
    if (outcome.to !== undefined) throw await leave(context, outcome.to, outcome.notice);
    if (!outcome.saved) return data({ model: keepOrigin(outcome.model, origin) }, { status: outcome.status });
    const { saved, done, asks } = outcome;
    // The form of a new record has become the record.
    if (id === null) await dropTab(context, newPath(screen));
    if (saved.reveals) return data({ revealed: revealModel(screen, saved, "已保存") });
    const name = `${screen.entity.label}${saved.number ? ` ${saved.number} ` : ""}`;
    throw await seeOther(
      context,
      (asks ? transitionPath(screen, saved.id, asks) : recordPath(screen, saved.id)) + originQuery(origin),
      done ? `${name}：${done}` : `${name}已保存`,
      saved.warnings,
    );
  });
}

/** To the sign-in, and from there back to the form: with what was typed, where it can be told whose it is. */
async function signInAgain({
  args,
  edge,
  screen,
  form,
  id,
}: {
  args: FormRouteArgs;
  edge: Edge;
  screen: Screen;
  form: FormData;
  id: string | null;
}): Promise<Response> {
  const kept = await saveLapsed({ args, edge, screen, form, id });
  const back = kept ? draftPath(kept) : (addressOf(args.request).split("?")[0] ?? newPath(screen));
  const why = await whySignedOut(args, edge.parts);
  const said = `${kept ? "&kept=1" : ""}${why === null ? "" : `&why=${why}`}`;
  return redirectDocument(`/user/login?redirect=${encodeURIComponent(back)}${said}`);
}

/** Keeps what came after its session was over as a draft of the person it belongs to; nothing else is done with it. */
async function saveLapsed({
  args,
  edge,
  screen,
  form,
  id,
}: {
  args: EdgeArgs;
  edge: Edge;
  screen: Screen;
  form: FormData;
  id: string | null;
}) {
  const actor = await lapsedOwner(edge.parts.engine, lateSessionOf(args.request), form.get("_csrf"));
  if (!actor || form.get("_intent") === "discard") return null;
  try {
    return await saveForm({ ...edge.context, actor }, screen, form, id);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Keeps what is being typed while the page stays as it is; the answer says when, for the script that asked. */
export async function saveTyped(args: FormRouteArgs): Promise<Response> {
  return answeringJson(async () => {
    const edge = await openEdge(args);
    const { context } = edge;
    const screen = context.services.registry.screen(`${args.params.module}/${args.params.screen}`);
    const id = screen && formAt(screen, new URL(args.request.url).searchParams.get("form"));
    if (!screen || id === undefined) throw new AppError("not_found");
    const form = await postedFields(args, "mark");
    if (!edge.session) {
      const kept = await saveLapsed({ args, edge, screen, form, id });
      if (!kept) throw new AppError("signed_out");
      return { at: kept.at, signedOut: true };
    }
    const sent = form.get("_csrf");
    if (!csrfFits(context, sent) && !(await isOwnOlderForm(context, sent))) throw unproven();
    return { at: (await saveForm(context, screen, form, id)).at };
  });
}
