import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendKeyFile } from "~/edge/opening.server";

/** A new key file to download. */
export async function loader(args: LoaderFunctionArgs) {
  return sendKeyFile(args);
}
