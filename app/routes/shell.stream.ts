import type { LoaderFunctionArgs } from "@remix-run/node";
import { updateStream } from "~/edge/update-stream.server";

/** What is new for the person, as it happens; for the script of the shell. */
export async function loader(args: LoaderFunctionArgs) {
  return updateStream(args);
}
