import type { AppLoadContext } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { type Context, traceNumber } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { tokenOf } from "~/engine/session/cookie.server";
import {
  anonymousContext,
  csrfFits,
  leaveNotice,
  type OpenSession,
  openSession,
} from "~/engine/session/session.server";
import { awayError } from "~/engine/storage-away.server";
import { type Services, services } from "~/start.server";

/** What loaders and actions receive from Remix; under `remix-serve` the load context is an empty object. */
export interface EdgeArgs {
  request: Request;
  context: Partial<AppLoadContext>;
}

/** Remembers within one request, so that the shell and the page open the session once. */
function once<T>(args: EdgeArgs, key: string, make: () => Promise<T>): Promise<T> {
  const memory = args.context.request;
  const known = memory?.get(key);
  // The same key is always filled by the same function.
  if (known instanceof Promise) return known;
  const made = make();
  memory?.set(key, made);
  return made;
}

function factsOf(args: EdgeArgs, parts: Services) {
  return {
    requestId: args.context.requestId ?? parts.engine.newId(),
    ip: args.context.ip ?? "",
    channel: "page" as const,
  };
}

export interface Edge {
  parts: Services;
  session: OpenSession | null;
  /** The signed-in person, or nobody. */
  context: Context;
}

/** Who asks; nobody is an answer too. */
export function openEdge(args: EdgeArgs): Promise<Edge> {
  return once(args, "edge", async () => {
    const parts = await services();
    const session = await openSession(parts.engine, tokenOf(args.request), factsOf(args, parts));
    return { parts, session, context: session?.context ?? anonymousContext(parts.engine, factsOf(args, parts)) };
  });
}

/** Path and query of a request below the base path, as a sign-in can come back to it. */
export function addressOf(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname.replace(/^\/web(?=\/|$)/, "").replace(/\.data$/, "");
  url.searchParams.delete("_routes");
  const search = url.searchParams.toString();
  return path + (search ? `?${search}` : "");
}

/** True when a browser fetches the page before anybody asked for it. */
export function isAhead(request: Request): boolean {
  return /prefetch/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "");
}

/** The signed-in person; everybody else is sent to the sign-in page and comes back here afterwards. */
export async function requireEdge(args: EdgeArgs): Promise<Edge & { session: OpenSession }> {
  const edge = await openEdge(args);
  if (edge.session) return { ...edge, session: edge.session };
  const wanted = args.request.method === "GET" ? addressOf(args.request) : addressOf(args.request).split("?")[0];
  // The sign-in page carries no script, so the browser must load it as a document.
  throw redirectDocument(`/user/login?redirect=${encodeURIComponent(wanted ?? "/")}`);
}

/** The screen behind an address; any other path leads to the 404 page (specification section 2). */
export function screenOf(context: Context, args: EdgeArgs & { params: { module?: string; screen?: string } }): Screen {
  const screen = context.services.registry.screen(`${args.params.module}/${args.params.screen}`);
  if (!screen) throw redirect(`/404?from=${encodeURIComponent(addressOf(args.request))}`);
  return screen;
}

/** An expected error as the answer that the error page draws. */
export function pageError(error: AppError): Response {
  return new Response(JSON.stringify({ error: error.error, message: error.message, trace: traceNumber() }), {
    status: error.status,
    headers: { "Content-Type": "application/json" },
  });
}

/**
 * The signed-in person, for answers that no page shows: a script cannot sign anybody in.
 * @throws AppError("signed_out")
 */
export async function requireSession(args: EdgeArgs): Promise<Edge & { session: OpenSession }> {
  const edge = await openEdge(args);
  if (edge.session) return { ...edge, session: edge.session };
  throw new AppError("signed_out");
}

/** Runs the work of a loader that answers a script of our pages; nothing of it is kept by anybody on the way. */
export async function answeringJson(work: () => Promise<unknown>): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  try {
    return Response.json(await work(), { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ error: error.error, message: error.message }, { status: error.status, headers });
  }
}

/** Runs the work of a loader or action; expected errors become pages, anything else rises. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = awayError(error);
    throw known instanceof AppError ? pageError(known) : known;
  }
}

/**
 * Fields of a posted form, after the proof that it came from a page of this session.
 * @throws a 403 page for a form without the proof, a 400 page for one that cannot be read
 */
export async function readForm(args: EdgeArgs, context: Context): Promise<FormData> {
  const form = await postedFields(args);
  if (!csrfFits(context, form.get("_csrf"))) throw pageError(unproven());
  return form;
}

/**
 * Fields of a posted form, whoever sent it.
 * @throws a 400 page for one that cannot be read
 */
export async function postedFields(args: EdgeArgs): Promise<FormData> {
  try {
    return await args.request.formData();
  } catch {
    throw pageError(new AppError("malformed", { message: "提交的内容不完整，请返回上一页重新提交" }));
  }
}

/** The refusal of a form that came from no page of this session. */
export function unproven(): AppError {
  return new AppError("forbidden", { message: "页面已过期，请返回上一页刷新后重新提交" });
}

/** Where a saved form leads, with its message on the next page. */
export async function seeOther(
  context: Context,
  to: string,
  notice: string,
  warnings: readonly string[] = [],
): Promise<Response> {
  await leaveNotice(context, { level: "success", body: notice });
  for (const warning of warnings) await leaveNotice(context, { level: "warning", body: warning });
  return redirect(to, 303);
}
