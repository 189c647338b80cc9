import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/user/login${new URL(request.url).search}`);
}
