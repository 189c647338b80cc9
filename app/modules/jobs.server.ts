import type { Registration } from "~/engine/entity/registry";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { platformJobs } from "~/engine/platform-jobs.server";

/** The order in which a new installation lists its jobs; what is not named here comes after, as it is registered. */
const ORDER = [
  "sessions-and-grants",
  "forget-old-rows",
  "deadlines",
  "people-files",
  "risk-files",
  "risk-levels",
  "risk-deliveries",
  "member-accounts",
  "type-inspections",
  "supplier-warnings",
  "gate-forecast",
  "undelivered-mail",
  "undelivered-mail-by-time",
  "supplier-completeness",
  "imports",
  "exports",
  "conversions",
  "reports",
  "approval-reminders",
  "task-reminders",
  "daily-letters",
  "interface-health",
  "job-runs",
  "loose-files",
  "file-scan",
  "search-columns",
  "draw-check",
];

/** All work that is done now and then: that of the platform, and what the registrations carry (`<entity>.jobs.server.ts`). */
export function jobsOf(registrations: readonly Registration[]): readonly JobHandler[] {
  const place = ({ key }: JobHandler) => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);
  const all = [...platformJobs, ...registrations.flatMap(({ jobs }) => jobs ?? [])];
  return all.sort((one, other) => place(one) - place(other));
}
