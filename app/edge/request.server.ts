import type { AppLoadContext } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { type Context, traceNumber } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { lateCookie, lateSessionOf, sessionCookie, signOutCookies, tokenOf } from "~/engine/session/cookie.server";
import { isKnownToken, noticeNewRights, unknownScreen } from "~/engine/session/guard.server";
import {
  anonymousContext,
  csrfFits,
  endOfSession,
  leaveNotice,
  type OpenSession,
  openSession,
  signOut,
} from "~/engine/session/session.server";
import { awayError } from "~/engine/storage-away.server";
import { type Services, services } from "~/services.server";
import { isReadable, marked, UNREADABLE } from "~/shared/readable";

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
    // Without the host nobody would send it.
    takesNewToken: args.context.request !== undefined && pathOf(args.request) !== SIGN_OUT,
  };
}

/** Bytes of a form that is read whole. */
const MOST_HELD = 4 * 1024 * 1024;
const SIGN_OUT = "/account/logout";
const NEW_PASSWORD = "/account/password";
/** Pages for somebody who has to change the password before anything else. */
const UNDER_PRESSURE = /^\/(account\/(password|logout)|user(\/.*)?|403|404|500)$/;

function pathOf(request: Request): string {
  return addressOf(request).split("?")[0] ?? "/";
}

export interface Edge {
  parts: Services;
  session: OpenSession | null;
  /** The signed-in person, or nobody. */
  context: Context;
}

/** Who asks; nobody is an answer too. */
export async function openEdge(args: EdgeArgs): Promise<Edge> {
  const edge = await knownEdge(args);
  // An answer of its own for each loader: Remix writes into the one it gets.
  if (mustChangePassword(args, edge.session)) throw redirect(`${NEW_PASSWORD}?forced=1`);
  return edge;
}

function mustChangePassword({ request }: EdgeArgs, session: OpenSession | null): boolean {
  return Boolean(session?.context.session?.passwordPressure) && !UNDER_PRESSURE.test(pathOf(request));
}

function knownEdge(args: EdgeArgs): Promise<Edge> {
  return once(args, "edge", async () => {
    const parts = await services();
    const session = await openSession(parts.engine, tokenOf(args.request), factsOf(args, parts));
    if (session) {
      if (session.newToken) sendNewToken(args, session, session.newToken, parts.env.secure);
      if (!mustChangePassword(args, session)) await noticeNewRights(session);
    }
    return { parts, session, context: session?.context ?? anonymousContext(parts.engine, factsOf(args, parts)) };
  });
}

/** Leaves a renewed token for the host, which sends it with whatever the page answers. */
function sendNewToken(args: EdgeArgs, { context }: OpenSession, token: string, secure: boolean): void {
  const headers = new Headers({ authorization: token });
  headers.append("Set-Cookie", sessionCookie(token, secure));
  headers.append("Set-Cookie", lateCookie(context.session?.idHash ?? "", secure));
  args.context.request?.set("answerHeaders", headers);
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
  const { session, context, parts } = edge;
  if (session && context.actor.permissions.size > 0) return { ...edge, session };
  const path = pathOf(args.request);
  const isRead = args.request.method === "GET";
  const login = `/user/login?redirect=${encodeURIComponent(isRead ? addressOf(args.request) : path)}`;
  const cleared = { headers: signOutCookies(parts.env.secure) };
  if (session) {
    // Guard step 6: who may do nothing at all cannot be shown anything, not even home.
    await signOut(context);
    throw redirectDocument(`${login}&why=no-roles`, cleared);
  }
  const token = tokenOf(args.request);
  // The sign-in page carries no script, so the browser must load it as a document.
  const why = await whySignedOut(args, parts);
  if (token === null || why !== null) throw redirectDocument(why === null ? login : `${login}&why=${why}`);
  if (await isKnownToken(parts.engine, token)) throw redirectDocument(`${login}&why=over`);
  // A made-up token (TOKEN认证失败): it goes, and with it whatever the address asked for. A header cannot be taken away.
  throw args.request.headers.has("Authorization") || !isRead
    ? redirectDocument(login, cleared)
    : redirectDocument(path, cleared);
}

/** Why somebody who had a session is asked to sign in, as the sign-in page calls it; null where the browser knows of none. */
export async function whySignedOut({ request }: EdgeArgs, { engine }: Services): Promise<string | null> {
  const end = await endOfSession(engine, lateSessionOf(request));
  return end === "expired" ? "over" : end;
}

/** Thrown for an address no screen answers; `answering` finds out what to say. */
class UnknownScreen extends Error {
  constructor(
    readonly context: Context,
    readonly address: string,
  ) {
    super("no screen answers this address");
  }
}

/**
 * What an address without a screen answers: the 404 page (specification section 2), or the page of a menu that leads nowhere.
 * @param path what a menu would name, without the parts behind it
 */
export async function noScreen(context: Context, address: string, path: string): Promise<Response> {
  const error = await unknownScreen(context, path);
  return error ? pageError(error) : redirect(`/404?from=${encodeURIComponent(address)}`);
}

/** The screen behind an address. @throws UnknownScreen, which only `answering` and `answeringJson` understand */
export function screenOf(context: Context, args: EdgeArgs & { params: { module?: string; screen?: string } }): Screen {
  const screen = context.services.registry.screen(`${args.params.module}/${args.params.screen}`);
  if (!screen) throw new UnknownScreen(context, addressOf(args.request));
  return screen;
}

/** An expected error as the answer that the error page draws. */
export function pageError(error: AppError): Response {
  const { code } = error.facts;
  const said = { error: error.error, message: error.message, trace: traceNumber(), ...(code ? { code } : {}) };
  return new Response(JSON.stringify(said), {
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
    const known = error instanceof UnknownScreen ? new AppError("not_found") : error;
    if (!(known instanceof AppError)) throw known;
    return Response.json({ error: known.error, message: known.message }, { status: known.status, headers });
  }
}

/** Runs the work of a loader or action; expected errors become pages, anything else rises. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnknownScreen) {
      const { context, address } = error;
      const path = address.split("?")[0]?.split("/").slice(0, 3).join("/") ?? "";
      throw await answering(() => noScreen(context, address, path));
    }
    const known = awayError(error);
    throw known instanceof AppError ? pageError(known) : known;
  }
}

/**
 * What becomes of signs that no database stores. Where every field is judged by its kind, or by rules of its own, they are marked, and
 * the field says so at its place; any other form is refused whole.
 */
type Unreadable = "refuse" | "mark";

/**
 * Fields of a posted form, after the proof that it came from a page of this session.
 * @throws a 403 page for a form without the proof, a 400 page for one that cannot be read
 */
export async function readForm(args: EdgeArgs, context: Context, unreadable: Unreadable = "refuse"): Promise<FormData> {
  const form = await postedFields(args, unreadable);
  if (!csrfFits(context, form.get("_csrf"))) throw pageError(unproven());
  return form;
}

/**
 * Fields of a posted form, whoever sent it.
 * @throws a 400 page for one that cannot be read
 */
export async function postedFields(args: EdgeArgs, unreadable: Unreadable = "refuse"): Promise<FormData> {
  // Only forms that take files as they come may be longer; what is read here is held in memory.
  if (Number(args.request.headers.get("Content-Length") ?? 0) > MOST_HELD) {
    throw pageError(new AppError("malformed", { message: "提交的内容过大，请减少后重新提交" }));
  }
  let form: FormData;
  try {
    form = await args.request.formData();
  } catch {
    throw pageError(new AppError("malformed", { message: "提交的内容不完整，请返回上一页重新提交" }));
  }
  const readable = new FormData();
  for (const [name, value] of form) {
    const isFine = isReadable(name) && (typeof value !== "string" || unreadable === "mark" || isReadable(value));
    if (!isFine) throw pageError(unreadableForm());
    if (typeof value === "string") readable.append(name, marked(value));
    else readable.append(name, value, value.name);
  }
  return readable;
}

/** The refusal of a form that holds signs which no field of it could complain of. */
export function unreadableForm(): AppError {
  return new AppError("malformed", { message: `提交的内容${UNREADABLE}` });
}

/** The refusal of a form that came from no page of this session. */
export function unproven(): AppError {
  return new AppError("forbidden", { message: "页面已过期，请返回上一页刷新后重新提交" });
}

/** To the page of work that was begun, with a message that goes when that is over (`app/ui/stream/work-over.ts`). */
export async function seeBegun(context: Context, to: string, notice: string): Promise<Response> {
  await leaveNotice(context, { level: "success", body: notice, msg: `work:${to}` });
  return redirect(to, 303);
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
