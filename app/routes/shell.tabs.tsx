import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { postTabs } from "~/edge/tab-strip.server";

/** Closes, pins, moves or reloads open pages. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return postTabs(args, context, await readForm(args, context));
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
