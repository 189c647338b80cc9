import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { keepPreference } from "~/engine/session/preferences.server";

/** Keeps how a person likes the frame, on the server: it follows to every device. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    await keepPreference(context, "sidebar", String(form.get("sidebar") ?? ""));
    return redirect(safeTarget(String(form.get("from") ?? "")), 303);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
