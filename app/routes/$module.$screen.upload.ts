import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { postUpload } from "~/edge/files.server";

/** Takes a file in pieces, asked by the script of a form. */
export async function action(args: ActionFunctionArgs) {
  return postUpload(args);
}

export function loader() {
  return redirect("/qiaqia/home");
}
