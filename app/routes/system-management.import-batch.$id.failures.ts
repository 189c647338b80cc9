import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendFailures } from "~/edge/import.server";

/** The rows of a batch that have errors, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  return sendFailures(args);
}
