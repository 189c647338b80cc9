import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { postedWithFiles } from "~/edge/files.server";
import { answeringJson, requireSession, unproven } from "~/edge/request.server";
import { csrfFits, leaveNotice } from "~/engine/session/session.server";
import { phoneScreen } from "./phone-note.server";
import { submitCount } from "./phone-receiving.page.server";

/** The same for the script of the page, which keeps what was counted until there is an answer. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  return answeringJson(async () => {
    const edge = await requireSession(args);
    const { context } = edge;
    const { form, refused } = await postedWithFiles(args, edge, phoneScreen(context));
    if (!csrfFits(context, form.get("_csrf"))) throw unproven();
    const outcome = await submitCount(context, args.params.note ?? "", { form, refusedFiles: refused });
    if (outcome.kind === "made") await leaveNotice(context, { level: "success", body: outcome.notice });
    return outcome;
  });
}

export function loader() {
  return redirect("/receiving/phone-receiving");
}
