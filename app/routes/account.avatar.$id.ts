import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendPicture } from "~/edge/settings.server";

/** The picture of an account. */
export async function loader(args: LoaderFunctionArgs) {
  return sendPicture(args);
}
