import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { saveTyped } from "~/edge/form-route.server";

/** Keeps what is being typed into a form, asked by its script. */
export async function action(args: ActionFunctionArgs) {
  return saveTyped(args);
}

export function loader() {
  return redirect("/qiaqia/home");
}
