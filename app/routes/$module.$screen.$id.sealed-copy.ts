import type { LoaderFunctionArgs } from "@remix-run/node";
import { sealedCopyAnswer } from "~/edge/output.server";

/** The sealed values of a record as a text, for who reads them at this moment; a link of its page leads here. */
export async function loader(args: LoaderFunctionArgs) {
  return sealedCopyAnswer(args);
}
