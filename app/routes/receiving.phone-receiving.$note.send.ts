import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { sendCount } from "~/edge/phone-receiving-route.server";

/** Takes what was counted, asked by the script of the page. */
export async function action(args: ActionFunctionArgs) {
  return sendCount(args);
}

export function loader() {
  return redirect("/receiving/phone-receiving");
}
