import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { addressOf } from "~/edge/request.server";

/** Any unknown path leads to the 404 page (specification section 2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/404?from=${encodeURIComponent(addressOf(request))}`);
}

export { loader as action };
