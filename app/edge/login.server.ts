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

const KEPT = { id: "kept", level: "warning", text: "登录已过期，您填写的内容已暂存，登录后可继续" } as const;

/** Why somebody who was signed in stands here again, by the parameter `why`; the words are those of the specification, section 8. */
const REASONS: Readonly<Record<string, LoginModel["notices"]>> = {
  over: [
    {
      id: "over",
      level: "warning",
      text: "Unauthorized：登录已失效，请重新登录（Authorization verification failed）",
      msg: "Authorization verification failed",
    },
  ],
  "no-roles": [
    {
      id: "no-roles",
      level: "error",
      text: "错误：请求用户信息失败，请重试（roles must be a non-null array）",
      msg: "failed to request user info, please retry",
    },
    { id: "no-roles-help", level: "error", text: "该账号未分配角色，请联系管理员" },
  ],
};

function emptyModel(request: Request, demoAccounts: Services["demoAccounts"]): LoginModel {
  const { searchParams } = new URL(request.url);
  const target = searchParams.get("redirect");
  const kept = searchParams.get("kept") === "1";
  return {
    action: target ? `${LOGIN}?redirect=${encodeURIComponent(safeTarget(target))}${kept ? "&kept=1" : ""}` : LOGIN,
    account: "",
    errors: {},
    notices: kept ? [KEPT] : (REASONS[searchParams.get("why") ?? ""] ?? []),
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
