import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordFileAnswer } from "~/edge/output.server";

/** A record as a file, on A4 or as a workbook; a link of its page leads here. */
export async function loader(args: LoaderFunctionArgs) {
  return recordFileAnswer(args);
}
