import { type Complaint, complain, ok } from "~/engine/entity";
import { HOME, safeTarget } from "~/shared/safe-target";

/** Levels somebody may write under; what is about the safety of an account is said by the program alone. */
export const LEVELS_BY_HAND = { info: "通知", todo: "待办", warning: "预警" } as const;

/** A message leads to pages of this portal only. */
export function leadsInside({ path }: { path: string | null }): Complaint | null {
  if (path === null || path === "" || path === HOME || path === `/web${HOME}`) return ok;
  return safeTarget(path) === HOME ? complain("path", "跳转地址仅限站内，请填写以“/”开头的页面地址") : ok;
}
