import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { AppError } from "~/engine/errors";
import { saveFavourite } from "~/engine/session/menu-marks.server";
import { leaveNotice } from "~/engine/session/session.server";

/** Makes a menu entry a favourite or lets it go, and goes back to where the star stood. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    try {
      await saveFavourite(context, String(form.get("name") ?? ""), form.get("on") === "1");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      await leaveNotice(context, { level: "info", body: error.message });
    }
    return redirect(safeTarget(String(form.get("from") ?? "")), 303);
  });
}

export function loader() {
  return redirect("/qiaqia/home");
}
