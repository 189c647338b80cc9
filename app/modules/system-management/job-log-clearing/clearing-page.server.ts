import type { Context } from "~/engine/context.server";
import { screenFor } from "~/engine/operations/scope.server";

const KEY = "system-management/job-log-clearing";

/** The way from the logs of jobs to clearing them, for whoever may. */
export function clearingPage(context: Context) {
  return screenFor(context, KEY, "add") ? [{ label: "清理", href: `/${KEY}/new`, tone: "plain" as const }] : [];
}
