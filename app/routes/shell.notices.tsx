import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { closeNotice } from "~/engine/session/session.server";

/** Closes a message and goes back to where it stood. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    await closeNotice(context, String(form.get("id") ?? ""));
    return redirect(safeTarget(String(form.get("from") ?? "")), 303);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
