import type { Screen } from "../entity/registry";
import type { Saved } from "../operations/transaction.server";
import { recordPath } from "./address";

/** The page that shows once what a change made for the eyes of this person. @param done what happened, e.g. 已保存 */
export function revealModel(screen: Screen, saved: Saved, done: string) {
  const name = `${screen.noun}${saved.number ? ` ${saved.number} ` : ""}`;
  return {
    title: `${name}${done}`,
    secrets: (saved.reveals ?? []).map(({ label, value, note }) => ({ label, value, note })),
    warnings: saved.warnings,
    nextHref: recordPath(screen, saved.id),
  };
}
