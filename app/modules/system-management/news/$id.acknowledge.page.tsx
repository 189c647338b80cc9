import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";

/** Editors read like everybody else: on the board. */
export async function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/system-management/news-board/${encodeURIComponent(params.id ?? "")}/acknowledge`);
}
