import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FixedErrorRoute } from "~/edge/FixedErrorRoute";
import { fixedError } from "~/edge/fixed-error-route.server";
import { pageTitle } from "~/edge/title";
import { shellLinks } from "~/ui/theme/links";

export const links = shellLinks;
export const meta = () => pageTitle("404");

export async function loader(args: LoaderFunctionArgs) {
  return fixedError(args, 404);
}

export default function Error404() {
  return <FixedErrorRoute page={useLoaderData<typeof loader>()} />;
}
