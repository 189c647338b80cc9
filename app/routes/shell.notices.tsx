import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { closeNotices } from "~/engine/session/session.server";

/** More are never shown on one page. */
const MOST = 100;

/** Closes messages and goes back to where it stood; a page that tells it by the way, and stays, gets nothing to follow. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    await closeNotices(context, form.getAll("id").slice(0, MOST).map(String));
    const from = form.get("from");
    return from === null ? new Response(null, { status: 204 }) : redirect(safeTarget(String(from)), 303);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
