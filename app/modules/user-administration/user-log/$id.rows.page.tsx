import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answering, requireEdge } from "~/edge/request.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** All rows of a batch, as the list that has them. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    await requireEdge(args);
    throw redirect(`/user-administration/user-log-row?batch_id=${encodeURIComponent(args.params.id ?? "")}`);
  });
}
