import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { saveTypedProfile } from "~/edge/account.server";

/** Keeps what is being typed into the own profile, asked by its script. */
export async function action(args: ActionFunctionArgs) {
  return saveTypedProfile(args);
}

export function loader() {
  return redirect("/account/settings-base");
}
