import type { ConnectionNotice } from "./notices";

/** What a refusal is called (specification section 8); everything else is an error. */
const TITLES: Readonly<Record<number, string>> = { 401: "Unauthorized", 403: "Forbidden" };

const MESSAGES: Readonly<Record<number, string>> = {
  400: "提交的内容不完整，请核对后重新提交",
  401: "Authorization verification failed",
  403: "没有权限进行此操作",
  413: "提交的内容超过大小限制，请减少内容或压缩附件后重试",
  415: "无法识别提交内容的格式，请刷新页面后重新提交",
  429: "操作过于频繁，请稍后再试",
  503: "系统暂时不可用，请稍后重试",
  504: "请求超时，请稍后重试",
};

/**
 * What is said about something sent that was refused or lost while the form stays as it is.
 * @param status 0 when there was no answer at all
 * @param said the server's own sentence, where it gave one
 * @param trace trace number of the answer
 */
export function failureNotice(status: number, said?: string, trace?: string): ConnectionNotice {
  const text = status === 0 ? "连接不上服务器，内容没有提交，请稍后重试" : (said ?? MESSAGES[status] ?? fault(trace));
  return { kind: "failed", level: "error", title: TITLES[status] ?? "错误", text };
}

function fault(trace: string | undefined): string {
  return trace ? `系统繁忙，请稍后再试（追踪号${trace}）` : "系统繁忙，请稍后再试";
}
