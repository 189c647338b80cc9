import { data } from "@remix-run/node";
import { backOf } from "~/shared/came-from";
import type { ErrorPageModel } from "~/ui/blank/error-model";
import { fixedErrorModel, sideOf } from "~/ui/blank/error-model";
import type { ShellModel } from "~/ui/model";
import { safeTarget } from "./login.server";
import { type EdgeArgs, openEdge } from "./request.server";
import { shellModel } from "./shell.server";

/** The frame is known only when the page is opened; the root draws the document after `frame`. */
export type FixedError =
  | { frame: "shell"; shell: ShellModel; model: ErrorPageModel }
  | { frame: "blank"; model: ErrorPageModel };

/** One of the pages `/403`, `/404` and `/500`: in the shell for the signed-in, alone for everybody else; the status is the page's own. */
export async function fixedError(args: EdgeArgs, status: 403 | 404 | 500) {
  const wanted = new URL(args.request.url).searchParams.get("from") ?? "";
  const shell = await shellOf(args);
  const model = fixedErrorModel(status, {
    requestId: args.context.requestId ?? "",
    // Somebody may have made the link: only an address of this site is repeated.
    address: wanted !== "" && safeTarget(wanted) === wanted ? wanted.slice(0, 300) : "",
    back: backOf(args.request),
    signedIn: shell !== null,
    ...(shell ? { side: sideOf(shell) } : {}),
  });
  const page: FixedError = shell ? { frame: "shell", shell, model } : { frame: "blank", model };
  return data(page, { status, headers: { "Cache-Control": "private, no-store" } });
}

/** An error page must not fail itself: without storage, or for a person who may do nothing, it stands alone. */
async function shellOf(args: EdgeArgs): Promise<ShellModel | null> {
  try {
    const { session, context } = await openEdge(args);
    return session && context.actor.permissions.size > 0 ? await shellModel(args) : null;
  } catch {
    return null;
  }
}
