import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { leaveDirectory } from "~/edge/menu.server";
import { addressOf, answering, openEdge } from "~/edge/request.server";

/** A directory of the menu leads on; any other unknown path leads to the 404 page (specification section 2). */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const edge = await openEdge(args);
    if (edge.session) await leaveDirectory(edge, args);
    return notFound(args.request);
  });
}

export function action({ request }: ActionFunctionArgs) {
  return notFound(request);
}

function notFound(request: Request) {
  return redirect(`/404?from=${encodeURIComponent(addressOf(request))}`);
}
