import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { dropDraft } from "~/engine/operations/drafts.server";

/** Forgets a form that was begun and not saved, from the list of them. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    await dropDraft(context, String(form.get("address") ?? "").slice(0, 300));
    return seeOther(context, "/qiaqia/home", "暂存的内容已放弃");
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
