import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { answering, requireEdge } from "~/edge/request.server";
import { assignPath, firstTab } from "~/modules/user-administration/user-assign/user-assign.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A person's rights begin with the first tab one may open. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return redirect(assignPath(args.params.id ?? "", firstTab(context)));
  });
}

export default function First() {
  return null;
}
