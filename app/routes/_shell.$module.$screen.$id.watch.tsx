import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { postWatch } from "~/edge/record-route.server";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { recordPath } from "~/engine/screen/address";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export async function action(args: ActionFunctionArgs) {
  return postWatch(args);
}

/** There is nothing to see here: the button stands on the record. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return redirect(recordPath(screenOf(context, args), args.params.id ?? ""));
  });
}
