import type { AppError } from "~/engine/errors";

/** The envelope of every answer (shell-and-api 12). The HTTP status is real; `code` says more. */
export interface Envelope {
  success: boolean;
  code: number;
  message: string;
  result: unknown;
  timestamp: number;
  traceId?: string;
}

export function success(result: unknown, message = "操作成功"): Response {
  return json(200, { success: true, code: 200, message, result, timestamp: Date.now() });
}

/** An expected error as a REST body; complaints become `result.errors`, field by field. */
export function failure(error: AppError, traceId: string): Response {
  const errors = Object.fromEntries(error.complaints.map((complaint) => [complaint.field, complaint.message]));
  const result = {
    ...error.facts,
    ...(error.complaints.length > 0 ? { errors } : {}),
    // The specification's client shows no 'Unauthorized' for a refused sign-in.
    ...(["wrong_password", "locked", "blocked"].includes(error.error) ? { isLogin: true } : {}),
  };
  const response = json(error.status, {
    success: false,
    code: error.code,
    message: error.message,
    result: Object.keys(result).length > 0 ? result : null,
    timestamp: Date.now(),
    traceId,
  });
  if (error.error === "unavailable") response.headers.set("Retry-After", "5");
  const { retryAfter } = error.facts;
  if (typeof retryAfter === "number") response.headers.set("Retry-After", String(retryAfter));
  return response;
}

function json(status: number, body: Envelope): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}
