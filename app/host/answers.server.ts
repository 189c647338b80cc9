import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { HostEnv } from "./identify.server";

/** A request the host turns away before any business code sees it. */
export interface Refusal {
  status: number;
  /** REST code, see the catalogue of codes in the call conventions. */
  code: number;
  title: string;
  message: string;
}

/** Everything the host itself can refuse. */
export const refusals = {
  broken: { status: 400, code: 40002, title: "提交的内容不完整", message: "提交的内容没有传完，请返回上一页重新提交" },
  foreignOrigin: {
    status: 403,
    code: 40304,
    title: "请求已被拒绝",
    message: "该请求不是从本系统的页面发出的，请回到本系统重新操作",
  },
  unreadable: {
    status: 400,
    code: 40002,
    title: "地址有误",
    message: "地址中包含不能识别的字符，请检查后重新打开",
  },
  tooLarge: {
    status: 413,
    code: 41301,
    title: "提交的内容过大",
    message: "提交的内容超过大小限制，请减少内容或压缩附件后重试",
  },
  wrongType: {
    status: 415,
    code: 41501,
    title: "提交的格式不受支持",
    message: "无法识别提交内容的格式，请返回上一页刷新后重新提交",
  },
  tooOften: { status: 429, code: 42901, title: "操作过于频繁", message: "操作过于频繁，请稍后再试" },
  timedOut: { status: 504, code: 50401, title: "请求超时", message: "请求超时，请稍后重试" },
} satisfies Record<string, Refusal>;

/** Does this path belong to REST, whose errors are JSON, rather than to pages? */
export function isRestPath(path: string): boolean {
  return /^\/v[12](\/|$)/.test(path);
}

/** The refusal in the form its reader expects: JSON for REST, a small page for everybody else. */
export function refuse(c: Context<HostEnv>, { status, code, title, message }: Refusal): Response {
  return isRestPath(c.req.path)
    ? errorJson(code, status, message, c.get("requestId"))
    : errorPage(status, title, message, c.get("requestId"));
}

/** The REST envelope of a failure. `timestamp` is in milliseconds, `traceId` the request id the log shows. */
export function errorJson(code: number, status: number, message: string, traceId: string): Response {
  const body = { success: false, code, message, result: null, timestamp: Date.now(), traceId };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

/**
 * A page that needs nothing else to work, its icon is all it loads: no script, no stylesheet, no Remix. It brings its own policy, so that it can be answered
 * from any place of the chain. Title and message are plain text.
 */
export function errorPage(status: number, title: string, message: string, requestId: string): Response {
  const nonce = randomBytes(16).toString("base64");
  const html = `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/web/icon.svg" type="image/svg+xml">
<style nonce="${nonce}">body{margin:0;padding:15vh 24px 24px;font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:#1f2329;background:#fff;text-align:center}
h1{margin:0 0 8px;font-size:24px}p{margin:0 auto 8px;max-width:36em}small{color:#646a73}a{color:#0958d9}
@media (prefers-color-scheme:dark){body{color:#e3e4e6;background:#17191c}small{color:#a0a5ad}a{color:#69b1ff}}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><a href="/web/qiaqia/home">返回首页</a></p>
<p><small>状态 ${status} · 追踪号 ${escapeHtml(requestId)}</small></p></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
