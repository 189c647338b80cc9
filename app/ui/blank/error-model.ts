import { isRouteErrorResponse } from "@remix-run/react";
import type { ErrorModel } from "~/ui/model";

type Words = Pick<ErrorModel, "title" | "message">;

const words: Record<number, Words> = {
  401: { title: "登录已失效", message: "请重新登录后继续。" },
  403: { title: "没有权限", message: "您的账号不能查看或操作此内容。如果工作需要，请向管理员申请权限。" },
  404: { title: "页面不存在", message: "地址可能写错了，或者内容已被删除、移动，或不在您的数据范围内。" },
  405: { title: "不支持的操作", message: "此页面不接受这样的提交，请从菜单重新进入。" },
  503: {
    title: "系统暂时不可用",
    message:
      "暂时连接不上数据库，已保存的内容没有丢失，恢复后即可继续。如果刚才在提交内容，请返回上一页，稍后再提交一次：同一份表单不会重复保存。",
  },
  429: { title: "操作过于频繁", message: "请稍后再试。" },
};

const broken: Words = {
  title: "系统出错了",
  message: "此页面暂时无法显示，错误已记录。请稍后重试；若仍不行，请联系管理员。",
};

/**
 * The error page for whatever a route threw. Own texts only, never a stack. A thrown answer may bring `{message, code}`.
 * @param requestId trace number of the page, where the answer brings none of its own; shown for faults of the system only
 * @param address what was asked for, to ask for it again
 */
export function errorModel(error: unknown, requestId: string, address: string): ErrorModel {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const said = isRouteErrorResponse(error) && status < 500 ? textsOf(error.data) : {};
  return {
    status,
    ...(words[status] ?? broken),
    ...said,
    trace: status >= 500 ? traceOf(error) || requestId || undefined : undefined,
    links: linksOf(status, address),
  };
}

function linksOf(status: number, address: string): ErrorModel["links"] {
  if (status === 401) return [{ label: "去登录", href: "/user/login" }];
  const home = { label: "回首页", href: "/qiaqia/home" };
  return status === 503 ? [{ label: "重试", href: address }, home] : [home];
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

/** The pages `/403`, `/404` and `/500` themselves. */
export function fixedErrorModel(status: 403 | 404 | 500): ErrorModel {
  return { status, ...(words[status] ?? broken), links: [{ label: "回首页", href: "/qiaqia/home" }] };
}
