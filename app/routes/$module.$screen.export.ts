import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportAnswer } from "~/edge/output.server";

/** The rows of a list as a file; a link of the list leads here. */
export async function loader(args: LoaderFunctionArgs) {
  return exportAnswer(args);
}
