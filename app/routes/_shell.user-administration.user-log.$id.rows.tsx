import type { LoaderFunctionArgs } from "@remix-run/node";
import { toRows } from "~/edge/user-sync.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** All rows of a batch are a list of their own. */
export async function loader(args: LoaderFunctionArgs) {
  return toRows(args);
}
