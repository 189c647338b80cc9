import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportAnswer } from "~/edge/output.server";

/** A report as a file; a link of its page leads here. */
export async function loader(args: LoaderFunctionArgs) {
  return reportAnswer(args, "csv");
}
