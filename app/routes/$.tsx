import type { LoaderFunctionArgs } from "@remix-run/node";
import { addressOf, answering, noScreen, openEdge } from "~/edge/request.server";

/** Any unknown path leads to the 404 page (specification section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const address = addressOf(args.request);
  throw await answering(async () => {
    const { context } = await openEdge(args);
    return noScreen(context, address, address.split("?")[0] ?? "");
  });
}

export { loader as action };
