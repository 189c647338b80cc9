import { redirect } from "@remix-run/node";
import type { Registry } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { onceOnly } from "~/engine/session/attempts-once.server";
import { newCaptcha } from "~/engine/session/captcha.server";
import { deviceCookie, deviceOf, lateCookie, sessionCookie, wordCookie, wordOf } from "~/engine/session/cookie.server";
import { deviceHash, newDeviceSecret } from "~/engine/session/device.server";
import { landingPage } from "~/engine/session/landing.server";
import { needsCaptcha, signIn } from "~/engine/session/sign-in.server";
import { tokenHash } from "~/engine/session/token.server";
import type { Services } from "~/services.server";
import { HOME, safeTarget } from "~/shared/safe-target";
import type { SignInModel } from "~/ui/login/login-model";
import { answering, type Edge, type EdgeArgs, openEdge, pageError, postedFields } from "./request.server";

export { safeTarget } from "~/shared/safe-target";

const LOGIN = "/user/login";

type Sentences = SignInModel["notices"];

/** What is said where something typed was kept: of a session that ran out, else by how it ended. */
const KEPT = "登录已过期，您填写的内容已暂存，登录后可继续";
const KEPT_AFTER: ReadonlyMap<string, string> = new Map([
  ["left", "您已在其他页面退出登录，填写的内容已暂存，登录后可继续"],
  ["ended", "您的登录已被结束，填写的内容已暂存，登录后可继续"],
]);

/** Why somebody stands here, by the parameter `why` or by a cookie; the words are those of the specification, section 8. */
const REASONS: Readonly<Record<string, Sentences>> = {
  over: [
    {
      id: "over",
      level: "warning",
      text: "Unauthorized：登录已失效，请重新登录（Authorization verification failed）",
      msg: "Authorization verification failed",
    },
  ],
  left: [{ id: "left", level: "info", text: "您已退出登录，请重新登录" }],
  ended: [{ id: "ended", level: "warning", text: "您的登录已被结束，请重新登录" }],
  "no-roles": [
    {
      id: "no-roles",
      level: "error",
      title: "错误",
      text: "请求用户信息失败，请重试",
      msg: "failed to request user info, please retry",
    },
    {
      id: "no-roles-help",
      level: "error",
      text: "该账号未分配角色，请联系管理员",
      msg: "roles must be a non-null array",
    },
  ],
  recovered: [{ id: "recovered", level: "success", text: "密码已重置，请使用新密码登录" }],
  sso: [{ id: "sso", level: "warning", text: "单点登录已失效" }],
  "sso-blocked": [{ id: "sso", level: "error", text: "账号已冻结，请联系管理员" }],
};

function noticesFor(request: Request, kept: boolean): Sentences {
  const why = new URL(request.url).searchParams.get("why") ?? wordOf(request) ?? "";
  if (kept) return [{ id: "kept", level: "warning", text: KEPT_AFTER.get(why) ?? KEPT }];
  return Object.hasOwn(REASONS, why) ? (REASONS[why] ?? []) : [];
}

/** Whether a path below the base path leads to a page, as far as that can be told without opening it. */
function leadsToPage(args: EdgeArgs, registry: Registry): (path: string) => boolean {
  return (path) => {
    const [module, screen] = path.split("/").slice(1);
    if (registry.screen(`${module}/${screen}`)) return true;
    const pattern = args.context.pageRoute?.(`/web${path}`);
    return pattern === undefined
      ? args.context.pageRoute === undefined && ["qiaqia", "account"].includes(module ?? "")
      : !pattern.includes(":") && !pattern.includes("*");
  };
}

/** The page as it stands before anything is typed; `account` is what was typed so far. */
function emptyModel(args: EdgeArgs, parts: Services, account: string): SignInModel & { address(more: object): string } {
  const { searchParams } = new URL(args.request.url);
  const target = searchParams.get("redirect");
  const safe = safeTarget(target, leadsToPage(args, parts.engine.registry));
  const kept = searchParams.get("kept") === "1";
  const address = (more: object) => {
    const query = new URLSearchParams({
      ...(target ? { redirect: safe } : {}),
      ...(kept ? { kept: "1" } : {}),
      ...more,
    });
    return query.size > 0 ? `${LOGIN}?${query}` : LOGIN;
  };
  return {
    action: address({}),
    account,
    errors: {},
    notices: noticesFor(args.request, kept),
    redirect: safe,
    once: parts.engine.newId(),
    ...(parts.demoAccounts.length > 0 ? { demoAccounts: [...parts.demoAccounts] } : {}),
    address,
  };
}

/** The model with a new picture sum. */
async function withPicture(parts: Services, { address, ...model }: ReturnType<typeof emptyModel>, error?: string) {
  const { id, picture } = await newCaptcha(parts.engine);
  const again = address({ ...(model.account ? { account: model.account } : {}), sum: "1" });
  return { ...model, captcha: { id, picture, again, ...(error ? { error } : {}) } };
}

/** What the route answers; headers are sent with the page. */
interface LoginAnswer {
  model: SignInModel;
  status: number;
  headers: [string, string][];
}

/** The sign-in page; whoever is signed in goes on. */
export async function loginPage(args: EdgeArgs): Promise<LoginAnswer> {
  return answering(async () => {
    const { parts, session } = await openEdge(args);
    const { searchParams } = new URL(args.request.url);
    const empty = emptyModel(args, parts, (searchParams.get("account") ?? "").slice(0, 64));
    if (session) throw redirect(empty.redirect);
    const { address: _, ...plain } = empty;
    const model = searchParams.get("sum") === "1" ? await withPicture(parts, empty) : plain;
    // Said once.
    const spoken = wordOf(args.request) === null ? [] : [wordCookie("", parts.env.secure)];
    return { model, status: 200, headers: spoken.map((cookie) => ["Set-Cookie", cookie]) };
  });
}

/** The page alone. */
export async function loginModel(args: EdgeArgs): Promise<SignInModel> {
  return (await loginPage(args)).model;
}

/** Signs in and goes on, or answers the form again: account kept, password empty. */
export async function loginAction(args: EdgeArgs): Promise<LoginAnswer> {
  const edge = await answering(() => openEdge(args));
  const { parts } = edge;
  const form = await postedFields(args, "mark");
  const account = String(form.get("username") ?? "");
  const empty = { ...emptyModel(args, parts, account.slice(0, 200)), notices: [] };
  try {
    const { token, device, userId } = await attempt(args, edge, form);
    // Home is what everybody is sent to who wanted nothing else; some roles begin elsewhere.
    const target = empty.redirect === HOME ? await answering(() => landingPage(parts.engine, userId)) : empty.redirect;
    const headers = new Headers();
    headers.append("Set-Cookie", sessionCookie(token, parts.env.secure));
    headers.append("Set-Cookie", lateCookie(tokenHash(token), parts.env.secure));
    headers.append("Set-Cookie", deviceCookie(device, parts.env.secure));
    throw redirect(target, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.error === "unavailable") throw pageError(error);
    return answering(() => refused({ parts, empty, form, error, device: deviceOf(args.request) }));
  }
}

async function attempt(args: EdgeArgs, { parts, context }: Edge, form: FormData) {
  const field = (name: string) => String(form.get(name) ?? "");
  const [account, password, captchaId, captcha] = ["username", "password", "captchaId", "captcha"].map(field) as [
    string,
    string,
    string,
    string,
  ];
  const sent = deviceOf(args.request);
  const known = (await answering(() => deviceHash(parts.engine, sent))) === null ? null : sent;
  const work = async () => {
    const device = known ?? (await newDeviceSecret(parts.engine));
    const { token, userId } = await signIn(parts.engine, {
      account,
      password,
      copy: field("password1"),
      captchaId,
      captcha,
      ip: context.ip,
      device: args.request.headers.get("User-Agent") ?? "",
      deviceSecret: known,
      newDeviceSecret: device,
    });
    return { token, device, userId };
  };
  return onceOnly(parts.engine, field("_once"), [account, password, captchaId, captcha], work);
}

async function refused({
  parts,
  empty,
  form,
  error,
  device,
}: {
  parts: Services;
  empty: ReturnType<typeof emptyModel>;
  form: FormData;
  error: AppError;
  device: string | null;
}): Promise<LoginAnswer> {
  const { retryAfter } = error.facts;
  const headers: [string, string][] = typeof retryAfter === "number" ? [["Retry-After", String(retryAfter)]] : [];
  const errors = Object.fromEntries(error.complaints.map((complaint) => [complaint.field, complaint.message]));
  const isSum = error.error === "captcha";
  const said = error.complaints.length === 0 && !isSum ? { problem: error.message } : {};
  const { address: _, ...plain } = { ...empty, errors, ...said };
  const asked =
    isSum ||
    (["wrong_password", "invalid", "locked"].includes(error.error) &&
      (await needsCaptcha(parts.engine, empty.account, device)));
  if (!asked) return { model: plain, status: error.status, headers };
  const typed = String(form.get("captcha") ?? "").trim() !== "";
  const complaint = isSum ? (typed ? error.message : "请输入图中算式的结果") : undefined;
  const model = await withPicture(parts, { ...empty, errors, ...said }, complaint);
  return { model, status: error.status, headers };
}

export { HOME };
