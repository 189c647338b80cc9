import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { dismissWarning } from "~/engine/warnings/warnings.server";

/** Puts a warning away for this person and goes back to where it stood. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    await dismissWarning(context, String(form.get("kind") ?? ""), String(form.get("object") ?? ""));
    return redirect(safeTarget(String(form.get("from") ?? "")), 303);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
