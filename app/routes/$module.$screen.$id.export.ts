import type { LoaderFunctionArgs } from "@remix-run/node";
import { pdfAnswer } from "~/edge/output.server";

/** A record as an A4 file; a link of its page leads here. */
export async function loader(args: LoaderFunctionArgs) {
  return pdfAnswer(args);
}
