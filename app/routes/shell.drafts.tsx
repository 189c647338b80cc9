import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { dropDraft, isId } from "~/engine/operations/drafts.server";

/** Purges a form that was begun and not saved, from the list of them. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const id = form.get("draft");
    if (isId(id)) await dropDraft(context, id);
    return seeOther(context, "/qiaqia/home", "暂存的内容已放弃");
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
