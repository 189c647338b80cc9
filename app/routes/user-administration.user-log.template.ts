import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendTemplate } from "~/edge/user-sync.server";

/** The empty file of people. */
export async function loader(args: LoaderFunctionArgs) {
  return sendTemplate(args);
}
