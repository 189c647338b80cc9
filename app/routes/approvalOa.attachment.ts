import type { LoaderFunctionArgs } from "@remix-run/node";
import { openEmbeddedFile } from "~/edge/ticket-route.server";

/** A file of a document that waits for a decision in another system, once. */
export async function loader(args: LoaderFunctionArgs) {
  return openEmbeddedFile(args, "approval-view");
}
