import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { preferenceFields } from "~/edge/preferences.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { savePreferences } from "~/engine/session/preferences.server";
import { preferencesCookie } from "~/engine/session/preferences-cookie.server";

/** Keeps single preferences, on the server: they follow to every device. The fold of the side bar and the drawer post here. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context, parts } = await requireEdge(args);
    const form = await readForm(args, context);
    const preferences = await savePreferences(context, preferenceFields(form));
    const cookie = preferencesCookie(args.request, preferences, parts.env.secure);
    return redirect(safeTarget(String(form.get("from") ?? "")), {
      status: 303,
      headers: cookie ? { "Set-Cookie": cookie } : {},
    });
  });
}

export function loader() {
  return redirect("/account/custom");
}
