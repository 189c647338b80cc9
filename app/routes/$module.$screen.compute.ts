import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answeringJson, readForm, requireSession, screenOf } from "~/edge/request.server";
import { formFigures } from "~/engine/screen/form-submit.server";

/** Sums and computed values of a form while somebody types. */
export async function action(args: ActionFunctionArgs) {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    const screen = screenOf(context, args);
    const id = new URL(args.request.url).searchParams.get("id");
    return formFigures(context, screen, await readForm(args, context, "mark"), id);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
