import { data, redirect } from "@remix-run/node";
import { asksPresentPassword, changePassword } from "~/engine/account/change-password.server";
import { profileForm } from "~/engine/account/forms.server";
import { saveProfile } from "~/engine/account/profile.server";
import { dropProfileDraft, keepProfile } from "~/engine/account/profile-draft.server";
import { type Context, traceNumber } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { lateSessionOf, sessionCookie } from "~/engine/session/cookie.server";
import { csrfFits, isOwnOlderForm, lapsedOwner, leaveNotice, signOut } from "~/engine/session/session.server";
import type { Services } from "~/services.server";
import { logoutForm, passwordForm } from "~/ui/account/forms";
import type { PasswordForm } from "~/ui/account/model";
import { safeTarget } from "./login.server";
import {
  answering,
  answeringJson,
  type EdgeArgs,
  openEdge,
  postedFields,
  readForm,
  requireEdge,
  seeOther,
  unproven,
} from "./request.server";

const FORCED = "/account/password?forced=1";

/** Where the picture of an account lies; another picture has another address. */
export function avatarHref(userId: string, name: string): string {
  return `/account/avatar/${userId}?v=${name}`;
}

/** Whether a page is the one that must be dealt with before anything else. */
export function isForcedPath(path: string): boolean {
  const [pathname, search = ""] = path.split("?");
  return pathname === "/account/password" && new URLSearchParams(search).get("forced") === "1";
}

function fromOf(value: unknown): string {
  return safeTarget(typeof value === "string" ? value : null);
}

function queryFrom(args: EdgeArgs): string {
  return fromOf(new URL(args.request.url).searchParams.get("from"));
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * The answer to a form of the account: in a dialog that it is done, on a page the way back, with the message for whichever page comes
 * next.
 */
export async function doneWith(
  context: Context,
  form: FormData,
  notice: string,
  headers: Record<string, string> = {},
): Promise<{ done: true }> {
  if (textIn(form, "_frame") !== "dialog") {
    const answer = await seeOther(context, fromOf(form.get("from")), notice);
    for (const [name, value] of Object.entries(headers)) answer.headers.append(name, value);
    throw answer;
  }
  await leaveNotice(context, { level: "success", body: notice });
  return { done: true };
}

/** An expected refusal of a form; anything else rises. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && error.error !== "signed_out") return error;
  throw error;
}

export async function openProfile(args: EdgeArgs, action: string) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return profileForm(context, queryFrom(args), action);
  });
}

/** Stores the own profile. */
export async function sendProfile(args: EdgeArgs, action: string) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    if (form.get("_intent") === "discard") {
      await dropProfileDraft(context);
      return data(await doneWith(context, form, "暂存的内容已放弃"));
    }
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" && /^[a-z]/.test(name) ? [[name, value]] : [])),
    );
    const { from: _from, ...values } = typed;
    const version = /^\d{1,9}$/.test(textIn(form, "_version")) ? Number(textIn(form, "_version")) : 0;
    try {
      await saveProfile(context, { version, values });
      await dropProfileDraft(context);
    } catch (thrown) {
      const error = refusalOf(thrown);
      const model = await profileForm(context, fromOf(form.get("from")), action, { error, typed: values });
      return data({ done: false as const, model }, { status: 400 });
    }
    return data(await doneWith(context, form, "修改成功"));
  });
}

/** Keeps what is being typed into the own profile while its page stays as it is, also where the session is over by the calendar. */
export async function saveTypedProfile(args: EdgeArgs): Promise<Response> {
  return answeringJson(async () => {
    const edge = await openEdge(args);
    const form = await postedFields(args, "mark");
    const sent = form.get("_csrf");
    if (!edge.session) {
      const actor = await lapsedOwner(edge.parts.engine, lateSessionOf(args.request), sent);
      if (!actor) throw new AppError("signed_out");
      return { ...(await keepProfile({ ...edge.context, actor }, form)), signedOut: true };
    }
    if (!csrfFits(edge.context, sent) && !(await isOwnOlderForm(edge.context, sent))) throw unproven();
    return keepProfile(edge.context, form);
  });
}

async function passwordModel(context: Context, from: string, forced: boolean): Promise<PasswordForm> {
  const pressure = context.session?.passwordPressure;
  return passwordForm({
    csrf: context.session?.csrf ?? "",
    from,
    account: context.actor.account,
    asksPresent: await asksPresentPassword(context),
    ...(forced && pressure ? { forced: pressure } : {}),
  });
}

export async function openPassword(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const forced = new URL(args.request.url).searchParams.get("forced") === "1";
    const model = await passwordModel(context, queryFrom(args), forced);
    return forced ? { ...model, action: FORCED } : model;
  });
}

/** Changes the own password; the session goes on under another token. */
export async function sendPassword(args: EdgeArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const form = await readForm(args, context);
    const forced = new URL(args.request.url).searchParams.get("forced") === "1";
    try {
      const changed = await changePassword(context, {
        newpassword: textIn(form, "newpassword"),
        confirmpassword: textIn(form, "confirmpassword"),
        oldpassword: textIn(form, "oldpassword"),
      });
      const cookie = { "Set-Cookie": sessionCookie(changed.token, parts.env.secure) };
      return data(await doneWith(context, form, "修改成功", cookie), { headers: cookie });
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = refusalOf(thrown);
      const from = fromOf(form.get("from"));
      const fresh = await passwordModel(context, from, forced);
      const errors = error.complaints.map(({ field, message }) => ({ name: field, message }));
      const model: PasswordForm = {
        ...fresh,
        ...(forced ? { action: FORCED } : {}),
        asksPresent: fresh.asksPresent || errors.some(({ name }) => name === "oldpassword"),
        errors,
        ...(errors.length === 0 ? { problem: error.message } : {}),
      };
      return data({ done: false as const, model }, { status: error.status });
    }
  });
}

export async function openLogout(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return logoutForm({ csrf: context.session?.csrf ?? "", from: queryFrom(args), account: context.actor.account });
  });
}

/** Signs out; when that fails the session is kept and the person told why. */
export async function sendLogout(args: EdgeArgs) {
  return answering(async () => {
    const { parts, session, context } = await openEdge(args);
    const form = session ? await readForm(args, context) : new FormData();
    try {
      if (session) await signOut(context);
    } catch (thrown) {
      const { message, status } = signOutFailure(thrown, parts.log);
      const from = fromOf(form.get("from"));
      const model = logoutForm({ csrf: context.session?.csrf ?? "", from, account: context.actor.account });
      return data({ done: false as const, model: { ...model, problem: message } }, { status });
    }
    // The sign-in page carries no script, so the browser must load it as a document.
    const headers = { "Set-Cookie": sessionCookie("", parts.env.secure), "X-Remix-Reload-Document": "true" };
    throw redirect("/user/login", { status: 303, headers });
  });
}

/** What the question says when it could not be done; of what nobody expected only where to find it in the log. */
function signOutFailure(thrown: unknown, log: Services["log"]): { message: string; status: number } {
  if (thrown instanceof AppError) return { message: thrown.message, status: thrown.status };
  const trace = traceNumber();
  log.error({ err: thrown, requestId: trace }, "sign-out failed");
  return { message: `系统繁忙，请稍后再试（追踪号${trace}）`, status: 500 };
}
