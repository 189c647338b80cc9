import type { LoaderFunctionArgs } from "@remix-run/node";
import { leaveDirectory } from "~/edge/menu.server";
import { addressOf, answering, noScreen, openEdge } from "~/edge/request.server";

/** A directory of the menu leads on; any other unknown path leads to the 404 page (specification section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const address = addressOf(args.request);
  throw await answering(async () => {
    const edge = await openEdge(args);
    if (edge.session && args.request.method === "GET") await leaveDirectory(edge, args);
    return noScreen(edge.context, address, address.split("?")[0] ?? "");
  });
}

export { loader as action };
