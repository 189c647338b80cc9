import { redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { sessionCookie } from "~/engine/session/cookie.server";
import { signIn } from "~/engine/session/session.server";
import type { Services } from "~/start.server";
import type { LoginModel } from "~/ui/model";
import { answering, type EdgeArgs, openEdge, pageError } from "./request.server";

const HOME = "/qiaqia/home";
const LOGIN = "/user/login";

/** Where to go after the sign-in: only an address of this application, below the base path, and not the sign-in itself. */
export function safeTarget(wanted: string | null): string {
  if (!wanted?.startsWith("/") || /^\/[/\\]/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return HOME;
  const path = wanted.replace(/^\/web(?=\/)/, "");
  const resolved = new URL(path, "http://portal.invalid");
  if (
    resolved.host !== "portal.invalid" ||
    resolved.pathname === "/" ||
    resolved.pathname.startsWith("//") ||
    resolved.pathname.startsWith("/user")
  )
    return HOME;
  return resolved.pathname + resolved.search;
}

function emptyModel(request: Request, demoAccounts: Services["demoAccounts"]): LoginModel {
  const { searchParams } = new URL(request.url);
  const target = searchParams.get("redirect");
  const kept = searchParams.get("kept") === "1";
  return {
    action: target ? `${LOGIN}?redirect=${encodeURIComponent(safeTarget(target))}${kept ? "&kept=1" : ""}` : LOGIN,
    account: "",
    errors: {},
    notices: kept ? [{ id: "kept", level: "warning", text: "登录已过期，您填写的内容已暂存，登录后可继续" }] : [],
    redirect: safeTarget(target),
    ...(demoAccounts.length > 0 ? { demoAccounts: [...demoAccounts] } : {}),
  };
}

/** The sign-in page; whoever is signed in goes on. */
export async function loginModel(args: EdgeArgs): Promise<LoginModel> {
  return answering(async () => {
    const edge = await openEdge(args);
    const model = emptyModel(args.request, edge.parts.demoAccounts);
    if (edge.session) throw redirect(model.redirect);
    return model;
  });
}

/** Signs in and goes on, or answers the form again: account kept, password empty. */
export async function loginAction(
  args: EdgeArgs,
): Promise<{ model: LoginModel; status: number; headers: Record<string, string> }> {
  const { parts, context } = await answering(() => openEdge(args));
  const form = await args.request.formData().catch(() => {
    throw pageError(new AppError("malformed"));
  });
  const account = String(form.get("username") ?? "");
  const model = emptyModel(args.request, parts.demoAccounts);
  try {
    const signedIn = await signIn(parts.engine, {
      account,
      password: String(form.get("password") ?? ""),
      ip: context.ip,
      device: args.request.headers.get("User-Agent") ?? "",
    });
    throw redirect(model.redirect, {
      status: 303,
      headers: { "Set-Cookie": sessionCookie(signedIn.token, parts.env.secure) },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === "unavailable") throw pageError(error);
    const errors = Object.fromEntries(error.complaints.map((complaint) => [complaint.field, complaint.message]));
    return {
      model: { ...model, account, errors, ...(error.complaints.length === 0 ? { problem: error.message } : {}) },
      status: error.status,
      headers: {},
    };
  }
}
