import type { LoaderFunctionArgs } from "@remix-run/node";
import { openEmbeddedFile } from "~/edge/ticket-route.server";

/** A file of the prices that wait for a decision in another system, once. */
export async function loader(args: LoaderFunctionArgs) {
  return openEmbeddedFile(args, "quote-view");
}
