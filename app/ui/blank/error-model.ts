import { isRouteErrorResponse } from "@remix-run/react";
import type { ErrorModel, ShellModel } from "~/ui/model";

/** Where an error page stands, and what it was that could not be shown. */
export interface ErrorPlace {
  /** Trace number of the page, where the answer brings none of its own; shown for faults of the system only. */
  requestId: string;
  /** What was asked for, to ask for it again. */
  address: string;
  /** The page one came from, on this site; without it there is nothing to go back to. */
  back?: string;
  signedIn: boolean;
  /** Who is signed in: staff ask for roles by a request, people of suppliers ask the administrator of their company. */
  side?: "staff" | "supplier";
}

/** On whose side somebody works. */
export function sideOf({ user }: Pick<ShellModel, "user">): "staff" | "supplier" {
  return user.supplierName === null ? "staff" : "supplier";
}

/** Everything an error page says. */
export interface ErrorPageModel extends ErrorModel {
  /** The specification's English word for it, shown as it is. */
  literal?: string;
  /** Address that was asked for. */
  wanted?: string;
  /** What to do about it, in a sentence of its own. */
  advice?: string;
}

const ADVICE = {
  staff: "如果工作需要，可以申请权限，由管理员审批。",
  supplier: "如果工作需要，请联系贵公司的平台管理员，由其调整您的角色。",
} as const;

type Words = Pick<ErrorPageModel, "title" | "message" | "literal" | "advice">;

const words: Record<number, Words> = {
  400: { title: "没有办理成功", message: "提交的内容无法处理，请返回上一页核对后重新提交。" },
  401: { title: "登录已失效", message: "请重新登录后继续。", literal: "Unauthorized" },
  403: {
    title: "没有权限",
    message: "您的账号不能查看或操作此内容。",
    literal: "Forbidden",
    advice: "申请权限：如果工作需要，请把上面的说明转给系统管理员，由其为您的角色授权。",
  },
  404: { title: "页面不存在", message: "地址可能写错了，或者内容已被删除、移动，或不在您的数据范围内。" },
  405: { title: "不支持的操作", message: "此页面不接受这样的提交，请从菜单重新进入。" },
  503: {
    title: "系统暂时不可用",
    message:
      "暂时连接不上数据库，已保存的内容没有丢失，恢复后即可继续。如果刚才在提交内容，请返回上一页，稍后再提交一次：同一份表单不会重复保存。",
  },
  429: { title: "操作过于频繁", message: "操作过于频繁，请稍后再试" },
};

const broken: Words = {
  title: "系统出错了",
  message: "此页面暂时无法显示，错误已记录。请稍后重试；若仍不行，请联系管理员。",
};

/** The error page for whatever a route threw. Own texts only, never a stack. A thrown answer may bring `{message, code}`. */
export function errorModel(error: unknown, place: ErrorPlace): ErrorPageModel {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const said = isRouteErrorResponse(error) && status < 500 ? textsOf(error.data) : {};
  const record = isRouteErrorResponse(error) ? recordOf(error.data, place.address) : null;
  return {
    status,
    ...(words[status] ?? broken),
    ...said,
    ...(record ? { title: record.title } : {}),
    ...adviceOf(status, place),
    trace: traceOf(error) || place.requestId || undefined,
    links: [...requestOf(status, place, said.message ?? ""), ...linksOf(status, place, record?.href)],
  };
}

function adviceOf(status: number, { side }: ErrorPlace): Pick<ErrorPageModel, "advice"> {
  return status === 403 && side ? { advice: ADVICE[side] } : {};
}

/** What a refusal names, and the address of a screen: `/area/key…`. */
const REFUSED = /^无操作权限：([a-z][a-z\d-]*\.[a-z]+)$/;
const SCREEN = /^(?:\/web)?\/[a-z\d-]+\/([a-z][a-z\d-]*)/;
const REQUEST = "access-request";

/** The way to ask for what was refused; whoever may not even ask is not led in a circle. */
function requestOf(status: number, { side, address }: ErrorPlace, message: string): ErrorModel["links"] {
  if (status !== 403 || side !== "staff") return [];
  const screen = SCREEN.exec(address)?.[1];
  const about = REFUSED.exec(message)?.[1] ?? (screen ? `${screen}.query` : "");
  if (about.startsWith(`${REQUEST}.`)) return [];
  const asked = about === "" ? "" : `?about=${encodeURIComponent(about)}`;
  return [{ label: "申请权限", href: `/user-administration/${REQUEST}/new${asked}` }];
}

/** `/area/key/{id}/edit` or the page of a move, without its query. */
const BELOW_RECORD = /^(\/[a-z\d-]+\/[a-z\d-]+\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([a-z\d-]+)(?:\?|$)/;

/** The record whose state stands against a form or a move, and how that is called; null for any other error. */
function recordOf(data: unknown, address: string): { title: string; href: string } | null {
  const isState = typeof data === "object" && data !== null && "error" in data && data.error === "wrong_state";
  const [, href, step] = (isState && BELOW_RECORD.exec(address.replace(/^\/web(?=\/)/, ""))) || [];
  return href === undefined ? null : { title: step === "edit" ? "现在不能修改" : "现在不能办理", href };
}

function linksOf(status: number, { address, back, signedIn }: ErrorPlace, record?: string): ErrorModel["links"] {
  const login = { label: "去登录", href: "/user/login" };
  if (status === 401) return [login];
  return [
    ...(record === undefined ? [] : [{ label: "返回单据", href: record }]),
    ...(status === 503 ? [{ label: "重试", href: address }] : []),
    ...(back ? [{ label: "返回上一页", href: back }] : []),
    { label: "返回首页", href: "/qiaqia/home" },
    signedIn ? { label: "重新登录", href: "/account/logout" } : { label: "重新登录", href: "/user/login" },
  ];
}

/** A page opened by script has a trace number of its own, which is in the answer and not in the document. */
function traceOf(error: unknown): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  return typeof data === "object" && data !== null && "trace" in data ? String(data.trace) : "";
}

function textsOf(data: unknown): Partial<Pick<ErrorModel, "message" | "code">> {
  if (typeof data !== "object" || data === null) return {};
  return {
    ...("message" in data && typeof data.message === "string" ? { message: data.message } : {}),
    ...("code" in data && typeof data.code === "string" ? { code: data.code } : {}),
  };
}

/** The pages `/403`, `/404` and `/500` themselves. @param place.address what was wanted before one was sent there */
export function fixedErrorModel(status: 403 | 404 | 500, place: ErrorPlace): ErrorPageModel {
  return {
    status,
    ...(words[status] ?? broken),
    ...(place.address ? { wanted: place.address } : {}),
    ...adviceOf(status, place),
    trace: place.requestId || undefined,
    links: [...requestOf(status, place, ""), ...linksOf(status, place)],
  };
}
